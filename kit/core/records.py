"""Game records: small text files that hold a game. See `docs/records.md` for the format.

    game landeanflug
    level leicht
    deal 1  P 1 3 5 6  C 2 3 4 6      # chance events by label
    P 3>axis                          # then one move a line
    C 3>axis

Reading never executes anything. A broken record raises `RecordError` with `file:line`, the rule id and the remedy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kit.core.deals import Deal, DealError
from kit.core.errors import KitError, NotationError, OptionError, RecordError, RuleError
from kit.core.game import Game, Move, State
from kit.core.registry import get_game

HEADERS = ("game", "level", "seats", "variant", "seed", "players", "study", "title", "date")
MAX_BYTES = 1_000_000


@dataclass(frozen=True)
class Record:
    """A game as a file holds it.

    `script` names chance events by label (None in it: left to the seed); `position` are its `position` lines, empty for a game
    from the start; `moves` its moves in order; `comments` the text behind a move by its index, `notes` what was said, as
    (number of moves before it, seat, text); `briefed` the number of the last briefing that was closed.
    `lines` gives the file's line of each move and label for error messages.
    """

    game: Game
    level: str
    seats: int
    variants: tuple[str, ...] = ()
    seed: int | None = None
    players: tuple[str, ...] = ()
    study: bool = False
    title: str = ""
    date: str = ""
    script: Mapping[str, tuple[int | None, ...]] = field(default_factory=dict)
    position: tuple[tuple[str, str], ...] = ()
    moves: tuple[Move, ...] = ()
    comments: Mapping[int, str] = field(default_factory=dict)
    notes: tuple[tuple[int, int, str], ...] = ()
    briefed: int = 0
    file: str = "record"
    lines: Mapping[Any, int] = field(default_factory=dict, compare=False)

    def start(self, seed: int | None = None) -> State:
        """The first state. Draws the record leaves open come from its seed, else from `seed`, else from 0."""
        chosen = self.seed if self.seed is not None else seed or 0
        deal = Deal.scripted(self.script, chosen)
        try:
            if self.position:
                return self.game.position(
                    level=self.level, seats=self.seats, variants=self.variants, fields=self.position, deal=deal
                )
            return self.game.start(level=self.level, seats=self.seats, variants=self.variants, deal=deal)
        except OptionError as error:
            raise self._error("bad-option", error, self.lines.get("level", 1)) from error
        except DealError as error:
            raise self._error(
                "deal-impossible", error, self.lines.get(error.data["label"], self.lines.get("position", 1))
            ) from error
        except (RuleError, NotationError) as error:
            raise self._error("bad-position", error, self.lines.get("position", 1)) from error

    def states(self, seed: int | None = None) -> list[State]:
        """All states, first to last; RecordError at the first move that is not legal or draw that is not possible."""
        states = [self.start(seed)]
        for index, move in enumerate(self.moves):
            line = self.lines.get(index, 0)
            try:
                states.append(self.game.apply(states[-1], move))
            except RuleError as error:
                raise self._error("illegal-move", error, line) from error
            except DealError as error:
                raise self._error("deal-impossible", error, self.lines.get(error.data["label"], line)) from error
        return states

    def _error(self, code: str, cause: KitError, line: int) -> RecordError:
        rule = getattr(cause, "rule", "")
        error = RecordError(code, file=self.file, line=line, rule=rule, **cause.data)
        error.cause = cause
        return error


class _Parser:
    """Reads the lines of one record; every refusal names the line."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.line = 0
        self.game: Game | None = None
        self.headers: dict[str, str] = {}
        self.variants: list[str] = []
        self.script: dict[str, tuple[int | None, ...]] = {}
        self.position: list[tuple[str, str]] = []
        self.moves: list[Move] = []
        self.comments: dict[int, str] = {}
        self.notes: list[tuple[int, int, str]] = []
        self.briefed = 0
        self.lines: dict[Any, int] = {}

    def fail(self, code: str, cause: KitError | None = None, **data: Any) -> RecordError:
        error = RecordError(
            code, file=self.file, line=self.line, rule=getattr(cause, "rule", ""), **{**(cause.data if cause else {}), **data}
        )
        error.cause = cause
        error.played = self.game.id if self.game else ""
        return error

    def read(self, text: str) -> Record:
        for self.line, raw in enumerate(text.splitlines(), 1):
            content, _, comment = raw.partition("#")
            words = content.split()
            if words:
                self.read_line(words, content.strip(), comment.strip())
        if self.game is None:
            self.line = max(self.line, 1)
            raise self.fail("record-no-game")
        seed = self.headers.get("seed")
        seats = int(self.headers.get("seats", self.game.default_seats))
        players = tuple(self.headers.get("players", "").split())
        if players and len(players) != seats:
            self.line = self.lines["players"]
            raise self.fail("bad-option", OptionError("unknown-seats", given=len(players), valid=str(seats)))
        return Record(
            game=self.game,
            level=self.headers.get("level", self.game.levels[0]),
            seats=seats,
            variants=tuple(self.variants),
            seed=None if seed is None else int(seed),
            players=players,
            study="study" in self.headers,
            title=self.headers.get("title", ""),
            date=self.headers.get("date", ""),
            script=self.script,
            position=tuple(self.position),
            moves=tuple(self.moves),
            comments=self.comments,
            notes=tuple(self.notes),
            briefed=self.briefed,
            file=self.file,
            lines=self.lines,
        )

    def read_line(self, words: list[str], content: str, comment: str) -> None:
        key = words[0]
        if self.game is None and key != "game":
            raise self.fail("record-no-game")
        if key in HEADERS:
            self.read_header(key, words[1:], content)
            return
        game = self.game
        assert game is not None
        try:
            if key == "deal":
                for label, cards in game.parse_deal(words[1:]).items():
                    if label in self.script:
                        raise self.fail("record-deal-twice", label=label)
                    self.script[label] = tuple(cards)
                    self.lines[label] = self.line
            elif key == "position":
                if self.moves or len(words) < 2:
                    raise self.fail("record-position-late")
                self.position.append((words[1], " ".join(words[2:])))
                self.lines.setdefault("position", self.line)
            elif key == "say":
                if len(words) < 3 or words[1] not in tuple(game.letters):
                    raise self.fail("record-bad-say")
                self.notes.append((len(self.moves), game.letters.index(words[1]), " ".join(words[2:])))
            elif key == "briefed":
                self.briefed = self.whole(key, words[1:])
            else:
                move = game.parse_move(content)
                self.lines[len(self.moves)] = self.line
                if comment:
                    self.comments[len(self.moves)] = comment
                self.moves.append(move)
        except NotationError as error:
            raise self.fail("record-notation", error) from error

    def whole(self, key: str, words: Sequence[str]) -> int:
        if len(words) != 1 or not words[0].isascii() or not words[0].isdigit() or len(words[0]) > 19:
            raise self.fail("record-number", field=key, text=" ".join(words))
        return int(words[0])

    def read_header(self, key: str, words: list[str], content: str) -> None:
        if self.moves:
            raise self.fail("record-header-late", field=key)
        if key in self.headers and key != "variant":
            raise self.fail("record-header-twice", field=key)
        self.headers[key] = content.partition(" ")[2].strip()
        self.lines[key] = self.line
        try:
            if key == "game":
                self.game = get_game(" ".join(words))
            elif key == "level":
                self.known(level=" ".join(words))
            elif key == "seats":
                self.known(seats=self.whole(key, words))
            elif key == "seed":
                self.whole(key, words)
            elif key == "variant":
                self.known(variants=words)
                self.variants.extend(word for word in words if word not in self.variants)
            elif key == "players":
                self.known_players(words)
        except OptionError as error:
            raise self.fail("bad-option", error) from error

    def known(self, **options: Any) -> None:
        assert self.game is not None
        self.game.check(**options)

    def known_players(self, words: Sequence[str]) -> None:
        assert self.game is not None
        valid = ("person", *self.game.crews)
        for word in words:
            if word not in valid:
                raise OptionError("unknown-player", given=word, valid=", ".join(valid))


def parse_record(text: str, file: str = "record") -> Record:
    """The record in `text`, checked by replaying it; RecordError, with the line, where it is broken."""
    if "\0" in text:
        raise RecordError("record-not-text", file=file, line=1)
    record = _Parser(file).read(text)
    record.states()
    return record


def read_record(path: str | Path) -> Record:
    """The record in a file; OptionError where there is no such file, RecordError where it is broken."""
    path = Path(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise OptionError("file-unreadable", file=str(path), reason=error.strerror or str(error)) from error
    if len(raw) > MAX_BYTES:
        raise RecordError("record-too-long", file=str(path), line=1, n=len(raw), limit=MAX_BYTES)
    try:
        return parse_record(raw.decode("utf-8-sig"), str(path))
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise RecordError("record-not-text", file=str(path), line=line) from error


def write_record(record: Record) -> str:
    """The record as text; reading it gives the same record back."""
    lines = [f"game {record.game.id}", f"level {record.level}"]
    if len(record.game.seats) > 1:
        lines.append(f"seats {record.seats}")
    if record.variants:
        lines.append(" ".join(["variant", *record.variants]))
    if record.seed is not None:
        lines.append(f"seed {record.seed}")
    if record.players:
        lines.append(" ".join(["players", *record.players]))
    for key in ("title", "date"):
        if value := getattr(record, key):
            lines.append(f"{key} {value}")
    if record.study:
        lines.append("study")
    lines += [f"position {key} {text}" for key, text in record.position]
    lines += deal_lines(record.game, record.script)
    if record.briefed:
        lines.append(f"briefed {record.briefed}")
    for index in range(len(record.moves) + 1):
        lines += [f"say {record.game.letters[seat]} {text}" for at, seat, text in record.notes if at == index]
        if index < len(record.moves):
            comment = record.comments.get(index)
            lines.append(f"{record.moves[index]}" + (f"      # {comment}" if comment else ""))
    return "\n".join(lines) + "\n"


def deal_lines(game: Game, script: Mapping[str, Iterable[int | None]]) -> list[str]:
    """The `deal` lines of a script, unnamed cards as `?`."""
    shown: Any = [(label, tuple("?" if card is None else card for card in cards)) for label, cards in script.items()]
    return list(game.deal_lines(shown))
