"""Ports for kernels where no other program's connection lands by chance.

A kernel is told its five ports before it starts and binds them about a second later; if one is taken by then, the kernel ends and
its page waits for ever. Jupyter asks the system for free ports, and the system hands out the same range to every outgoing
connection: a server that opens thirty pages at once makes some hundreds of those, and now and then one takes a kernel's port.
"""

from __future__ import annotations

import socket
from random import SystemRandom

from jupyter_client.connect import LocalPortCache
from traitlets import Int

FIRST, LAST = 20_000, 32_767  # below what Linux (from 32768), macOS and Windows (from 49152) hand out by themselves
TRIES = 200


class KernelPorts(LocalPortCache):
    """The ports that are given to kernels: free, given to no other kernel, and none that the system gives to connections."""

    first = Int(FIRST, help="The lowest of them.")
    last = Int(LAST, help="The highest.")

    def find_available_port(self, ip: str) -> int:
        """A port on `ip` for a kernel; where none of the range is found, any that the system offers, as Jupyter does."""
        rng = SystemRandom()
        for _ in range(TRIES):
            port = rng.randint(self.first, self.last)
            if port not in self.currently_used_ports and _free(ip, port):
                self.currently_used_ports.add(port)
                return port
        return super().find_available_port(ip)


def _free(ip: str, port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind((ip, port))
        except OSError:
            return False
    return True
