"""The kernel kept ready: a page that takes it cannot tell it from one that was started for it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from traitlets.config import Config

from kit.serving.settings import shared_settings
from kit.serving.spare import SpareKernels

LONGEST = 100  # seconds
ENV = {**os.environ, "QUERY_STRING": "a=1", "SERVER_SOFTWARE": "voila/0"}


async def said(kernels: SpareKernels, kernel_id: str, expression: str) -> str:
    """What an expression is in a kernel."""
    client = kernels.get_kernel(kernel_id).client()
    client.start_channels()
    try:
        await client.wait_for_ready(timeout=60)
        found: list[str] = []

        def listen(message: dict[str, Any]) -> None:
            if message["msg_type"] == "stream":
                found.append(message["content"]["text"])

        await client.execute_interactive(f"print({expression})", output_hook=listen, timeout=60)
        return "".join(found).strip()
    finally:
        client.stop_channels()


def with_kernels(folder: Path, work: Callable[[SpareKernels], Awaitable[None]]) -> None:
    """Run `work` with a manager whose kernels end with it."""

    async def run() -> None:
        (folder / "de").mkdir()
        kernels = SpareKernels(connection_dir=str(folder), root_dir=str(folder), config=Config(shared_settings()))
        kernels.context.linger = 0  # what is still to be sent to a kernel that was killed keeps nobody waiting
        try:
            await asyncio.wait_for(work(kernels), LONGEST)
        finally:
            kernels.refill(3600)
            await asyncio.wait_for(kernels.shutdown_all(now=True), LONGEST)
            kernels.context.destroy()

    asyncio.run(run())


async def spare_of(kernels: SpareKernels) -> str:
    """The spare, asked for and waited for."""
    kernels.refill()
    while kernels._spare is None:
        await asyncio.sleep(0.01)
    return await asyncio.shield(kernels._spare)


def test_a_page_gets_the_spare_with_its_own_folder_and_environment(tmp_path: Path) -> None:
    async def work(kernels: SpareKernels) -> None:
        spare = await spare_of(kernels)
        assert await kernels.start_kernel(kernel_name="python3", path="de", env=ENV) == spare
        count = await said(kernels, spare, "get_ipython().execution_count")
        assert await said(kernels, spare, "__import__('os').getcwd()") == str(tmp_path / "de")
        assert await said(kernels, spare, "os.environ['QUERY_STRING'], os.environ['SERVER_SOFTWARE']") == "a=1 voila/0"
        assert await said(kernels, spare, "'kit.board.gameboard' in __import__('sys').modules") == "True"
        assert (
            await said(kernels, spare, "'matplotlib' in __import__('sys').modules or 'numba' in __import__('sys').modules")
            == "False"
        )
        assert await said(kernels, spare, "[x for x in dir() if x.startswith('kit')]") == "[]"
        kernels.refill(3600)
        other = await kernels.start_kernel(kernel_name="python3", path="de", env=ENV)
        assert other != spare
        assert await said(kernels, other, "get_ipython().execution_count") == count
        assert await said(kernels, other, "__import__('os').environ['QUERY_STRING']") == "a=1"

    with_kernels(tmp_path, work)


def test_a_spare_that_ended_is_not_given_to_a_page(tmp_path: Path) -> None:
    async def work(kernels: SpareKernels) -> None:
        spare = await spare_of(kernels)
        os.kill(kernels.get_kernel(spare).provisioner.pid, signal.SIGKILL)
        started = await kernels.start_kernel(kernel_name="python3", path="de", env=ENV)
        assert started != spare
        assert await said(kernels, started, "1 + 1") == "2"

    with_kernels(tmp_path, work)


def test_the_spare_is_not_culled_and_a_page_that_takes_it_is_given_time(tmp_path: Path) -> None:
    async def work(kernels: SpareKernels) -> None:
        kernels.cull_idle_timeout = 100
        spare = await spare_of(kernels)
        kernel = kernels.get_kernel(spare)
        await said(kernels, spare, "1")
        kernel.execution_state = "idle"
        kernel.last_activity -= timedelta(seconds=1000)
        await kernels.cull_kernel_if_idle(spare)
        assert spare in kernels
        assert await kernels.start_kernel(kernel_name="python3", env=ENV) == spare
        await kernels.cull_kernel_if_idle(spare)
        assert spare in kernels
        await said(kernels, spare, "1")
        await asyncio.sleep(0.5)  # until the manager has heard of the last answer
        kernel.last_activity -= timedelta(seconds=1000)
        await kernels.cull_kernel_if_idle(spare)
        assert spare not in kernels

    with_kernels(tmp_path, work)


def test_after_a_page_another_spare_starts_and_a_burst_puts_it_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    async def make(self: SpareKernels) -> str:
        made.append(1)
        return "none"

    async def start(self: object, **options: Any) -> str:
        return "ordinary"

    monkeypatch.setattr(SpareKernels, "_make", make)
    monkeypatch.setattr("kit.serving.spare.REFILL", 0.2)
    monkeypatch.setattr("kit.serving.spare.AsyncMappingKernelManager.start_kernel", start)

    async def work(kernels: SpareKernels) -> None:
        for _ in range(5):
            await kernels.start_kernel(kernel_name="python3")
            await asyncio.sleep(0.1)
        assert made == []
        await asyncio.sleep(0.3)
        assert made == [1]
        await kernels.start_kernel(kernel_name="julia")
        await asyncio.sleep(0.3)
        assert made == [1]  # another language's kernel leaves the spare where it is

    with_kernels(tmp_path, work)
