"""Orbit: who plays when no person does. A crew decides from its `View` alone.

`random` makes any legal pick or play, each as likely. `house` draws worlds that fit what it can know (voids, signals, its own
hand), plays each to the end by rule of thumb after every card it might play (`mind.py`), and takes the card that succeeds most
often; it drafts by such games and by what is left to the others, and gives one signal before the first trick where it has
something to say.

A signal is nobody's turn: whoever runs a table asks each seat between tricks with `signal` (the name's or `house_signal`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kit.cards import mask, rank_of, unmask
from kit.core.deals import Generator
from kit.core.errors import OptionError
from kit.games.orbit import mind, model, promise, rules
from kit.games.orbit.moves import Answer, Give, Move, Play, Show, Take, counted
from kit.games.orbit.state import TASK_DECK, Coin, Phase, State
from kit.games.orbit.tasks import task
from kit.games.orbit.view import View, as_state, may_hold, view

Crew = Callable[[View, Generator], Move]
CREWS = ("random", "house")
PLAY_GAMES = 160  # games played out for one decision in play, without compiling: keeps a move below 300 ms
BATCH_GAMES = 800  # the same in batches
MAYDAY_BELOW = 0.25  # a Mayday makes the attempt count twice (OR-7.3): only where success has become unlikely
EASY_GOAL, EASY_GAMES = 3, 2400  # in missions up to this goal: where nearly all succeed, cards differ by little


def get(name: str) -> Crew:
    """The crew of that name; raises OptionError for an unknown one."""
    if name not in CREWS:
        raise OptionError("unknown-crew", given=name, valid=", ".join(CREWS))
    return {"random": random_crew, "house": house_crew}[name]


def signal(name: str, seen: View) -> Show | None:
    """The signal that a seat of this crew gives now, whoever's turn it is; None for none."""
    return house_signal(seen) if name == "house" else None


def _moves(seen: View) -> list[Move]:
    """The decisions that this seat may make now (no signal, no stopping, no giving up)."""
    if seen.seat is None or not seen.deciding:
        raise ValueError("a crew decides for a seat whose decision it is")
    if seen.phase is Phase.ASKING:
        return [Answer(True), Answer(False)]
    if seen.phase is Phase.PASSING:
        return [Give(card) for card in seen.hand]
    return [move for move in rules.legal_moves(as_state(seen)) if counted(move)]


def random_crew(seen: View, rng: Generator) -> Move:
    """Any legal pick or play, each as likely. Gives no signal."""
    if seen.phase is Phase.DRAFT and seen.deciding:
        state, cards = as_state(seen), list(seen.offer)
        while True:  # most may be taken, so looking at all of them would be a waste
            move = Take(cards.pop(rng.randrange(len(cards))))
            if rules.why_not(state, move) is None:
                return move
    moves = _moves(seen)
    return moves[rng.randrange(len(moves))]


def batch_games(goal: int) -> int:
    """How many games at most the house plays out for a decision in batches, in missions with this goal."""
    return EASY_GAMES if goal <= EASY_GOAL else BATCH_GAMES


def task_table() -> list[int]:
    """The task cards as `mind` and `taking` read them: `ROW_SIZE` numbers each, by card."""
    rows: list[int] = []
    for card in TASK_DECK:
        wanted = task(card)
        target, shun = (-1 if named is None else model.pack(named) for named in (wanted.target, wanted.shun))
        suit = -1 if wanted.suit is None else wanted.suit
        rows += [0, model.KINDS.index(wanted.kind), wanted.n, suit, target, shun, wanted.difficulty]
    return rows


def knowledge(seen: View) -> tuple[list[int], list[int], list[int]]:
    """What this seat knows as `mind` reads it: the array with its own hand alone, by seat what it may hold, and how many."""
    s = model.encode(seen, [hand or () for hand in seen.hands])
    own = [model.packed(unmask(bits)) for bits in may_hold(seen)]
    spare = [0] * (5 - len(own))
    return s, own + spare, [*seen.counts, *spare]


def _offer(seen: View) -> list[int]:
    """The offer as `promise` reads it."""
    turned = mask([*seen.offer, *seen.aside, *(each.card for each in seen.taken)])
    to_go = seen.setup.goal - sum(task(each.card).difficulty for each in seen.taken)
    spare = [0] * (promise.DECK_SIZE - len(seen.offer))
    return [seen.setup.goal, to_go, turned, len(seen.offer), *seen.offer, *spare]


@dataclass(frozen=True, slots=True)
class Thought:
    """A pick or a card that the house weighed: in how many of how many games played out it succeeded."""

    move: Take | Play
    won: int
    games: int

    @property
    def chance(self) -> float:
        """The estimated chance of success (the mission's; for a pick of the tasks taken so far and this one)."""
        return self.won / self.games if self.games else 0.0


def house_crew(seen: View, rng: Generator, *, games: int = PLAY_GAMES) -> Move:
    """The pick or card that succeeds most often when sampled worlds are played out, about `games` times.

    Agrees to a Mayday where fewer than `MAYDAY_BELOW` of the worlds played out succeed, and then passes its lowest card.
    """
    moves = _moves(seen)
    if seen.phase is Phase.ASKING:
        won = mind.chance_of_task(*knowledge(seen), games, rng.randrange(1 << 28))
        return Answer(won < MAYDAY_BELOW * games)
    if seen.phase is Phase.PASSING:
        return Give(min(seen.hand, key=rank_of))
    if len(moves) == 1:
        return moves[0]
    return thoughts(seen, rng, games=games)[0].move


def thoughts(seen: View, rng: Generator, *, games: int = PLAY_GAMES) -> list[Thought]:
    """What the house thinks of its picks or cards, the one it would take first, the others by their estimated chance.

    Of cards that nothing tells apart one is named. ValueError where no pick or card is due.
    """
    moves = _moves(seen)
    if seen.phase not in (Phase.DRAFT, Phase.PLAYING):
        raise ValueError("no pick or card is due")
    assert seen.seat is not None
    s, own, counts = knowledge(seen)
    jitter = rng.randrange(1 << 28)
    if seen.phase is Phase.DRAFT:
        picks = [move for move in moves if isinstance(move, Take)]
        chances = [0] * len(picks)
        cards = [move.card for move in picks]
        n, offer, table = len(picks), _offer(seen), task_table()
        best = mind.best_task(s, own, counts, seen.seat, offer, cards, n, table, games, jitter, chances)
        each = mind.worlds_each(s, n, games) if n > 1 else 0
        found = [Thought(move, won, each) for move, won in zip(picks, chances, strict=True)]
        first: Move = picks[best]
    else:
        numbers = [0] * (3 * mind.CHOICES + 1)
        first = Play(model.unpack(mind.best_card(s, own, counts, games, jitter, numbers)))
        rows = [numbers[at : at + 3] for at in range(1, 3 * numbers[0] + 1, 3)]
        found = [Thought(Play(model.unpack(card)), won, played) for card, won, played in rows]
    return sorted(found, key=lambda thought: (thought.move != first, -thought.chance))


def risks(seen: View, card: int, rng: Generator, *, games: int = PLAY_GAMES) -> tuple[float, list[float]]:
    """The estimated chance of success once this seat has played `card`, and for each task taken how often it is lost first."""
    s, own, counts = knowledge(seen)
    lost = [0] * max(1, len(seen.taken))
    won = mind.risks(s, own, counts, model.pack(card), games, rng.randrange(1 << 28), lost)
    return won / games, [n / games for n in lost[: len(seen.taken)]]


def house_signal(seen: View) -> Show | None:
    """What the house signals before the first trick: a card that a task names, its single card, its best in a task's suit.

    None where it may not, or has nothing worth saying.
    """
    if seen.seat is None or seen.tricks or seen.phase is not Phase.PLAYING:
        return None
    moves = rules.signals(as_state(seen), seen.seat)
    shown = mind.best_signal(knowledge(seen)[0], model.packed(seen.hand)) if moves else -1
    if shown < 0:
        return None
    return Show(model.unpack(shown // 4), {mind.HIGH: Coin.HIGH, mind.LOW: Coin.LOW, mind.ONLY: Coin.ONLY}[shown % 4])


def run(state: State, crew: Crew, rng: Generator, give: Callable[[View], Show | None] = house_signal) -> State:
    """An attempt played to its end by one crew at all seats, signals asked for before each trick."""
    while state.outcome is None:
        if state.phase is Phase.PLAYING and not state.trick and not state.setup.silent:
            for i in range(state.setup.seats):
                seat = (state.commander + i) % state.setup.seats
                shown = None if state.signals[seat] else give(view(state, seat))
                if shown:
                    state = rules.apply(state, shown)
        seat = rules.deciders(state)[0]
        state = rules.apply(state, crew(view(state, seat), rng))
    return state
