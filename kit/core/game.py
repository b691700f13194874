"""The shape of a game: what a game's package gives to records, sessions, boards, batches and the command line.

A game is one `Game` value in its package (`kit.games.<id>.GAME`) and one line in the registry `kit.games`. Its functions are
pure; states, moves and views are frozen values. What else a game has stands in its package under fixed names and is imported
only when it is wanted: `crews.get(name)`, `scene.scene(view, ...)`, `board.html`, `texts.toml`, `odds`, `kernel`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kit.core.errors import OptionError, RuleError, know_prefix

State = Any
Move = Any
View = Any
Draw = tuple[str, tuple[int, ...]]


@dataclass(frozen=True)
class Game:
    """One game's metadata and functions.

    - `start(level=, seats=, variants=, deal=)` the state after the first draw; OptionError for unknown options
    - `legal_moves(state)`, `why_not(state, move)`, `apply(state, move)`, `outcome(state)` as in `docs/architecture.md`
    - `view(state, seat, reveal=False)` what a seat may know (None: a spectator); `redeal(state, seat, rng)` another state with
      the same view
    - `deciders(state)` the seats whose decision it is now, in order; empty when the game is over
    - `counted(move)` whether `kit perft` counts it; `parse_move(notation)` (NotationError), `str(move)` writes it
    - `drawn(state)` the chance events so far in order, as label and cards; `cards(state)` the multiset of all cards by seat and
      value, the same in every state of a game
    - `parse_deal(words)` the events that a record's `deal` line names; `deal_lines(draws)` such lines for events
    - `position(level=, variants=, fields=, deal=)` a state in mid-game from a record; `position_fields(state, seat)` such
      lines, hidden cards of others than `seat` as `?`
    - `reveals(before, after)` whether a move showed anybody a card that was hidden from them (then it cannot be taken back)
    - `talk_rule` the id of the rule that forbids talk; empty where a game lets its players talk
    - `public_moves(moves)` the moves as all may know them (secret choices left out), for a record of one seat
    - `briefing(state)` the number of the briefing that may be held in this state, before cards are drawn, else None
    - `usual_seats` how many sit at a table where nobody says; None: the first of `seats`
    - `further_level(level)` whether there is such a level though `levels`, the list that is offered, does not name it
    - `seat_of(state, move)` whose move it is where neither the move nor the decision says so; None: of nobody
    """

    id: str
    prefix: str
    letters: str
    seats: tuple[int, ...]
    levels: tuple[str, ...]
    variants: tuple[str, ...]
    crews: tuple[str, ...]
    state_type: type
    start: Callable[..., State]
    legal_moves: Callable[[State], Sequence[Move]]
    why_not: Callable[[State, Move], RuleError | None]
    apply: Callable[[State, Move], State]
    outcome: Callable[[State], Any]
    view: Callable[..., View]
    redeal: Callable[..., State]
    deciders: Callable[[State], tuple[int, ...]]
    counted: Callable[[Move], bool]
    parse_move: Callable[[str], Move]
    drawn: Callable[[State], Sequence[Draw]]
    cards: Callable[[State], Counter[Any]]
    parse_deal: Callable[[Sequence[str]], Mapping[str, Sequence[int | None]]]
    deal_lines: Callable[[Iterable[Draw]], Sequence[str]]
    position: Callable[..., State]
    position_fields: Callable[[State, int | None], Sequence[tuple[str, str]]]
    briefing: Callable[[State], int | None]
    public_moves: Callable[[Sequence[Move]], Sequence[str]]
    reveals: Callable[[State, State], bool]
    talk_rule: str
    usual_seats: int | None = None
    further_level: Callable[[str], bool] | None = None
    seat_of: Callable[[State, Move], int | None] | None = None

    def __post_init__(self) -> None:
        know_prefix(self.prefix, self.id)

    @property
    def default_seats(self) -> int:
        """How many seats a game has where nothing is said."""
        return self.usual_seats or self.seats[0]

    def is_level(self, level: str) -> bool:
        """Whether the game has this level."""
        return level in self.levels or (self.further_level is not None and self.further_level(level))

    def mover(self, state: State, move: Move) -> int | None:
        """Whose move it is in `state`: the seat it names, else the one whose decision it is; None where it is nobody's."""
        if self.seat_of is not None:
            return self.seat_of(state, move)
        if hasattr(move, "seat"):
            seat: int | None = move.seat
            return seat
        return next(iter(self.deciders(state)), None)

    def check(
        self,
        *,
        level: str | None = None,
        seats: int | None = None,
        variants: Iterable[str] = (),
        crews: Iterable[str] = (),
    ) -> None:
        """Raise OptionError, which lists the valid ones, for an option this game does not have."""
        if level is not None and not self.is_level(level):
            more = "" if self.further_level is None else " …"
            raise OptionError("unknown-level", given=level, valid=", ".join(self.levels) + more)
        if seats is not None and seats not in self.seats:
            raise OptionError("unknown-seats", given=seats, valid=", ".join(map(str, self.seats)))
        for variant in variants:
            if variant not in self.variants:
                raise OptionError("unknown-variant", given=variant, valid=", ".join(self.variants))
        for crew in crews:
            if crew not in self.crews:
                raise OptionError("unknown-crew", given=crew, valid=", ".join(self.crews))

    def legal_counted(self, state: State) -> list[Move]:
        """The distinct legal moves that `perft` counts."""
        return [move for move in self.legal_moves(state) if self.counted(move)]

    def perft(self, state: State, depth: int) -> list[int]:
        """How many sequences of counted moves there are of length 1 ... `depth` from `state`."""
        counts = [0] * depth
        if depth < 1 or self.outcome(state):
            return counts
        moves = self.legal_counted(state)
        counts[0] = len(moves)
        if depth > 1:
            for move in moves:
                for i, nodes in enumerate(self.perft(self.apply(state, move), depth - 1), 1):
                    counts[i] += nodes
        return counts
