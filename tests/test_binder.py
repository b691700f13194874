"""Binder installs what the lock says: same versions, a Python of its own, a postBuild that needs no compiler."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BINDER = ROOT / "binder"


def pins(path: Path) -> dict[str, str]:
    lines = (line.partition("#")[0].strip() for line in path.read_text("utf-8").splitlines())
    found = (re.fullmatch(r"([A-Za-z0-9._-]+)==(\S+)", line) for line in lines)
    return {match[1].lower().replace("_", "-"): match[2] for match in found if match}


def test_binder_pins_are_the_locks() -> None:
    lock = pins(ROOT / "requirements.lock")
    binder = pins(BINDER / "requirements.txt")
    assert binder
    assert {name: lock.get(name) for name in binder} == binder


@pytest.mark.parametrize("name", ["jupyterlab", "jupyter-server", "voila", "ipykernel", "anywidget", "ipywidgets"])
def test_binder_pins_jupyters_own_parts(name: str) -> None:
    assert name in pins(BINDER / "requirements.txt")


def test_every_line_is_pinned() -> None:
    # No `-c ../requirements.lock` either: Binder reads this file before the rest of the clone is there.
    lines = [line.partition("#")[0].strip() for line in (BINDER / "requirements.txt").read_text("utf-8").splitlines()]
    assert [line for line in lines if line and "==" not in line] == []


def test_runtime_is_a_python_we_support_and_nothing_overrides_it() -> None:
    version = re.fullmatch(r"python-3\.(\d+)\n", (BINDER / "runtime.txt").read_text())
    assert version
    assert int(version[1]) >= 11
    assert not (BINDER / "environment.yml").exists(), "it would win over requirements.txt"


def test_post_build_is_a_program_that_bash_can_read() -> None:
    script = BINDER / "postBuild"
    assert os.access(script, os.X_OK)
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0
    assert "kit.serving.settings server" in script.read_text()


def test_the_lock_names_no_host_and_no_hash() -> None:
    text = (ROOT / "requirements.lock").read_text()
    assert not re.search(r"https?:|--hash|--index|--find-links|--trusted", text)
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==\S+( ; .+)?", line) for line in text.splitlines() if line and line[0] != "#")
