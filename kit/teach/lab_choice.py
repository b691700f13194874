"""What the lab notebook lets one choose, and what it says of a batch: plain data and sentences, no widget.

Every choice is offered from the game's own lists (levels, seats, variants, crews), so a further game needs nothing here.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from kit.chance.intervals import Interval, difference
from kit.core.errors import KitError
from kit.core.registry import get_game
from kit.lab.batches import Batch, Setting
from kit.locale import has_text, level_name, text
from kit.teach.words import decimal, percent

MOST_GAMES = 100_000
MOST_SEED = 10**9
HEAD = ("setting", "game", "level", "seats", "variants", "crew", "seed", "games", "wins", "rate", "low", "high", "published")
SIDES = ("A", "B")


def is_duel(game_id: str) -> bool:
    """Whether crews play against each other, each seat with its own; else one crew takes all seats."""
    return hasattr(import_module(f"kit.games.{game_id}.figures"), "published_between")


def figure_for(setting: Setting) -> float | None:
    """The published rate that a batch of this setting may be held against: it was published for the house crew, or for a duel."""
    return setting.published if is_duel(setting.game) or set(setting.crews) == {"house"} else None


@dataclass(frozen=True)
class Choice:
    """One setting as the page holds it; every field may still be wrong until `setting` has checked it."""

    level: str
    seats: str
    variants: frozenset[str]
    crew: str
    against: str = ""

    @classmethod
    def first(cls, game_id: str) -> Choice:
        """Where one begins: the first level, the usual seats, no variant, the house crew (in a duel against the next one)."""
        game = get_game(game_id)
        against = game.crews[1] if is_duel(game_id) else ""
        return cls(game.levels[0], str(game.default_seats), frozenset(), game.crews[0], against)

    def setting(self, game_id: str) -> Setting:
        """The checked setting; OptionError for what the game does not have."""
        game = get_game(game_id)
        seats = int(self.seats) if self.seats.isascii() and self.seats.isdigit() and len(self.seats) < 3 else -1
        crews = (self.crew, self.against) if is_duel(game_id) else (self.crew,)
        game.check(level=self.level, seats=seats, variants=self.variants, crews=crews)
        return Setting.of(game_id, level=self.level, seats=seats, variants=tuple(self.variants), crews=crews)

    def with_field(self, field: str, value: str) -> Choice:
        """The choice with one field changed; `variant` turns that one on or off. KeyError for a field there is not."""
        if field == "variant":
            return replace(self, variants=self.variants ^ {value})
        if field not in ("level", "seats", "crew", "against"):
            raise KeyError(field)
        changed: Choice = replace(self, **{field: value})  # type: ignore[arg-type]
        return changed


def comparisons(game_id: str) -> tuple[str, ...]:
    """What can be compared by one click: each variant with playing without it, then the house crew with the last one."""
    game = get_game(game_id)
    return (*(f"variant:{name}" for name in game.variants), *(("crew",) if len(game.crews) > 1 else ()))


def compared(game_id: str, first: Choice, key: str) -> tuple[Choice, Choice]:
    """Both sides of a comparison that differ in that one thing; KeyError for a key that is not of this game."""
    if key not in comparisons(game_id):
        raise KeyError(key)
    kind, _, name = key.partition(":")
    if kind == "variant":
        return replace(first, variants=first.variants - {name}), replace(first, variants=first.variants | {name})
    crews = get_game(game_id).crews
    return replace(first, crew=crews[0]), replace(first, crew=crews[-1])


def whole_number(given: str, field: str, most: int, least: int = 1) -> int:
    """A number that was typed; KitError with a sentence where it is none or out of range."""
    plain = given.strip().replace(".", "").replace("\u00a0", "").replace(" ", "")
    if not (plain.isascii() and plain.isdigit() and len(plain) < 12 and least <= int(plain) <= most):
        raise KitError("lab-number", field=field, given=given[:20], low=least, high=most)
    return int(plain)


class LabWords:
    """The sentences of the lab in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __call__(self, key: str, **fields: Any) -> str:
        """The text of `lab.<key>`."""
        return text(f"lab.{key}", self.lang, **fields)

    def of(self, game_id: str, key: str) -> str:
        """A game's own word, such as `variant.dice`."""
        return text(key, self.lang, game=game_id)

    def percent(self, value: float) -> str:
        """A rate with one decimal."""
        return percent(value, 1, self.lang)

    def points(self, value: float) -> str:
        """A difference of rates in percentage points, with one decimal."""
        return decimal(100 * value, 1, self.lang)

    def setting(self, setting: Setting) -> str:
        """A setting in one line: level, seats, variants, crews."""
        game = get_game(setting.game)
        parts = [level_name(setting.game, setting.level, self.lang)] if len(game.levels) > 1 else []
        parts += [self("seats-n", n=setting.seats)] if len(game.seats) > 1 else []
        parts += [self.of(setting.game, f"variant.{name}") for name in setting.variants]
        crews = [self.of(setting.game, f"crew.{name}") for name in setting.crews]
        return ", ".join([*parts, f" {self('against')} ".join(crews)])

    def ending(self, game_id: str, name: str) -> str:
        """How a game ended, in words; the name itself where the game has no words for it."""
        key = f"ending-name.{name}"
        return self.of(game_id, key) if has_text(key, game_id) else name

    def rate(self, batch: Batch) -> str:
        """Rate, interval and number of games in a sentence."""
        low, high = batch.interval()
        shown = {"rate": self.percent(batch.rate), "low": self.percent(low), "high": self.percent(high)}
        return self("rate", n=batch.played, wins=batch.wins, **shown)

    def published(self, batch: Batch) -> str:
        """The published figure and whether it lies in the interval; empty where none was published or nothing played."""
        figure = figure_for(batch.setting)
        if figure is None or not batch.played:
            return ""
        low, high = batch.interval()
        return self("published-in" if low <= figure <= high else "published-out", rate=self.percent(figure))

    def difference(self, first: Batch, second: Batch) -> str:
        """How far B is from A, with the interval of the difference, and what that means; empty before both have games."""
        if not first.played or not second.played:
            return ""
        gap = second.rate - first.rate
        low, high = gap_interval(first, second)
        ends = {"low": self.points(low), "high": self.points(high)}
        if gap == 0:
            said = self("gap-none", **ends)
        else:
            said = self("gap-more" if gap > 0 else "gap-less", gap=self.points(abs(gap)), **ends)
        return f"{said} {self('gap-open' if low <= 0 <= high else 'gap-clear')}"


def gap_interval(first: Batch, second: Batch) -> Interval:
    """The interval of rate B minus rate A (fractions); both need a game played."""
    return difference(second.wins, second.played, first.wins, first.played)


def as_csv(batches: Sequence[Batch]) -> str:
    """A row for each setting and ending: HEAD, then `ending` and `count`; rates are fractions with a decimal point."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow([*HEAD, "ending", "count"])
    table.writerows(_rows(batches))
    return out.getvalue()


def _rows(batches: Sequence[Batch]) -> Iterable[list[object]]:
    for side, batch in zip(SIDES, batches, strict=False):
        data = batch.as_json()
        known = {**data, "setting": side, "variants": " ".join(batch.setting.variants), "published": figure_for(batch.setting)}
        start = ["" if known[name] is None else known[name] for name in HEAD]
        for ending, count in batch.endings.most_common():
            yield [*start, ending, count]
