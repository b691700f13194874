"""Mutation run over a game's rules: change one thing in the engine, run the rule tests, and see whether they notice.

    python tools/mutate.py                        all mutants of Landeanflug's modules (see SUITES)
    python tools/mutate.py rules view             only those of these modules
    python tools/mutate.py --game luft_land_see   another game
    python tools/mutate.py --list rules           name the mutants, run nothing

Works on a temporary copy of `kit` and `tests`. Each mutant is compiled from a changed syntax tree and runs in a forked child
(no file is written, nothing imported twice), with a time-out; at most two at once. Survivors are printed with file, line and
change. One that changes no behaviour stands with its reason in `tools/mutants_equivalent/<game>.txt` and is counted apart. Ends
with 1 where a mutant survived or an entry of that list matches none. Not part of `make test`; see `docs/testing.md`.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import importlib.abc
import importlib.util
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent


@dataclass(frozen=True)
class Suite:
    """What is changed in a game, and who may notice: its modules, each with the test files that do so soonest; all test files."""

    game: str
    first: dict[str, list[str]]
    tests: list[str]

    @property
    def code(self) -> str:
        """The folder of the game's modules."""
        return f"kit/games/{self.game}"

    @property
    def equivalent(self) -> Path:
        """The list of mutants that change no behaviour."""
        return HERE / "mutants_equivalent" / f"{self.game}.txt"

    def paths(self, module: str) -> list[str]:
        """The test files for a module's mutants, in the order in which they are run."""
        order = [*self.first[module], *(name for name in self.tests if name not in self.first[module])]
        return [f"tests/{self.game}/test_{name}.py" for name in order]


SUITES = {
    suite.game: suite
    for suite in (
        Suite(
            "landeanflug",
            {
                "rules": [],
                "state": ["rules_flight"],
                "moves": ["rules_notation"],
                "view": ["rules_view"],
                "notation": ["rules_notation"],
            },
            [*(f"rules_{name}" for name in ("places", "setup", "flight", "view", "notation", "perft")), "examples"],
        ),
        Suite(
            "luft_land_see",
            {
                "rules": ["rules", "lls_corners"],
                "abilities": ["rulings_instants", "lls_corners"],
                "strengths": ["rulings_ongoing"],
                "memory": ["lls_recall", "views"],
                "state": ["rules"],
                "cards": ["rules"],
                "moves": ["notation"],
                "view": ["views"],
            },
            [
                "rules",
                "rulings_instants",
                "rulings_ongoing",
                "lls_corners",
                "lls_recall",
                "views",
                "notation",
                "lls_examples",
                "model",
                "perft",
            ],
        ),
        Suite(
            "punktlandung",
            {
                "rules": ["pl_rules"],
                "state": ["pl_rules"],
                "moves": ["pl_notation"],
                "view": ["pl_notation"],
                "notation": ["pl_notation"],
            },
            ["pl_rules", "pl_notation"],
        ),
        Suite(
            "orbit",
            {
                "rules": ["orbit_play", "orbit_setup"],
                "draft": ["orbit_setup"],
                "tasks": ["orbit_tasks"],
                "state": ["orbit_setup"],
                "moves": ["orbit_notation"],
                "view": ["orbit_view"],
                "notation": ["orbit_notation"],
            },
            ["orbit_play", "orbit_setup", "orbit_tasks", "orbit_notation", "orbit_view"],
        ),
    )
}

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Mod: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.LShift: ast.RShift,
    ast.BitOr: ast.BitAnd,
}
NAMES = {
    "PILOT": "COPILOT",
    "COPILOT": "PILOT",
    "RED": "BLUE",
    "BLUE": "RED",
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
}
REMOVABLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.Raise, ast.If, ast.For)


Step = tuple[str, int | None]


@dataclass(frozen=True)
class Mutant:
    """One change: the game's suite, the module, its line, a label that stays, where in the tree, what is there.

    The changed tree is made in the child that runs it: a thousand trees would make every fork slow.
    """

    suite: Suite
    module: str
    line: int
    label: str
    original: ast.Module
    path: tuple[Step, ...]
    new: ast.AST | None

    @property
    def tree(self) -> ast.Module:
        """The changed tree."""
        return _replaced(self.original, self.path, self.new)


def _changes(node: ast.AST, in_function: bool) -> Iterator[tuple[str, ast.AST | None]]:
    """What this node may become: a description and the new node (None: the statement goes)."""
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            for other in COMPARISONS.get(type(op), ()):
                new = copy.deepcopy(node)
                new.ops[i] = other()
                yield f"{type(op).__name__} -> {other.__name__}", new
    elif isinstance(node, ast.BoolOp):
        other_bool = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        yield f"{type(node.op).__name__} -> {type(other_bool).__name__}", ast.BoolOp(other_bool, node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield f"{type(node.op).__name__} gone", node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        to = ARITHMETIC[type(node.op)]
        yield f"{type(node.op).__name__} -> {to.__name__}", ast.BinOp(node.left, to(), node.right)
    elif isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
        to = ARITHMETIC[type(node.op)]
        yield f"{type(node.op).__name__}= -> {to.__name__}=", ast.AugAssign(node.target, to(), node.value)
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield f"{node.value} -> {not node.value}", ast.Constant(not node.value)
        elif isinstance(node.value, int):
            for by in (1, -1):
                yield f"{node.value} -> {node.value + by}", ast.Constant(node.value + by)
    elif isinstance(node, ast.Name) and node.id in NAMES and isinstance(node.ctx, ast.Load):
        yield f"{node.id} -> {NAMES[node.id]}", ast.Name(NAMES[node.id], ast.Load())
    elif isinstance(node, ast.IfExp):
        yield "branches swapped", ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.If):
        yield "condition negated", ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.Return) and node.value and not (isinstance(node.value, ast.Constant) and node.value.value is None):
        yield "returns None", ast.Return(ast.Constant(None))
    if in_function and isinstance(node, REMOVABLE) and not _is_docstring(node):
        yield "statement removed", None


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    """The children that may be changed, with where they hang: no annotations, decorators or imports."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_comment"):
            continue
        if isinstance(value, ast.AST):
            yield name, None, value
        elif isinstance(value, list):
            for i, item in enumerate(value):
                if isinstance(item, ast.AST):
                    yield name, i, item


def _walk(node: ast.AST, path: tuple[Step, ...], in_function: bool) -> Iterator[tuple[tuple[Step, ...], ast.AST, bool]]:
    for name, i, child in _children(node):
        if isinstance(child, ast.Import | ast.ImportFrom | ast.Assert | ast.operator | ast.cmpop | ast.boolop | ast.unaryop):
            continue
        here = (*path, (name, i))
        inside = in_function or isinstance(node, ast.FunctionDef)
        yield here, child, inside
        yield from _walk(child, here, inside)


def _replaced(tree: ast.Module, path: tuple[Step, ...], new: ast.AST | None) -> ast.Module:
    changed = copy.deepcopy(tree)
    parent: ast.AST = changed
    for name, i in path[:-1]:
        value = getattr(parent, name)
        parent = value if i is None else value[i]
    name, i = path[-1]
    new = ast.Pass() if new is None else copy.deepcopy(new)
    if i is None:
        setattr(parent, name, new)
    else:
        getattr(parent, name)[i] = new
    return ast.fix_missing_locations(changed)


def mutants(suite: Suite, module: str) -> list[Mutant]:
    """Every mutant of a module of the game, in the order of its lines."""
    source = (ROOT / suite.code / f"{module}.py").read_text("utf-8")
    lines = source.splitlines()
    tree = ast.parse(source)
    found: list[Mutant] = []
    seen: Counter[str] = Counter()
    for path, node, in_function in _walk(tree, (), False):
        if _is_docstring(node):
            continue
        for what, new in _changes(node, in_function):
            line = getattr(node, "lineno", 1)
            label = f"{module}.py | {lines[line - 1].strip()} | {what}"
            seen[label] += 1
            if seen[label] > 1:
                label += f" #{seen[label]}"
            found.append(Mutant(suite, module, line, label, tree, path, new))
    return sorted(found, key=lambda mutant: mutant.line)


class _Loader(importlib.abc.Loader, importlib.abc.MetaPathFinder):
    """Imports one module from a changed tree."""

    def __init__(self, name: str, code: object, path: str) -> None:
        self.name, self.code, self.path = name, code, path

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> object:
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self)

    def create_module(self, spec: object) -> None:
        return None

    def exec_module(self, module: object) -> None:
        exec(self.code, module.__dict__)  # type: ignore[arg-type]


def _run(mutant: Mutant | None, suite: Suite, module: str, seconds: int) -> int:
    """Fork a child that runs the tests on the mutant (None: unchanged); its process id."""
    pid = os.fork()
    if pid:
        return pid
    try:
        signal.alarm(seconds)  # ends the child: a mutant that hangs is noticed too
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        if mutant is not None:
            path = f"{suite.code}/{mutant.module}.py"
            try:
                code = compile(mutant.tree, path, "exec")
            except (SyntaxError, ValueError):
                os._exit(3)
            sys.meta_path.insert(0, _Loader(f"kit.games.{suite.game}.{mutant.module}", code, path))
        import pytest

        options = ["-x", "-q", "--noconftest", "--tb=no", "--assert=plain", "-m", "not slow", "-W", "ignore"]
        options += [
            word
            for name in ("cacheprovider", "xdist", "hypothesispytest", "nbval", "anyio", "playwright")
            for word in ("-p", f"no:{name}")
        ]
        for path in suite.paths(module):  # one file after the other: most mutants fall in the first
            if status := int(pytest.main([*options, path])):
                break
    except BaseException:
        status = 2
    os._exit(status)


def _outcome(status: int) -> str:
    if os.WIFSIGNALED(status):
        return "timeout" if os.WTERMSIG(status) == signal.SIGALRM else "killed"
    return "survived" if os.WEXITSTATUS(status) == 0 else "killed"


def equivalent(suite: Suite) -> dict[str, str]:
    """The mutants known to change no behaviour, by label, with the reason."""
    known = {}
    for line in suite.equivalent.read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            label, _, reason = line.partition(" :: ")
            known[label.strip()] = reason.strip()
    return known


def run(chosen: list[Mutant], jobs: int, seconds: int) -> dict[str, str]:
    """What became of each mutant, by label: killed, timeout or survived."""
    results: dict[str, str] = {}
    waiting, running = list(reversed(chosen)), {}
    begun = time.monotonic()
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            running[_run(mutant, mutant.suite, mutant.module, seconds)] = mutant
        pid, status = os.wait()
        mutant = running.pop(pid)
        results[mutant.label] = _outcome(status)
        if results[mutant.label] == "survived" or len(results) % 100 == 0:
            print(
                f"{len(results)}/{len(chosen)} {time.monotonic() - begun:.0f} s  {results[mutant.label]}: "
                f"{mutant.suite.code}/{mutant.module}.py:{mutant.line} {mutant.label}",
                flush=True,
            )
    return results


def main() -> int:
    """Run as described above; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", metavar="module", help="modules of the game (default: all of its suite)")
    parser.add_argument("--game", default="landeanflug", choices=SUITES)
    parser.add_argument("--jobs", type=int, default=2, choices=(1, 2))
    parser.add_argument("--seconds", type=int, default=40, help="time-out of one mutant")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--grep", default="", help="only mutants whose label holds this")
    parser.add_argument("--file", help="only mutants whose labels stand in this file, one a line")
    options = parser.parse_args()
    suite = SUITES[options.game]
    options.modules = options.modules or list(suite.first)
    if unknown := set(options.modules) - set(suite.first):
        parser.error(f"no such module: {', '.join(sorted(unknown))}; there are {', '.join(suite.first)}")
    chosen = [mutant for module in options.modules for mutant in mutants(suite, module) if options.grep in mutant.label]
    if options.file:
        wanted = set(Path(options.file).read_text("utf-8").splitlines())
        chosen = [mutant for mutant in chosen if mutant.label in wanted]
    if options.list:
        print("\n".join(f"{mutant.line}: {mutant.label}" for mutant in chosen))
        return 0
    known = equivalent(suite)
    todo = [mutant for mutant in chosen if mutant.label not in known]
    with tempfile.TemporaryDirectory(prefix="kit-mutants-") as folder:
        for part in ("kit", f"tests/{suite.game}"):
            shutil.copytree(ROOT / part, Path(folder) / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", folder)
        os.chdir(folder)
        sys.path.insert(0, folder)
        import pytest  # noqa: F401 - once, before the children are forked, as all that no mutant changes

        import kit.core.records
        import kit.core.sessions  # noqa: F401
        from kit.locale import catalogue

        catalogue()
        gc.freeze()
        _, status = os.waitpid(_run(None, suite, "rules", 300), 0)
        if _outcome(status) != "survived":
            print("The tests fail on the unchanged engine: nothing to learn from mutants.")
            return 1
        results = run(todo, options.jobs, options.seconds)
        os.chdir(ROOT)
    counts = Counter(results.values())
    lost = [label for label in known if label not in {m.label for m in chosen}] if not (options.grep or options.file) else []
    lost = [label for label in lost if label.partition(".py")[0] in options.modules]
    print(
        f"{len(chosen)} mutants: {counts['killed']} killed, {counts['timeout']} timed out, {len(chosen) - len(todo)} equivalent, "
        f"{counts['survived']} survived"
    )
    for mutant in todo:
        if results[mutant.label] == "survived":
            print(f"{suite.code}/{mutant.module}.py:{mutant.line}\n    {mutant.label}")
    for label in lost:
        print(f"{suite.equivalent.name} names a mutant that is not there: {label}")
    return 1 if counts["survived"] or lost else 0


if __name__ == "__main__":
    sys.exit(main())
