"""Records of Orbit can be read in these tests whether or not the registry shows the game already."""

from __future__ import annotations

import pytest

from kit.core import registry


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(registry.PACKAGES, "orbit", "kit.games.orbit")
