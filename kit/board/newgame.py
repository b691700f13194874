"""The dialog for a new game: what it offers, and the session its answers make. Answers come from the page: all is checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kit.core.errors import KitError, OptionError
from kit.core.game import Game
from kit.core.sessions import PERSON, Session
from kit.locale import has_text, level_name, text

MANY = 8  # levels: more of them are a list to pull down


@dataclass(frozen=True)
class Setting:
    """What was chosen last: the dialog opens with it."""

    level: str
    players: tuple[str, ...]
    variants: tuple[str, ...] = ()
    seed: str = ""

    @staticmethod
    def first(game: Game) -> Setting:
        """For a newcomer: the first level, one person in the first seat, a crew in the others."""
        others = (game.crews[0] if game.crews else PERSON,) * (game.default_seats - 1)
        return Setting(game.levels[0], (PERSON, *others))


def offer(game: Game, setting: Setting, lang: str) -> dict[str, Any]:
    """The dialog's choices for the template: levels, a list of players for each seat, variants."""

    def t(key: str) -> str:
        return text(key, lang, game=game.id)

    def about(key: str) -> str:
        return t(key) if has_text(key, game.id) else ""

    people = [(PERSON, t("board.person")), *((crew, t(f"crew.{crew}")) for crew in game.crews)]
    filled = [*setting.players, *Setting.first(game).players[-1:] * (max(game.seats) - len(setting.players))]
    return {
        "counts": [{"n": n, "on": n == len(setting.players)} for n in game.seats] if len(game.seats) > 1 else [],
        "levels": [
            {"id": x, "name": level_name(game.id, x, lang), "about": about(f"level-about.{x}"), "on": x == setting.level}
            for x in game.levels
        ],
        "many": len(game.levels) > MANY,
        "later": None if game.further_level is None else "" if setting.level in game.levels else setting.level,
        "seats": [
            {"name": t(f"seat.{seat}"), "options": [{"id": who, "name": name, "on": who == player} for who, name in people]}
            for seat, player in enumerate(filled)
        ],
        "variants": [
            {"id": x, "name": t(f"variant.{x}"), "about": about(f"variant-about.{x}"), "on": x in setting.variants}
            for x in game.variants
        ],
        "seed": setting.seed,
        "open": bool(setting.variants or setting.seed or setting.level not in game.levels),
    }


def _many(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    return tuple(map(str, value)) if isinstance(value, list) else (str(value),)


def read(game: Game, fields: Mapping[str, Any]) -> Setting:
    """The setting that the page's form sends; KitError with a sentence where it is not one."""
    seed = str(fields.get("seed", "")).strip()
    if seed and not (seed.isascii() and seed.isdigit() and len(seed) <= 18):
        raise KitError("bad-seed")
    players = _many(fields.get("player"))
    if "seats" in fields:  # the form has a field for every seat there can be; those beyond the number chosen are hidden
        count = str(fields["seats"])
        if count not in map(str, game.seats):
            raise OptionError("unknown-seats", given=count[:20], valid=", ".join(map(str, game.seats)))
        players = players[: int(count)]
    later = str(fields.get("later", "")).strip()
    return Setting(later or str(fields.get("level", "")), players, _many(fields.get("variant")), seed)


def begin(game: Game, setting: Setting) -> Session:
    """A new game of that setting; OptionError for what the game does not have."""
    seed = int(setting.seed) if setting.seed else None
    return Session.new(
        game.id, level=setting.level, seats=len(setting.players), variants=setting.variants, seed=seed, players=setting.players
    )


def setting_of(session: Session, players: Sequence[str]) -> Setting:
    """The setting of a running game, for its dialog next time."""
    return Setting(session.level, tuple(players), session.variants)
