"""Luft, Land und See: what a seat may know. Boards, crews, hints and logs take a `View`, never a `State`.

Public are all face-up cards, where face-down ones lie, the numbers of cards in hands and deck, the queue, points and results.
A seat sees its own hand and its own face-down cards, never the opponent's (LLS-1.4); nobody sees the deck. A view keeps what
its seat remembers of cards that were seen in this battle (see `state.py`), so a crew needs no memory of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from kit.core.deals import Deal, Generator
from kit.core.values import evolve
from kit.games.luft_land_see.cards import DECK, DOWN, HIDDEN
from kit.games.luft_land_see.memory import lane
from kit.games.luft_land_see.state import LANE, NO_TRACES, PUBLIC, SEATS, Battle, Outcome, Setup, State, Task

Place = tuple[str, int, int]  # ("stack", index, height), ("hand", seat, i), ("held", 0, 0) or ("deck", 0, i)


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat sees it (`seat` None: a spectator). Public fields are those of `State`.

    In `stacks`, `held` and `deck` a card this seat may not see is `HIDDEN`; `hands` holds each seat's cards where this seat may
    see them, else None; `counts` how many they are. The `*_traces` are sets of cards (bits) by place: of the opponent's and the
    deck's places what this seat remembers may be there, of its own places what all others do.
    """

    seat: int | None
    setup: Setup
    battle: int
    first: int
    theaters: tuple[int, int, int]
    turn: int | None
    turns: int
    queue: tuple[Task, ...]
    stacks: tuple[tuple[int, ...], ...]
    hands: tuple[tuple[int, ...] | None, tuple[int, ...] | None]
    counts: tuple[int, int]
    held: int | None
    deck: tuple[int, ...]
    air_drops: tuple[bool, bool]
    points: tuple[int, int]
    results: tuple[Battle, ...]
    stack_traces: tuple[tuple[int, ...], ...]
    hand_traces: tuple[int, int]
    held_trace: int
    deck_traces: tuple[int, ...]
    deck_public: tuple[int, ...]  # what a spectator remembers of the deck's places
    outcome: Outcome | None

    @property
    def hand(self) -> tuple[int, ...]:
        """This seat's own cards, sorted; empty for a spectator."""
        return (self.hands[self.seat] or ()) if self.seat is not None else ()

    @property
    def decider(self) -> int | None:
        """The seat whose decision it is."""
        return self.queue[0].seat if self.queue else self.turn

    @property
    def deciding(self) -> bool:
        """Whether this seat is to decide now."""
        return self.seat is not None and self.seat == self.decider

    @property
    def task(self) -> Task | None:
        """The instant being done, or None where a turn is to be taken."""
        return self.queue[0] if self.queue else None


def view(state: State, seat: int | None, *, reveal: bool = False) -> View:
    """What `seat` (None: a spectator) may know of `state`; `reveal` opens all cards, for looking back after a war."""
    stacks, lanes = list(state.stacks), []
    for at, stack in enumerate(state.stacks):
        owner = at // 3
        seen_by = seat if seat is not None and owner != seat else PUBLIC
        lanes.append(tuple(0 if card < DOWN else lane(state.traces[card - DOWN], seen_by) for card in stack))
        if owner != seat and not reveal:
            stacks[at] = tuple(card if card < DOWN else HIDDEN for card in stack)
    own = PUBLIC if seat is None else seat
    hands = tuple(hand if reveal or owner == seat else None for owner, hand in enumerate(state.hands))
    hand_lanes = tuple(lane(trace, PUBLIC if owner == own else own) for owner, trace in enumerate(state.hand_traces))
    holder = state.queue[0].seat if state.queue else None
    return View(
        seat=seat,
        setup=state.setup,
        battle=state.battle,
        first=state.first,
        theaters=state.theaters,
        turn=state.turn,
        turns=state.turns,
        queue=state.queue,
        stacks=tuple(stacks),
        hands=(hands[0], hands[1]),
        counts=(len(state.hands[0]), len(state.hands[1])),
        held=state.held if state.held is None or reveal or holder == seat else HIDDEN,
        deck=state.deck if reveal else (HIDDEN,) * len(state.deck),
        air_drops=state.air_drops,
        points=state.points,
        results=state.results,
        stack_traces=tuple(lanes),
        hand_traces=(hand_lanes[0], hand_lanes[1]),
        held_trace=0 if state.held is None else lane(state.traces[state.held], PUBLIC if holder == own else own),
        deck_traces=tuple(lane(state.traces[card], own) for card in state.deck),
        deck_public=tuple(lane(state.traces[card], PUBLIC) for card in state.deck),
        outcome=state.outcome,
    )


def as_state(seen: View) -> State:
    """A state with this view's public facts and the cards it knows; unknown ones are `HIDDEN` and the deal is blank.

    For asking the rules about the seat's own moves: `why_not`, `legal_moves` and strengths look at no hidden card.
    """
    hands = [hand if hand is not None else (HIDDEN,) * n for hand, n in zip(seen.hands, seen.counts, strict=True)]
    return State(
        setup=seen.setup,
        deal=Deal(),
        battle=seen.battle,
        first=seen.first,
        theaters=seen.theaters,
        turn=seen.turn,
        hands=(hands[0], hands[1]),
        deck=seen.deck,
        stacks=seen.stacks,
        turns=seen.turns,
        queue=seen.queue,
        held=seen.held,
        air_drops=seen.air_drops,
        points=seen.points,
        results=seen.results,
        outcome=seen.outcome,
    )


# Other possible worlds


def hidden_places(seen: View) -> list[tuple[Place, int]]:
    """The places whose cards this seat does not see, each with the set of remembered cards that may be there."""
    places: list[tuple[Place, int]] = []
    for at, stack in enumerate(seen.stacks):
        traces = seen.stack_traces[at]
        places += [(("stack", at, height), traces[height]) for height, card in enumerate(stack) if card == HIDDEN]
    for owner in SEATS:
        if seen.hands[owner] is None:
            places += [(("hand", owner, i), seen.hand_traces[owner]) for i in range(seen.counts[owner])]
    if seen.held == HIDDEN:
        places.append((("held", 0, 0), seen.held_trace))
    places += [(("deck", 0, i), seen.deck_traces[i]) for i, card in enumerate(seen.deck) if card == HIDDEN]
    return places


def hidden_cards(seen: View) -> tuple[int, ...]:
    """The cards that this seat does not see now, sorted."""
    shown = {card % DOWN for stack in seen.stacks for card in stack if card != HIDDEN}
    shown.update(card for hand in seen.hands if hand for card in hand)
    shown.update(card for card in (seen.held, *seen.deck) if card is not None and card != HIDDEN)
    return tuple(card for card in DECK if card not in shown)


def remembered_cards(places: list[tuple[Place, int]], cards: tuple[int, ...]) -> dict[int, list[int]]:
    """The hidden cards that were seen before, each with the indices of the places where it may be now."""
    out: dict[int, list[int]] = {}
    for card in cards:
        if where := [i for i, (_, trace) in enumerate(places) if trace >> card & 1]:
            out[card] = where
    return out


def place_remembered(remembered: dict[int, list[int]], rng: Generator) -> dict[int, int]:
    """A random choice of different places for the remembered cards, each choice as likely: tried until no two collide."""
    while True:
        chosen = {card: where[rng.randrange(len(where))] for card, where in remembered.items()}
        if len(set(chosen.values())) == len(chosen):
            return chosen


def dealt(seen: View, rng: Generator) -> dict[Place, int]:
    """A card for each hidden place; every distribution that fits what this seat knows is as likely."""
    places, cards = hidden_places(seen), hidden_cards(seen)
    fixed = place_remembered(remembered_cards(places, cards), rng)
    at = {index: card for card, index in fixed.items()}
    rest = [card for card in cards if card not in fixed]
    for i in range(len(rest) - 1, 0, -1):
        j = rng.randrange(i + 1)
        rest[i], rest[j] = rest[j], rest[i]
    return {place: at[i] if i in at else rest.pop() for i, (place, _) in enumerate(places)}


def _filled(state: State, cards: dict[Place, int], deal: Deal) -> State:
    """The state with other cards at some places."""
    stacks = [list(stack) for stack in state.stacks]
    hands = [list(hand) for hand in state.hands]
    deck, held = list(state.deck), state.held
    for (kind, at, i), card in cards.items():
        if kind == "stack":
            stacks[at][i] = card + DOWN
        elif kind == "hand":
            hands[at][i] = card
        elif kind == "deck":
            deck[i] = card
        else:
            held = card
    red, blue = (tuple(sorted(hand)) for hand in hands)
    return evolve(state, stacks=tuple(map(tuple, stacks)), hands=(red, blue), deck=tuple(deck), held=held, deal=deal)


def world(seen: View, rng: Generator) -> State:
    """A full state that this view allows, each distribution of the hidden cards as likely; coming battles are random too.

    What the other seat remembers is not known, so it is taken to remember what this one does.
    """
    cards = dealt(seen, rng)
    state = _filled(as_state(seen), cards, Deal(rng.randrange(1 << 62)))
    traces = list(NO_TRACES)
    everybody = 1 | 1 << LANE | 1 << 2 * LANE
    for at, stack in enumerate(state.stacks):
        for height, card in enumerate(stack):
            if card >= DOWN:
                traces[card - DOWN] = seen.stack_traces[at][height] * everybody
    for card, trace in zip(state.deck, seen.deck_traces, strict=True):
        traces[card] = trace * everybody
    if state.held is not None:
        traces[state.held] = seen.held_trace * everybody
    red, blue = seen.hand_traces
    return evolve(state, traces=tuple(traces), hand_traces=(red * everybody, blue * everybody))


def redeal(state: State, seat: int | None, rng: Generator) -> State:
    """A state that looks the same to `seat` but whose hidden cards and coming draws are random: another possible world.

    A card's trace belongs to its place. Where a seat alone knew the card of a place, it knows the new one.
    """
    cards = dealt(view(state, seat), rng)
    other = _filled(state, cards, Deal(rng.randrange(1 << 63)))
    traces = list(state.traces)
    for place, card in cards.items():
        traces[card] = 0 if place[0] == "hand" else _told_again(state, _card_at(state, place), card, seat)
    return evolve(other, traces=tuple(traces))


def _card_at(state: State, place: Place) -> int:
    kind, at, i = place
    card = state.stacks[at][i] - DOWN if kind == "stack" else state.deck[i] if kind == "deck" else state.held
    assert card is not None
    return card


def _told_again(state: State, was: int, card: int, seat: int | None) -> int:
    """The trace of a place whose card changed: lanes of others that named exactly the old card name the new one."""
    trace = state.traces[was]
    for observer in SEATS:
        if observer != seat and lane(trace, observer) == 1 << was:
            trace += ((1 << card) - (1 << was)) << LANE * observer
    return trace
