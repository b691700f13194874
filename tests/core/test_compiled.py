"""Kernels are compiled once for each kind of argument, and the code of each level of optimising stays apart."""

from __future__ import annotations

from pathlib import Path

from kit.core.compiled import cache_folder, jit


def plus(a: int, b: int) -> int:
    return a + b


def test_a_call_with_a_constant_is_compiled_for_every_number():
    inner = jit(plus)

    def sums(n: int) -> int:
        count = 0  # a constant before the loop, a number after it
        for i in range(n):
            count = inner(count, i)
        return inner(count, 1)

    assert jit(sums)(4) == 7
    assert len(inner.signatures) == 1


def test_code_of_another_level_lies_in_another_folder():
    package = Path(__file__).parent
    folders = {opt: cache_folder(package, opt) for opt in range(4)}
    assert len(set(folders.values())) == 4
    assert folders[3] == cache_folder(package)
