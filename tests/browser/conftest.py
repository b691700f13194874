"""Fixtures of the browser tests: a running kit, and Chromium pages that allow no other host and no error in the console.

- `server` (session): a `kit play` of its own, on a free port, with its own data folder; `own_server`: one for a single test
- `page`: a watched page at 1440 px, light, German; `open_page(width=, dark=, lang=, touch=)`: more, in contexts of their own

Helpers stand in `browser_kit`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_kit import HEIGHTS, OpenPage, Server, Watch, start_server, stop_server
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

expect.set_options(timeout=15_000)  # two pages start kernels at once on two cores; what must be quick says so itself


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


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


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """`open_page(width=390, dark=True, lang="de", touch=False)`: a fresh page in its own context, watched until the test ends.

    `page.watch` is its `Watch`.
    """
    contexts = []
    watches = []

    def make(width: int = 1440, *, dark: bool = False, lang: str = "de", touch: bool = False, height: int = 0) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height or HEIGHTS.get(width, 900)},
            color_scheme="dark" if dark else "light",
            locale="de-DE" if lang == "de" else "en-GB",
            has_touch=touch,
        )
        contexts.append(context)
        page = context.new_page()
        page.watch = Watch(page)  # type: ignore[attr-defined]
        watches.append(page.watch)  # type: ignore[attr-defined]
        return page

    yield make
    for context in contexts:
        context.close()
    for watch in watches:
        watch.check()


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A watched page at 1440 px, light, German."""
    return open_page()
