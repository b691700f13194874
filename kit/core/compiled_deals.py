"""The generator and shuffle of `kit.core.deals`, compiled, for kernels. Importing this module loads numpy and Numba.

Seeds and states are numpy.uint64. The same seed and event number give the same cards as in the readable engine.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kit.core.compiled import jit

Array = Any  # a numpy array; each function's text says of what

U = np.uint64
GOLDEN, MIX_1, MIX_2 = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
S30, S27, S31 = U(30), U(27), U(31)
CHOICES = 1 << 32  # the number of the stream that random moves come from: no event of a deal has it


@jit
def mixed(value: Any) -> Any:
    """`kit.core.deals.mix` on uint64."""
    z = value + GOLDEN
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


@jit
def begin_stream(stream: Array, seed: Any, number: int) -> None:
    """Set the one-element array `stream` to the state of `Stream(seed, number)`."""
    stream[0] = mixed(mixed(seed) ^ U(number))


@jit
def below(stream: Array, n: int) -> int:
    """`Stream.randrange(n)`."""
    top = U(n)
    rest = (U(0) - top) % top  # 2**64 modulo n
    while True:
        out = mixed(stream[0])
        stream[0] += GOLDEN
        if rest == U(0) or out < U(0) - rest:
            return np.int64(out % top)  # type: ignore[return-value]


@jit
def shuffle(stream: Array, items: Array, n: int) -> None:
    """`Stream.shuffled` of the first `n` items, in place."""
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        items[i], items[j] = items[j], items[i]
