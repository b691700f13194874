"""Measure the table's budgets in headless Chromium against Voila, and print them as JSON.

    .venv/bin/python tests/browser/measure_table.py [--clicks 100]

- click to changed DOM: from the click on a card to the patched page, median and 95th percentile (budget 15 and 30 ms), and the
  part of it that the browser needs for patching; hints and lens off, as the budget says
- messages of the widget per click, each way (budget 1 and 1), and their bytes
- the page: from asking for it to a usable board, at a browser's first visit and at its next (warm, budget 2.5 s)
- the kernel: resident memory after the clicks (budget 75 MB)
- for comparison, in the same run and in turn with the board: a bare page whose one button asks Python to count. Its figures are what
  Jupyter and this machine take without any board; `click_own_ms` is what the board takes on top of it
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

import nbformat
import psutil
from browser_kit import Server, ready, start_server, stop_server
from playwright.sync_api import Page, WebSocket, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))
from browser_setup import find_chromium

CLICK = """selector => new Promise(done => {
    const button = document.querySelector(selector), began = performance.now();
    document.documentElement.addEventListener("kartenlabor:painted",
        event => done([performance.now() - began, event.detail.ms]), {once: true});
    button.click();
})"""


class Wire:
    """The frames on the page's web sockets that carry widget messages (`comm_msg`)."""

    def __init__(self, page: Page) -> None:
        self.out: list[int] = []
        self.back: list[int] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._count(self.out, frame))
        socket.on("framereceived", lambda frame: self._count(self.back, frame))

    @staticmethod
    def _count(into: list[int], frame: str | bytes) -> None:
        data = frame if isinstance(frame, bytes) else frame.encode()
        if b"comm_msg" in data and b'"msg_type":"status"' not in data.replace(b" ", b"")[:4000].split(b"parent_header")[0]:
            into.append(len(data))


BARE = '''
import anywidget, traitlets

class Counter(anywidget.AnyWidget):
    _esm = """export default {render({model, el}) {
      const b = document.createElement("button"); b.className = "counter"; el.append(b);
      model.on("change:n", () => {
        b.textContent = model.get("n");
        document.documentElement.dispatchEvent(new CustomEvent("kartenlabor:painted", { detail: { ms: 0 } }));
      });
      b.onclick = () => model.send("more");
    }}"""
    n = traitlets.Int(0).tag(sync=True)

def more(widget, content, buffers):
    widget.n += 1

counter = Counter()
counter.on_msg(more)
counter
'''
PLAY = Path(__file__).parent.parent.parent / "notebooks" / "de" / "landeanflug" / "2_play.ipynb"
SPARE = 4000  # ms between two pages: as long as the server needs to have a kernel ready again; a class is slower, a burst faster
DIALOG, COUNTER = "dialog[open]", ".counter"


def write_notebooks(folder: Path) -> Path:
    """The play page and a bare one, as the notebooks of a server."""
    place = folder / "notebooks" / "de" / "landeanflug"
    place.mkdir(parents=True)
    shutil.copy(PLAY, place)
    book = nbformat.read(PLAY, as_version=4)  # type: ignore[no-untyped-call]
    book.cells = [nbformat.v4.new_code_cell(BARE)]  # type: ignore[no-untyped-call]
    nbformat.write(book, place / "bare.ipynb")  # type: ignore[no-untyped-call]
    return folder / "notebooks"


def usable(page: Page, server: Server, name: str, sign: str) -> float:
    """Seconds from asking for a page to the element `sign` on it."""
    began = time.perf_counter()
    page.goto(server.notebook("de", "landeanflug", name))
    page.wait_for_selector(sign, timeout=60_000)
    return time.perf_counter() - began


def begin_flight(page: Page) -> None:
    """Start a flight and draw, hints and lens off."""
    ready(page)
    page.locator("[data-id=start]").click()
    page.locator("[data-id=draw]").click()
    page.wait_for_selector("[data-rove=hand] button")
    page.locator("[data-id=do-hints]").click()
    page.locator("[data-id=hint-0]").click()
    page.wait_for_timeout(1500)


def spread(times: list[float]) -> tuple[float, float]:
    """Median and 95th percentile."""
    return round(statistics.median(times), 1), round(sorted(times)[int(0.95 * len(times))], 1)


def measure(server: Server, clicks: int) -> dict[str, object]:
    """All figures, with one browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        usable(browser.new_page(), server, "bare", COUNTER)  # warms the server and the disk, not the next context
        context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="de-DE")
        first = usable(context.new_page(), server, "2_play", DIALOG)
        warm: dict[str, list[float]] = {"2_play": [], "bare": []}
        for _ in range(3):
            for name, sign in (("2_play", DIALOG), ("bare", COUNTER)):
                visit = context.new_page()
                warm[name].append(usable(visit, server, name, sign))
                visit.wait_for_timeout(SPARE)
                visit.close()
        bare, page = context.new_page(), context.new_page()
        wire = Wire(page)
        usable(bare, server, "bare", COUNTER)
        usable(page, server, "2_play", DIALOG)
        begin_flight(page)
        times, patching, nothing = [], [], []
        before = len(wire.out), len(wire.back)
        for i in range(clicks):
            total, patch = page.evaluate(CLICK, f"[data-path='card/{i % 4}']")
            times.append(total)
            patching.append(patch)
            page.wait_for_timeout(50)
            nothing.append(bare.evaluate(CLICK, COUNTER)[0])
        out, back = len(wire.out) - before[0], len(wire.back) - before[1]
        children = psutil.Process(server.process.pid).children(recursive=True)
        kernels = [p for p in children if "ipykernel_launcher" in " ".join(p.cmdline())]
        played = max(kernels, key=lambda process: sum(process.cpu_times()[:2]))
        figures = {
            "click_median_ms": spread(times)[0],
            "click_p95_ms": spread(times)[1],
            "bare_click_median_ms": spread(nothing)[0],
            "bare_click_p95_ms": spread(nothing)[1],
            "click_own_ms": round(statistics.median(times) - statistics.median(nothing), 1),
            "patch_median_ms": spread(patching)[0],
            "messages_out_per_click": out / clicks,
            "messages_in_per_click": back / clicks,
            "bytes_in_per_click": round(statistics.mean(wire.back[-clicks:])),
            "page_first_s": round(first, 2),
            "page_warm_s": round(statistics.median(warm["2_play"]), 2),
            "bare_page_warm_s": round(statistics.median(warm["bare"]), 2),
            "kernel_rss_mb": round(played.memory_info().rss / 2**20, 1),
            "load_average": psutil.getloadavg()[0],
        }
        browser.close()
    return figures


def main() -> None:
    """Start a kit, measure, print, stop it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clicks", type=int, default=100)
    clicks = parser.parse_args().clicks
    with tempfile.TemporaryDirectory() as folder:
        server = start_server(Path(folder) / "data", notebooks=write_notebooks(Path(folder)))
        try:
            print(json.dumps(measure(server, clicks), indent=2))
        finally:
            stop_server(server)


if __name__ == "__main__":
    main()
