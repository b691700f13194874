"""Punktlandung in game records: the `deal` and `position` lines. Cards are A, 2-10, J, Q, K and * (the joker).

deal A 6 K 8 9 2  B 5 4 Q 7 J          the hands (`?` leaves a card to the seed)
deal stack 3 4 8 7 ? Q                 the stack from its top: the first target's cards, then what is drawn

position turn B                        a game may begin anywhere; what is not said is 0 or empty
position hits 1                        targets hit; `turns 9` cards played or passed so far, `spent 5` turns a target took
position target 3 4 8                  the target's cards
position chain A +6, B x5              the chain, with who played; the sum follows
position discard Q 2 2                 the discard pile
position hand A 6 K ? ?                hands; not said: drawn
position known B 4                     cards of a hand that all remember
position shown B 4                     the card that lies open; `signalled B` has shown one for this target
position bottom 10 J                   the known lower end of the stack, lowest last; `stack 30` its cards in all
position slid 10                       what slid under the stack when this target was turned
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from kit.core.deals import Deal
from kit.core.errors import NotationError, RuleError
from kit.core.values import evolve
from kit.games.punktlandung import rules
from kit.games.punktlandung.moves import Move, Play, card_name, operations, parse_move, read_card
from kit.games.punktlandung.state import LETTERS, Link, State

BY_SEAT = ("hand", "known", "shown")
FIELDS = (
    "turn",
    "hits",
    "turns",
    "spent",
    "target",
    "chain",
    "misses",
    "discard",
    *BY_SEAT,
    "signalled",
    "bottom",
    "slid",
    "stack",
)
MAX_COUNT = 999


def _cards(words: Iterable[str]) -> list[int | None]:
    return [None if word == "?" else read_card(word) for word in words]


def parse_deal(words: Sequence[str]) -> Mapping[str, Sequence[int | None]]:
    """The events a `deal` line names, by label (`A` ... `D`, `stack`); NotationError where it cannot be read.

    Each hand is written with its seat's letter, then its cards. `A` is the seat at the beginning of the line, elsewhere an ace.
    """
    if words[:1] == ["stack"]:
        return {"stack": _cards(words[1:])}
    events: dict[str, list[int | None]] = {}
    current: list[int | None] | None = None
    for index, word in enumerate(words):
        if word in LETTERS and not (word == "A" and index > 0):
            if word in events:
                raise NotationError("bad-deal", text=" ".join(words))
            current = events.setdefault(word, [])
        elif current is None:
            raise NotationError("bad-deal", text=" ".join(words))
        else:
            current += _cards([word])
    if not events:
        raise NotationError("bad-deal", text="")
    return events


def deal_lines(draws: Iterable[tuple[str, Sequence[int | str]]]) -> Sequence[str]:
    """`deal` lines that name the events: all hands on one line, the stack on another."""
    hands: list[str] = []
    lines: list[str] = []
    for label, cards in draws:
        names = [card if isinstance(card, str) else card_name(card) for card in cards]
        if label in LETTERS:
            hands += ["", label, *names]
        else:
            lines.append(" ".join(["deal", label, *names]))
    return ([" ".join(["deal", *hands[1:]])] if hands else []) + lines


def _number(key: str, text: str, high: int = MAX_COUNT) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise NotationError("bad-number", field=key, text=text)
    if int(text) > high:
        raise RuleError("position-range", "PL-1.2", field=key, value=int(text), low=0, high=high)
    return int(text)


def _seat(text: str, seats: int) -> int:
    if text not in LETTERS[:seats] or len(text) != 1:
        raise NotationError("bad-seat", given=text, valid=", ".join(LETTERS[:seats]))
    return LETTERS.index(text)


def position(*, level: str, seats: int, variants: Iterable[str], fields: Sequence[tuple[str, str]], deal: Deal) -> State:
    """The state in mid-game that `position` lines describe; RuleError or NotationError where there is no such state."""
    setup = rules.setup_of(level, seats, variants)
    said: dict[str, str] = {}
    by_seat: dict[str, dict[int, list[int | None]]] = {key: {} for key in BY_SEAT}
    for key, text in fields:
        if key not in FIELDS:
            raise NotationError("position-unknown", field=key, valid=", ".join(FIELDS))
        if key in by_seat:
            letter, *words = text.split() or [""]
            by_seat[key][_seat(letter, seats)] = _cards(words)
        else:
            said[key] = text
    chain = _chain(said.get("chain", ""), seats, setup.small)
    target_cards = _named(said.get("target", ""))
    target = _target(target_cards, setup.digits)
    signalled = {_seat(word, seats) for word in said.get("signalled", "").split()} | set(by_seat["shown"])
    state = State(
        setup=setup,
        deal=deal,
        turn=_seat(said.get("turn", "A"), seats),
        hands=((),) * seats,
        stack=(),
        bottom=tuple(_named(said.get("bottom", ""))),
        known=tuple(tuple(_sure(by_seat["known"].get(seat, []))) for seat in range(seats)),
        discard=tuple(_named(said.get("discard", ""))),
        target_cards=tuple(target_cards),
        target=target,
        sum=chain[-1].sum if chain else 0,
        chain=chain,
        shown=tuple(next(iter(_sure(by_seat["shown"].get(seat, []))), None) for seat in range(seats)),
        signalled=tuple(seat in signalled for seat in range(seats)),
        misses=_misses(said.get("misses", ""), seats),
        hits=_number("hits", said.get("hits", "0"), (setup.targets or MAX_COUNT) - 1),
        turns=_number("turns", said.get("turns", "0")),
        spent=tuple(_number("spent", word) for word in said.get("spent", "").split()),
        slid=tuple(_named(said.get("slid", ""))),
    )
    return _with_hidden(state, by_seat["hand"], said.get("stack"))


def _named(text: str) -> list[int]:
    return _sure(_cards(text.split()))


def _sure(cards: Sequence[int | None]) -> list[int]:
    if None in cards:
        raise NotationError("bad-card", card="?", valid="A, 2-10, J, Q, K, *")
    return [card for card in cards if card is not None]


def _target(cards: Sequence[int], digits: int) -> int:
    """The number the target's cards make (PL-2.1)."""
    if len(cards) != digits or any(rules.digit(card, place) is None for place, card in enumerate(cards)):
        raise RuleError("position-target", "PL-2.1", n=digits)
    return int("".join(str(rules.digit(card, place)) for place, card in enumerate(cards)))


def _chain(text: str, seats: int, small: bool) -> tuple[Link, ...]:
    """The links of `A +6, B x5`, recalculated."""
    links: list[Link] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        letter, _, notation = part.partition(" ")
        move = parse_move(notation)
        if not isinstance(move, Play):
            raise NotationError("bad-notation", notation=part)
        total = links[-1].sum if links else 0
        if move.op not in operations(first=not links, small=small) or not rules.possible(total, move.op, move.value):
            raise RuleError("position-chain", "PL-3.2", part=part, sum=total)
        links.append(Link(_seat(letter, seats), move.card, move.op, move.value, rules.calculate(total, move.op, move.value)))
    return tuple(links)


def _misses(text: str, seats: int) -> tuple[tuple[int, int], ...]:
    """The turns of `A 0, B 6`: seat and sum."""
    out = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        letter, _, number = part.partition(" ")
        if not number.isascii() or not number.isdigit() or len(number) > 100:  # sums have no limit, lines have
            raise NotationError("bad-number", field="misses", text=number[:20])
        out.append((_seat(letter, seats), int(number)))
    return tuple(out)


def _with_hidden(state: State, named: Mapping[int, Sequence[int | None]], stack_said: str | None) -> State:
    """Hands and stack: what is named, and the rest of the deck drawn for what is not (PL-1.2)."""
    seats, size = state.setup.seats, state.setup.hand_size
    rest = Counter(state.setup.deck)
    rest.subtract([*state.discard, *state.target_cards, *state.bottom, *(link.card for link in state.chain)])
    left = sum(rest.values())
    hands: list[list[int | None]] = []
    for seat in range(seats):
        known = list(state.known[seat])
        cards = list(named.get(seat, [*known, *[None] * (size - len(known))]))
        if len(cards) > size:
            raise RuleError("position-hand", "PL-1.2", seat=LETTERS[seat], n=len(cards), size=size)
        for card in [*known, *filter(lambda card: card is not None, [state.shown[seat]])]:
            if card not in cards:
                raise RuleError("position-known", "PL-4.1", seat=LETTERS[seat], card=card)
        hands.append(cards)
    wanted = [card for hand in hands for card in hand]
    rest.subtract(Counter(card for card in wanted if card is not None))
    if min(rest.values(), default=0) < 0:
        card = next(card for card, count in rest.items() if count < 0)
        raise RuleError("position-copies", "PL-1.1", card=card)
    hidden = left - len(wanted)
    if hidden < 0 or (stack_said is not None and _number("stack", stack_said) != hidden + len(state.bottom)):
        raise RuleError("position-count", "PL-1.2", n=hidden + len(state.bottom))
    drawn = state.deal.draw(*rules.DECK_EVENT, list(rest.elements()), sum(rest.values()))
    fresh = iter(drawn)
    full = tuple(tuple(sorted(next(fresh) if card is None else card for card in hand)) for hand in hands)
    return evolve(state, hands=full, stack=(*fresh, *state.bottom))


def position_fields(state: State, seat: int | None) -> Sequence[tuple[str, str]]:
    """The `position` lines of a state, with cards that `seat` may not see as `?` (None: only what all know)."""

    def names(cards: Iterable[int]) -> str:
        return " ".join(map(card_name, cards))

    def hand_of(owner: int) -> str:
        hand = state.hands[owner]
        if owner == seat or state.setup.open:
            return names(hand)
        known = state.known[owner]
        return " ".join([*map(card_name, known), *["?"] * (len(hand) - len(known))])

    chain = [f"{LETTERS[link.seat]} {Play(link.card, link.op, link.value)}" for link in state.chain]
    letters = LETTERS[: state.setup.seats]
    fields = [
        ("turn", letters[state.turn] if state.turn is not None else ""),
        ("hits", str(state.hits)),
        ("turns", str(state.turns)),
        ("spent", " ".join(map(str, state.spent))),
        ("target", names(state.target_cards)),
        ("chain", ", ".join(chain)),
        ("misses", ", ".join(f"{letters[seat]} {total}" for seat, total in state.misses)),
        ("discard", names(state.discard)),
        *(("hand", f"{letter} {hand_of(owner)}".strip()) for owner, letter in enumerate(letters)),
        *(("known", f"{letters[owner]} {names(cards)}") for owner, cards in enumerate(state.known) if cards),
        *(("shown", f"{letters[owner]} {card_name(card)}") for owner, card in enumerate(state.shown) if card is not None),
        ("signalled", " ".join(letter for letter, done in zip(letters, state.signalled, strict=True) if done)),
        ("bottom", names(state.bottom)),
        ("slid", names(state.slid)),
        ("stack", str(len(state.stack))),
    ]
    return [(key, text) for key, text in fields if text]


def public_moves(moves: Sequence[Move]) -> list[str]:
    """The moves as all may know them: every move is open."""
    return list(map(str, moves))
