"""Orbit: how each task stands by what is public: open, certain or impossible, and why (OR-5.1); what the draft refuses (OR-3.3).

"Certain" and "impossible" are proofs: no distribution of the hidden cards and no play can make them wrong. "Open" is all else.
The codes are entries of the catalogue below `status.`; their numbers stand in `data`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import Any

from kit.cards import code, unmask
from kit.core.errors import RuleError
from kit.games.orbit.knowledge import Table, candidates, winning
from kit.games.orbit.reasoning import Facts, Owned, at_start, facts, feasible
from kit.games.orbit.state import LETTERS, SUIT_MASKS, Setup, Taken, Trick
from kit.games.orbit.tasks import KINGS_MASK, Task, fulfilled, longest_run, task


class Standing(StrEnum):
    """How a task stands."""

    OPEN = "open"
    CERTAIN = "certain"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Status:
    """One task's standing: owner, task card, why (a code and its numbers), and its progress `have` of `need` (need 0: none)."""

    seat: int
    card: int
    standing: Standing
    why: str
    data: tuple[tuple[str, Any], ...] = ()
    have: int = 0
    need: int = 0


@dataclass(frozen=True, slots=True)
class Prospect:
    """All tasks, and whether success or failure of the attempt is certain.

    `together` is true where each task could still be fulfilled but not all of them in one game.
    """

    tasks: tuple[Status, ...]
    together: bool = False

    @property
    def failed(self) -> bool:
        """Whether the attempt can no longer succeed."""
        return self.together or any(each.standing is Standing.IMPOSSIBLE for each in self.tasks)

    @property
    def certain(self) -> bool:
        """Whether the attempt can no longer fail."""
        return all(each.standing is Standing.CERTAIN for each in self.tasks)


def prospect(table: Table) -> Prospect:
    """How all tasks stand in a position (a `State` or a `View`). In the last trick every possible end is looked at."""
    known = facts(table)
    ends = last_tricks(table) if known.left == 1 else None
    return _prospect(known, table.taken, ends)


@lru_cache(maxsize=4096)
def _prospect(known: Facts, taken: tuple[Taken, ...], ends: frozenset[tuple[Trick, ...]] | None) -> Prospect:
    owned = _owned(taken)
    if ends is None:
        statuses = tuple(_status(known, each) for each in taken)
    else:
        statuses = tuple(_status_by(known, each, {fulfilled(task(each.card), each.seat, end) for end in ends}) for each in taken)
    if len(taken) < 2 or any(each.standing is Standing.IMPOSSIBLE for each in statuses):
        return Prospect(statuses)
    if ends is None:
        return Prospect(statuses, together=not feasible(known, owned))
    return Prospect(statuses, together=not any(all(fulfilled(t, seat, end) for seat, t in owned) for end in ends))


def last_tricks(table: Table) -> frozenset[tuple[Trick, ...]]:
    """All the ways the whole game may look at its end, while its last trick is under way or about to be led."""
    seats = table.setup.seats
    order = [(table.leader + i) % seats for i in range(seats)]
    hands = [[table.trick[i]] if i < len(table.trick) else [] for i in range(seats)]
    own = candidates(table)
    for i in range(len(table.trick), seats):
        hands[i] = list(unmask(own[order[i]]))
    ends = set()
    for cards in product(*hands):
        if len(set(cards)) == seats:
            winner = order[winning(cards)]
            ends.add((*table.tricks, Trick(table.leader, cards, winner)))
    return frozenset(ends)


def _owned(taken: Sequence[Taken]) -> list[Owned]:
    return [(each.seat, task(each.card)) for each in taken]


def _status(known: Facts, each: Taken) -> Status:
    wanted = task(each.card)
    if _certain(known, each.seat, wanted):
        return _status_by(known, each, {True})
    return _status_by(known, each, {True, False} if feasible(known, [(each.seat, wanted)]) else {False})


def _status_by(known: Facts, each: Taken, possible: set[bool]) -> Status:
    """The status of a task that may still be fulfilled, not fulfilled, or both."""
    wanted = task(each.card)
    have, need = progress(known, each.seat, wanted)
    if len(possible) > 1:
        return Status(each.seat, each.card, Standing.OPEN, "open", (), have, need)
    standing = Standing.CERTAIN if True in possible else Standing.IMPOSSIBLE
    why, data = _done(wanted) if True in possible else _lost(known, each.seat, wanted)
    return Status(each.seat, each.card, standing, why, tuple(data.items()), have, need)


def progress(known: Facts, seat: int, wanted: Task) -> tuple[int, int]:
    """How far a task that counts something has got: so many of so many; (0, 0) for the others."""
    won = known.won[seat]
    match wanted.kind:
        case "exact":
            return known.tricks(seat), wanted.n
        case "cards":
            return (won & wanted.suit_mask).bit_count(), wanted.n
        case "suits":
            return sum(bool(won & suit) for suit in SUIT_MASKS[:4]), 4
        case "run":
            return longest_run(known.winners, seat), wanted.n
    return 0, 0


def _certain(known: Facts, seat: int, wanted: Task) -> bool:
    """Whether a task is certain, as far as is public."""
    sure_of_trick = known.takers == (seat,) and known.left > 0
    out_of_trick = seat not in known.takers or not known.left
    won = known.won[seat] | (known.now if sure_of_trick else 0)
    least, most = known.least(seat), known.most(seat)
    if known.left and least == known.left:  # all tricks to come are its own
        won |= known.rest
    theirs = sum(kings for other, kings in enumerate(known.sure) if other != seat)  # each wins its holder a trick
    coming = known.rest & ~theirs if most else 0
    if not out_of_trick:
        coming |= known.now
    match wanted.kind:
        case "exact":
            return least == most == wanted.n - known.tricks(seat)
        case "cards":
            return (won & wanted.suit_mask).bit_count() >= wanted.n
        case "suits":
            return all(won & suit for suit in SUIT_MASKS[:4])
        case "avoid":
            return not (won | coming) & wanted.suit_mask
        case "kingless":
            return not (won | coming) & KINGS_MASK
        case "win":
            return _has(won, wanted.target) and not _has(won | coming, wanted.shun)
        case "last":
            return known.left == least > 0 or (not known.left and known.winners[-1] == seat)
        case "first":
            return known.winners[:1] == (seat,) or (not known.winners and sure_of_trick)
    streak = known.streak[1] if known.streak[0] == seat else 0  # "run"
    return longest_run(known.winners, seat) >= wanted.n or (sure_of_trick and streak + 1 >= wanted.n)


def _done(wanted: Task) -> tuple[str, dict[str, Any]]:
    """Why a task is certain, as a code and its numbers."""
    match wanted.kind:
        case "exact":
            return "tricks-done", {"n": wanted.n}
        case "cards":
            return "cards-done", {"n": wanted.n, "suit": _letter(wanted)}
        case "avoid":
            return "avoid-done", {"suit": _letter(wanted)}
        case "win":
            return "win-done", {"card": _code(wanted.target)}
        case "run":
            return "run-done", {"n": wanted.n}
    return f"{wanted.kind}-done", {}


def _has(cards: int, card: int | None) -> bool:
    return card is not None and bool(cards >> card & 1)


def _code(card: int | None) -> str:
    return "" if card is None else code(card)


def _letter(wanted: Task) -> str:
    return "" if wanted.suit is None else "CDHS"[wanted.suit]


def _lost(known: Facts, seat: int, wanted: Task) -> tuple[str, dict[str, Any]]:
    """The plainest reason why a task cannot be fulfilled any more."""
    won, tricks, left = known.won[seat], known.tricks(seat), known.left
    surely = won | (known.now if known.takers == (seat,) else 0)
    match wanted.kind:
        case "exact" if tricks + known.least(seat) > wanted.n:
            if tricks > wanted.n:
                return "tricks-over", {"n": tricks, "most": wanted.n}
            return ("king-wins", {"n": wanted.n}) if known.sure[seat] else ("trick-forced", {"n": wanted.n})
        case "exact" if tricks + left < wanted.n:
            return "tricks-short", {"n": wanted.n - tricks, "left": left}
        case "cards":
            suit = (wanted.suit_mask & ~(sum(known.won) & ~won)).bit_count()
            if suit < wanted.n:
                return "cards-gone", {"n": wanted.n, "left": suit, "suit": _letter(wanted)}
            return "too-late", {"left": left}
        case "avoid" if surely & wanted.suit_mask:
            return "avoid-lost", {"suit": _letter(wanted)}
        case "kingless":
            return ("kingless-lost", {}) if surely & KINGS_MASK else ("king-own", {})
        case "win":
            if _has(surely, wanted.shun):
                return "shun-won", {"card": _code(wanted.shun)}
            for other, cards in enumerate(known.won):
                if other != seat and _has(cards, wanted.target):
                    return "win-lost", {"card": _code(wanted.target), "seat": LETTERS[other]}
            return "win-gone", {"card": _code(wanted.target)}
        case "last" if not left:
            return "last-lost", {"seat": LETTERS[known.winners[-1]]}
        case "first" if known.winners:
            return "first-lost", {"seat": LETTERS[known.winners[0]]}
        case "run" if left < wanted.n:
            return "run-short", {"n": wanted.n, "left": left}
    return "too-late", {"left": left}


# What the draft refuses


def refusal(
    setup: Setup, commander: int, open_card: int | None, taken: tuple[Taken, ...], seat: int, card: int
) -> RuleError | None:
    """Why a seat may not take a task card besides those already taken (OR-3.3, OR-3.4), or None where it may."""
    return _refusal(Setup(seats=setup.seats), commander, open_card, frozenset(taken), seat, card)


@lru_cache(maxsize=1 << 15)
def _refusal(
    setup: Setup, commander: int, open_card: int | None, taken: frozenset[Taken], seat: int, card: int
) -> RuleError | None:
    known, new = at_start(setup, commander, open_card), task(card)
    rule = "OR-3.3" if new.names(open_card) else "OR-3.4"
    if not feasible(known, [(seat, new)]):
        if seat == commander and feasible(known, [((seat + 1) % setup.seats, new)]):
            return RuleError("task-top-king", "OR-3.3", card=code(card))
        return RuleError("task-impossible", rule, card=code(card))
    before = sorted(taken, key=lambda each: (each.seat != seat, each.seat, each.card))
    for each in before:
        if each.seat == seat and task(each.card) == new:
            return RuleError("task-twice", "OR-3.4", card=code(card), other=code(each.card))
        if not feasible(known, [(each.seat, task(each.card)), (seat, new)]):
            if each.seat == seat:
                return RuleError("task-clash", "OR-3.4", card=code(card), other=code(each.card))
            return RuleError("task-clash-seats", "OR-3.4", card=code(card), other=code(each.card), seat=LETTERS[each.seat])
    if len(before) > 1 and not feasible(known, [*_owned(before), (seat, new)]):
        own = [each for each in before if each.seat == seat]
        if own and not feasible(known, [*_owned(own), (seat, new)]):
            return RuleError("task-clash-own", "OR-3.4", card=code(card), n=len(own))
        return RuleError("task-clash-all", "OR-3.4", card=code(card))
    return None


def unfulfilled(table: Table) -> tuple[tuple[int, int], ...]:
    """The tasks (owner, card) that cannot be fulfilled, after the last card: those that are not."""
    return tuple((each.seat, each.card) for each in prospect(table).tasks if each.standing is not Standing.CERTAIN)
