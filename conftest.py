"""For every test run: how nbval compares notebooks.

Saved outputs are plain text (see `docs/notebooks.md`). The HTML of the same outputs is large, and has tests of its own.
"""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tell nbval to leave the HTML of an output out of the comparison."""
    for item in items:
        skipped = getattr(item.parent, "skip_compare", None)
        if isinstance(skipped, tuple) and "text/html" not in skipped:
            item.parent.skip_compare = (*skipped, "text/html")  # type: ignore[union-attr]
