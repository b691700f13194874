"""The catalogue of all screen text, German and English side by side.

Each entry stands in a TOML file with both languages: the shared ones in this folder, a game's own in its folder
(`kit/games/<game>/texts*.toml`, whose keys are read with the game's id in front). An entry is a sentence with named fields, or
a table of plural forms chosen by the field `n`:

    [board]
    undo = { de = "Zurück", en = "Undo" }
    cards = { de = { one = "{n} Karte", other = "{n} Karten" }, en = { one = "{n} card", other = "{n} cards" } }

Fields take the usual format specifications and two of our own: `{card:rank}` prints 1, 11, 12, 13 as the letter on the card,
`{place:@place}` looks the value up in the catalogue below `place`, and takes `place.other` where there is no entry for it
(`{value}` prints it there).
"""

from __future__ import annotations

import os
import string
import tomllib
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("de", "en")
_RANKS = {"de": {0: "Joker", 1: "A", 11: "B", 12: "D", 13: "K"}, "en": {0: "joker", 1: "A", 11: "J", 12: "Q", 13: "K"}}
_KIT = Path(__file__).parent.parent


def _system_language() -> str:
    wanted = os.environ.get("KIT_LANG") or os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    return "de" if wanted.lower().startswith("de") else "en"


_language: ContextVar[str] = ContextVar("kit_language", default="")


def language() -> str:
    """The language in force here, `de` or `en`: the one set with `set_language`, else the system's, else English."""
    return _language.get() or _system_language()


def set_language(lang: str) -> None:
    """Use `lang` (`de` or `en`) from here on in this context; ValueError for any other."""
    if lang not in LANGUAGES:
        raise ValueError(f"unknown language {lang!r}: one of {', '.join(LANGUAGES)}")
    _language.set(lang)


def read_entries(path: Path, prefix: str = "") -> dict[str, Mapping[str, Any]]:
    """The entries of one TOML file by their full keys, `prefix` in front."""
    entries: dict[str, Mapping[str, Any]] = {}
    _flatten(tomllib.loads(path.read_text("utf-8")), prefix, entries)
    return entries


def _flatten(table: Mapping[str, Any], prefix: str, into: dict[str, Mapping[str, Any]]) -> None:
    for key, value in table.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping) and not set(LANGUAGES) <= set(value):
            _flatten(value, name + ".", into)
        else:
            into[name] = value


@cache
def catalogue() -> Mapping[str, Mapping[str, Any]]:
    """Every entry by its full key: `{"board.undo": {"de": ..., "en": ...}, ...}`."""
    entries: dict[str, Mapping[str, Any]] = {}
    for path in sorted((_KIT / "locale").glob("*.toml")):
        entries |= read_entries(path)
    for path in sorted((_KIT / "games").glob("*/texts*.toml")):
        entries |= read_entries(path, path.parent.name + ".")
    return entries


def rank_name(value: int, lang: str | None = None) -> str:
    """The letter or number on a card of rank `value` (1-13): A, 2-10, J/B, Q/D, K; 0 is a joker."""
    return _RANKS[lang or language()].get(value, str(value))


def numeral(written: str, lang: str | None = None) -> str:
    """A number as Python writes it (`-0.5`, `47.3%`) as a language does: a true minus; in German a comma, a space before `%`."""
    said = written.replace("-", "−")
    return said.replace(".", ",").replace("%", "\N{NO-BREAK SPACE}%") if (lang or language()) == "de" else said


class Formatter(string.Formatter):
    """Fills a sentence's fields: the usual format specifications, `rank`, and `@...` for a look into the catalogue.

    Numbers with a fraction are written as the language does (`numeral`).
    """

    def __init__(self, lang: str, game: str) -> None:
        self.lang, self.game = lang, game

    def format_field(self, value: Any, spec: str) -> str:
        """One field as its format specification asks."""
        if spec == "rank":
            values = value if isinstance(value, tuple | list) else [value]
            return " ".join(rank_name(v, self.lang) for v in values)
        if spec.startswith("@"):
            below = spec[1:]
            key = f"{below}.{value}" if has_text(f"{below}.{value}", self.game) else f"{below}.other"
            return text(key, self.lang, game=self.game, value=value)
        said = str(super().format_field(value, spec))
        return numeral(said, self.lang) if isinstance(value, float) else said


def has_text(key: str, game: str = "") -> bool:
    """Whether the catalogue has `key`, in the part of `game` or in the shared part."""
    return bool(game and f"{game}.{key}" in catalogue()) or key in catalogue()


def level_name(game: str, level: str, lang: str | None = None) -> str:
    """What a level of `game` is called: its own entry `level.<id>`, else the numbered form `level-n`."""
    key = f"level.{level}"
    return text(key, lang, game=game) if has_text(key, game) else text("level-n", lang, game=game, n=level)


def form(entry: Mapping[str, Any], lang: str, fields: Mapping[str, Any]) -> str:
    """An entry's sentence in `lang` with its fields still open; of two plural forms the one that the field `n` asks for."""
    chosen = entry[lang]
    return str(chosen["one" if fields.get("n") == 1 else "other"] if isinstance(chosen, Mapping) else chosen)


def text(key: str, lang: str | None = None, *, game: str = "", **fields: Any) -> str:
    """The sentence of `key` in `lang` with its fields filled in; a game's own entry goes before a shared one.

    Raises KeyError for a key that the catalogue does not have, or a field that was not given.
    """
    lang = lang or language()
    entry = catalogue().get(f"{game}.{key}") if game else None
    if entry is None:
        entry = catalogue()[key]
    return Formatter(lang, game).vformat(form(entry, lang, fields), (), fields)
