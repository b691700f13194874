"""Orbit over one array of whole numbers: the tricks and tasks of a position whose hands are all known.

What the crew's thinking and the solver run on; `kit.core.compiled` makes the same functions fast in batches. A card is a number
from 0 to 39: 0-35 the suits' aces to nines (`9 * suit + rank - 1`), 36-39 the kings, lowest first. Sets of cards are masks.
`encode` makes the array; tests play whole games through it and through the readable engine and find them equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kit.cards import KING, rank_of, suit_of
from kit.core.compiled import Ints, bit_count, compiled, ints
from kit.games.orbit.knowledge import Table
from kit.games.orbit.tasks import FIELDS, Task, longest_run, task

SEATS, TURN, LEADER, LYING, LEFT, LAST, STREAK, FIRST, TASKS, SEES = range(10)  # SEES: whether the rule of thumb sees all hands
HANDS, TRICK, COUNT, WON, RUN = 10, 15, 20, 25, 30  # five numbers each, by seat (cards of the trick: by place in it)
TASK = 35  # then six numbers a task
OWNER, KIND, NUMBER, SUIT, TARGET, SHUN = range(6)
WIDTH = 6
MAX_TASKS = 15  # in batches; a task more has room, since a crew weighs one
SIZE = TASK + WIDTH * (MAX_TASKS + 1)
KINDS = tuple(FIELDS)
EXACT, CARDS, SUITS, AVOID, KINGLESS, WIN, LASTT, FIRSTT, RUNN = range(9)  # the kinds of tasks, as FIELDS orders them
ALL = (1 << 40) - 1
SUIT_BITS = 0x1FF
KING_BITS = 0xF << 36


def pack(card: int) -> int:
    """The number here of a card of `kit.cards`."""
    return 36 + suit_of(card) if rank_of(card) == KING else 9 * suit_of(card) + rank_of(card) - 1


def unpack(card: int) -> int:
    """The card of `kit.cards` for a number here."""
    return 13 * (card - 36) + KING - 1 if card >= 36 else 13 * (card // 9) + card % 9


def packed(cards: Iterable[int]) -> int:
    """Cards of `kit.cards` as a mask of numbers here."""
    out = 0
    for card in cards:
        out |= 1 << pack(card)
    return out


def encode(table: Table, hands: Sequence[Sequence[int]], extra: Sequence[tuple[int, int]] = ()) -> Ints:
    """The array of a position with these hands; `extra` are (owner, task card) pairs besides those taken.

    It has `SIZE` numbers, more where there are more than `MAX_TASKS` tasks (it takes a mission far beyond 20).
    """
    owned = [*((each.seat, each.card) for each in table.taken), *extra]
    s = ints(max(SIZE, TASK + WIDTH * (len(owned) + 1)))  # room for one more, which a crew may weigh
    seats = table.setup.seats
    s[SEATS], s[LEADER], s[LYING] = seats, table.leader, len(table.trick)
    s[TURN] = (table.leader + len(table.trick)) % seats
    s[LEFT] = table.setup.tricks - len(table.tricks)
    winners = [trick.winner for trick in table.tricks]
    s[LAST], s[FIRST] = (winners[-1], winners[0]) if winners else (-1, -1)
    for winner in reversed(winners):
        if winner != winners[-1]:
            break
        s[STREAK] += 1
    for i, card in enumerate(table.trick):
        s[TRICK + i] = pack(card)
    for seat in range(seats):
        s[HANDS + seat] = packed(hands[seat])
        s[COUNT + seat] = winners.count(seat)
        s[RUN + seat] = longest_run(winners, seat)
    for trick in table.tricks:
        s[WON + trick.winner] |= packed(trick.cards)
    for seat, card in owned:
        add_task(s, seat, task(card))
    return s


def add_task(s: Ints, seat: int, wanted: Task) -> None:
    """One more task."""
    at = TASK + WIDTH * s[TASKS]
    s[at + OWNER], s[at + KIND], s[at + NUMBER] = seat, KINDS.index(wanted.kind), wanted.n
    s[at + SUIT] = -1 if wanted.suit is None else wanted.suit
    s[at + TARGET] = -1 if wanted.target is None else pack(wanted.target)
    s[at + SHUN] = -1 if wanted.shun is None else pack(wanted.shun)
    s[TASKS] += 1


@compiled
def suit_bits(card: int) -> int:
    """The cards that follow when this one is led (OR-4.2)."""
    return 0xF << 36 if card >= 36 else 0x1FF << 9 * (card // 9)


@compiled
def legal(s: Ints) -> int:
    """The cards that the seat to play may play, as a mask."""
    hand = s[HANDS + s[TURN]]
    if s[LYING]:
        follow = hand & suit_bits(s[TRICK])
        if follow:
            return follow
    return hand


@compiled
def beats(card: int, best: int) -> bool:
    """Whether `card`, played later, takes the trick from `best` (OR-4.3)."""
    if card >= 36 or (best < 36 and card // 9 == best // 9):
        return card > best
    return False


@compiled
def best_place(s: Ints) -> int:
    """The place in the trick of the card that wins so far; the trick is not empty."""
    best = 0
    for i in range(1, s[LYING]):
        if beats(s[TRICK + i], s[TRICK + best]):
            best = i
    return best


@compiled
def play(s: Ints, card: int) -> None:
    """The seat to play lays a card; a full trick goes to its winner, who leads next."""
    seats = s[SEATS]
    s[HANDS + s[TURN]] &= ~(1 << card)
    s[TRICK + s[LYING]] = card
    s[LYING] += 1
    if s[LYING] < seats:
        s[TURN] = (s[TURN] + 1) % seats
        return
    winner = (s[LEADER] + best_place(s)) % seats
    for i in range(seats):
        s[WON + winner] |= 1 << s[TRICK + i]
        s[TRICK + i] = 0
    s[COUNT + winner] += 1
    s[STREAK] = s[STREAK] + 1 if s[LAST] == winner else 1
    if s[STREAK] > s[RUN + winner]:
        s[RUN + winner] = s[STREAK]
    if s[FIRST] < 0:
        s[FIRST] = winner
    s[LAST], s[LEADER], s[TURN] = winner, winner, winner
    s[LYING] = 0
    s[LEFT] -= 1


OPEN, DONE, DEAD = 0, 1, 2


@compiled
def still_out(s: Ints) -> int:
    """The cards in hands and in the trick under way, as a mask."""
    rest = 0
    for seat in range(s[SEATS]):
        rest |= s[HANDS + seat]
    for i in range(s[LYING]):
        rest |= 1 << s[TRICK + i]
    return rest


@compiled
def standing(s: Ints, at: int) -> int:
    """How the task whose numbers begin at `at` stands between tricks, all hands known: open, done for good, or dead."""
    return standing_with(s, at, still_out(s))


@compiled
def standing_with(s: Ints, at: int, rest: int) -> int:
    """The same, given the cards that are still out."""
    owner, kind, n, left = s[at + OWNER], s[at + KIND], s[at + NUMBER], s[LEFT]
    won = s[WON + owner]
    if kind == EXACT:
        count = s[COUNT + owner]
        if count > n or count + left < n:
            return DEAD
        return DONE if left == 0 else OPEN
    if kind == CARDS:
        mine = 0x1FF << 9 * s[at + SUIT]
        have = bit_count(won & mine)
        if have >= n:
            return DONE
        return DEAD if have + bit_count(rest & mine) < n else OPEN
    if kind == SUITS:
        missing = 0
        for suit in range(4):
            mine = 0x1FF << 9 * suit
            if not won & mine:
                missing += 1
                if not rest & mine:
                    return DEAD
        return OPEN if missing else DONE
    if kind in (AVOID, KINGLESS):
        mine = 0xF << 36 if kind == KINGLESS else 0x1FF << 9 * s[at + SUIT]
        if won & mine:
            return DEAD
        return OPEN if rest & mine else DONE
    if kind == WIN:
        shun = s[at + SHUN]
        if shun >= 0 and won >> shun & 1:
            return DEAD
        if won >> s[at + TARGET] & 1:
            return OPEN if shun >= 0 and rest >> shun & 1 else DONE
        return OPEN if rest >> s[at + TARGET] & 1 else DEAD
    if kind == LASTT:
        if left:
            return OPEN
        return DONE if s[LAST] == owner else DEAD
    if kind == FIRSTT:
        if s[FIRST] < 0:
            return OPEN
        return DONE if s[FIRST] == owner else DEAD
    if s[RUN + owner] >= n:
        return DONE
    return DEAD if left < n - (s[STREAK] if s[LAST] == owner else 0) else OPEN


@compiled
def outlook(s: Ints) -> int:
    """How all tasks stand together between tricks: open, all done for good, or one of them dead (or too many tricks asked)."""
    done, needed, fixed, rest = 1, 0, 0, still_out(s)
    for i in range(s[TASKS]):
        at = TASK + WIDTH * i
        how = standing_with(s, at, rest)
        if how == DEAD:
            return DEAD
        if how == OPEN:
            done = 0
        if s[at + KIND] == EXACT and not fixed >> s[at + OWNER] & 1:
            needed += s[at + NUMBER] - s[COUNT + s[at + OWNER]]
            fixed |= 1 << s[at + OWNER]
    if needed > s[LEFT] or (fixed == (1 << s[SEATS]) - 1 and needed < s[LEFT]):
        return DEAD
    return DONE if done else OPEN
