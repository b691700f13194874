"""Runs the tests on mutants, fast: each mutant in a forked child of a process that has the tests collected already.

First a survey, in a child: every test alone, once for its processor time and once for the lines of the game that it runs. Then

- a mutant inside a function that nothing calls while modules are imported gets its code put into the function objects that are
  there, and the tests that run its lines run: those that last killed a mutant of this function first, then the quickest;
- any other (a table, a default, what is called on import) is imported anew in a child, and all tests run.

A test that takes ten times its time and two seconds ends the child: a mutant that hangs is noticed too. Time is processor time,
so a busy or paused machine changes nothing.
"""

from __future__ import annotations

import gc
import importlib.abc
import importlib.util
import os
import pickle
import resource
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType

import pytest
from _pytest.config import _prepareconfig
from mutants import Mutant, Suite

Lines = set[tuple[str, int]]

OPTIONS = ["--noconftest", "--assert=plain", "--capture=no", "-m", "not slow", "-W", "ignore"]
UNUSED = ("cacheprovider", "xdist", "hypothesispytest", "nbval", "anyio", "playwright", "terminal", "logging")
MEMORY = 4 << 30
FASTEST = 0.002  # seconds: below it tests are alike, and keep the order of their files


@dataclass
class Survey:
    """What is known of the unchanged game: lines run on import; each test's seconds and lines; tests that fail."""

    imported: Lines = field(default_factory=set)
    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, Lines] = field(default_factory=dict)
    failing: list[str] = field(default_factory=list)


def _collected(suite: Suite) -> dict[str, pytest.Item]:
    """All tests of the suite, by node id. Raises where a file cannot be imported."""
    without = [word for name in UNUSED for word in ("-p", f"no:{name}")]
    config = _prepareconfig([*OPTIONS, *without, *suite.paths])
    config._do_configure()
    session = pytest.Session.from_config(config)
    config.hook.pytest_sessionstart(session=session)
    config.hook.pytest_collection(session=session)
    if session.testsfailed or not session.items:
        raise ImportError("a test file cannot be imported")
    return {item.nodeid: item for item in session.items}


def _passes(item: pytest.Item) -> bool:
    try:
        try:
            item.ihook.pytest_runtest_setup(item=item)
            item.ihook.pytest_runtest_call(item=item)
        finally:
            item.ihook.pytest_runtest_teardown(item=item, nextitem=None)
    except pytest.skip.Exception:
        return True
    except BaseException:
        return False
    return True


class _Trace:
    """Notes the lines of functions in a folder that run."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.lines = f"{folder}/", set()

    def __call__(self, frame: FrameType, event: str, arg: object) -> Callable[..., object] | None:
        code = frame.f_code
        optimised = code.co_flags & 1  # functions are, the bodies of modules and classes are not
        return self._line if optimised and code.co_filename.startswith(self.folder) else None

    def _line(self, frame: FrameType, event: str, arg: object) -> Callable[..., object]:
        self.lines.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line

    def of(self, call: Callable[[], object]) -> object:
        """What the call gives, its lines noted."""
        threading.settrace(self)
        sys.settrace(self)
        try:
            return call()
        finally:
            sys.settrace(None)
            threading.settrace(None)  # type: ignore[arg-type]


def _in_child(work: Callable[[], object]) -> object:
    """What `work` gives, done in a forked child. Raises RuntimeError where the child ends early."""
    with tempfile.NamedTemporaryFile() as file:
        pid = os.fork()
        if not pid:
            status = 1
            try:
                _hush()
                Path(file.name).write_bytes(pickle.dumps(work()))
                status = 0
            finally:
                os._exit(status)
        _, status = os.waitpid(pid, 0)
        if status:
            raise RuntimeError("a child that looks at the unchanged game ended early")
        return pickle.loads(Path(file.name).read_bytes())


def _hush() -> None:
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)


def _survey(suite: Suite) -> Survey:
    folder = Path(suite.code).resolve()
    seen = Survey()
    on_import = _Trace(folder)
    items = on_import.of(lambda: _collected(suite))
    seen.imported = on_import.lines
    gc.freeze()
    for name, item in items.items():  # type: ignore[attr-defined]

        def timed(item: pytest.Item = item) -> tuple[bool, float]:
            begun = time.process_time()
            passes = _passes(item)
            return passes, time.process_time() - begun

        def traced(item: pytest.Item = item) -> Lines:
            trace = _Trace(folder)
            trace.of(lambda: _passes(item))
            return trace.lines

        passes, seen.seconds[name] = _in_child(timed)  # type: ignore[misc]
        seen.lines[name] = _in_child(traced)  # type: ignore[assignment]
        if not passes:
            seen.failing.append(name)
    return seen


class _Loader(importlib.abc.Loader, importlib.abc.MetaPathFinder):
    """Imports one module from changed code."""

    def __init__(self, name: str, code: CodeType) -> None:
        self.name, self.code = name, code

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> object:
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.code.co_filename, loader=self)

    def create_module(self, spec: object) -> None:
        return None

    def exec_module(self, module: object) -> None:
        exec(self.code, module.__dict__)


class _Runner:
    """Runs one kind of mutants after the other: `fresh` ones before the game is imported here, the others after `collect`."""

    def __init__(self, suite: Suite, survey: Survey, folder: Path) -> None:
        self.suite, self.survey, self.folder = suite, survey, folder
        self.items: dict[str, pytest.Item] = {}
        self.functions: dict[tuple[str, str], list[FunctionType]] = {}
        self.killers: dict[str, list[str]] = {}

    def fresh(self, mutant: Mutant) -> bool:
        """Whether the mutant shows only where its module is imported anew."""
        file = os.path.abspath(mutant.file)
        return mutant.function is None or any((file, line) in self.survey.imported for line in mutant.lines)

    def collect(self) -> None:
        """Import everything and note the functions whose code can be changed in place."""
        self.items = _collected(self.suite)
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(str(Path(self.suite.code).resolve())):
                code = thing.__code__
                self.functions.setdefault((code.co_filename, code.co_qualname), []).append(thing)
        gc.freeze()

    def _place(self, mutant: Mutant) -> str:
        return f"{mutant.module} {mutant.function}"

    def _tests(self, mutant: Mutant) -> list[str]:
        """The tests that may notice, the likeliest first."""
        names = list(self.survey.seconds)
        if self.items:
            file = os.path.abspath(mutant.file)
            wanted = {(file, line) for line in mutant.lines}
            names = [name for name in names if wanted & self.survey.lines[name]]
        last = self.killers.get(self._place(mutant), [])
        return sorted(
            names, key=lambda name: (last.index(name) if name in last else len(last), max(FASTEST, self.survey.seconds[name]))
        )

    def killed_by(self, mutant: Mutant, pid: int) -> None:
        """Learn from what the child with this id noted: the test that failed in it comes first next time."""
        note = self.folder / str(pid)
        if note.exists():
            last = self.killers.setdefault(self._place(mutant), [])
            name = note.read_text()
            if name in last:
                last.remove(name)
            last.insert(0, name)
            note.unlink()

    def start(self, mutant: Mutant) -> int:
        """Fork a child that runs the tests on the mutant; its process id. It ends with 0 where all pass."""
        names = self._tests(mutant)
        if pid := os.fork():
            return pid
        status = 1
        try:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            _hush()
            signal.setitimer(signal.ITIMER_PROF, 30)
            items = self._changed(mutant)
            status = 0
            for name in names:
                signal.setitimer(signal.ITIMER_PROF, 2 + 10 * self.survey.seconds[name])
                if not _passes(items[name]):
                    (self.folder / str(os.getpid())).write_text(name)
                    status = 1
                    break
        finally:
            os._exit(status)

    def _changed(self, mutant: Mutant) -> dict[str, pytest.Item]:
        """Change the module, here and now; the tests."""
        file = os.path.abspath(mutant.file)
        if not self.items:
            code = mutant.module_code(file)
            sys.meta_path.insert(0, _Loader(f"kit.games.{self.suite.game}.{mutant.module}", code))
            return _collected(self.suite)
        code = mutant.function_code(file)
        there = self.functions[file, code.co_qualname]
        for function in there:
            function.__code__ = code
        return self.items


def _outcome(status: int) -> str:
    if os.WIFSIGNALED(status):
        return "timeout" if os.WTERMSIG(status) == signal.SIGPROF else "killed"
    return "survived" if os.WEXITSTATUS(status) == 0 else "killed"


def run(suite: Suite, chosen: list[Mutant], jobs: int) -> dict[str, str] | None:
    """What became of each mutant, by label: killed, timeout or survived; None where the tests fail without any change.

    Runs in the folder that holds `kit` and `tests`, before anything of the game is imported; up to `jobs` children at once.
    """
    import kit.core.records
    import kit.core.sessions  # noqa: F401 - with the catalogue: what no mutant changes is imported once
    from kit.locale import catalogue

    catalogue()
    survey = _in_child(lambda: _survey(suite))
    assert isinstance(survey, Survey)
    if survey.failing:
        print("These tests fail on the unchanged engine, so nothing is to be learnt from mutants:", *survey.failing, sep="\n")
        return None
    print(f"{len(survey.seconds)} tests of {sum(survey.seconds.values()):.1f} s", flush=True)
    results: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="kit-mutants-") as folder:
        runner = _Runner(suite, survey, Path(folder))
        first = [mutant for mutant in chosen if runner.fresh(mutant)]
        labels = {mutant.label for mutant in first}
        gc.freeze()
        _run_all(runner, first, jobs, results, len(chosen))
        runner.collect()
        _run_all(runner, [mutant for mutant in chosen if mutant.label not in labels], jobs, results, len(chosen))
    return results


def _run_all(runner: _Runner, chosen: list[Mutant], jobs: int, results: dict[str, str], total: int) -> None:
    waiting, running = list(reversed(chosen)), {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            running[runner.start(mutant)] = mutant
        pid, status = os.wait()
        mutant = running.pop(pid)
        runner.killed_by(mutant, pid)
        results[mutant.label] = _outcome(status)
        if results[mutant.label] == "survived" or len(results) % 100 == 0:
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            print(
                f"{len(results)}/{total} {used.ru_utime + used.ru_stime:.0f} s  {results[mutant.label]}: "
                f"{mutant.file}:{mutant.line} {mutant.label}",
                flush=True,
            )
