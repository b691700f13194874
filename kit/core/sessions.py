"""A session: one game at one table, with its seats, what was said, undo, look back and branches."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace

from kit.core.errors import KitError, OptionError, RuleError
from kit.core.game import Game, Move, State, View
from kit.core.records import Record, parse_record, write_record
from kit.core.registry import get_game

PERSON = "person"
MAX_NOTE = 200


class Session:
    """A game being played: a record and the states it leads to.

    `players` names who plays each seat, `person` or a crew. In *play* a move can be taken back only while it has revealed
    nothing; in *study* freely. A round that has a briefing (Landeanflug) begins with talk; `brief_done` draws the cards, and
    from then on nothing may be said until the game offers the next briefing (LA-5.1).
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self.game: Game = record.game
        self.players: tuple[str, ...] = record.players or (PERSON,) * record.seats
        self.study = record.study
        self.states: list[State] = record.states()
        self.moves: list[Move] = list(record.moves)
        self.notes: list[tuple[int, int, str]] = list(record.notes)
        self._briefed = record.briefed

    @classmethod
    def new(
        cls,
        game_id: str,
        *,
        level: str | None = None,
        seats: int | None = None,
        variants: Sequence[str] = (),
        seed: int | None = None,
        players: Sequence[str] = (),
        study: bool = False,
    ) -> Session:
        """A new game; a seed that was not given is drawn from the operating system. OptionError for unknown options."""
        game = get_game(game_id)
        game.check(level=level, seats=seats, variants=variants)
        count = seats or game.default_seats
        for player in players:
            if player != PERSON and player not in game.crews:
                raise OptionError("unknown-player", given=player, valid=", ".join((PERSON, *game.crews)))
        if players and len(players) != count:
            raise OptionError("unknown-seats", given=len(players), valid=str(count))
        return cls(
            Record(
                game=game,
                level=level or game.levels[0],
                seats=count,
                variants=tuple(variants),
                seed=secrets.randbits(62) if seed is None else seed,
                players=tuple(players),
                study=study,
            )
        )

    @classmethod
    def from_record(cls, text: str, file: str = "record", *, fresh_seed: bool = True) -> Session:
        """The session that `record` wrote, or any record; draws it leaves open are drawn anew. RecordError where broken."""
        record = parse_record(text, file)
        if record.seed is None and fresh_seed:
            if record.moves:  # they were checked against these draws, so these stay
                drawn = record.game.drawn(record.states()[-1])
                record = replace(record, script={**record.script, **dict(drawn)})
            record = replace(record, seed=secrets.randbits(62))
        return cls(record)

    @property
    def level(self) -> str:
        """The level of the game."""
        return self._record.level

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants in play."""
        return self._record.variants

    @property
    def state(self) -> State:
        """The state now."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome(self.state) is not None

    def view(self, seat: int | None, step: int | None = None) -> View:
        """What a seat may know now, or at an earlier step (0: the first state); all hands once the game is over."""
        state = self.state if step is None else self.states[step]
        return self.game.view(state, seat, reveal=self.over)

    @property
    def briefing(self) -> int | None:
        """The number of the briefing that is being held, else None."""
        number = self.game.briefing(self.state)
        return number if number is not None and number > self._briefed else None

    @property
    def silent(self) -> bool:
        """Whether talk is forbidden: from the draw until the round's last card (LA-5.1), never where no rule forbids it."""
        return bool(self.game.talk_rule) and self.briefing is None and not self.over

    def brief_done(self) -> None:
        """The briefing ends: cards are drawn and silence begins."""
        number = self.game.briefing(self.state)
        if number is not None:
            self._briefed = max(self._briefed, number)

    def say(self, seat: int, text: str) -> None:
        """Note what a seat says; RuleError `silence` while talk is forbidden (LA-5.1)."""
        if self.silent:
            raise RuleError("silence", self.game.talk_rule)
        printable = "".join(char if char.isprintable() and char != "#" else " " for char in text)
        if said := " ".join(printable.split())[:MAX_NOTE].rstrip():
            self.notes.append((len(self.moves), seat, said))

    def play(self, move: Move | str) -> State:
        """Make a move (a value or its notation). RuleError or NotationError where it cannot be made: nothing changes then."""
        if isinstance(move, str):
            move = self.game.parse_move(move)
        state = self.game.apply(self.state, move)
        self.brief_done()
        self.moves.append(move)
        self.states.append(state)
        return state

    def can_undo(self, seat: int) -> bool:
        """Whether `seat` may take back the last move: in play only its own, and only while it has revealed nothing."""
        if not self.moves:
            return False
        if self.study:
            return True
        before = self.states[-2]
        return seat == self.game.mover(before, self.moves[-1]) and not self.over and not self.game.reveals(before, self.state)

    def mover(self, step: int) -> int | None:
        """Whose move the one number `step` (from 0) was; None where it was nobody's, as the stopwatch's."""
        return self.game.mover(self.states[step], self.moves[step])

    def undo(self, seat: int) -> Move:
        """Take the last move back and return it; KitError `no-undo` where that is not allowed."""
        if not self.can_undo(seat):
            raise KitError("no-undo")
        self.states.pop()
        move = self.moves.pop()
        self.notes = [note for note in self.notes if note[0] <= len(self.moves)]
        return move

    def branch(self, step: int) -> Session:
        """A what-if: a session of its own, in study, that goes on from the state after `step` moves."""
        if not 0 <= step <= len(self.moves):
            raise KitError("no-such-step", step=step, last=len(self.moves))
        kept = tuple(note for note in self.notes if note[0] <= step)
        return Session(replace(self._full(), moves=tuple(self.moves[:step]), notes=kept, study=True, script=self._record.script))

    def _full(self) -> Record:
        """The whole record: every chance event so far is named, the seed for those to come."""
        script = {**dict(self._record.script), **dict(self.game.drawn(self.state))}
        return replace(
            self._record,
            script=script,
            players=self.players,
            study=self.study,
            moves=tuple(self.moves),
            notes=tuple(self.notes),
            briefed=self._briefed,
            lines={},
        )

    def record(self, seat: int | None = None, *, full: bool | None = None) -> str:
        """The game as a record.

        `full` (the default once it is over): everything, with the seed. Otherwise only what `seat` may know
        (None: what all know): the position, hidden hands as `?`, and the moves so far as comments; neither seed nor draws.
        """
        if full is None:
            full = self.over
        if full:
            return write_record(self._full())
        fields = tuple(self.game.position_fields(self.state, seat))
        head = replace(self._full(), script={}, seed=None, position=fields, moves=(), notes=(), comments={})
        shown = self.game.public_moves(self.moves)
        return write_record(head) + "".join(f"# {line}\n" for line in shown)
