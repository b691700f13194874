"""Thinking written once: plain Python in play, compiled by Numba in batches.

A module whose functions carry `@compiled` is written over ints, floats and one-dimensional arrays (`ints`, `floats`: lists
in play, numpy arrays when compiled). Imported as usual it is plain Python and needs nothing but the standard library.
`twin(module)` gives the same source run a second time in a namespace of its own, in which `compiled` is `numba.njit` and what
it imports from other modules of that kind comes from their twins. So both ways live side by side in one process (the tests
compare them), and nothing but a batch ever loads Numba.

The machine code is cached between processes. Numba's own cache looks at the function's file alone and would miss a change in
a file it calls into; ours lives in a folder named after the hash of all the sources. Functions that call themselves must not
be compiled: loading those from the cache crashes (Numba 0.6x), so use loops.
"""

from __future__ import annotations

import builtins
import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
Ints = list[int]  # in play; arrays when compiled
Floats = list[float]
_twins: dict[str, ModuleType] = {}


def compiled(function: F) -> F:
    """Marks a function that batches compile; in play it stays the plain function."""
    return function


def ints(n: int) -> Ints:
    """`n` zeros, whole numbers: a list in play, an int64 array when compiled."""
    return [0] * n


def floats(n: int) -> Floats:
    """`n` zeros, floats: a list in play, a float64 array when compiled."""
    return [0.0] * n


def bit_count(cards: int) -> int:
    """How many bits of a mask (at most 62 of them) are set."""
    return cards.bit_count()


def lowest_bit(cards: int) -> int:
    """The number of the lowest bit that is set in a mask; -1 for none."""
    return (cards & -cards).bit_length() - 1


def twin(name: str) -> ModuleType:
    """The compiled twin of the module `name` (made once a process); needs Numba."""
    if not _twins:
        _twins[__name__] = _numba_side()
    if name not in _twins:
        _twins[name] = _execute(import_module(name))
    return _twins[name]


def _numba_side() -> ModuleType:
    """What the twins see instead of this module."""
    import numpy
    from numba import njit

    side = ModuleType(__name__)

    @njit
    def ints(n: int) -> Any:
        return numpy.zeros(n, numpy.int64)

    @njit
    def floats(n: int) -> Any:
        return numpy.zeros(n, numpy.float64)

    @njit
    def bit_count(cards: Any) -> Any:
        n = cards - (cards >> 1 & 0x5555555555555555)
        n = (n & 0x3333333333333333) + (n >> 2 & 0x3333333333333333)
        n = n + (n >> 4) & 0x0F0F0F0F0F0F0F0F
        n += n >> 8
        n += n >> 16
        return n + (n >> 32) & 0x7F

    @njit
    def lowest_bit(cards: Any) -> Any:
        return bit_count((cards & -cards) - 1) if cards else -1

    given = {"ints": ints, "floats": floats, "bit_count": bit_count, "lowest_bit": lowest_bit}
    vars(side).update(Ints=Ints, Floats=Floats, compiled=jit, **given)
    return side


def _marked(module: ModuleType) -> bool:
    return vars(module).get("compiled") is compiled


def _execute(module: ModuleType) -> ModuleType:
    def importing(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        found = builtins.__import__(name, globals, locals, fromlist, level)
        if fromlist and level == 0 and (name == __name__ or _marked(sys.modules[name])):
            return twin(name)
        return found

    path = Path(str(module.__file__))
    other = ModuleType(module.__name__)
    other.__dict__.update(__file__=str(path), __builtins__={**vars(builtins), "__import__": importing})
    exec(compile(path.read_text("utf-8"), str(path), "exec"), other.__dict__)
    return other


def jit(function: F) -> F:
    """`numba.njit` with the cache described above: what `compiled` is in a twin, and what kernels use for their own loops."""
    from numba import config, njit, types

    settings: Any = config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename).parent, int(settings.OPT)))
    try:
        made: Any = njit(cache=True, nogil=True)(function)
    finally:
        settings.CACHE_DIR = before
    for_types, plain = made.get_call_template, cast(Any, types.unliteral)

    def for_plain_types(args: Any, kws: Any) -> Any:
        return for_types(tuple(map(plain, args)), {name: plain(kind) for name, kind in kws.items()})

    # Otherwise a call with a constant is compiled for that constant: for a count that begins with 0 in front of a loop, and for
    # all that is called with it from there, that is everything twice.
    made.get_call_template = for_plain_types
    return made  # type: ignore[no-any-return]


@cache
def cache_folder(package: Path, opt: int = 3) -> Path:
    """Where the machine code of a package's twins is kept: beside it if that can be written, else in the user's cache.

    `opt` is how hard LLVM tries, 0 to 3 (`NUMBA_OPT`; `make test` asks for 1, which compiles faster): each has its own folder.

    The folder's name is the hash of those of its sources that name this module: a change in any of them makes a new one.
    (A source of mere constants that compiled code reads must therefore name it too, if only in its text.)
    """
    digest = hashlib.sha256(Path(__file__).read_bytes() + Path(__file__).with_name("compiled_deals.py").read_bytes())
    for path in sorted(package.glob("*.py")):
        source = path.read_bytes()
        if __name__.encode() in source:
            digest.update(source)
    name = f"compiled-{digest.hexdigest()[:12]}" + (f"-{opt}" if opt != 3 else "")
    beside = package / "__pycache__"
    if os.access(beside if beside.exists() else package, os.W_OK):
        return beside / name
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return home / "kartenlabor" / name
