"""A kernel kept ready: the next page takes it instead of starting one, nearly half of the server's part in opening a page.

The spare has imported what every page needs and nothing else: no notebook has run in it and nobody has used it. It is given to
one page, like any kernel; soon after the last page was opened another takes its place.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

log = logging.getLogger("kit.serving")

REFILL = 1.5  # seconds without a new page before another spare starts: until then the machine is the pages' own
STARTING = 60.0  # seconds for a spare to start: a machine that starts thirty kernels is slow
ANSWERING = 3.0  # seconds for one that has started to answer; it has nothing else to do
WARMING = (  # what every page of ours needs; games, plots and numbers are left to those that do
    "__import__('kit.board.gameboard')",
    "__import__('kit.teach.page')",
    "__import__('kit.locale', fromlist=['catalogue']).catalogue()",
)


class SpareKernels(AsyncMappingKernelManager):
    """Starts kernels as Jupyter does, but hands out the spare where there is one of the kind that is wanted."""

    _spare: asyncio.Task[str] | None = None
    _refill: asyncio.TimerHandle | None = None
    _ending: asyncio.Future[None] | None = None

    async def start_kernel(self, **options: Any) -> str:  # type: ignore[override]
        """The id of a kernel that works in the folder `path` with the environment `env`; the options are those of Jupyter's own.

        It may be the spare, where no `kernel_id` is asked for and the `kernel_name` is the usual one.
        """
        taken = None
        if "kernel_id" not in options and options.get("kernel_name", self.default_kernel_name) == self.default_kernel_name:
            taken = await self._take(options.get("path") or "", options.get("env") or {})
        if taken is None:
            taken = await super().start_kernel(**options)
        self.refill(REFILL)
        return taken

    def refill(self, delay: float = 0.0) -> None:
        """Start a spare after `delay` seconds, where there is none; a later call counts instead of an earlier one."""
        if self._refill is not None:
            self._refill.cancel()
        self._refill = asyncio.get_running_loop().call_later(delay, self._fill)

    def _fill(self) -> None:
        self._refill = None
        if self._spare is None:
            self._spare = asyncio.ensure_future(self._make())

    async def _make(self) -> str:
        """A new kernel, once it has done all it can do before a page comes."""
        lines = f"--IPKernelApp.exec_lines={json.dumps(WARMING)}"
        kernel_id: str = await super().start_kernel(env=dict(os.environ), extra_arguments=[lines])
        await self._run(kernel_id, "", STARTING)
        return kernel_id

    async def _take(self, path: str, env: Mapping[str, str]) -> str | None:
        """The spare, moved to `path` with `env`; None where there is none yet (no page is kept waiting) or it does not answer."""
        spare = self._spare
        if spare is None or not spare.done():
            return None
        self._spare = None
        kernel_id = ""
        try:
            kernel_id = spare.result()
            kernel = self.get_kernel(kernel_id)
            if not await kernel.is_alive():  # type: ignore[misc]
                raise RuntimeError("it has ended")
            kernel.last_activity = datetime.now(UTC)  # type: ignore[attr-defined]
            # Voila's names are enums; in a kernel they are plain text
            changed = {str.__str__(name): value for name, value in env.items() if os.environ.get(name) != value}
            folder = self.cwd_for_path(path, env=env)
            await self._run(kernel_id, f"import os; os.chdir({folder!r}); os.environ.update({changed!r})", ANSWERING)
        except Exception as error:  # whatever is wrong with it, the page gets an ordinary one
            log.warning("the spare kernel was of no use: %r", error)
            if kernel_id in self:
                self._ending = asyncio.ensure_future(self.shutdown_kernel(kernel_id, now=True))  # the page does not wait for it
            return None
        return kernel_id

    async def _run(self, kernel_id: str, code: str, patience: float) -> None:
        """Run code in a kernel and leave no trace in its history; RuntimeError where it fails, queue.Empty without an answer."""
        client = self.get_kernel(kernel_id).client()
        client.start_channels(iopub=False, stdin=False, hb=False, control=False)
        try:
            client.execute(code, silent=True, store_history=False)
            answer: dict[str, Any] = await client.get_shell_msg(timeout=patience)  # type: ignore[misc]
        finally:
            client.stop_channels()
        if answer["content"]["status"] != "ok":
            raise RuntimeError(answer["content"].get("evalue", ""))

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """The spare waits as long as it takes."""
        spare = self._spare
        if spare is None or not spare.done() or spare.exception() or spare.result() != kernel_id:
            await super().cull_kernel_if_idle(kernel_id)
