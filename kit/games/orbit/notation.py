"""Orbit in game records: the `deal` and `position` lines. Seats are A-E clockwise, cards `9C`, `KS`.

deal A 9C KS ? ?                     a seat's hand (`?` and what is not named is left to the seed); several seats on one line
deal open 4H                         the card in the middle (three seats)
deal tasks 9C 2H 7S QD JH 3S         the task cards turned first; `deal more 7 5S` the seventh in all, turned later
deal passed 9C 4H KD 2S              the cards passed in a Mayday before a position, by seat

position commander A                 who says K♠; not said: who holds the highest king in play
position open 4H                     the card in the middle (three seats)
position taken A 2H, B 9C            the tasks, in the order taken
position offer 5D QS                 open task cards: the draft goes on; without them all tasks are taken
position aside 7S JH                 task cards laid aside
position mayday B yes yes yes        a Mayday asked for by B, and the answers clockwise
position passed A 9C, B ?            the cards chosen to pass, by seat; with all seats: those passed
position trick D 9C 2C KH 5C         a trick, led by D; tricks and signals stand in the order of play, the last may be unfinished
position signal C 8H high            a signal of C
position hand A 9C ? ?               hands as they are now; what is not said or `?`: drawn, as what is known allows
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kit.cards import code, codes
from kit.core.deals import Deal, Stream
from kit.core.errors import NotationError, RuleError
from kit.core.values import evolve
from kit.games.orbit import draft, rules
from kit.games.orbit.knowledge import top_king, winning
from kit.games.orbit.moves import Give, Move, Play, Show, read_card, read_task
from kit.games.orbit.state import LETTERS, SUIT, Coin, Mayday, Phase, Setup, Signal, State, Taken, Trick
from kit.games.orbit.worlds import draw_given, draw_hands

FIELDS = ("commander", "open", "taken", "offer", "aside", "mayday", "passed", "trick", "signal", "hand")
ONCE = ("commander", "open", "taken", "offer", "aside", "mayday", "passed")
PASSED = "passed"
_MORE = re.compile(r"[1-9][0-9]?")
_STREAM = 100  # the number of the stream that fills a position's hidden hands


def _card(word: str) -> int | None:
    return None if word == "?" else read_card(word)


def parse_deal(words: Sequence[str]) -> Mapping[str, Sequence[int | None]]:
    """The events a `deal` line names, by label; NotationError where it cannot be read."""
    if words[:1] == ["tasks"]:
        return {"tasks": [None if word == "?" else read_task(word) for word in words[1:]]}
    if words[:1] == ["more"] and len(words) == 3 and _MORE.fullmatch(words[1]):
        return {f"more {words[1]}": [None if words[2] == "?" else read_task(words[2])]}
    events: dict[str, list[int | None]] = {}
    current: list[int | None] | None = None
    for word in words:
        if word in (*LETTERS, draft.OPEN, PASSED):
            if word in events:
                raise NotationError("bad-deal", text=" ".join(words))
            current = events.setdefault(word, [])
        elif current is None:
            raise NotationError("bad-deal", text=" ".join(words))
        else:
            current.append(_card(word))
    if not events:
        raise NotationError("bad-deal", text=" ".join(words))
    return events


def deal_lines(draws: Iterable[tuple[str, Sequence[int | str]]]) -> Sequence[str]:
    """`deal` lines that name the events, one a line."""

    def named(card: int | str) -> str:
        return card if isinstance(card, str) else code(card)

    return [" ".join(["deal", label, *map(named, cards)]) for label, cards in draws]


# Positions


@dataclass
class _Said:
    """What the `position` lines say, read but not yet checked against each other."""

    setup: Setup
    once: dict[str, list[str]] = field(default_factory=dict)
    history: list[tuple[int, Play | Show]] = field(default_factory=list)
    tricks: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    hands: dict[int, list[int | None]] = field(default_factory=dict)


def _seat(setup: Setup, word: str) -> int:
    if word not in tuple(LETTERS):
        raise NotationError("bad-deal", text=word)
    if LETTERS.index(word) >= setup.seats:
        raise RuleError("no-such-seat", "OR-1.1", seat=word)
    return LETTERS.index(word)


def _read(setup: Setup, fields: Sequence[tuple[str, str]]) -> _Said:
    said = _Said(setup)
    for key, text in fields:
        words = text.replace(",", " ").split()
        if key not in FIELDS:
            raise NotationError("position-unknown", field=key, valid=", ".join(FIELDS))
        if key in ONCE:
            if key in said.once or not words:
                raise NotationError("bad-deal", text=f"{key} {text}".strip())
            if key == "open" and len(words) > 1:
                raise RuleError("position-open", "OR-1.3")
            if key == "commander" and len(words) > 1:
                raise NotationError("bad-deal", text=f"{key} {text}")
            said.once[key] = words
            continue
        seat, cards = _seat(setup, words[0] if words else ""), words[1:]
        if key == "hand":
            if seat in said.hands:
                raise NotationError("bad-deal", text=text)
            said.hands[seat] = [_card(word) for word in cards]
        elif key == "trick":
            played = tuple(read_card(word) for word in cards)
            if not 1 <= len(played) <= setup.seats:
                raise RuleError("position-trick", "OR-4.1", n=len(played), seats=setup.seats)
            said.tricks.append((seat, played))
            said.history += [((seat + i) % setup.seats, Play(card)) for i, card in enumerate(played)]
        else:
            if len(cards) != 2 or cards[1] not in list(Coin):
                raise NotationError("bad-notation", notation=f"signal {text}")
            said.history.append((seat, Show(read_card(cards[0]), Coin(cards[1]))))
    return said


def _pairs(words: Sequence[str]) -> list[tuple[str, str]]:
    if len(words) % 2:
        raise NotationError("bad-deal", text=" ".join(words))
    return list(zip(words[::2], words[1::2], strict=True))


def position(
    *, level: str, variants: Iterable[str], fields: Sequence[tuple[str, str]], deal: Deal, seats: int | None = None
) -> State:
    """The state in mid-game that `position` lines describe; RuleError or NotationError where there is no such state.

    Without `seats` there are as many as hands are named.
    """
    count = seats if seats is not None else len({text.split()[0] for key, text in fields if key == "hand" and text.split()})
    said = _read(rules.setup_of(level, count, variants), fields)
    state = _table(said, deal)
    state, given = _hands(said, state, deal)
    state = _replay(said, state)
    if state.outcome:
        raise RuleError("position-over", "OR-5.1")
    if given:
        state = evolve(state, mayday=Mayday(state.mayday.caller, state.mayday.answers, given, True) if state.mayday else None)
        state = evolve(state, drawn=(*state.drawn, (PASSED, given)))
    return _unfinished(said, state, deal)


def _table(said: _Said, deal: Deal) -> State:
    """The public part: tasks, commander, open card; every hand is a row of hidden cards."""
    setup, once = said.setup, said.once
    open_card = read_card(once["open"][0]) if "open" in once else None
    if (open_card is not None) != (setup.seats == 3):
        raise RuleError("position-open", "OR-1.3")
    offer, aside = ([read_task(word) for word in once.get(key, [])] for key in ("offer", "aside"))
    taken = tuple(Taken(_seat(setup, seat), read_task(word)) for seat, word in _pairs(once.get("taken", [])))
    tasks = [*offer, *aside, *(each.card for each in taken)]
    played = [card for _, cards in said.tricks for card in cards]
    held = [card for hand in said.hands.values() for card in hand if card is not None]
    for cards in (tasks, [*played, *held, *([] if open_card is None else [open_card])]):
        for card in cards:
            if cards.count(card) > 1:
                raise RuleError("position-twice", "OR-1.1", card=code(card))
    commander = _commander(said, open_card)
    counts = [setup.tricks] * setup.seats
    for seat, move in said.history:
        counts[seat] -= isinstance(move, Play)
    if min(counts) < 0:
        raise RuleError("position-hand", "OR-1.3", seat=LETTERS[counts.index(min(counts))], n=setup.tricks)
    return State(
        setup=setup,
        deal=deal,
        phase=Phase.PLAYING,
        turn=commander,
        commander=commander,
        leader=commander,
        hands=tuple((-1,) * n for n in counts),
        open_card=open_card,
        taken=taken,
        offer=tuple(offer),
        aside=tuple(aside),
        signals=(None,) * setup.seats,
        voids=(0,) * setup.seats,
        mayday=_mayday(said),
    )


def _commander(said: _Said, open_card: int | None) -> int:
    """The commander as said, else who holds or has played the highest king in play (OR-1.4), else the first seat."""
    if "commander" in said.once:
        return _seat(said.setup, said.once["commander"][0])
    king = top_king(open_card)
    for seat, hand in said.hands.items():
        if king in hand:
            return seat
    return next((seat for seat, move in said.history if move == Play(king)), 0)


def _mayday(said: _Said) -> Mayday | None:
    """The Mayday as far as it went; what was chosen is added later."""
    words = said.once.get("mayday")
    if words is None:
        if PASSED in said.once:
            raise RuleError("no-mayday", "OR-7.3")
        return None
    if "mayday" not in said.setup.variants:
        raise RuleError("no-mayday", "OR-7.3")
    answers = tuple({"yes": True, "no": False}.get(word) for word in words[1:])
    if None in answers or len(answers) >= said.setup.seats or False in answers[:-1]:
        raise NotationError("bad-deal", text=" ".join(words))
    chosen = len(_pairs(said.once.get(PASSED, [])))
    agreed = len(answers) == said.setup.seats - 1 and False not in answers
    if chosen and not agreed:
        raise RuleError("pass-first", "OR-7.3")
    done = agreed and chosen == said.setup.seats
    if not done and said.history and False not in answers:
        raise RuleError("answer-first", "OR-7.3")
    return Mayday(_seat(said.setup, words[0]), tuple(map(bool, answers)), (None,) * said.setup.seats if done else (), done)


def _passed(said: _Said) -> dict[int, int | None]:
    """The cards chosen to pass, by seat."""
    return {_seat(said.setup, seat): _card(word) for seat, word in _pairs(said.once.get(PASSED, []))}


def _hands(said: _Said, state: State, deal: Deal) -> tuple[State, tuple[int, ...]]:
    """The hands of a position, what is not named drawn as what is known allows, and the cards of a Mayday that is over."""
    at: dict[int, int] = {}
    for seat, n in enumerate(state.counts):
        cards = said.hands.get(seat, [])
        if None in cards or not cards:
            cards = list(deal.named(LETTERS[seat])) or cards or [None] * n
        if len(cards) != n:
            raise RuleError("position-hand", "OR-1.3", seat=LETTERS[seat], n=n)
        at |= {card: seat for card in cards if card is not None}
    seen = _public(said, state)
    passed = bool(state.mayday and state.mayday.passed)
    known = _passed(said) if passed else {}
    given = tuple(known.get(seat) for seat in range(state.setup.seats)) if passed else ()
    if passed and None in given:
        given = tuple(deal.named(PASSED)) or given
    rng = Stream(deal.seed, _STREAM)
    try:
        hands = draw_hands(seen, rng, at=at, given=given)
    except ValueError:
        raise RuleError("position-hands", "OR-4.2") from None
    drawn = tuple((LETTERS[seat], hand) for seat, hand in enumerate(hands))
    if passed:
        given = draw_given(seen, hands, rng, given)
    return evolve(state, hands=hands, drawn=drawn), given  # type: ignore[return-value]


def _public(said: _Said, state: State) -> State:
    """The table with tricks, signals and what they show, hands still hidden: what `draw_hands` reasons from."""
    seats, voids = state.setup.seats, list(state.voids)
    signals: list[Signal | None] = list(state.signals)
    for seat, move in said.history:
        if isinstance(move, Show):
            signals[seat] = Signal(move.card, move.coin, 0)
    tricks: list[Trick] = []
    trick: tuple[int, ...] = ()
    leader = state.leader
    for by, cards in said.tricks:
        leader, trick = by, cards
        for i, card in enumerate(cards):
            if SUIT[card] != SUIT[cards[0]]:
                voids[(by + i) % seats] |= 1 << SUIT[cards[0]]
        if len(cards) == seats:
            tricks.append(Trick(by, cards, (by + winning(cards)) % seats))
            leader, trick = tricks[-1].winner, ()
    return evolve(state, tricks=tuple(tricks), trick=trick, leader=leader, voids=tuple(voids), signals=tuple(signals))


def _replay(said: _Said, state: State) -> State:
    """The tricks and signals played from the hands they began with, so that every rule is asked."""
    hands = [list(hand) for hand in state.hands]
    for seat, move in said.history:
        if isinstance(move, Play):
            hands[seat].append(move.card)
    state = evolve(state, hands=tuple(tuple(sorted(hand)) for hand in hands))
    for seat, move in said.history:
        expected = rules.seat_of(state, move)
        if expected != seat and not (isinstance(move, Show) and expected is None):
            raise RuleError("position-seat", "OR-4.1", seat=LETTERS[seat], move=str(move))
        state = rules.apply(state, move)
    return state


def _unfinished(said: _Said, state: State, deal: Deal) -> State:
    """The draft or the Mayday that is under way in a position goes on."""
    seats, mayday = state.setup.seats, state.mayday
    if "offer" in said.once:
        if said.history or mayday:
            raise RuleError("draft-first", "OR-3.3")
        if draft.total(state) > state.setup.goal:
            raise RuleError("position-goal", "OR-3.2", sum=draft.total(state), goal=state.setup.goal)
        turn = (state.taken[-1].seat + 1) % seats if state.taken else state.commander
        return draft.go_on(evolve(state, phase=Phase.DRAFT, turn=turn))
    if mayday is None or mayday.passed or mayday.refused:
        return state
    if len(mayday.answers) < seats - 1:
        turn = (mayday.caller + 1 + len(mayday.answers)) % seats
        return evolve(state, phase=Phase.ASKING, turn=turn)
    rng, given = Stream(deal.seed, _STREAM + 1), [None] * seats
    chosen: list[int | None] = [*given]
    for seat, card in _passed(said).items():
        hand = state.hands[seat]
        if card is not None and card not in hand:
            raise RuleError("not-in-hand", "OR-7.3", card=code(card))
        chosen[seat] = hand[rng.randrange(len(hand))] if card is None else card
    waiting = Mayday(mayday.caller, mayday.answers, tuple(chosen))
    return evolve(state, phase=Phase.PASSING, mayday=waiting, turn=chosen.index(None))


def position_fields(state: State, seat: int | None) -> Sequence[tuple[str, str]]:
    """The `position` lines of a state, with the cards that `seat` may not see as `?` (None: none is seen)."""
    fields = [
        ("commander", LETTERS[state.commander]),
        ("open", "" if state.open_card is None else code(state.open_card)),
        ("taken", ", ".join(f"{LETTERS[each.seat]} {code(each.card)}" for each in state.taken)),
        ("offer", codes(state.offer)),
        ("aside", codes(state.aside)),
    ]
    if mayday := state.mayday:
        fields.append(("mayday", " ".join([LETTERS[mayday.caller], *("yes" if yes else "no" for yes in mayday.answers)])))
        before = None if seat is None else (seat - 1) % state.setup.seats
        shown = [
            f"{LETTERS[owner]} {code(card) if owner == seat or (mayday.passed and owner == before) else '?'}"
            for owner, card in enumerate(mayday.given)
            if card is not None
        ]
        fields.append((PASSED, ", ".join(shown)))
    waiting = [(signal.tricks, LETTERS[by], signal) for by, signal in enumerate(state.signals) if signal]
    for number, (leader, cards) in enumerate([*((t.leader, t.cards) for t in state.tricks), (state.leader, state.trick)]):
        fields += [("signal", f"{by} {code(signal.card)} {signal.coin}") for at, by, signal in waiting if at == number]
        if cards:
            fields.append(("trick", f"{LETTERS[leader]} {codes(cards)}"))
    for owner, hand in enumerate(state.hands):
        held = codes(hand) if owner == seat else " ".join("?" * len(hand))
        fields.append(("hand", f"{LETTERS[owner]} {held}".rstrip()))
    return [(key, text) for key, text in fields if text]


def public_moves(moves: Sequence[Move]) -> list[str]:
    """The moves as all may know them: which cards a Mayday passes on is secret (OR-7.3)."""
    return ["mayday ?" if isinstance(move, Give) else str(move) for move in moves]
