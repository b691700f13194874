"""Landeanflug in game records: the `deal` and `position` lines.

deal 1  P 1 3 5 6  C 2 3 4 6          the hands of round 1 (`?` leaves a card to the seed)
deal 2 traffic 4                      the card turned for dense airspace
deal 3 reroll 1  P 2 5  C 4           what was drawn in the first reroll of round 3

position round 7                      a flight may begin anywhere; what is not said is as at the start of a flight
position flown 6                      approach cards flown
position planes 0 0 0 0 0 0 1         by approach card from the start, the airport last
position gear 1 3                     the gear switches that are on; `flaps 3` and `brakes 2` count from the left
position axis -1                      towards the pilot; also `coffee`, `rerolls`
position newcomer 4                   the approach card (from the start, 7 the airport) of this round's new plane
position rerolled 2 1, 0 3            how many cards pilot and copilot put back, for each reroll of this round
position laid P 3>axis, C 3>axis      cards that already lie in this round, their effects done
position hand P 1 2 4 6               hands; not said or `?`: by the `deal` line of that round, else drawn
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from kit.core.deals import Deal
from kit.core.errors import NotationError, RuleError
from kit.core.values import evolve
from kit.games.landeanflug import rules
from kit.games.landeanflug.moves import Move, Place, RerollMove, parse_move
from kit.games.landeanflug.state import (
    AIRPORT,
    ASIDE,
    AXIS_LIMIT,
    BEGINS,
    BRAKES,
    COPIES,
    FLAPS,
    GEAR,
    HAND,
    JOKER_ROUNDS,
    LETTERS,
    MAX_COFFEE,
    PLANES,
    ROUNDS,
    SEATS,
    VALUES,
    Laid,
    Phase,
    State,
)

_CARD = re.compile(r"[1-6A?]")
_ROUND = re.compile(r"[1-7]")
_NUMBER = re.compile(r"[+-]?[0-9]{1,12}")
INSTRUMENTS = ("round", "flown", "planes", "gear", "flaps", "brakes", "axis", "coffee", "rerolls", "newcomer", "rerolled")
FIELDS = (*INSTRUMENTS, "laid", "hand")


def _card(word: str) -> int | None:
    if not _CARD.fullmatch(word):
        raise NotationError("bad-card", card=word, valid="1-6, A, ?")
    return None if word == "?" else 1 if word == "A" else int(word)


def parse_deal(words: Sequence[str]) -> Mapping[str, Sequence[int | None]]:
    """The events a `deal` line names, by label; NotationError where it cannot be read."""
    if not words or not _ROUND.fullmatch(words[0]):
        raise NotationError("bad-deal", text=" ".join(words))
    label, rest = words[0], list(words[1:])
    if rest[:1] == ["traffic"]:
        return {f"{label} traffic": [_card(word) for word in rest[1:]]}
    if rest[:1] == ["reroll"] and rest[1:2] in (["1"], ["2"]):
        label, rest = f"{label} reroll {rest[1]}", rest[2:]
    events: dict[str, list[int | None]] = {}
    for word in rest:
        if word in tuple(LETTERS):
            current = events.setdefault(f"{label} {word}", [])
        elif not events:
            raise NotationError("bad-deal", text=" ".join(words))
        else:
            current.append(_card(word))
    if not events:
        raise NotationError("bad-deal", text=" ".join(words))
    return events


def deal_lines(draws: Iterable[tuple[str, tuple[int, ...]]]) -> Sequence[str]:
    """`deal` lines that name the events, a round's two hands (or a reroll's two draws) on one line."""
    lines: dict[str, list[str]] = {}
    for label, cards in draws:
        event, _, last = label.rpartition(" ")
        if last == "traffic":
            event, parts = label, [*map(str, cards)]
        else:
            parts = [" ", last, *map(str, cards)]
        lines.setdefault(event, []).extend(parts)
    return [" ".join(["deal", event, *parts]) for event, parts in lines.items()]


def _number(key: str, text: str, low: int, high: int, rule: str) -> int:
    """A whole number in its range; the range is a rule's."""
    if not _NUMBER.fullmatch(text.strip()):
        raise NotationError("bad-number", field=key, text=text)
    value = int(text)
    if not low <= value <= high:
        raise RuleError("position-range", rule, field=key, value=value, low=low, high=high)
    return value


def position(*, level: str, seats: int, variants: Iterable[str], fields: Sequence[tuple[str, str]], deal: Deal) -> State:
    """The state in mid-flight that `position` lines describe; RuleError or NotationError where there is no such state."""
    rules.check_seats(seats)
    said: dict[str, str] = {}
    hands: dict[int, tuple[int | None, ...]] = {}
    for key, text in fields:
        if key not in FIELDS:
            raise NotationError("position-unknown", field=key, valid=", ".join(FIELDS))
        if key == "hand":
            letter, *cards = text.split() or [""]
            if letter not in tuple(LETTERS):
                raise NotationError("bad-deal", text=text)
            hands[LETTERS.index(letter)] = tuple(_card(card) for card in cards)
        else:
            said[key] = text
    round_ = _number("round", said.get("round", "1"), 1, ROUNDS, "LA-1.2")
    flown = _number("flown", said.get("flown", "0"), 0, AIRPORT, "LA-1.3")
    if round_ == ROUNDS and flown != AIRPORT:
        raise RuleError("position-short", "LA-4.1", n=AIRPORT - flown)
    default = [0] * flown + list(PLANES[flown:])
    planes = tuple(_number("planes", n, 0, 20, "LA-1.3") for n in said.get("planes", " ".join(map(str, default))).split())
    if len(planes) != len(PLANES) or any(planes[:flown]):
        raise RuleError("position-planes", "LA-1.3", cards=len(PLANES), flown=flown)
    gear = [_number("gear", n, 1, len(GEAR), "LA-1.5") for n in said.get("gear", "").split()]
    laid = _laid(said.get("laid", ""))
    rerolled = _rerolled(said.get("rerolled", ""))
    state = State(
        setup=rules.setup_of(level, variants),
        deal=deal,
        round=round_,
        phase=Phase.PLACING,
        turn=BEGINS[round_ - 1] if len(laid) % 2 == 0 else 1 - BEGINS[round_ - 1],
        hands=((), ()),
        laid=laid,
        axis=_number("axis", said.get("axis", "0"), -AXIS_LIMIT, AXIS_LIMIT, "LA-3.1"),
        position=flown,
        planes=planes,
        gear=(1 in gear, 2 in gear, 3 in gear),
        flaps=_number("flaps", said.get("flaps", "0"), 0, len(FLAPS), "LA-1.5"),
        brakes=_number("brakes", said.get("brakes", "0"), 0, len(BRAKES), "LA-1.5"),
        coffee=_number("coffee", said.get("coffee", "0"), 0, MAX_COFFEE, "LA-3.10"),
        rerolls=_number("rerolls", said.get("rerolls", "0"), 0, len(JOKER_ROUNDS), "LA-1.2"),
        newcomer=_number("newcomer", said["newcomer"], 1, AIRPORT + 1, "LA-6.5") - 1 if "newcomer" in said else None,
        used=len(rerolled),
        rerolled=rerolled,
    )
    if both := rules.pair(laid, "engines"):
        state = evolve(state, speed=sum(both))
    _check_laid(state)
    return _with_hands(state, hands)


def _rerolled(text: str) -> tuple[tuple[int, int], ...]:
    """The cards put back in the rerolls of this round, `2 1, 0 3`: at most one reroll a joker."""
    pairs = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        numbers = [_number("rerolled", n, 0, HAND, "LA-3.12") for n in part.split()]
        if len(numbers) != len(SEATS):
            raise NotationError("bad-number", field="rerolled", text=part)
        pairs.append((numbers[0], numbers[1]))
    if len(pairs) > len(JOKER_ROUNDS):
        raise RuleError("position-range", "LA-1.2", field="rerolled", value=len(pairs), low=0, high=len(JOKER_ROUNDS))
    return tuple(pairs)


def _laid(text: str) -> tuple[Laid, ...]:
    """The cards of `laid P 3>axis, C 3>axis`, alternating as LA-2.4 asks."""
    laid: list[Laid] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        move = parse_move(part)
        if not isinstance(move, Place):
            raise NotationError("bad-notation", notation=part)
        if laid and laid[-1].seat == move.seat:
            raise RuleError("not-your-turn", "LA-2.4", seat=LETTERS[move.seat])
        laid.append(Laid(move.seat, move.card, move.coffee, move.place))
    return tuple(laid)


def _check_laid(state: State) -> None:
    """RuleError where a card of this round cannot lie where it lies, or where its effect is not yet on the switches."""
    if state.laid and state.laid[0].seat != BEGINS[state.round - 1]:
        raise RuleError("not-your-turn", "LA-2.4", seat=LETTERS[state.laid[0].seat])
    if len(state.laid) >= len(SEATS) * HAND:
        raise RuleError("position-full", "LA-2.4", n=len(SEATS) * HAND - 1)
    for index, card in enumerate(state.laid):
        if card.value not in VALUES:
            raise RuleError("out-of-range", "LA-3.11", card=card.card, value=card.value)
        if card.place == ASIDE:
            continue
        if error := rules.place_error(evolve(state, laid=state.laid[:index]), card.seat, card.value, card.place):
            raise error
        if not _switched_on(state, card.place):
            raise RuleError("position-switch", "LA-2.4", place=card.place)
    for seat in SEATS:
        counts = Counter(card.card for card in state.laid if card.seat == seat)
        if not state.setup.dice and max(counts.values(), default=0) > COPIES:
            raise RuleError("position-hand", "LA-1.1", seat=LETTERS[seat], n=counts.total(), size=counts.total())


def _switched_on(state: State, place: str) -> bool:
    """Whether a switch is on; true for the other places."""
    on = {"gear": state.gear, "flap": [i < state.flaps for i in range(len(FLAPS))], "brake": [i < state.brakes for i in range(3)]}
    kind = rules.KIND[place]
    return kind not in on or bool(on[kind][int(place[-1]) - 1])


def _with_hands(state: State, named: Mapping[int, tuple[int | None, ...]]) -> State:
    """The hands of a position: as many cards as the round has left for the seat, those not named drawn (LA-2.3)."""
    hands: list[tuple[int, ...]] = []
    deal, drawn = state.deal, state.drawn
    for seat in SEATS:
        size = HAND - len(rules.own_places(state, seat))
        cards = named.get(seat, (None,) * size)
        if len(cards) != size:
            raise RuleError("position-hand", "LA-2.3", seat=LETTERS[seat], n=len(cards), size=size)
        label, number = rules.hand_event(state.round, seat)
        if None in cards:
            cards = deal.named(label) or cards
        stack = rules.pool(state, seat)
        if not state.setup.dice and max(Counter(filter(None, cards)).values(), default=0) > COPIES:
            raise RuleError("position-hand", "LA-1.1", seat=LETTERS[seat], n=len(cards), size=size)
        named_deal = deal.naming(label, cards)
        roll = state.setup.dice
        hand = named_deal.roll(label, number, len(VALUES), size) if roll else named_deal.draw(label, number, stack, size)
        hands.append(tuple(sorted(hand)))
        drawn += ((label, hand),)
    return evolve(state, hands=(hands[0], hands[1]), drawn=drawn)


def position_fields(state: State, seat: int | None) -> Sequence[tuple[str, str]]:
    """The `position` lines of a state, with the hands that `seat` may not see as `?` (None: none is seen)."""
    fields = [
        ("round", str(state.round)),
        ("flown", str(state.position)),
        ("planes", " ".join(map(str, state.planes))),
        ("gear", " ".join(str(i) for i, on in enumerate(state.gear, 1) if on)),
        ("flaps", str(state.flaps)),
        ("brakes", str(state.brakes)),
        ("axis", str(state.axis)),
        ("coffee", str(state.coffee)),
        ("rerolls", str(state.rerolls + bool(state.reroll))),  # a reroll under way is taken back
        ("newcomer", "" if state.newcomer is None else str(state.newcomer + 1)),
        ("rerolled", ", ".join(f"{pilot} {copilot}" for pilot, copilot in state.rerolled)),
        ("laid", ", ".join(str(Place(card.seat, card.card, card.place, card.coffee)) for card in state.laid)),
    ]
    for owner in SEATS:
        seen = owner == seat or state.setup.open
        cards = map(str, state.hands[owner]) if seen else ["?"] * len(state.hands[owner])
        fields.append(("hand", " ".join([LETTERS[owner], *cards])))
    return [(key, text) for key, text in fields if text]


def public_moves(moves: Sequence[Move]) -> list[str]:
    """The moves as all may know them: of a reroll how many cards, not which (LA-10.7), and even that once both have chosen."""
    shown: list[str] = []
    call: RerollMove | None = None
    for move in moves:
        if not isinstance(move, RerollMove):
            shown.append(str(move))
            call = None
        elif call is None:
            shown.append(f"{LETTERS[move.seat]} reroll ...")
            call = move
        else:
            shown[-1:] = [f"{LETTERS[choice.seat]} reroll" + " ?" * len(choice.back) for choice in (call, move)]
            call = None
    return shown
