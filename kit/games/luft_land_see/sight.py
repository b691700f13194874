"""Luft, Land und See: a view with a half-made choice, and what follows from it, for the parts of a scene."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from kit.core.errors import RuleError
from kit.games.luft_land_see import rules
from kit.games.luft_land_see.advice import about, advice, thoughts
from kit.games.luft_land_see.cards import Ability
from kit.games.luft_land_see.moves import Move
from kit.games.luft_land_see.preview import Preview, preview
from kit.games.luft_land_see.state import RED, Task
from kit.games.luft_land_see.view import View, as_state, hidden_cards, hidden_places, remembered_cards
from kit.games.luft_land_see.words import say

ALLOWED, KNOWN, ODDS, ADVICE = range(1, 5)  # the levels of hints


class Sight:
    """What the parts of a scene look at.

    `me` is the seat whose side lies below (red's for a spectator) and `opp` the other; `task` the ability that this seat decides
    now, if it does; `card` the chosen card of the hand, `lifted` the theater and place of the card that Transport has in hand;
    `asks` whether a withdrawal waits to be confirmed; `read` the stack that is being read, as its index, while the turn lasts.
    """

    def __init__(
        self,
        seen: View,
        lang: str,
        choice: Mapping[str, Any],
        *,
        players: Sequence[str] = (),
        hints: int = KNOWN,
        covered: bool = False,
        refused: RuleError | None = None,
        past: dict[str, Any] | None = None,
        lens: Collection[str] | None = None,
    ) -> None:
        self.seen, self.lang, self.hints, self.covered = seen, lang, hints, covered
        self.players = tuple(players) or ("person", "person")
        self.refused, self.past, self.asked = refused, past, lens
        self.me = RED if seen.seat is None else seen.seat
        self.opp = 1 - self.me
        self.my_turn = seen.deciding and not covered and seen.outcome is None
        self.choice = choice if self.my_turn else {}
        self.read: int | None = None
        if "look" in choice and choice["look"][2:] == (seen.battle, seen.turns):
            side, theater = choice["look"][:2]
            self.read = 3 * (self.me if side == "own" else self.opp) + theater
        self.state = as_state(seen)
        self.task: Task | None = seen.task if self.my_turn else None
        self.plays = self.my_turn and (self.task is None or self.task.ability is Ability.PLAY)  # a hand card may be played
        at = self.choice.get("at")
        self.at: int | None = at if self.plays and at is not None and at < len(seen.hand) else None
        self.card: int | None = None if self.at is None else seen.hand[self.at]
        self.lifted = self._lifted()
        self.asks = self.plays and self.task is None and bool(self.choice.get("withdraw"))

    def _lifted(self) -> tuple[int, int] | None:
        """Theater and place of the card that was chosen for Transport, where it lies there still."""
        lifted = self.choice.get("lift")
        if lifted is None or self.task is None or self.task.ability is not Ability.TRANSPORT:
            return None
        theater, place = lifted
        return (theater, place) if place <= len(self.seen.stacks[3 * self.me + theater]) else None

    @property
    def reveals(self) -> bool:
        """A picture of a whole state: both hands lie open."""
        return self.seen.seat is None and not self.covered and all(hand is not None for hand in self.seen.hands)

    def why_not(self, move: Move) -> RuleError | None:
        """The rule that a move of this seat would break."""
        return rules.why_not(self.state, move)

    def preview(self, move: Move) -> Preview:
        """What a legal move of this seat would change on the table, as far as the seat can know."""
        return preview(self.state, move, self.me)

    @cached_property
    def tip(self) -> dict[str, Any] | None:
        """The house's advice (see `advice.advice`), where it is wanted and this seat decides."""
        return advice(self.seen, self.lang) if self.my_turn and self.hints >= ADVICE else None

    def advised(self, move: Move) -> bool:
        """Whether the house would make this move."""
        return self.tip is not None and bool(self.tip["move"] == move)

    def chance(self, move: Move) -> str:
        """The estimated chance to win the battle with a move of this seat: `54 %`; empty below the third level of hints."""
        if self.hints < ODDS or not self.my_turn:
            return ""
        values = {each: value for value, each in thoughts(self.seen)}
        return say("lens.p", self.lang, p=about(values[move])) if move in values else ""

    # Names

    def side(self, seat: int) -> str:
        """`Du`, `Gegner`, or for a spectator the seat's colour."""
        if self.seen.seat is None:
            return say(f"seat.{seat}", self.lang)
        return say("side.you" if seat == self.seen.seat else "side.opp", self.lang)

    def inline(self, seat: int) -> str:
        """The same within a sentence: `du`, `Gegner`."""
        who = self.who(seat)
        return self.side(seat) if who == "seat" else say("side.you-inline" if who == "me" else "side.opp-inline", self.lang)

    def player(self, seat: int) -> str:
        """`Du · Rot`, `Gegner · Blau`; for a spectator the colour alone."""
        name = say(f"seat.{seat}", self.lang)
        return name if self.seen.seat is None else say("side.named", self.lang, side=self.side(seat), colour=name)

    def who(self, seat: int) -> str:
        """`me`, `opp`, or for a spectator `seat`: the ending of the keys that speak of a seat."""
        return "seat" if self.seen.seat is None else "me" if seat == self.seen.seat else "opp"

    # What is known of hidden cards

    @cached_property
    def _hidden(self) -> tuple[dict[tuple[int, int], int], dict[int, list[int]], tuple[int, ...]]:
        places = hidden_places(self.seen)
        cards = hidden_cards(self.seen)
        index = {(at, height): i for i, ((kind, at, height), _) in enumerate(places) if kind == "stack"}
        return index, remembered_cards(places, cards), cards

    def possible(self, at: int, height: int) -> tuple[int, ...]:
        """The cards that a face-down card may be by what this seat knows; one where it saw which it is."""
        index, remembered, cards = self._hidden
        here = index[at, height]
        certain = tuple(card for card, where in remembered.items() if where == [here])
        return certain or tuple(card for card in cards if card not in remembered or here in remembered[card])
