"""Games on a board keep records in the user's data folder: here in one of the test's own."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("KIT_DATA", str(tmp_path))
