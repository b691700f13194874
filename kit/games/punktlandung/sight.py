"""Punktlandung: a view with a half-made choice, and what follows from it: the chosen card, its results, chances, the advice."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

from kit.core.errors import RuleError
from kit.games.punktlandung import odds
from kit.games.punktlandung.advice import advice
from kit.games.punktlandung.choosing import Choice, chosen
from kit.games.punktlandung.crews import next_seat
from kit.games.punktlandung.moves import OPERATIONS
from kit.games.punktlandung.rules import calculate, calculation_error
from kit.games.punktlandung.view import View, as_state
from kit.games.punktlandung.words import say, seat_name


class Sight:
    """What the parts of a scene look at.

    `card` is the chosen card and `value` what it counts (None: not chosen, a joker not named); `results` the sum after each
    operation that is allowed with it; `next` the seat that moves next, None where that is the same seat; `advice` and `tip`
    the crew's advice and its move where they are wanted; `reckons` whether the pupil types the results.
    """

    def __init__(
        self,
        seen: View,
        lang: str,
        choice: Choice,
        *,
        players: Sequence[str] = (),
        hints: int = 2,
        covered: bool = False,
        refused: RuleError | None = None,
        toggles: Collection[str] = (),
        past: dict[str, Any] | None = None,
    ) -> None:
        self.seen, self.lang, self.choice, self.hints, self.covered = seen, lang, choice, hints, covered
        self.players = tuple(players) or ("person",) * seen.setup.seats
        self.refused, self.toggles, self.past = refused, toggles, past
        self.reckons = "reckon" in toggles
        self.state = as_state(seen)
        self.my_turn = seen.deciding and not covered and seen.outcome is None
        self.card, self.value = chosen(seen, choice) if self.my_turn else (None, None)
        following = next_seat(seen) if seen.seat is not None and seen.outcome is None else None
        self.next = following if following != seen.seat else None
        self.results = self._results()
        self.advice = advice(seen, lang) if hints >= 4 and self.my_turn else None
        self.tip = self.advice.move if self.advice else None

    def _results(self) -> dict[str, int]:
        if self.value is None:
            return {}
        allowed = [op for op in OPERATIONS if calculation_error(self.state, op, self.value) is None]
        return {op: calculate(self.seen.sum, op, self.value) for op in allowed}

    @property
    def reveals(self) -> bool:
        """A picture of a whole state: all hands lie in the dock."""
        return self.seen.seat is None and not self.covered and all(hand is not None for hand in self.seen.hands)

    def chance(self, total: int) -> Fraction:
        """P(the next seat hits from `total`)."""
        assert self.next is not None
        return odds.hit_chance(self.seen, self.next, total)

    def player(self, seat: int) -> str:
        """`Ben (Crew)`, `Anna (du)` or the bare name."""
        name = seat_name(seat, self.lang)
        if seat == self.seen.seat:
            return say("player.you", self.lang, who=name)
        return say("player.crew", self.lang, who=name) if self.players[seat] not in ("person", "") else name
