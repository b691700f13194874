"""Orbit: what stands in the logbook (OR-7.2): an attempt, how a team may be called, and what can be wrong with either."""

from __future__ import annotations

import re
import secrets
import unicodedata
from dataclasses import dataclass
from datetime import datetime

from kit.core.errors import KitError
from kit.locale import text

COLUMNS = ("team", "mission", "date", "seats", "attempts", "result", "id")
RESULTS = ("success", "failed", "open")
MAX_TEAM = 30
_FIRST = re.compile(r"[^\W_]")  # a letter or digit, never = + - @ or a tab: a spreadsheet must not take a name for a formula
_LETTERS = "abcdef"


class LogbookError(KitError):
    """Something wrong with a team's name or an import; with `line`, `place` and `column` its sentence begins with these."""

    @property
    def game(self) -> str:
        """Its words stand with the game."""
        return "orbit"

    def sentence(self, lang: str | None = None) -> str:
        """The error as a sentence, and where in the file it is."""
        said = super().sentence(lang)
        return text("logbook.place", lang, game=self.game, **self.data) + said if "line" in self.data else said


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt: `date` in ISO form to the second, local time; `attempts` as how many it counts (two after a Mayday)."""

    team: str
    mission: int
    date: str
    seats: int
    attempts: int
    result: str
    id: str


def team_name(given: str) -> str:
    """A team's name as it is kept: NFC, single spaces, 1 to 30 printable characters, a letter or digit first.

    LogbookError for any other, naming the character that cannot be in it.
    """
    name = " ".join(unicodedata.normalize("NFC", given).split())
    if not name:
        raise LogbookError("logbook-no-team")
    shown = "".join(each if each.isprintable() else _named(each) for each in name[:MAX_TEAM])
    if not _FIRST.match(name):
        raise LogbookError("logbook-team-first", given=shown, character=_named(name[0]))
    if wrong := next((each for each in name if not each.isprintable() or each == "\N{REPLACEMENT CHARACTER}"), ""):
        raise LogbookError("logbook-team-character", given=shown, character=_named(wrong))
    if len(name) > MAX_TEAM:
        raise LogbookError("logbook-team-long", given=shown, n=len(name), most=MAX_TEAM)
    return name


def _named(character: str) -> str:
    """A character as a sentence can show it: itself, or by its number where it cannot be seen."""
    return character if character.isprintable() else f"U+{ord(character):04X}"


def stamp(date: datetime | None = None) -> str:
    """A moment (None: now) as the logbook writes it."""
    return (date or datetime.now()).isoformat(sep=" ", timespec="seconds")


def same_moment(one: str, other: str) -> bool:
    """Whether two stamps name one moment, where a spreadsheet may have cut off the seconds or the time of day of either."""
    if one == other:
        return True
    return any(one[:n] == other[:n] and zero in (one[n:], other[n:]) for n, zero in ((16, ":00"), (10, " 00:00:00")))


def new_id(given: str = "") -> str:
    """An attempt's identifier, of 16 hexadecimal digits or by chance: a letter first, so no spreadsheet reads a number."""
    given = given or secrets.token_hex(8)
    return _LETTERS[int(given[0], 16) % len(_LETTERS)] + given[1:]
