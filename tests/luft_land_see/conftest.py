"""The game is known to records and sessions in these tests, whether or not the lobby shows it."""

from __future__ import annotations

import pytest

from kit.core import registry


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(registry.PACKAGES, "luft_land_see", "kit.games.luft_land_see")
    yield
    registry.get_game.cache_clear()
