"""What the browser tests share besides fixtures: starting a kit, watching a page, axe, screenshots.

- `ready(page)`: wait until a notebook's widgets are there
- `until(page, script)`: wait for what the page's script says; `painted(page)`: wait until a board has shown what comes of the block
- `axe(page)`: the accessibility violations, as short lines; `no_overflow(page)`; `small_targets(page)`
- `shape(page, width, dark=)`: another width and theme of the same page, which costs no kernel and no load
- `looks(page, ...)`: no scroll, no small target, no violation at four widths, light and dark
- `command(page, ...)`: a message to the board; `newcomer(page)`: back to the first dialog
- `screenshot(page, name, width, dark)`: with `KIT_SHOTS=1` into tests/browser/shots (not kept in git)
- `Room`: a browser's pages, which tests take and give back
- `start_server(data)`, `stop_server(server)`: a kit of one's own, for tests that kill it
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from queue import Empty, Queue
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request

SHOTS = Path(__file__).parent / "shots"
WIDTHS = (360, 390, 820, 1440)
HEIGHTS = {390: 844, 820: 1180, 1440: 900}
OpenPage = Callable[..., Page]
Shared = Callable[[str], Page]

# Only violations are worked out to the last element; what passes would be most of the time and of the answer.
VIOLATIONS = """async () => (await axe.run({resultTypes: ['violations']})).violations
    .flatMap(rule => rule.nodes.map(node => `${rule.id} (${rule.impact}): ${node.html.slice(0, 160)}`))"""
POLLING = 50  # ms between two looks at the page: a look at every frame would keep a core busy
COUNT = """() => {
    if (window.paintings === undefined) {
        window.paintings = 0;
        document.documentElement.addEventListener('kartenlabor:painted', () => { window.paintings += 1; });
    }
    return window.paintings;
}"""
CALM = "() => !document.querySelector('.status.wait') || document.querySelector('.verdict, .replay, dialog.curtain')"
SEND = """([what, value]) => {
    const button = document.createElement('button');
    Object.assign(button.dataset, value === null ? {do: what} : {do: what, value});
    document.querySelector('.kit-board.live').append(button);
    button.click();
    button.remove();
}"""
FIRST = """form => {
    for (const box of form.querySelectorAll('input[type=checkbox]')) box.checked = false;
    for (const name of ['level', 'mode', 'seats']) {
        const choices = form.querySelectorAll(`input[name=${name}]`);
        if (choices.length) choices[name === 'mode' ? choices.length - 1 : 0].checked = true;
    }
    for (const list of form.querySelectorAll('select[name=level]')) list.selectedIndex = 0;
    form.querySelectorAll('select[name=player]').forEach((list, seat) => { list.selectedIndex = seat ? 1 : 0; });
    for (const field of form.querySelectorAll('[name=seed], [name=later], [name=team]')) field.value = '';
    for (const more of form.querySelectorAll('details')) more.open = false;
}"""


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

    def forget(self) -> None:
        """Begin anew: the next test of a shared page answers for itself."""
        self.foreign.clear()
        self.errors.clear()
        del self._allowed[1:]

    def wrong(self) -> str:
        """What the page asked of other hosts, or reported without it being allowed; empty if it did neither."""
        if self.foreign:
            return f"requests to other hosts: {self.foreign}"
        errors = [e for e in self.errors if not any(re.search(p, e) for p in self._allowed)]
        return f"errors in the console: {errors}" if errors else ""


class Room:
    """A browser of its own (a context), and its pages, which tests take and give back.

    A page whose browser has fetched and compiled the scripts before costs half of what the first one does.
    """

    def __init__(self, browser: Browser, locale: str) -> None:
        self.context = browser.new_context(locale=locale, reduced_motion="reduce")  # frames that nobody sees cost time too
        self._free: list[Page] = []

    def take(self) -> Page:
        """An empty page with its `Watch` as `watch`."""
        if self._free:
            return self._free.pop()
        page = self.context.new_page()
        page.watch = Watch(page)  # type: ignore[attr-defined]
        return page

    def give_back(self, page: Page, *, spoilt: bool) -> None:
        """Empty the page, and forget what its site stored; close it if it is `spoilt`."""
        self.context.set_offline(False)
        with suppress(Error):  # a page without a site
            page.evaluate("localStorage.clear(), sessionStorage.clear()")
        with suppress(Error):  # a page that broke
            page.goto("about:blank")
        self.context.clear_cookies()
        if spoilt:
            page.close()
            return
        page.watch.forget()  # type: ignore[attr-defined]
        self._free.append(page)


def give_back(taken: list[tuple[Room, Page]], spoilt: bool) -> None:
    """Give pages back to their rooms, and fail for what they did wrong."""
    wrong = [page.watch.wrong() for _, page in taken]  # type: ignore[attr-defined]
    for room, page in taken:
        room.give_back(page, spoilt=spoilt or any(wrong))
    assert not any(wrong), "; ".join(filter(None, wrong))


def ready(page: Page, timeout: float = 60_000) -> None:
    """Wait until a notebook's page has run its cells and drawn its widgets (`data-ready` on the root element)."""
    page.wait_for_selector("html[data-ready=true]", timeout=timeout)


def shape(page: Page, width: int = 1440, *, dark: bool = False, height: int = 0) -> None:
    """Give a page another width (px) and theme where it stands: what is shown is the same game."""
    page.set_viewport_size({"width": width, "height": height or HEIGHTS.get(width, 900)})
    page.emulate_media(color_scheme="dark" if dark else "light")


def looks(page: Page, name: str, *seen: tuple[int, bool]) -> None:
    """What stands on the page has no sideways scroll and no small target at any width, and no violation where axe looks.

    Axe looks at each (width in px, dark?) of `seen`. Ends at 1440 px, light.
    """
    for width, dark in product(WIDTHS, (False, True)):
        shape(page, width, dark=dark)
        screenshot(page, name, width, dark, full_page=False)
        if not dark:  # the themes differ in colours alone
            assert no_overflow(page), width
            assert small_targets(page) == [], width
        if (width, dark) in seen:
            assert axe(page) == [], (width, dark)
    shape(page)


@contextmanager
def painted(page: Page) -> Iterator[None]:
    """Wait, after the block, until the board has painted at least once since its beginning."""
    before = page.evaluate(COUNT)
    yield
    until(page, "before => window.paintings > before", arg=before)


def command(page: Page, what: str, value: str | None = None) -> None:
    """Send the board a message that changes something, as a button of its own would, also where a dialog lies over them all."""
    with painted(page):
        page.evaluate(SEND, [what, value])


def newcomer(page: Page, lang: str = "de") -> None:
    """The first dialog as a newcomer finds it, in `lang`, without lens or extras, whatever the board shows now."""
    until(page, CALM)  # a crew that plays closes what is open
    if page.locator(".kb").get_attribute("lang") != lang:
        command(page, "lang", lang)
    if page.locator("[data-id=do-lens][aria-pressed=true]").count():
        command(page, "lens")
    command(page, "sheet", "hints")
    page.wait_for_selector("dialog [data-id=hint-2]")
    for name in page.locator(".toggles [aria-pressed=true]").evaluate_all("all => all.map(each => each.dataset.value)"):
        command(page, "toggle", name)
    if not page.locator("[data-id=hint-2][aria-pressed=true]").count():
        command(page, "hints", "2")
    command(page, "sheet", "new")
    page.locator("dialog form[data-do=new]").evaluate(FIRST)


def until(page: Page, script: str, *, arg: Any = None, timeout: float | None = None) -> None:
    """Wait until the script gives something true in the page; `timeout` in ms (None: the page's own)."""
    page.wait_for_function(script, arg=arg, polling=POLLING, timeout=timeout)


def axe(page: Page) -> list[str]:
    """axe's violations on the page as lines `rule (impact): element`; empty is what we want. The script is the package's own."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(VIOLATIONS)
    return found


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


def screenshot(page: Page, name: str, width: int, dark: bool, **options: Any) -> None:
    """Where `KIT_SHOTS` is set (to look at; drawing them takes time) save the whole page as shots/NAME-WIDTH[-dark].png."""
    if os.environ.get("KIT_SHOTS"):
        SHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SHOTS / f"{name}-{width}{'-dark' if dark else ''}.png", **{"full_page": True, **options})
