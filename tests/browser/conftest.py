"""Fixtures of the browser tests: a running kit, and Chromium pages that allow no other host and no error in the console.

- `server` (session): a `kit play` of its own, on a free port, with its own data folder; `own_server`: one for a single test
- `shared`: `shared(address)`, the one page of that address for all tests of a file: a page costs seconds, a new game on it none
- `page`: a watched page at 1440 px, light, German, for one test; `open_page(width=, dark=, lang=)`: more of them

Helpers stand in `browser_kit`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from browser_kit import OpenPage, Room, Server, Shared, give_back, ready, shape, start_server, stop_server
from playwright.sync_api import Browser, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))
from browser_setup import REMEDY, find_chromium

ARGUMENTS = [
    "--no-sandbox",  # as root in a container
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
]

FAILED = pytest.StashKey[bool]()

expect.set_options(timeout=15_000)  # two pages start kernels at once on two cores; what must be quick says so itself


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let `shared` know whether the test failed."""
    report = yield
    item.stash[FAILED] = report.failed or item.stash.get(FAILED, False)
    return report


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One kit for all browser tests of a run, with a data folder of its own."""
    running = start_server(tmp_path_factory.mktemp("kit-data"))
    yield running
    stop_server(running)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A kit for one test alone, for those that kill or restart it."""
    running = start_server(tmp_path / "data")
    yield running
    stop_server(running)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the run; fails with the remedy where there is none."""
    path = find_chromium()
    if not path:
        pytest.fail(REMEDY)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def rooms(browser: Browser) -> Iterator[Callable[[str], Room]]:
    """`rooms("de")`, `rooms("en")`, and `rooms("shared")` for the pages that outlive a test: each is kept for the whole run."""
    kept: dict[str, Room] = {}
    yield lambda name: kept.get(name) or kept.setdefault(name, Room(browser, "en-GB" if name == "en" else "de-DE"))
    for room in kept.values():
        room.context.close()


@pytest.fixture
def open_page(request: pytest.FixtureRequest, rooms: Callable[[str], Room]) -> Iterator[OpenPage]:
    """`open_page(width=390, dark=True, lang="de")`: an empty page, watched until the test ends (`page.watch`).

    Nothing that a browser stores is left from another test; pages of the same language share it, those of another do not.
    """
    taken: list[tuple[Room, Page]] = []

    def make(width: int = 1440, *, dark: bool = False, lang: str = "de") -> Page:
        page = rooms(lang).take()
        taken.append((rooms(lang), page))
        shape(page, width, dark=dark)
        return page

    yield make
    give_back(taken, request.node.stash.get(FAILED, False))


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A watched page at 1440 px, light, German."""
    return open_page()


@pytest.fixture(scope="module")
def held(rooms: Callable[[str], Room]) -> Iterator[dict[str, Page]]:
    """The pages that `shared` has opened for this file, by address."""
    pages: dict[str, Page] = {}
    yield pages
    give_back([(rooms("shared"), each) for each in pages.values()], False)


@pytest.fixture
def shared(request: pytest.FixtureRequest, rooms: Callable[[str], Room], held: dict[str, Page]) -> Iterator[Shared]:
    """`shared(address)`: the page of that address that the file's tests share, ready, at 1440 px and light, watched in each test.

    A test begins by bringing it to where it wants it (`newcomer` on a board). After a test that failed it is opened anew.
    """
    used: set[str] = set()

    def give(address: str) -> Page:
        if address not in held:
            page = rooms("shared").take()
            page.goto(address)
            ready(page)
            held[address] = page
        used.add(address)
        shape(held[address])
        return held[address]

    yield give
    if request.node.stash.get(FAILED, False) or any(held[address].watch.wrong() for address in used):  # type: ignore[attr-defined]
        give_back([(rooms("shared"), held.pop(address)) for address in used], True)
    for address in used & held.keys():
        held[address].watch.forget()  # type: ignore[attr-defined]
