"""The page around a notebook, with notebooks of its own: furniture, looks, and the watch for a dead kernel or server."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import nbformat
import psutil
import pytest
from browser_kit import Server, axe, no_overflow, ready, screenshot, shape, small_targets, start_server, stop_server, until
from playwright.sync_api import Page, expect

PROSE = """# Die Regeln als Rundgang

Ihr seid zu zweit im Cockpit: **Pilot** und **Copilot**. Jeder hält vier Karten, und geredet wird nur vorher.

## Fluglage

Wenn die zweite Karte liegt, wandert der Zeiger um die Differenz zur höheren Karte.

- gleich: er bleibt stehen
- drei Schritte von der Mitte: das Flugzeug trudelt

> Probier den Fehler: Lege zwei Karten auf die Fluglage.

| Tempo | fliegt |
|---|---|
| bis 4 | nicht |
| 5 bis 8 | eine Karte |

<details><summary>Auflösung</summary>Eine Karte je Platz und Runde.</details>

[Weiter im Text](https://example.org/) mit `P 3>axis`.
"""
WIDGET = '''
import os
import anywidget, traitlets

class Counter(anywidget.AnyWidget):
    """A button that counts on the Python side."""
    _esm = """export default {render({model, el}) {
      const b = document.createElement("button"); b.className = "btn counter"; el.append(b);
      const show = () => b.textContent = "n = " + model.get("n") + ", pid " + model.get("pid");
      model.on("change:n", show); show();
      b.onclick = () => model.send("more");
    }}"""
    n = traitlets.Int(0).tag(sync=True)
    pid = traitlets.Int(0).tag(sync=True)

counter = Counter(pid=os.getpid())

def more(widget, content, buffers):
    widget.n += 1

counter.on_msg(more)
counter
'''


def write_notebooks(folder: Path) -> None:
    for lang in ("de", "en"):
        (folder / lang / "landeanflug").mkdir(parents=True)
        for name, layout in (("1_rules", "text"), ("2_play", "app")):
            kernel = {"name": "python3", "language": "python", "display_name": "Python 3"}
            kit = {"lang": lang, "game": "landeanflug", "layout": layout}
            book = nbformat.v4.new_notebook(metadata={"title": f"Titel {name} {lang}", "kit": kit, "kernelspec": kernel})
            book.cells = [
                nbformat.v4.new_markdown_cell(PROSE),
                nbformat.v4.new_code_cell(WIDGET),
                nbformat.v4.new_code_cell("print('da')"),
            ]
            nbformat.write(book, folder / lang / "landeanflug" / f"{name}.ipynb")
            book.cells = [nbformat.v4.new_code_cell(MISSING)]
            nbformat.write(book, folder / lang / "landeanflug" / f"{name}_missing.ipynb")


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A kit that serves the notebooks above."""
    folder = tmp_path_factory.mktemp("books")
    write_notebooks(folder)
    running = start_server(tmp_path_factory.mktemp("data"), notebooks=folder)
    yield running
    stop_server(running)


MISSING = """from IPython.display import display
display({"application/vnd.jupyter.widget-view+json": {"model_id": "0" * 32, "version_major": 2, "version_minor": 0}}, raw=True)"""


def open_counter(page: Page, url: str) -> int:
    """Open a notebook's page, wait for its widget, and return the kernel's process id."""
    page.goto(url)
    ready(page)
    found = re.search(r"pid (\d+)", page.locator(".counter").inner_text())
    assert found
    return int(found.group(1))


def to_the_other_language_and_the_lobby(page: Page, books: Server, name: str) -> None:
    """From a German page by its links to the English one and on to the lobby."""
    page.get_by_role("link", name="English").click()
    ready(page)
    assert page.url == books.notebook("en", "landeanflug", name)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("link", name="To the lobby").click()
    expect(page).to_have_url(re.compile(r"/voila/tree\?lang=en$"))
    expect(page.get_by_role("link", name="Play", exact=True).first).to_be_visible()


def test_a_notebook_reads_as_a_page(page: Page, books: Server) -> None:
    """Title, landmarks and looks; the skip link is the first stop; links lead to the other language and to the lobby."""
    open_counter(page, books.notebook("de", "landeanflug", "1_rules"))
    assert page.title() == "Titel 1_rules de · Kartenlabor"
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("main")).to_have_count(1)
    expect(page.locator("main h1")).to_contain_text("Die Regeln als Rundgang")
    expect(page.locator(".loading")).to_have_count(0)
    assert "anywidget" not in page.inner_text("body"), "code is not shown"
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    for width, dark in product((390, 1440), (False, True)):
        shape(page, width, dark=dark)
        screenshot(page, "page", width, dark)
        if dark == (width == 1440):  # axe takes seconds: in two of the four
            assert axe(page) == [], (width, dark)
        assert no_overflow(page), width
        assert small_targets(page) == [], width
    to_the_other_language_and_the_lobby(page, books, "1_rules")


def test_widgets_answer_and_leaving_the_page_ends_its_kernel(page: Page, books: Server) -> None:
    kernel = open_counter(page, books.notebook("de", "landeanflug", "2_play"))
    page.locator(".counter").click()
    expect(page.locator(".counter")).to_contain_text("n = 1")
    until(page, "document.cookie.includes('_xsrf=')")
    process = psutil.Process(kernel)
    to_the_other_language_and_the_lobby(page, books, "2_play")
    gone, alive = psutil.wait_procs([process], timeout=10)
    assert gone and not alive


@pytest.mark.timed
def test_a_killed_kernel_is_told_within_three_seconds_and_a_reload_helps(page: Page, books: Server) -> None:
    page.watch.allow("404")  # type: ignore[attr-defined]
    page.watch.allow("Kernel|kernel|WebSocket")  # type: ignore[attr-defined]
    kernel = open_counter(page, books.notebook("de", "landeanflug", "1_rules"))
    with page.expect_response(re.compile(r"/api/kernels/[\w-]+$")):  # the watch is running
        pass
    began = time.perf_counter()
    os.kill(kernel, signal.SIGKILL)
    expect(page.get_by_role("alert")).to_contain_text("Die Verbindung zum Spiel ist weg", timeout=3000)
    assert time.perf_counter() - began <= 3
    assert axe(page) == []
    page.get_by_role("button", name="Neu laden").click()
    page.wait_for_selector("html[data-ready=false]")
    ready(page)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.locator(".counter").click()
    expect(page.locator(".counter")).to_contain_text("n = 1")


@pytest.mark.timed
def test_a_stopped_server_is_told_within_three_seconds(page: Page, tmp_path: Path) -> None:
    page.watch.allow("Failed to load resource|WebSocket|ERR_CONNECTION|Connection|fetch")  # type: ignore[attr-defined]
    write_notebooks(tmp_path / "books")
    own = start_server(tmp_path / "data", notebooks=tmp_path / "books")
    kernel = open_counter(page, own.notebook("de", "landeanflug", "1_rules"))
    with page.expect_response(re.compile(r"/api/kernels/[\w-]+$")):
        pass
    began = time.perf_counter()
    own.process.kill()
    expect(page.get_by_role("alert")).to_contain_text("Kartenlabor antwortet nicht", timeout=3000)
    assert time.perf_counter() - began <= 3
    with contextlib.suppress(psutil.NoSuchProcess):  # a kernel ends with its server, at once or within seconds
        psutil.Process(kernel).wait(10)
    # The same port again: the page notices by itself that its kernel is another's now and offers to reload.
    again = start_server(tmp_path / "data", notebooks=tmp_path / "books", port=int(own.url.rstrip("/").rsplit(":", 1)[1]))
    try:
        expect(page.get_by_role("alert")).to_contain_text("Die Verbindung zum Spiel ist weg", timeout=10_000)
        page.get_by_role("button", name="Neu laden").click()
        ready(page)
    finally:
        page.goto("about:blank")
        stop_server(again)


def test_a_page_whose_widget_was_not_drawn_loads_once_more_and_then_says_so(page: Page, books: Server) -> None:
    page.watch.allow("widget model not found")  # type: ignore[attr-defined]
    loads: list[str] = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    page.goto(books.notebook("de", "landeanflug", "2_play_missing"))
    expect(page.get_by_role("alert")).to_contain_text("Hier ist etwas schiefgegangen", timeout=30_000)
    assert len(loads) == 2
    expect(page.get_by_role("button", name="Neu laden")).to_be_visible()
