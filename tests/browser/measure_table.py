"""Measure the table's budgets in headless Chromium against Voila, and print them as JSON.

    .venv/bin/python tests/browser/measure_table.py [--clicks 100]

- click to changed DOM: from the click on a card to the patched page, median and 95th percentile (budget 15 and 30 ms), and the
  part of it that the browser needs for patching; hints and lens off, as the budget says
- messages of the widget per click, each way (budget 1 and 1), and their bytes
- the page: from asking for it to a usable board, second visit (budget 2.5 s)
- the kernel: resident memory after the clicks (budget 75 MB)
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

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


def usable(page: Page, server: Server) -> float:
    """Seconds from asking for the play page to its first dialog."""
    began = time.perf_counter()
    page.goto(server.notebook("de", "landeanflug", "2_play"))
    page.wait_for_selector("dialog[open]", timeout=60_000)
    return time.perf_counter() - began


def measure(server: Server, clicks: int) -> dict[str, object]:
    """All figures, with one browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        usable(browser.new_page(), server)  # warms the server and the disk, not the browser's page
        page = browser.new_page(viewport={"width": 1440, "height": 900}, locale="de-DE")
        wire = Wire(page)
        seconds = usable(page, server)
        ready(page)
        page.locator("[data-id=start]").click()
        page.locator("[data-id=draw]").click()
        page.wait_for_selector("[data-rove=hand] button")
        page.locator("[data-id=do-hints]").click()
        page.locator("[data-id=hint-0]").click()
        page.wait_for_timeout(1500)
        times, patching = [], []
        before = len(wire.out), len(wire.back)
        for i in range(clicks):
            total, patch = page.evaluate(CLICK, f"[data-path='card/{i % 4}']")
            times.append(total)
            patching.append(patch)
            page.wait_for_timeout(50)
        out, back = len(wire.out) - before[0], len(wire.back) - before[1]
        kernels = [
            p
            for p in psutil.Process(server.process.pid).children(recursive=True)
            if "ipykernel_launcher" in " ".join(p.cmdline())
        ]
        newest = max(kernels, key=lambda process: process.create_time())
        figures = {
            "click_median_ms": round(statistics.median(times), 1),
            "click_p95_ms": round(sorted(times)[int(0.95 * len(times))], 1),
            "click_least_ms": round(min(times), 1),
            "patch_median_ms": round(statistics.median(patching), 1),
            "messages_out_per_click": out / clicks,
            "messages_in_per_click": back / clicks,
            "bytes_in_per_click": round(statistics.mean(wire.back[-clicks:])),
            "page_usable_s": round(seconds, 2),
            "kernel_rss_mb": round(newest.memory_info().rss / 2**20, 1),
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
        server = start_server(Path(folder))
        try:
            print(json.dumps(measure(server, clicks), indent=2))
        finally:
            stop_server(server)


if __name__ == "__main__":
    main()
