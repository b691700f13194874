"""The games, each in a package of its own with the same rooms. The registry is `kit.core.registry`."""

from __future__ import annotations

from kit.core.registry import games, get_game

__all__ = ["games", "get_game"]
