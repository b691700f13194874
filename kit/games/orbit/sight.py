"""Orbit: a view with a half-made choice, and what follows from it: the chosen card, what may be played, the table after it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from kit.core.errors import RuleError
from kit.games.orbit import rules
from kit.games.orbit.advice import Advice, advice
from kit.games.orbit.choosing import Choice, chosen, chosen_task
from kit.games.orbit.moves import Ask, Move, Play
from kit.games.orbit.state import Phase, State
from kit.games.orbit.status import Prospect, prospect
from kit.games.orbit.view import View, as_state
from kit.games.orbit.words import say, seat_name


class Sight:
    """What the parts of a scene look at.

    `card` is the chosen hand card, `task` the chosen task card; `playable` the cards that this seat may play now; `how` how the
    tasks stand. `pause` says whether the crews wait for this seat's word (`waiting`), whether it asked them to (`asked`), and
    which persons may come forward with a signal (`who`).
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
        pause: Mapping[str, Any] | None = None,
    ) -> None:
        self.seen, self.lang, self.hints, self.covered = seen, lang, hints, covered
        self.players = tuple(players) or ("person",) * seen.setup.seats
        self.refused, self.toggles, self.pause = refused, toggles, pause or {}
        self.state = as_state(seen)
        self.mine = seen.deciding and not covered and seen.outcome is None
        self.card = None if covered else chosen(seen, choice)
        self.task = chosen_task(seen, choice) if self.mine else None
        self.how: Prospect = prospect(seen)

    @property
    def reveals(self) -> bool:
        """A picture of a whole state: every hand lies open."""
        return self.seen.seat is None and not self.covered and all(hand is not None for hand in self.seen.hands)

    @cached_property
    def playable(self) -> frozenset[int]:
        """The cards that this seat may play now; empty where it is not its turn."""
        if not self.mine or self.seen.phase is not Phase.PLAYING:
            return frozenset()
        return frozenset(move.card for move in rules.plays(self.state) if isinstance(move, Play))

    @cached_property
    def after(self) -> State | None:
        """The table after the chosen card is played, as far as this seat knows it; None where it is not to be played now."""
        return rules.apply(self.state, Play(self.card)) if self.card in self.playable and self.card is not None else None

    @cached_property
    def may_signal(self) -> bool:
        """Whether this seat may give its signal at this moment (OR-6.1)."""
        return self.seen.seat is not None and not self.covered and bool(rules.signals(self.state, self.seen.seat))

    @cached_property
    def may_ask(self) -> bool:
        """Whether this seat may ask for a Mayday now (OR-7.3)."""
        seat = self.seen.seat
        return seat is not None and not self.covered and rules.why_not(self.state, Ask(seat)) is None

    @cached_property
    def advice(self) -> Advice | None:
        """What the house crew would do in this seat's place; None below the fourth level and where nothing is due."""
        if self.hints < 4 or self.covered or self.seen.seat is None or not (self.mine or self.may_signal):
            return None
        return advice(self.seen, self.lang)

    def advises(self, move: Move) -> bool:
        """Whether the advice is this move."""
        return self.advice is not None and self.advice.move == move

    @property
    def waiting(self) -> bool:
        """Whether the crews wait for this seat's word before they go on."""
        return bool(self.pause.get("waiting"))

    def player(self, seat: int) -> str:
        """`Anna (du)` or the bare name."""
        name = seat_name(seat, self.lang)
        return say("player.you", self.lang, who=name) if seat == self.seen.seat else name


def gap(seen: View, asked: bool) -> int | None:
    """The moment before which the crews wait for this seat: before the first trick, before later ones where it `asked`.

    A number that is the same for the same moment; None where they need not wait, as this seat has nothing to say there.
    """
    if seen.seat is None or seen.phase is not Phase.PLAYING or seen.trick or (seen.tricks and not asked):
        return None
    state = as_state(seen)
    if rules.signals(state, seen.seat) or rules.why_not(state, Ask(seen.seat)) is None:
        return len(seen.tricks)
    return None


def first_word(seen: View) -> bool:
    """Whether a crew's signal now would take something from this seat: nobody may have signalled before a Mayday (OR-7.3)."""
    return seen.seat is not None and rules.why_not(as_state(seen), Ask(seen.seat)) is None


def may_still_signal(seen: View) -> bool:
    """Whether this seat has a signal left for later in this mission."""
    return (
        seen.seat is not None
        and seen.phase is Phase.PLAYING
        and not seen.setup.silent
        and not seen.signals[seen.seat]
        and len(seen.tricks) + 1 < seen.setup.tricks
    )
