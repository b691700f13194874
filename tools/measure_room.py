"""Measure what a room costs its one server: many pages at once, each with a kernel of its own. Prints JSON.

    .venv/bin/python tools/measure_room.py [--pages 1 10 30] [--page de/lessons/01_drawing]

For each number of pages asked for at the same moment: seconds until a page is there with its cells run (median and the last; a
browser then needs a second or so of its own), and the memory of server and kernels together (proportional set size, so that what
they share counts once), all and per kernel.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil

sys.path[:0] = [str(Path(__file__).parent.parent / "tests" / each) for each in ("browser", "")]
from browser_kit import Server, start_server, stop_server  # noqa: E402


def fetch(url: str) -> float:
    """Seconds until the page has come, to its last byte."""
    began = time.perf_counter()
    with urllib.request.urlopen(url, timeout=300) as answer:
        text = answer.read().decode()
    if "vnd.voila.cell-output" not in text:
        raise RuntimeError(f"no cell has run on {url}")
    return time.perf_counter() - began


def memory(server: Server) -> tuple[int, float, float]:
    """Kernels, their mean size and the size of all together, in MB."""
    root = psutil.Process(server.process.pid)
    sizes = {p: p.memory_full_info().pss / 2**20 for p in [root, *root.children(recursive=True)]}
    kernels = [size for p, size in sizes.items() if "ipykernel_launcher" in " ".join(p.cmdline())]
    return len(kernels), statistics.mean(kernels), sum(sizes.values())


def measure(pages: int, page: str) -> dict[str, float]:
    """The figures for `pages` visitors at once, on a server that has served one before."""
    with tempfile.TemporaryDirectory() as folder:
        server = start_server(Path(folder))
        try:
            url = server.page(f"voila/render/{page}.ipynb")
            fetch(url)
            with ThreadPoolExecutor(pages) as pool:
                seconds = sorted(pool.map(fetch, [url] * pages))
            kernels, each, together = memory(server)
        finally:
            stop_server(server)
    return {
        "pages": pages,
        "median_s": round(statistics.median(seconds), 1),
        "last_s": round(seconds[-1], 1),
        "kernels": kernels,
        "kernel_mb": round(each, 1),
        "together_mb": round(together),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, nargs="+", default=[1, 10, 30])
    parser.add_argument("--page", default="de/lessons/01_drawing")
    options = parser.parse_args()
    figures = [measure(pages, options.page) for pages in options.pages]
    print(json.dumps({"page": options.page, "load_average": psutil.getloadavg()[0], "runs": figures}, indent=2))


if __name__ == "__main__":
    main()
