"""The registry of the games: one line a game. A game's package is imported when it is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from kit.core.errors import OptionError
from kit.core.game import Game

PACKAGES = {
    "landeanflug": "kit.games.landeanflug",
    "punktlandung": "kit.games.punktlandung",
    "luft_land_see": "kit.games.luft_land_see",
    "orbit": "kit.games.orbit",
}


@cache
def get_game(game_id: str) -> Game:
    """The game of that id; OptionError, which lists the valid ones, for another."""
    if game_id not in PACKAGES:
        raise OptionError("unknown-game", given=game_id, valid=", ".join(PACKAGES))
    game: Game = import_module(PACKAGES[game_id]).GAME
    return game


def games() -> tuple[Game, ...]:
    """All games, in the order of the registry."""
    return tuple(get_game(game_id) for game_id in PACKAGES)
