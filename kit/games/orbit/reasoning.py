"""Orbit: whether tasks can still be fulfilled together, by reasoning over trick sequences and the cards they hold (OR-3.4).

What is asked is whether there is a sequence of winners of the tricks to come and a way to part the cards among those tricks that
fulfils all the tasks. Hands are looked at only as far as play has made them public, and whether the players would be able to
steer the cards that way is not asked. So "no" is certain; "yes" means that nothing public speaks against it.

Only the number of tricks of each seat has to be searched. Given the numbers, each seat's tricks may lie in one block, the winner
of the current trick first and the owner of "the last trick" last, which is the best order for tricks in a row (`_in_order`); and
the cards can be parted when, after each seat has got what its tasks need, no set of seats is left with more cards that only they
may take than they have room for (Hall's condition; `_parted`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kit.cards import mask
from kit.games.orbit.knowledge import Table, beats, candidates, known_at, top_king, unplayed, winning
from kit.games.orbit.state import KINGS, SUIT, SUIT_MASKS, Setup
from kit.games.orbit.tasks import KINGS_MASK, Task

Owned = tuple[int, Task]  # a seat and what it has to do


@dataclass(frozen=True)
class Facts:
    """What is public about the tricks won and to come.

    `winners` of the tricks so far; `won` the cards of each seat's tricks; `rest` the cards in hands; `now` those of the trick
    under way, `takers` the seats that may win it, `played` those that have played to it; `left` the tricks to come, that one
    included; `sure` the kings that are certain to win their holder a trick, by holder.
    """

    seats: int
    winners: tuple[int, ...]
    won: tuple[int, ...]
    rest: int
    now: int
    takers: tuple[int, ...]
    played: tuple[int, ...]
    left: int
    sure: tuple[int, ...]

    def tricks(self, seat: int) -> int:
        """How many tricks a seat has won."""
        return self.winners.count(seat)

    @property
    def streak(self) -> tuple[int, int]:
        """Who won the last trick and how many in a row up to it; (-1, 0) before the first."""
        if not self.winners:
            return -1, 0
        last, n = self.winners[-1], 0
        for winner in reversed(self.winners):
            if winner != last:
                break
            n += 1
        return last, n

    def least(self, seat: int) -> int:
        """How many of the tricks to come a seat is certain to win."""
        kings = self.sure[seat].bit_count()
        if self.left and self.takers == (seat,) and (seat in self.played or not kings):
            return kings + 1
        return kings

    def most(self, seat: int) -> int:
        """How many of the tricks to come a seat may win at most."""
        return self.left - sum(self.least(other) for other in range(self.seats) if other != seat)


def at_start(setup: Setup, commander: int, open_card: int | None) -> Facts:
    """The facts before the first trick, while tasks are drafted."""
    gone = 0 if open_card is None else 1 << open_card
    king = 1 << top_king(open_card)
    everyone = tuple(range(setup.seats))
    return Facts(
        seats=setup.seats,
        winners=(),
        won=(0,) * setup.seats,
        rest=sum(SUIT_MASKS) & ~gone,
        now=0,
        takers=everyone,
        played=(),
        left=setup.tricks,
        sure=tuple(king if seat == commander else 0 for seat in everyone),
    )


def facts(table: Table) -> Facts:
    """The facts of a position."""
    seats = table.setup.seats
    won = [0] * seats
    for trick in table.tricks:
        won[trick.winner] |= mask(trick.cards)
    own = candidates(table)
    played = tuple((table.leader + i) % seats for i in range(len(table.trick)))
    return Facts(
        seats=seats,
        winners=tuple(trick.winner for trick in table.tricks),
        won=tuple(won),
        rest=unplayed(table),
        now=mask(table.trick),
        takers=_takers(table, own, played),
        played=played,
        left=table.setup.tricks - len(table.tricks),
        sure=_sure_kings(table, own, played),
    )


def _takers(table: Table, own: Sequence[int], played: Sequence[int]) -> tuple[int, ...]:
    """The seats that may win the trick under way, as far as is public: who leads so far, and who may beat that card."""
    seats = table.setup.seats
    if not table.trick:
        return tuple(range(seats))
    index = winning(table.trick)
    best, led = table.trick[index], SUIT_MASKS[SUIT[table.trick[0]]]
    takers = {played[index]}
    for seat in range(seats):
        if seat in played:
            continue
        must_follow = bool(known_at(table, list(own), seat) & led)
        cards = own[seat] & led if must_follow else own[seat]
        if any(cards >> card & 1 and beats(card, best) for card in range(52)):
            takers.add(seat)
    return tuple(sorted(takers))


def _sure_kings(table: Table, own: Sequence[int], played: Sequence[int]) -> tuple[int, ...]:
    """The kings certain to win a trick: the highest ones in hands as far as all lie in one hand that is known to hold them."""
    sure = [0] * table.setup.seats
    in_trick = [card for card in table.trick if SUIT[card] == 4]
    holder: int | None = None
    for king in reversed(KINGS):
        seats = [seat for seat, bits in enumerate(own) if bits >> king & 1]
        if not seats:
            continue
        if len(seats) > 1 or holder not in (None, seats[0]):
            break
        holder = seats[0]
        if holder not in played and any(card > king for card in in_trick):
            break  # it may have to fall under the king that lies there
        sure[holder] |= 1 << king
    return tuple(sure)


@dataclass
class _Wants:
    """What the tasks of one seat ask of the tricks to come, if a given seat wins the current one."""

    count: int | None = None  # exactly so many tricks
    need: tuple[int, ...] = (0, 0, 0, 0)  # at least so many more cards of each suit
    must: int = 0
    shun: int = 0
    run: int = 0  # tricks in a row still wanted
    last: bool = False
    room: int = 0  # of the current trick's cards, those it takes


def feasible(known: Facts, owned: Sequence[Owned]) -> bool:
    """Whether nothing public speaks against all these tasks being fulfilled together."""
    if known.left == 0:
        return _wants(known, owned, None) is not None
    return any(_feasible_if(known, owned, taker) for taker in known.takers)


def _feasible_if(known: Facts, owned: Sequence[Owned], taker: int) -> bool:
    """The same if `taker` wins the current trick."""
    wants = _wants(known, owned, taker)
    if wants is None:
        return False
    busy = sorted(wants)
    free = [seat for seat in range(known.seats) if seat not in wants]
    free_sure = sum(_least_if(known, seat, taker) for seat in free)
    for counts in _numbers(known, wants, busy, taker, free_sure, bool(free)):
        if _in_order(known, wants, counts, taker) and _parted(known, wants, counts, taker, free):
            return True
    return False


def _least_if(known: Facts, seat: int, taker: int) -> int:
    """How many of the tricks to come a seat is certain to win if `taker` wins the current one."""
    kings = known.sure[seat].bit_count()
    if seat != taker:
        return kings
    return kings + 1 if seat in known.played or not kings else kings


def _wants(known: Facts, owned: Sequence[Owned], taker: int | None) -> dict[int, _Wants] | None:
    """What each owner still needs, `taker` winning the current trick (None: all is over); None where a task is lost."""
    wants: dict[int, _Wants] = {}
    lasts: set[int] = set()
    for seat, task in owned:
        want = wants.setdefault(seat, _Wants())
        won = known.won[seat] | (known.now if seat == taker else 0)
        lost = (sum(known.won) | known.now) & ~won | ~(sum(known.won) | known.now | known.rest)
        if not _add(known, want, task, seat, won, lost, taker):
            return None
        if task.kind == "last":
            lasts.add(seat)
    return None if len(lasts) > 1 else wants


def _add(known: Facts, want: _Wants, task: Task, seat: int, won: int, lost: int, taker: int | None) -> bool:
    """Adds one task to what a seat wants; False where it is lost already. `lost` are the cards it cannot win any more."""
    match task.kind:
        case "exact":
            count = task.n - known.tricks(seat)
            if want.count not in (None, count) or not 0 <= count <= known.left:
                return False
            want.count = count
        case "cards" | "suits":
            suits = range(4) if task.kind == "suits" else (task.suit,)
            have = [(won & bits).bit_count() for bits in SUIT_MASKS]
            asked = 1 if task.kind == "suits" else task.n
            want.need = tuple(max(n, asked - have[suit]) if suit in suits else n for suit, n in enumerate(want.need))
        case "avoid" | "kingless":
            bits = task.suit_mask if task.kind == "avoid" else KINGS_MASK
            if won & bits:
                return False
            want.shun |= bits
        case "win":
            target = 0 if task.target is None else 1 << task.target
            shun = 0 if task.shun is None else 1 << task.shun
            if won & shun or lost & target:
                return False
            want.must |= target & known.rest
            want.shun |= shun
        case "last":
            want.last = True
            if known.left == 0:
                return bool(known.winners) and known.winners[-1] == seat
        case "first":
            return (known.winners[0] if known.winners else taker) == seat
        case "run":
            runs = [sum(1 for _ in group) for winner, group in _groups(known.winners) if winner == seat]
            if max(runs, default=0) < task.n:
                want.run = max(want.run, task.n)
    if known.left == 0:
        return not any(n > 0 for n in want.need) and not want.run
    return True


def _groups(winners: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """The winners in blocks of the same seat."""
    block: list[int] = []
    for winner in winners:
        if block and block[-1] != winner:
            yield block[0], block
            block = []
        block.append(winner)
    if block:
        yield block[0], block


def _numbers(
    known: Facts, wants: dict[int, _Wants], busy: Sequence[int], taker: int, free_sure: int, has_free: bool
) -> Iterator[dict[int, int]]:
    """Every way to share the tricks to come among the owners of tasks; what is left goes to the seats without one."""

    def share(index: int, left: int) -> Iterator[dict[int, int]]:
        if index == len(busy):
            if left >= free_sure if has_free else left == 0:
                yield {}
            return
        seat = busy[index]
        low, exact = _least_if(known, seat, taker), wants[seat].count
        low = max(low, int(wants[seat].last))
        for n in range(low, left - free_sure + 1) if exact is None else [exact] * (low <= exact <= left - free_sure):
            for others in share(index + 1, left - n):
                yield {seat: n, **others}

    return share(0, known.left)


def _in_order(known: Facts, wants: dict[int, _Wants], counts: dict[int, int], taker: int) -> bool:
    """Whether so many tricks a seat can be won in an order that gives everybody its tricks in a row and its last trick."""
    streak_seat, streak = known.streak
    last = next((seat for seat, want in wants.items() if want.last), None)
    for seat, want in wants.items():
        n = counts[seat]
        behind = streak if seat == streak_seat and seat == taker else 0
        if seat == taker and seat == last and n < known.left:
            if n < 2:
                return False
            in_a_row = behind + n - 1  # one of them is kept for the end
        else:
            in_a_row = behind + n
        if in_a_row < want.run:
            return False
    return True


def _parted(known: Facts, wants: dict[int, _Wants], counts: dict[int, int], taker: int, free: Sequence[int]) -> bool:
    """Whether the cards in hands can be parted among the tricks so that everybody gets what it needs and shuns the rest."""
    groups: list[tuple[int, int, int, list[int]]] = []  # room, must, shun, need a seat; the seats without tasks are one
    on_table = known.now.bit_count()
    for seat, want in wants.items():
        room = known.seats * counts[seat] - (on_table if seat == taker else 0)
        groups.append((room, want.must | known.sure[seat], want.shun, list(want.need)))
    if free:
        room = known.seats * (known.left - sum(counts.values())) - (on_table if taker in free else 0)
        must = 0
        for seat in free:
            must |= known.sure[seat]
        groups.append((room, must, 0, [0] * 4))
    return _shared(known.rest, groups)


def _shared(rest: int, groups: Sequence[tuple[int, int, int, list[int]]]) -> bool:
    """Whether the cards `rest` fill the groups (room, cards it must get, cards it shuns, how many it needs of each suit)."""
    taken = 0
    for _, must, shun, _ in groups:
        if must & (shun | taken):
            return False
        taken |= must
    rooms = [room - must.bit_count() for room, must, _, _ in groups]
    if min(rooms) < 0:
        return False
    pool = rest & ~taken
    classes: list[tuple[int, int]] = []  # how many cards, and which groups may take them
    for suit, bits in enumerate(SUIT_MASKS):
        cards, takers, picky = pool & bits, 0, 0
        for i, (_, _, shun, _) in enumerate(groups):
            if bits & ~shun:
                takers |= 1 << i
                picky |= cards & shun
        needs = [max(0, g[3][suit] - (g[1] & bits).bit_count()) for g in groups] if suit < 4 else []
        if picky and not picky & (picky - 1):  # one card that only some of these may take: best used where it is needed
            allowed = mask(i for i, g in enumerate(groups) if not g[2] & picky)
            cards &= ~picky
            user = next((i for i, n in enumerate(needs) if n and allowed >> i & 1), None)
            if user is None:
                classes.append((1, allowed))
            else:
                needs[user] -= 1
                rooms[user] -= 1
        spare = cards.bit_count() - sum(needs)
        if spare < 0:
            return False
        for i, n in enumerate(needs):
            if n:
                if not takers >> i & 1:
                    return False
                rooms[i] -= n
        classes.append((spare, takers))
    if min(rooms) < 0:
        return False
    for chosen in range(1 << len(groups)):
        room = 0
        for i, free in enumerate(rooms):
            if chosen >> i & 1:
                room += free
        for n, takers in classes:
            if not takers & ~chosen:
                room -= n
        if room < 0:
            return False
    return True
