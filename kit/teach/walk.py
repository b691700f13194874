"""Step-by-step walks: a position, one move further, the table beside it and one sentence that says what happened.

    start = begin(example="la-9-1")          a position from a game record
    step1 = start.play("P 3>axis")           the next one; `start` stays as it was
    step1.attempt("C 4>flap2")               what the rules say to a move, without making it

Steps never change, so a notebook's cells can be changed and run again one by one. A game gives its part by names in its module
`kit.games.<id>.walk`: `zones(before, move, after)`, `happened(before, move, after, lang)`, `still(before, move, after)` and
`mark(scene, before, after)` (see `docs/notebooks.md`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from markupsafe import Markup

from kit.board.render import Picture, board, render, scene_module
from kit.core.errors import KitError, NotationError, OptionError, RuleError
from kit.core.game import Game, Move, State
from kit.core.records import Record, parse_record, read_record, write_record
from kit.core.registry import PACKAGES, get_game
from kit.locale import language, text

_GAMES = Path(__file__).parents[1] / "games"
_SAY = re.compile(r"say (\w) (.+)")


def examples() -> dict[str, Path]:
    """The worked examples that ship with the games, by name."""
    return {path.stem: path for game in PACKAGES for path in sorted((_GAMES / game / "examples").glob("*.txt"))}


@cache
def _style() -> str:
    """The walk's own style, comments and indentation left out. Every output carries it, since every cell can be run alone."""
    css = re.sub(r"/\*.*?\*/", "", Path(__file__).with_name("walk.css").read_text("utf-8"), flags=re.S)
    return f"<style>{re.sub(chr(10) + ' *', '', css)}</style>"


def begin(game: str = "", record: str = "", *, example: str = "") -> Step:
    """The first position of a record: an `example` by name, or a game's id with the lines of a record (without its `game` line).

    Without lines the game begins with a deal of seed 0. OptionError for an unknown game or example, RecordError for broken lines.
    """
    if example:
        if example not in examples():
            raise OptionError("unknown-example", given=example, valid=", ".join(examples()))
        return _first(read_record(examples()[example]))
    get_game(game)
    return _first(parse_record(f"game {game}\n{record.removeprefix(chr(10))}"))


def _first(record: Record) -> Step:
    return Step(record, record.start())


@cache
def _story(game_id: str) -> ModuleType:
    return import_module(f"kit.games.{game_id}.walk")


@dataclass(frozen=True)
class Step:
    """A position of a walk, and how it came about.

    `record` is where the walk began, `past` all moves since. `events` are those of the last `play`, each as (state before, move,
    state after); empty at the beginning. `chosen` are the zones that `only` chose; None: those that the moves concern.
    """

    record: Record
    state: State
    past: tuple[Move, ...] = ()
    events: tuple[tuple[State, Move, State], ...] = ()
    chosen: tuple[str, ...] | None = None

    @property
    def game(self) -> Game:
        """The game that is walked through."""
        return self.record.game

    @property
    def game_id(self) -> str:
        """Its id."""
        return self.record.game.id

    def play(self, *moves: str) -> Step:
        """The step after one or more moves in their notation; RuleError or NotationError, shown as one sentence, otherwise."""
        state, events = self.state, []
        for notation in moves:
            move = self.game.parse_move(notation)
            after = self.game.apply(state, move)
            events.append((state, move, after))
            state = after
        return Step(self.record, state, (*self.past, *(move for _, move, _ in events)), tuple(events))

    def attempt(self, notation: str) -> Attempt:
        """What the rules say to a move, or to talk (`say P 6?`), without making it."""
        error: KitError | None = None
        move: Move | None = None
        if spoken := _SAY.fullmatch(notation.strip()):
            if spoken[1] not in self.game.letters:
                raise NotationError("bad-notation", notation=notation)
            error = _silence(self.game, self.state)
        else:
            try:
                move = self.game.parse_move(notation)
                error = self.game.why_not(self.state, move)
            except NotationError as broken:
                error = broken
        return Attempt(self, notation.strip(), move, error)

    def only(self, *zones: str) -> Step:
        """The same step, of whose table only these zones are shown; OptionError, which lists them, for others."""
        module = scene_module(self.game_id)
        names = tuple(module.ALIASES.get(zone, zone) for zone in zones)
        for given, name in zip(zones, names, strict=True):
            if name not in module.ZONES:
                raise OptionError("unknown-zone", given=given, valid=", ".join((*module.ZONES, *module.ALIASES)))
        return replace(self, chosen=names)

    def choose(self, card: int, coffee: int = 0) -> Picture:
        """The table as the seat to move sees it with one of its cards in hand: each place says what the card would do there."""
        (seat, *_) = self.game.deciders(self.state)
        return self._picture(self.game.view(self.state, seat), self._zones(), selected=card, coffee=coffee)

    def now(self, *zones: str) -> Step:
        """The position alone, without what led to it, as after the cards of a round were taken back."""
        bare = replace(self, events=(), chosen=None)
        return bare.only(*zones) if zones else bare

    def try_out(self) -> Any:
        """A board on which this position is played on, both seats by persons, moves taken back freely; nothing is saved."""
        from kit.board.gameboard import GameBoard  # brings ipywidgets along, which pictures do not need

        return GameBoard(self.game.id, lang=language(), record=self.study_record(), store=False)

    def study_record(self) -> str:
        """This position as a record to be studied: both seats by persons, moves taken back freely."""
        briefed = self.game.briefing(self.state) or self.record.briefed  # the cards lie open here: no briefing before them
        record = replace(self.record, moves=self.past, players=(), comments={}, study=True, briefed=briefed, lines={})
        return write_record(record)

    def fold(self) -> Folded:
        """The same step folded away, so that one can think first."""
        return Folded(self)

    def _repr_html_(self) -> str:
        return self._html([line for event in self.events for line in self._told(*event)])

    def __repr__(self) -> str:
        if not self.events:
            return "\n".join(scene_module(self.game_id).lines(self._view(self.state), language()))
        return "\n".join(_plain(line) for event in self.events for line in self._told(*event))

    # How it is shown

    def _told(self, before: State, move: Move, after: State) -> list[dict[str, Any]]:
        """What happened, line by line: `text`, `rule`, `tone` (`good`, `refused` or empty)."""
        lines: list[dict[str, Any]] = _story(self.game_id).happened(before, move, after, language())
        return lines

    def _view(self, state: State) -> Any:
        """A teaching picture has all hands open."""
        return self.game.view(state, None, reveal=True)

    def _zones(self, moves: Iterable[tuple[State, Move, State]] | None = None) -> tuple[str, ...] | None:
        if self.chosen is not None:
            return self.chosen
        events = self.events if moves is None else tuple(moves)
        if not events:
            return None
        wanted = {zone for event in events for zone in _story(self.game_id).zones(*event)}
        return tuple(zone for zone in scene_module(self.game_id).ZONES if zone in wanted)

    def _picture(self, view: Any, zones: tuple[str, ...] | None, **options: Any) -> Picture:
        module, lang = scene_module(self.game_id), language()
        scene = module.scene(view, lang=lang, **options)
        if self.events:
            _story(self.game_id).mark(scene, self.events[0][0], self.events[-1][2])
        body = board(self.game_id, scene, lang, live=False, only=zones)
        html = render("picture.html", self.game_id, lang, s=scene, body=body, status=bool(options), caption="")
        # A page shows many tables, so their zones must not be landmarks of the page, as labelled sections are.
        html = html.replace("<section ", "<article ").replace("</section>", "</article>")
        html = html.replace('class="kit-board picture"', 'class="kit-board picture walk"', 1)
        return Picture(self.game_id, html, module.lines(view, lang))

    def _html(self, lines: Iterable[dict[str, Any]]) -> str:
        """The lines above the table."""
        state = _story(self.game_id).still(*self.events[-1]) if self.events else self.state
        picture = self._picture(self._view(state), self._zones())
        return _style() + _framed(lines) + picture._repr_html_()


@dataclass(frozen=True)
class Attempt:
    """A move that was only tried: `error` is the rule it breaks (stable `code`, rule id, sentence), None where it is legal."""

    step: Step
    notation: str
    move: Move | None
    error: KitError | None

    @property
    def legal(self) -> bool:
        """Whether the rules allow it."""
        return self.error is None

    def _lines(self) -> list[dict[str, Any]]:
        lang = language()
        what = self._what(lang)
        if self.error is not None:
            verdict = {
                "text": Markup("{} {}").format(what, _capital(self.error.sentence(lang))),
                "rule": getattr(self.error, "rule", ""),
                "code": self.error.code,
                "tone": "refused",
            }
            return [verdict]
        allowed = Markup("{} <b>{}.</b>").format(what, text("walk.legal", lang))
        if self.move is None:
            return [{"text": allowed + " " + text("walk.talk", lang), "rule": "", "tone": "good"}]
        after = self.step.game.apply(self.step.state, self.move)
        return [{"text": allowed, "rule": "", "tone": "good"}, *self.step._told(self.step.state, self.move, after)]

    def _what(self, lang: str) -> Markup:
        """The attempt in words, bold."""
        if spoken := _SAY.fullmatch(self.notation):
            names = scene_module(self.step.game_id).seat_name
            what = text("walk.said", lang, who=names(self.step.game.letters.index(spoken[1]), lang), what=spoken[2])
        elif self.move is None:
            what = text("walk.tried", lang, what=self.notation)
        else:
            what = text("walk.tried", lang, what=scene_module(self.step.game_id).describe(self.move, lang))
        return Markup("<b>{}</b>{}").format(what, "" if what.endswith(("?", ".", "“", "”")) else ".")

    def _repr_html_(self) -> str:
        zones = self.step.chosen
        if zones is None and self.move is None:
            zones = ("dock",) if "dock" in scene_module(self.step.game_id).ZONES else None
        elif zones is None:
            event = (self.step.state, self.move, self.step.state)
            zones = self.step._zones([event])
        return replace(self.step, events=(), chosen=zones)._html(self._lines())

    def __repr__(self) -> str:
        return "\n".join(_plain(line) for line in self._lines())


@dataclass(frozen=True)
class Folded:
    """A step that is shown when its reader unfolds it."""

    step: Step

    def _repr_html_(self) -> str:
        summary = Markup("<details><summary>{}</summary>").format(text("walk.fold"))
        return f'{_style()}<div class="kit-board walk"><div class="kb">{summary}{self.step._repr_html_()}</details></div></div>'

    def __repr__(self) -> str:
        return text("walk.folded")


def _silence(game: Game, state: State) -> RuleError | None:
    """Why nobody may talk now. A walk stands behind the draw, so only a finished game or no silence at all lets them talk."""
    return None if game.outcome(state) or not game.talk_rule else RuleError("silence", game.talk_rule)


def _framed(lines: Iterable[dict[str, Any]]) -> str:
    """The lines that tell, as the status above a table."""
    shown = list(lines)
    if not shown:
        return ""
    tones = [line["tone"] for line in shown]
    tone = "refused" if "refused" in tones else "good" if "good" in tones else ""
    inner = Markup("").join(_line(line) for line in shown)
    frame = Markup(
        '<div class="kit-board picture walk" lang="{}"><div class="kb"><div class="status told {}">{}</div></div></div>'
    )
    return str(frame.format(language(), tone, inner))


def _line(line: dict[str, Any]) -> Markup:
    signs = {"refused": Markup('<span class="tick bad" aria-hidden="true">✕</span>'),
             "good": Markup('<span class="tick ok" aria-hidden="true">✓</span>')}  # fmt: skip
    code = Markup(' title="{}"').format(line["code"]) if line.get("code") else ""  # a pupil reads the sentence, a tool the code
    rule = Markup(" <small{}>{}</small>").format(code, line["rule"]) if line["rule"] else ""
    return Markup('<div class="line">{}<p>{}{}</p></div>').format(signs.get(line["tone"], ""), line["text"], rule)


def _capital(sentence: str) -> str:
    """A sentence may begin with the name of a place, which the catalogue has in lower case."""
    return sentence[:1].upper() + sentence[1:]


def _plain(line: dict[str, Any]) -> str:
    """A line as plain text, the same every time."""
    sign = {"refused": "✕ ", "good": "✓ "}.get(line["tone"], "")
    said = Markup(line["text"]).striptags()
    about = ", ".join(filter(None, [line["rule"], line.get("code", "")]))
    return f"{sign}{said}" + (f" ({about})" if about else "")
