"""Orbit: the deal and the draft of the tasks (OR-1, OR-3). All chance of a mission happens here, through its `Deal`."""

from __future__ import annotations

from collections.abc import Sequence

from kit.cards import code
from kit.core.deals import Deal, DealError
from kit.core.errors import RuleError
from kit.core.values import evolve
from kit.games.orbit.knowledge import top_king
from kit.games.orbit.state import DECK, LETTERS, TASK_DECK, Phase, Setup, State, Taken
from kit.games.orbit.status import refusal
from kit.games.orbit.tasks import task

OPEN = "open"
Draws = tuple[tuple[str, tuple[int, ...]], ...]

# Chance events: their labels (as records name them) and numbers (see kit.core.deals). The hands are one event, labelled by seat.
HANDS_NUMBER = 1
TASKS = ("tasks", 2)


def more_event(turned: int) -> tuple[str, int]:
    """A further task card, the `turned`-th in all."""
    return f"more {turned}", TASKS[1] + turned


def draw(deal: Deal, event: tuple[str, int], pool: Sequence[int], k: int) -> tuple[int, ...]:
    """`deal.draw`, whose error writes the card as records do."""
    try:
        return deal.draw(*event, pool, k)
    except DealError as error:
        if "card" not in error.data:
            raise
        raise DealError("deal-not-in-pool", label=event[0], card=card_name(error.data["card"])) from None


def card_name(card: int) -> str:
    """The card as it is written; a number that is no card as that number."""
    return code(card) if 0 <= card < len(TASK_DECK) else str(card)


def deal_hands(setup: Setup, deal: Deal) -> tuple[tuple[tuple[int, ...], ...], int | None, Draws]:
    """All forty cards (OR-1.3): the hands by seat, sorted, the open card with three seats, and the events."""
    sizes = {LETTERS[seat]: setup.tricks for seat in range(setup.seats)}
    if setup.seats == 3:
        sizes[OPEN] = 1
    names: list[int | None] = []
    used: set[int] = set()
    for label, k in sizes.items():
        named = deal.named(label)
        if len(named) > k:
            raise DealError("deal-too-many", label=label, n=len(named), k=k)
        for card in named:
            if card is not None and (card not in DECK or card in used):
                raise DealError("deal-not-in-pool", label=label, card=card_name(card))
            used |= {card} if card is not None else set()
        names += [*named, *[None] * (k - len(named))]
    cards = deal.naming("hands", names).draw("hands", HANDS_NUMBER, DECK, len(DECK))
    drawn: list[tuple[str, tuple[int, ...]]] = []
    for label, k in sizes.items():
        drawn.append((label, tuple(sorted(cards[:k]))))
        cards = cards[k:]
    hands = tuple(hand for label, hand in drawn if label != OPEN)
    return hands, drawn[-1][1][0] if setup.seats == 3 else None, tuple(drawn)


def begin(setup: Setup, deal: Deal) -> State:
    """The state after the deal, the commander (OR-1.4) and the first offer (OR-3.2)."""
    hands, open_card, drawn = deal_hands(setup, deal)
    king = top_king(open_card)
    commander = next(seat for seat, hand in enumerate(hands) if king in hand)
    turned = draw(deal, TASKS, TASK_DECK, setup.offer)
    state = State(
        setup=setup,
        deal=deal,
        phase=Phase.DRAFT,
        turn=commander,
        commander=commander,
        leader=commander,
        hands=hands,
        open_card=open_card,
        signals=(None,) * setup.seats,
        voids=(0,) * setup.seats,
        drawn=(*drawn, (TASKS[0], turned)),
    )
    return go_on(_open(state, turned))


def _open(state: State, turned: Sequence[int]) -> State:
    """The task cards turned lie in the offer; those that name the card out of play are laid aside (OR-3.3)."""
    aside = tuple(card for card in turned if task(card).names(state.open_card))
    offer = tuple(card for card in turned if card not in aside)
    return evolve(state, offer=state.offer + offer, aside=state.aside + aside)


def total(state: State) -> int:
    """The difficulties taken on so far."""
    return sum(task(each.card).difficulty for each in state.taken)


def fits(state: State, seat: int) -> bool:
    """Whether a seat may take any card of the offer."""
    return any(why_not_take(state, seat, card) is None for card in state.offer)


def why_not_take(state: State, seat: int, card: int) -> RuleError | None:
    """The rule that forbids a seat to take a task card, or None."""
    if card not in state.offer:
        if card in state.aside:
            return RuleError("task-aside", "OR-3.3", card=code(card), open=code(state.open_card or 0))
        return RuleError("not-in-offer", "OR-3.2", card=code(card))
    over, goal = total(state) + task(card).difficulty, state.setup.goal
    if over > goal:
        return RuleError("over-goal", "OR-3.2", card=code(card), n=task(card).difficulty, sum=over, goal=goal)
    return refusal(state.setup, state.commander, state.open_card, state.taken, seat, card)


def go_on(state: State) -> State:
    """The draft up to the next decision: more cards turned while none fits (OR-3.2), or its end.

    Where the task deck is used up and nothing fits a seat, the next seat takes; where nothing fits any seat, the draft ends
    below the goal (the text does not say; it takes a very high mission).
    """
    assert state.turn is not None
    for passed_over in range(state.setup.seats):
        if total(state) == state.setup.goal:
            break
        seat = (state.turn + passed_over) % state.setup.seats
        while not fits(state, seat):
            turned = len(state.offer) + len(state.aside) + len(state.taken)
            if turned == len(TASK_DECK):
                break
            gone = {*state.offer, *state.aside, *(each.card for each in state.taken)}
            event = more_event(turned + 1)
            card = draw(state.deal, event, [each for each in TASK_DECK if each not in gone], 1)
            state = _open(evolve(state, drawn=(*state.drawn, (event[0], card))), card)
        if fits(state, seat):
            return evolve(state, turn=seat)
    return evolve(state, phase=Phase.PLAYING, turn=state.commander, offer=(), aside=state.aside + state.offer)


def take(state: State, card: int) -> State:
    """The seat whose turn it is takes a card that it may take; then the next seat clockwise (OR-3.2)."""
    assert state.turn is not None
    offer = tuple(each for each in state.offer if each != card)
    after = evolve(state, taken=(*state.taken, Taken(state.turn, card)), offer=offer, turn=(state.turn + 1) % state.setup.seats)
    return go_on(after)
