"""Luft, Land und See: any mid-battle position from the `position` lines of a record (see `notation.py` for their form).

A position that cannot exist is refused with the rule and what is wrong: a card twice, seven cards in hand, nobody to decide.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from kit.core.deals import Deal, Stream
from kit.core.errors import NotationError, OptionError, RuleError
from kit.core.values import evolve
from kit.games.luft_land_see import abilities, rules
from kit.games.luft_land_see.cards import COLOUR, DECK, DOWN, INSTANTS, NAMES, THEATERS, Ability, read_card, read_theater
from kit.games.luft_land_see.memory import LANES, lane
from kit.games.luft_land_see.notation import POSITION, card_or_open, read_lying
from kit.games.luft_land_see.state import (
    EMPTY,
    HAND,
    LANE,
    NO_TRACES,
    PUBLIC,
    SEAT_LETTERS,
    SEATS,
    START_ROW,
    Battle,
    Ending,
    State,
    Task,
)
from kit.games.luft_land_see.view import place_remembered, remembered_cards

SINGLE = ("battle", "theaters", "first", "points", "past", "turn", "turns", "deck", "air-drop", "queue", "drawn")
FIELDS = (*SINGLE, "stack", "hand", "seen")
_NUMBER = re.compile(r"[0-9]{1,4}")
_OPEN = -1  # a face-down card, a hand or a deck card that is not named
Place = tuple[str, int, int]


@dataclass
class _Board:
    """What the lines say of where the cards are; `_OPEN` where a card is not named. `memory` by place, all three lanes."""

    stacks: list[list[int]] = field(default_factory=lambda: [[] for _ in EMPTY])
    hands: list[list[int]] = field(default_factory=lambda: [[], []])
    deck: list[int] = field(default_factory=list)
    held: int | None = None
    memory: dict[Place, int] = field(default_factory=dict)

    def named(self) -> list[int]:
        """All cards that are named."""
        cards = [card % DOWN for stack in self.stacks for card in stack if card != _OPEN]
        cards += [card for pile in (*self.hands, self.deck) for card in pile if card != _OPEN]
        return cards if self.held is None or self.held == _OPEN else [*cards, self.held]

    def places(self) -> list[tuple[Place, int]]:
        """Every place with its card, in the order in which `?` are drawn."""
        out = [(("stack", at, i), card) for at, stack in enumerate(self.stacks) for i, card in enumerate(stack)]
        out += [(("hand", seat, i), card) for seat, hand in enumerate(self.hands) for i, card in enumerate(hand)]
        if self.held is not None:
            out.append((("held", 0, 0), self.held))
        return out + [(("deck", 0, i), card) for i, card in enumerate(self.deck)]

    def put(self, place: Place, card: int) -> None:
        """Name the card of a place that was open."""
        kind, at, i = place
        if kind == "stack":
            self.stacks[at][i] = card + DOWN
        elif kind == "hand":
            self.hands[at][i] = card
        elif kind == "deck":
            self.deck[i] = card
        else:
            self.held = card

    def trace(self, place: Place) -> int:
        """What is remembered of a place; all cards of a hand share one."""
        return self.memory.get((place[0], place[1], 0) if place[0] == "hand" else place, 0)


def position(*, level: str, variants: Iterable[str], fields: Sequence[tuple[str, str]], deal: Deal, seats: int = 2) -> State:
    """The state in mid-battle that `position` lines describe; RuleError or NotationError where there is no such state."""
    if seats != len(SEATS):
        raise OptionError("unknown-seats", given=seats, valid=str(len(SEATS)))
    setup = rules.setup_of(level, variants)
    said: dict[str, list[str]] = {}
    for key, text in fields:
        if key not in FIELDS:
            raise NotationError("position-unknown", field=key, valid=", ".join(FIELDS))
        if key in SINGLE and key in said:
            raise RuleError("position-said-twice", "LLS-1.1", field=key)
        said.setdefault(key, []).append(text)

    def words(key: str) -> list[str]:
        return said.get(key, [""])[0].split()

    past = _past(said.get("past", [""])[0])
    won = [sum(battle.points for battle in past if battle.winner == seat) for seat in SEATS]
    points = [_number("points", word, 0, setup.target - 1, "LLS-3.3") for word in words("points")] or won
    if len(points) != len(SEATS):
        raise NotationError("bad-number", field="points", text=" ".join(words("points")))
    board = _board(said)
    state = State(
        setup=setup,
        deal=deal,
        battle=_number("battle", " ".join(words("battle")) or str(len(past) + 1), 1, 999, "LLS-3.3"),
        first=_seat(" ".join(words("first")) or SEAT_LETTERS[0]),
        theaters=_row(words("theaters")),
        turn=None,
        hands=((), ()),
        deck=(),
        air_drops=_air_drops(words("air-drop")),
        points=(points[0], points[1]),
        results=past,
    )
    state = _dealt(state, board)
    state = evolve(state, queue=_queue(said.get("queue", [""])[0], state))
    in_hand = sum(map(len, state.hands))
    turns = _number("turns", " ".join(words("turns")) or str(max(0, 2 * HAND - in_hand)), 0, 2 * HAND, "LLS-5.70")
    state = evolve(state, turns=turns, turn=_turn(" ".join(words("turn")), state))
    return _decided(state)


# The single lines


def _number(key: str, word: str, low: int, high: int, rule: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise NotationError("bad-number", field=key, text=word)
    if not low <= int(word) <= high:
        raise RuleError("position-range", rule, field=key, value=int(word), low=low, high=high)
    return int(word)


def _seat(word: str) -> int:
    if word not in tuple(SEAT_LETTERS):
        raise RuleError("unknown-seat", "LLS-1.1", given=word, valid=", ".join(SEAT_LETTERS))
    return SEAT_LETTERS.index(word)


def _row(words: list[str]) -> tuple[int, int, int]:
    row = [read_theater(word) for word in words] or list(START_ROW)
    if sorted(row) != list(THEATERS):
        raise RuleError("position-theaters", "LLS-1.1")
    return row[0], row[1], row[2]


def _air_drops(words: list[str]) -> tuple[bool, bool]:
    seats = [_seat(word) for word in words]
    return 0 in seats, 1 in seats


def _parts(text: str) -> list[list[str]]:
    return [part.split() for part in text.split(",") if part.strip()]


def _past(text: str) -> tuple[Battle, ...]:
    battles = []
    for part in _parts(text):
        try:
            first, winner, points, how, *numbers = part
            ending = Ending(how)
        except ValueError as error:
            raise RuleError("position-past", "LLS-3.2", text=" ".join(part)) from error
        counts = [_number("past", word, 0, HAND, "LLS-3.2") for word in numbers]
        if len(counts) != (1 if ending is Ending.WITHDRAWAL else 2):
            raise RuleError("position-past", "LLS-3.2", text=" ".join(part))
        left, held = (counts[0], (0, 0)) if ending is Ending.WITHDRAWAL else (0, (counts[0], counts[1]))
        battles.append(Battle(_seat(first), _seat(winner), _number("past", points, 0, HAND, "LLS-3.2"), ending, left, held))
    return tuple(battles)


def _queue(text: str, state: State) -> tuple[Task, ...]:
    tasks = []
    for part in _parts(text):
        if len(part) not in (3, 4):
            raise RuleError("position-queue-form", "LLS-4.3", text=" ".join(part))
        word, seat, card = part[0], _seat(part[1]), read_card(part[2])
        kinds = {INSTANTS.get(card)}
        kinds |= {Ability.ANSWER} if Ability.DISRUPT in kinds else {Ability.PLAY} if Ability.REDEPLOY in kinds else set()
        if word not in kinds:
            raise RuleError("position-queue", "LLS-4.1", card=NAMES[card], ability=word)
        task = Task(Ability(word), seat, card, COLOUR[card])
        theater = read_theater(part[3]) if len(part) == 4 else abilities.where(state, task)
        tasks.append(replace(task, theater=theater))
    return tuple(tasks)


def _turn(word: str, state: State) -> int:
    """Whose turn it is: as said, else the 1st Player's unless the other holds more cards (an ability's own turn included)."""
    if word:
        return _seat(word)
    first, other = state.first, 1 - state.first
    if state.queue:
        return state.queue[0].seat
    return other if len(state.hands[other]) > len(state.hands[first]) else first


# Where the cards are


def _board(said: dict[str, list[str]]) -> _Board:
    board = _Board()
    for text in said.get("stack", []):
        letter, theater, *cards = text.split() + [""] * (2 - len(text.split()))
        stack = board.stacks[3 * _seat(letter) + read_theater(theater)]
        if stack:
            raise RuleError("position-said-twice", "LLS-1.1", field=f"stack {letter} {theater}")
        stack += [_OPEN if card is None else card for card in map(read_lying, cards)]
    for text in said.get("hand", []):
        letter, *cards = text.split() or [""]
        hand = board.hands[_seat(letter)]
        if hand:
            raise RuleError("position-said-twice", "LLS-1.1", field=f"hand {letter}")
        hand += _named(cards)
        if len(hand) > HAND:
            raise RuleError("position-hand", "LLS-1.1", seat=letter, n=len(hand), most=HAND)
    board.deck = _named(said.get("deck", [""])[0].split())
    if drawn := _named(said.get("drawn", [""])[0].split()):
        if len(drawn) > 1:
            raise RuleError("position-drawn", "LLS-5.67", n=len(drawn))
        board.held = drawn[0]
    for text in said.get("seen", []):
        _remember(board, text)
    for card, n in Counter(board.named()).items():
        if n > 1:
            raise RuleError("position-twice", "LLS-1.1", card=NAMES[card], n=n)
    placed = len(board.places())
    if placed > len(DECK):
        raise RuleError("position-cards", "LLS-1.1", n=placed, most=len(DECK))
    board.deck += [_OPEN] * (len(DECK) - placed)
    return board


def _named(words: Sequence[str]) -> list[int]:
    return [_OPEN if card is None else card for card in map(card_or_open, words)]


def _remember(board: _Board, text: str) -> None:
    """One `seen` line: an observer's (or everybody's) memory of a place."""
    words = text.split()
    observer, *rest = words or [""]
    owner = _seat(rest.pop(0)) if rest and rest[0] in tuple(SEAT_LETTERS) else None
    kind = rest.pop(0) if rest else ""
    height = _number("seen", rest.pop(0) if rest else "", 1, len(DECK), "LLS-1.4") - 1 if kind not in ("hand", "drawn") else 0
    if kind in ("hand", "deck", "drawn"):
        place = ("held" if kind == "drawn" else kind, owner or 0 if kind == "hand" else 0, height)
    else:
        place = ("stack", 3 * (owner or 0) + read_theater(kind), height)
    if (owner is None) != (kind == "deck") or not rest:
        raise RuleError("position-seen-form", "LLS-1.4", text=text)
    if observer == "all":
        lanes = [one for one in LANES if one != owner]
    elif observer == "public":
        lanes = [PUBLIC]
    else:
        lanes = [_seat(observer.removesuffix("+")), *([PUBLIC] if observer.endswith("+") else [])]
    seen = sum(1 << card for card in map(read_card, rest))
    board.memory[place] = board.memory.get(place, 0) | sum(seen << LANE * one for one in lanes)


def _dealt(state: State, board: _Board) -> State:
    """The state with every card somewhere: those not named drawn, so that what is remembered fits."""
    places = board.places()
    open_places = [(place, board.trace(place)) for place, card in places if card == _OPEN]
    rest = [card for card in DECK if card not in board.named()]
    event = (POSITION, 1)
    drawn = state.drawn
    if open_places:
        names = state.deal.named(POSITION) or _fitting(open_places, rest, Stream(state.deal.seed, 2))
        cards = rules.draw(state.deal.naming(POSITION, names), event, rest, len(rest))
        for (place, _), card in zip(open_places, cards, strict=True):
            board.put(place, card)
        drawn += ((POSITION, cards),)
    _settle_memory(board)
    traces = list(NO_TRACES)
    for place, card in board.places():
        if place[0] != "hand":
            traces[card % DOWN] = board.trace(place)
    return evolve(
        state,
        stacks=tuple(map(tuple, board.stacks)),
        hands=(tuple(sorted(board.hands[0])), tuple(sorted(board.hands[1]))),
        deck=tuple(board.deck),
        held=board.held,
        traces=tuple(traces),
        hand_traces=(board.memory.get(("hand", 0, 0), 0), board.memory.get(("hand", 1, 0), 0)),
        drawn=drawn,
    )


def _fitting(places: list[tuple[Place, int]], cards: list[int], stream: Stream) -> list[int | None]:
    """For each open place the remembered card that goes there, else None (drawn): the memories of all observers together."""
    names: list[int | None] = [None] * len(places)
    lanes = [[(place, lane(trace, one)) for place, trace in places] for one in LANES]
    remembered: dict[int, list[int]] = {}
    for one in lanes:
        for card, where in remembered_cards(one, tuple(cards)).items():
            remembered[card] = [i for i in remembered.get(card, where) if i in where]
    if any(not where for where in remembered.values()) or not _possible(remembered):
        raise RuleError("position-seen", "LLS-1.4", card=NAMES[min(remembered)])
    for card, index in place_remembered(remembered, stream).items():
        names[index] = card
    return names


def _possible(remembered: dict[int, list[int]]) -> bool:
    """Whether the remembered cards can all have places of their own (augmenting paths)."""
    taken: dict[int, int] = {}

    def find(card: int, tried: set[int]) -> bool:
        for place in remembered[card]:
            if place not in tried:
                tried.add(place)
                if place not in taken or find(taken[place], tried):
                    taken[place] = card
                    return True
        return False

    return all(find(card, set()) for card in remembered)


def _settle_memory(board: _Board) -> None:
    """Drop from each observer's memory the cards it sees; RuleError where a card is remembered and lies at none of its places."""
    for one in LANES:
        everywhere = 0
        for trace in board.memory.values():
            everywhere |= lane(trace, one)
        for place, card in board.places():
            bit = 1 << card % DOWN
            if not everywhere & bit:
                continue
            owner = place[1] // 3 if place[0] == "stack" else place[1] if place[0] == "hand" else None
            if owner == one or (place[0] == "stack" and card < DOWN):
                board.memory = {at: trace & ~(bit << LANE * one) for at, trace in board.memory.items()}
            elif not lane(board.trace(place), one) & bit:
                raise RuleError("position-seen", "LLS-1.4", card=NAMES[card % DOWN])


def _decided(state: State) -> State:
    """The state if somebody has something to decide in it, the instant in front brought to its decision."""
    if state.queue:
        if state.held is not None and state.queue[0].ability is not Ability.REINFORCE:
            raise RuleError("position-drawn", "LLS-5.67", n=1)
        settled = abilities.settle(state)
        if settled.queue[:1] != state.queue[:1]:
            raise RuleError("position-lapsed", "LLS-4.2", ability=NAMES[state.queue[0].card])
        if state.queue[0].ability is Ability.PLAY and not state.hands[state.queue[0].seat]:
            raise RuleError("position-over", "LLS-3.1")
        return settled
    if state.held is not None:
        raise RuleError("position-drawn", "LLS-5.67", n=1)
    if not any(state.hands):
        raise RuleError("position-over", "LLS-3.1")
    if state.turn is None or not state.hands[state.turn]:
        raise RuleError("position-turn", "LLS-3.2", seat=SEAT_LETTERS[state.turn or 0])
    return state
