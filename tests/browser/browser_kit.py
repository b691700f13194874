"""What the browser tests share besides fixtures: starting a kit, watching a page, axe, screenshots.

- `ready(page)`: wait until a notebook's widgets are there
- `axe(page)`: the accessibility violations, as short lines; `no_overflow(page)`; `small_targets(page)`
- `screenshot(page, name, width, dark)`: into tests/browser/shots (not kept in git)
- `start_server(data)`, `stop_server(server)`: a kit of one's own, for tests that kill it
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page, Request

SHOTS = Path(__file__).parent / "shots"
HEIGHTS = {390: 844, 820: 1180, 1440: 900}
OpenPage = Callable[..., Page]


@dataclass
class Server:
    """A running kit: `url` ends with a slash; `process` may be killed by a test that made its own server."""

    url: str
    data: Path
    process: subprocess.Popen[str]

    def page(self, path: str = "") -> str:
        """The address of `path` below the root: `server.page("voila/render/de/landeanflug/2_play.ipynb")`."""
        return self.url + path.lstrip("/")

    def notebook(self, lang: str, game: str, name: str) -> str:
        """The address of a notebook's page: `server.notebook("de", "landeanflug", "2_play")`."""
        return self.page(f"voila/render/{lang}/{game}/{name}.ipynb")


def start_server(data: Path, *, port: int = 0, notebooks: Path | None = None, lang: str = "", timeout: float = 60) -> Server:
    """Start `kit play`, in `lang` if one is given, on `port` (0: any free one) with the user's data in `data`, and wait for its address.

    With `notebooks` it serves that folder instead of the kit's own.
    """
    environment = {**os.environ, "KIT_DATA": str(data), "PYTHONUNBUFFERED": "1", **({"KIT_LANG": lang} if lang else {})}
    program = f"from kit.serve import play; play(None, None, {port}, False)"
    if notebooks:
        serve = f"serve('', 'en', {port}, False, Path({str(notebooks)!r}))"
        program = f"from pathlib import Path; from kit.serving.app import serve; {serve}"
    command = [sys.executable, "-c", program]
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    lines: Queue[str] = Queue()

    def pump() -> None:
        assert process.stdout is not None
        for line in process.stdout:  # to the end: a full pipe would stop the server
            lines.put(line)

    threading.Thread(target=pump, daemon=True).start()
    said = []
    while True:
        try:
            said.append(lines.get(timeout=timeout))
        except Empty:
            process.kill()
            pytest.fail("kit play did not start:\n" + "".join(said))
        if found := re.search(r"http://127\.0\.0\.1:\d+/", said[-1]):
            return Server(found.group(), data, process)
        if process.poll() is not None and lines.empty():
            pytest.fail("kit play ended:\n" + "".join(said))


def stop_server(server: Server) -> None:
    """End a server as Ctrl+C would, and with force after ten seconds."""
    server.process.terminate()
    try:
        server.process.wait(10)
    except subprocess.TimeoutExpired:
        server.process.kill()
        server.process.wait(10)


class Watch:
    """What a page must not do: ask another host, or report an error. Expected errors are named with `allow`."""

    def __init__(self, page: Page) -> None:
        self.foreign: list[str] = []
        self.errors: list[str] = []
        self.requests = 0
        # On a very busy machine the widget manager gives up after 2 s; the page then loads once more by itself (page.js).
        self._allowed = ["widget model not found"]
        page.on("request", self._request)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def allow(self, pattern: str) -> None:
        """Do not count errors that match the regular expression (a test that kills the kernel expects some)."""
        self._allowed.append(pattern)

    def _request(self, request: Request) -> None:
        self.requests += 1
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != "127.0.0.1":
            self.foreign.append(request.url)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} {message.location.get('url', '')}".strip())

    def check(self) -> None:
        """Fail for any request to another host and any error not allowed."""
        errors = [e for e in self.errors if not any(re.search(p, e) for p in self._allowed)]
        assert not self.foreign, f"requests to other hosts: {self.foreign}"
        assert not errors, f"errors in the console: {errors}"


def ready(page: Page, timeout: float = 60_000) -> None:
    """Wait until a notebook's page has run its cells and drawn its widgets (`data-ready` on the root element)."""
    page.wait_for_selector("html[data-ready=true]", timeout=timeout)


def axe(page: Page) -> list[str]:
    """axe's violations on the page as lines `rule (impact): element`; empty is what we want. The script is the package's own."""
    found = Axe().run(page).response["violations"]
    return [f"{v['id']} ({v['impact']}): {node['html'][:160]}" for v in found for node in v["nodes"]]


def no_overflow(page: Page) -> bool:
    """Whether the page can not be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def small_targets(page: Page, least: int = 44) -> list[str]:
    """Visible buttons, links and inputs below `least` px in height or width.

    Links within a sentence do not count, and of a box or a radio button with a label around it the label counts.
    """
    script = """least => [...document.querySelectorAll('a[href], button:enabled, summary, input, select')].map(each =>
        ['radio', 'checkbox'].includes(each.type) && each.closest('label') || each).filter(each => {
        const box = each.getBoundingClientRect();
        if (!box.width || !box.height || each.closest('.skip') || getComputedStyle(each).visibility === 'hidden') return false;
        if (getComputedStyle(each).display === 'inline' && each.closest('p, li, td')) return false;
        return box.height < least - .5 || box.width < least - .5;
    }).map(each => `${each.tagName} ${each.textContent.trim().slice(0, 40)} ${JSON.stringify(each.getBoundingClientRect())}`)"""
    found: list[str] = page.evaluate(script, least)
    return found


def screenshot(page: Page, name: str, width: int, dark: bool, **options: Any) -> Path:
    """Save the whole page as shots/NAME-WIDTH[-dark].png and return the path."""
    SHOTS.mkdir(exist_ok=True)
    path = SHOTS / f"{name}-{width}{'-dark' if dark else ''}.png"
    page.screenshot(path=path, **{"full_page": True, **options})
    return path
