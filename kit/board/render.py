"""From a scene to HTML. Templates are Jinja2 with autoescape; the game's own is `board.html` in its folder.

A game gives its table by names in its module `kit.games.<id>.scene` (see `docs/boards.md`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from jinja2 import BaseLoader, Environment, FileSystemBytecodeCache, FileSystemLoader, PrefixLoader, StrictUndefined, Template
from markupsafe import Markup

from kit.core.datafiles import data_folder
from kit.core.game import State, View
from kit.core.registry import PACKAGES, get_game
from kit.locale import language, rank_name, text

_HERE = Path(__file__).parent
_GAMES = _HERE.parent / "games"
PIECE = "\x02", "\x03"  # the marks before and behind a piece of a page (see `table.js`); no text holds these characters


@cache
def _environment() -> Environment:
    """One environment for all games: shared templates by name, a game's by `<id>/board.html`."""
    shared = FileSystemLoader(_HERE)
    games = PrefixLoader({game_id: FileSystemLoader(_GAMES / game_id) for game_id in PACKAGES})

    class _Loader(FileSystemLoader):
        def get_source(self, environment: Environment, template: str) -> Any:
            return (games if "/" in template else shared).get_source(environment, template)

    return environment(_Loader(_HERE))


def environment(loader: BaseLoader) -> Environment:
    """How all our templates are read: escaped, compiled once, a name that is missing an error where it would be printed."""
    env = _Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=_Missing,
        bytecode_cache=_compiled_before(),
        auto_reload=False,
    )
    env.globals["OPEN"], env.globals["CLOSE"] = PIECE
    env.globals["piece"] = _piece
    return env


def _compiled_before() -> FileSystemBytecodeCache | None:
    """The templates as an earlier kernel compiled them: a third of a second for each page. None where nothing can be written."""
    folder = data_folder() / "templates"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return FileSystemBytecodeCache(str(folder)) if os.access(folder, os.W_OK) else None


class _Environment(Environment):
    """Looks a name up in a dict before it tries attributes: scenes are dicts, and that halves the time of a board."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


class _Missing(StrictUndefined):
    """A name the scene does not have counts as false in a condition, and is an error where it would be printed."""

    def __bool__(self) -> bool:  # type: ignore[override]
        return False


@cache
def scene_module(game_id: str) -> ModuleType:
    """The module that makes a game's scenes."""
    return import_module(f"kit.games.{game_id}.scene")


@cache
def game_module(game_id: str, name: str) -> ModuleType | None:
    """A module that a game may have or not, such as `lookback`; None where it has none."""
    full = f"kit.games.{game_id}.{name}"
    return import_module(full) if find_spec(full) else None


@cache
def _template(name: str) -> Template:
    return _environment().get_template(name)


@cache
def style(game_id: str) -> str:
    """The shared style and the game's own, comments and indentation left out."""
    css = (_HERE / "table.css").read_text("utf-8") + (_GAMES / game_id / scene_module(game_id).STYLE).read_text("utf-8")
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.S)
    return re.sub(r"\n\s*", "\n", css).strip()


def words(game_id: str, lang: str | None) -> Callable[..., str]:
    """The catalogue as templates call it: `t("board.undo")`."""
    return partial(_word, lang=lang or language(), game=game_id)


@lru_cache(maxsize=4096)
def _word(key: str, lang: str, game: str, **fields: Any) -> str:
    """Boards say the same words again and again; formatting them anew would be half the cost of a board."""
    return text(key, lang, game=game, **fields)


def render(name: str, game_id: str, lang: str, **context: Any) -> str:
    """A template with the names that every template may use: `t`, `rank`, `lang`, and the scene as `s`."""
    rank = partial(rank_name, lang=lang)
    once = partial(_once, game_id, lang, rank)
    return _template(name).render(t=words(game_id, lang), rank=rank, once=once, lang=lang, game=game_id, **context)


def _piece(html: str, live: bool) -> str:
    """One element of a board, on a table that is played between the marks by which the page knows it again (see `table.js`)."""
    html = html.strip()
    return Markup(f"{PIECE[0]}{html}{PIECE[1]}") if live else html


_pieces: dict[tuple[Any, ...], str] = {}


def _once(game_id: str, lang: str, rank: Callable[[int], str], macro: Any, data: Any, live: bool) -> str:
    """What a macro makes of a piece of a scene, one element, remembered: from one click to the next most pieces stay the same."""
    key = (macro.name, game_id, lang, live, repr(data))
    if key not in _pieces:
        if len(_pieces) > 4000:
            _pieces.clear()
        _pieces[key] = _piece(macro(data, live, rank), live)
    return _pieces[key]


def board(game_id: str, scene: dict[str, Any], lang: str, *, live: bool, only: Sequence[str] | None = None) -> str:
    """The game's board for a scene; `live` makes what can be chosen a button."""
    return render(f"{game_id}/{scene_module(game_id).TEMPLATE}", game_id, lang, s=scene, live=live, only=only)


class Picture:
    """A board as a static picture: HTML that reads without a kernel and without JavaScript, and plain text lines."""

    _styled: str | None = None  # the notebook cell whose output carries the style in this kernel

    def __init__(self, game_id: str, html: str, lines: Sequence[str]) -> None:
        self.game_id = game_id
        self.html = html
        self.lines = tuple(lines)

    def _repr_html_(self) -> str:
        css = f"<style>{style(self.game_id)}</style>" if self._needs_style() else ""
        return f"{css}{self.html}"

    def standalone(self) -> str:
        """The picture with its style, for a page of its own."""
        return f"<style>{style(self.game_id)}</style>{self.html}"

    def _needs_style(self) -> bool:
        """Only the first picture of a notebook carries the style, since all outputs share the page; 25 kB each would add up.

        Running that cell again writes the style again. Outside a notebook every picture carries it.
        """
        cell = _cell()
        if cell is None:
            return True
        if Picture._styled is None:
            Picture._styled = cell
        return Picture._styled == cell

    def __repr__(self) -> str:
        return "\n".join(self.lines)


def _cell() -> str | None:
    """The notebook cell that runs now: its id where the front end sends it, else its count; None outside a notebook."""
    try:
        from IPython import get_ipython
    except ImportError:
        return None
    shell = get_ipython()
    if shell is None or not hasattr(shell, "kernel"):
        return None
    parent = getattr(shell, "parent_header", None) or {}
    return str(parent.get("metadata", {}).get("cellId") or shell.execution_count)


def show(
    position: State | View | Any,
    *,
    lang: str | None = None,
    only: Sequence[str] | str | None = None,
    selected: int | None = None,
    coffee: int = 0,
    status: bool = True,
    caption: str = "",
    **options: Any,
) -> Picture:
    """A picture of a state (all hands open), a view (what that seat knows) or a session (its state).

    `only` names the zones to show; `selected` and `coffee` choose a card, so that its consequences stand on the board; `status`
    leaves the line above the board out; `caption` replaces its text.
    """
    lang = lang or language()
    if hasattr(position, "states") and hasattr(position, "view"):
        position = position.state
    game_id = type(position).__module__.split(".")[2]
    if isinstance(position, get_game(game_id).state_type):
        position = get_game(game_id).view(position, None, reveal=True)
    module = scene_module(game_id)
    if selected is not None:
        options |= {"selected": selected, "coffee": coffee}
    scene = module.scene(position, lang=lang, **options)
    zones = [only] if isinstance(only, str) else only
    if zones is not None:
        zones = [module.ALIASES.get(zone, zone) for zone in zones]
        if unknown := [zone for zone in zones if zone not in module.ZONES]:
            raise ValueError(f"no zone {unknown[0]!r}: one of {', '.join((*module.ZONES, *module.ALIASES))}")
    body = board(game_id, scene, lang, live=False, only=zones)
    html = render(
        "picture.html", game_id, lang, s=scene, body=body, status=(status and zones is None) or bool(caption), caption=caption
    )
    return Picture(game_id, html, module.lines(position, lang))
