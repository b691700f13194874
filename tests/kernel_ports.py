"""A pytest plugin for running the notebooks (`-p tests.kernel_ports`): their kernels get the ports that `kit play` gives its own.

Each worker takes them from a part of its own, since between choosing and binding another may choose the same; now and then a
notebook's kernel died of that ("Kernel died before replying to kernel_info").
"""

from __future__ import annotations

import os

from kit.serving.ports import FIRST, LAST, KernelPorts

PARTS = 8
worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % PARTS
size = (LAST - FIRST) // PARTS
KernelPorts.instance(first=FIRST + worker * size, last=FIRST + (worker + 1) * size - 1)
