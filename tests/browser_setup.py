"""Find a Chromium or Chrome for the browser tests; run as a script, install one where there is none.

Asked in this order: the environment variable `KIT_CHROMIUM`, the usual names on the PATH, the browser that Playwright installed.
Installing tries apt (as root on Debian and Ubuntu), then Playwright's own download; where neither works the script says what to
do and exits with 1. It never lets the tests be skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
REMEDY = """No Chromium or Chrome could be found or installed, and the browser tests need one. Either
  - install one yourself (Debian: apt install chromium; elsewhere: Chromium or Google Chrome from its maker), or
  - name it: KIT_CHROMIUM=/path/to/chromium make test, or
  - let Playwright load one, with internet access: .venv/bin/python -m playwright install --with-deps chromium"""


def runs(path: str) -> bool:
    """Whether the browser really starts: on Ubuntu `chromium-browser` may be a wrapper for a snap that is not there."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=30, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _from_playwright() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if path and Path(path).exists() else None


def find_chromium() -> str | None:
    """The path of a browser that starts, or None."""
    given = os.environ.get("KIT_CHROMIUM")
    if given:
        return given if runs(given) else None
    for path in (*map(shutil.which, NAMES), MAC):
        if path and runs(path):
            return path
    path = _from_playwright()
    return path if path and runs(path) else None


def _try(*command: str) -> bool:
    print("+", " ".join(command), flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


def install() -> str | None:
    """Install a browser by the first way that works; its path, or None."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        # A failing update (one broken source) need not spoil the installation.
        _try("apt-get", "update", "-q")
        if _try("apt-get", "install", "-y", "-q", "--no-install-recommends", "chromium", "fonts-dejavu-core"):
            found = find_chromium()
            if found:
                return found
    playwright = (sys.executable, "-m", "playwright", "install")
    if not _try(*playwright, "--with-deps", "chromium"):
        _try(*playwright, "chromium")
    return find_chromium()


def main() -> int:
    """Make sure that there is a browser: 0, or 1 with the remedy."""
    given = os.environ.get("KIT_CHROMIUM")
    if given and not runs(given):
        print(f"KIT_CHROMIUM={given} does not start.", file=sys.stderr)
        return 1
    found = find_chromium() or install()
    if not found:
        print(REMEDY, file=sys.stderr)
        return 1
    print(f"Browser for the tests: {found}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
