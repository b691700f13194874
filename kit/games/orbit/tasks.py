"""Orbit: the task table (OR-2) and when a task is fulfilled. The table itself stands in `tasks.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kit.cards import RANK_CODES, card, mask, rank_of, suit_of
from kit.games.orbit.state import SUIT_MASKS, Trick

TABLE_FILE = Path(__file__).with_name("tasks.toml")
KINGS_MASK = SUIT_MASKS[4]
FIELDS = {  # what each kind of task takes besides its difficulty
    "exact": {"n"},
    "cards": {"n"},
    "suits": set(),
    "avoid": set(),
    "kingless": set(),
    "win": {"card", "without"},
    "last": set(),
    "first": set(),
    "run": {"n"},
}
SUITED = ("cards", "avoid", "win")  # kinds that look at the task card's suit (OR-1.2)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the table: the kind of task, its numbers (0 where it has none) and its difficulty."""

    kind: str
    difficulty: int
    n: int = 0
    card: int = 0
    without: int = 0


@dataclass(frozen=True, slots=True)
class Task:
    """What a task card asks of its owner: its table entry, and the cards it is about.

    `suit` is the task card's (None where the suit does not matter); `target` the card whose trick is to be won and `shun` the
    one to be left to others, None where there is none.
    """

    entry: Entry
    suit: int | None
    target: int | None
    shun: int | None

    @property
    def kind(self) -> str:
        """The kind of task, as in the table."""
        return self.entry.kind

    @property
    def n(self) -> int:
        """The number in the task, 0 where there is none."""
        return self.entry.n

    @property
    def difficulty(self) -> int:
        """What it counts towards the goal."""
        return self.entry.difficulty

    @property
    def suit_mask(self) -> int:
        """The cards of its suit."""
        return SUIT_MASKS[self.suit] if self.suit is not None else 0

    def names(self, card: int | None) -> bool:
        """Whether the task names this playing card (OR-3.3: then it is laid aside where that card is out of play)."""
        return card is not None and card in (self.target, self.shun)


def read_table(text: str) -> dict[int, Entry]:
    """The table in a TOML text, an entry a rank (1-13); ValueError, which says what is wrong, where it is not one."""
    data = tomllib.loads(text)
    if set(data) != set(RANK_CODES):
        raise ValueError(f"a table needs one entry for each of {', '.join(RANK_CODES)}")
    return {rank: _entry(data[name], name) for rank, name in enumerate(RANK_CODES, 1)}


def _entry(data: Mapping[str, Any], name: str) -> Entry:
    kind = data.get("kind")
    if kind not in FIELDS:
        raise ValueError(f"[{name}] kind is {kind!r}; there are {', '.join(FIELDS)}")
    numbers = {key: value for key, value in data.items() if key != "kind"}
    if set(numbers) - {"difficulty"} - FIELDS[kind] or {"difficulty", *FIELDS[kind]} - {"without"} - set(numbers):
        raise ValueError(f"[{name}] {kind} takes difficulty {' '.join(sorted(FIELDS[kind]))}".rstrip())
    if any(type(value) is not int or not 0 <= value <= 13 for value in numbers.values()):
        raise ValueError(f"[{name}] numbers are whole and from 0 to 13")
    if numbers["difficulty"] < 1 or any(not 1 <= numbers[key] <= 9 for key in ("card", "without") if key in numbers):
        raise ValueError(f"[{name}] a difficulty is at least 1, and named cards are 1 to 9")
    if kind in ("cards", "run") and numbers["n"] < 1:
        raise ValueError(f"[{name}] n is at least 1")
    return Entry(kind=kind, **numbers)


@cache
def table() -> Mapping[int, Entry]:
    """The table in use, by rank."""
    return read_table(TABLE_FILE.read_text("utf-8"))


@cache
def task(task_card: int) -> Task:
    """What a task card asks of its owner."""
    entry, suit = table()[rank_of(task_card)], suit_of(task_card)
    return Task(
        entry,
        suit if entry.kind in SUITED else None,
        card(entry.card, suit) if entry.card else None,
        card(entry.without, suit) if entry.without else None,
    )


def longest_run(winners: Sequence[int], seat: int) -> int:
    """The most tricks in a row that a seat has won."""
    best = now = 0
    for winner in winners:
        now = now + 1 if winner == seat else 0
        best = max(best, now)
    return best


def fulfilled(wanted: Task, seat: int, tricks: Sequence[Trick]) -> bool:
    """Whether its owner has fulfilled a task, judged by these tricks as if there were no others (OR-5.1)."""
    winners = [trick.winner for trick in tricks]
    won = 0
    for trick in tricks:
        if trick.winner == seat:
            won |= mask(trick.cards)
    match wanted.kind:
        case "exact":
            return winners.count(seat) == wanted.n
        case "cards":
            return (won & wanted.suit_mask).bit_count() >= wanted.n
        case "suits":
            return all(won & suit for suit in SUIT_MASKS[:4])
        case "avoid":
            return not won & wanted.suit_mask
        case "kingless":
            return not won & KINGS_MASK
        case "win":
            shunned = wanted.shun is not None and won >> wanted.shun & 1
            return wanted.target is not None and bool(won >> wanted.target & 1) and not shunned
        case "last":
            return bool(winners) and winners[-1] == seat
        case "first":
            return bool(winners) and winners[0] == seat
    return longest_run(winners, seat) >= wanted.n  # "run"
