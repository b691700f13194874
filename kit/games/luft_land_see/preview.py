"""Luft, Land und See: what a move would change on the table, before it is made; from what its seat may know."""

from __future__ import annotations

from dataclasses import dataclass

from kit.games.luft_land_see import rules
from kit.games.luft_land_see.cards import DOWN, HIDDEN, INSTANTS, THEATERS, Ability
from kit.games.luft_land_see.moves import Deploy, Flip, Improvise, Move, Reinforce
from kit.games.luft_land_see.state import State
from kit.games.luft_land_see.strengths import controllers, parts, strengths


@dataclass(frozen=True, slots=True)
class Preview:
    """The table right after a move.

    `sums` are red's and blue's strengths by theater and `before` those now, `held` who controls each theater; `counts` what the
    card played, moved or flipped then counts (None: it is not there, or hidden); `destroyed` whether a played card goes under the
    deck; `triggers` the card whose instant waits because of the move, `lapses` the one whose instant would have nothing to do.
    """

    before: tuple[tuple[int, int], ...]
    sums: tuple[tuple[int, int], ...]
    held: tuple[int, ...]
    counts: int | None = None
    destroyed: bool = False
    triggers: int | None = None
    lapses: int | None = None

    def changed(self, seat: int) -> dict[int, int]:
        """By how much a seat's strength changes, for each theater where it does."""
        found = {t: self.sums[t][seat] - self.before[t][seat] for t in THEATERS}
        return {t: by for t, by in found.items() if by}


def hides(state: State, move: Move, seat: int) -> bool:
    """Whether a flip turns up a card that `seat` does not know, so that nobody can say what it changes."""
    if not isinstance(move, Flip):
        return False
    stack = state.stacks[3 * (1 - seat if move.opp else seat) + move.theater]
    return bool(stack) and stack[-1] == HIDDEN


def preview(state: State, move: Move, seat: int) -> Preview:
    """What a legal move of `seat` changes, the abilities that it triggers left out; ValueError where `hides` it."""
    if hides(state, move, seat):
        raise ValueError("a card that is not known changes nobody knows what")
    before = strengths(state)
    after = rules.closing(state, move)
    sums, held = strengths(after), controllers(after)
    destroyed = False
    counts: int | None = None
    at: int | None = None
    if isinstance(move, Deploy | Improvise | Reinforce):
        at = 3 * seat + move.theater
        destroyed = len(after.stacks[at]) == len(state.stacks[at])
    elif isinstance(move, Flip):
        at = 3 * (1 - seat if move.opp else seat) + move.theater
    if at is not None and not destroyed:
        counts = parts(after, at // 3, at % 3)[len(after.stacks[at]) - 1].value
    turned = _turned_up(state, move, at)
    triggers = lapses = None
    if turned is not None and not destroyed and turned in INSTANTS:
        waits = INSTANTS[turned] is Ability.AIR_DROP or any(task.card == turned for task in after.queue)
        triggers, lapses = (turned, None) if waits else (None, turned)
    return Preview(before, sums, held, counts, destroyed, triggers, lapses)


def _turned_up(state: State, move: Move, at: int | None) -> int | None:
    """The card that comes face up with a move."""
    if isinstance(move, Deploy):
        return move.card
    if isinstance(move, Flip) and at is not None and state.stacks[at][-1] >= DOWN:
        return state.stacks[at][-1] - DOWN
    return None
