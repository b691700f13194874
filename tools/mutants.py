"""What may be changed in a module: every mutant of its syntax tree, with a label that stays (see `mutate.py`)."""

from __future__ import annotations
import __future__

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent


@dataclass(frozen=True)
class Suite:
    """What is changed in a game, its modules, and who may notice: its test files, without `test_` and `.py`."""

    game: str
    modules: list[str]
    tests: list[str]

    @property
    def code(self) -> str:
        """The folder of the game's modules."""
        return f"kit/games/{self.game}"

    @property
    def equivalent(self) -> Path:
        """The list of mutants that change no behaviour."""
        return HERE / "mutants_equivalent" / f"{self.game}.txt"

    @property
    def paths(self) -> list[str]:
        """The test files."""
        return [f"tests/{self.game}/test_{name}.py" for name in self.tests]


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
    def file(self) -> str:
        """The module's file, from the folder of the repository."""
        return f"{self.suite.code}/{self.module}.py"

    def _along(self) -> list[tuple[ast.AST, Step]]:
        """The nodes from the module down to the change, each with the step that leads on from it."""
        found: list[tuple[ast.AST, Step]] = []
        node: ast.AST = self.original
        for name, i in self.path:
            found.append((node, (name, i)))
            value = getattr(node, name)
            node = value if i is None else value[i]
        return [*found, (node, ("", None))]

    @property
    def function(self) -> str | None:
        """The qualified name of the function whose body holds the change; None where it runs as the module is imported."""
        names = []
        for node, (name, _) in self._along():
            if isinstance(node, ast.FunctionDef):
                return ".".join([*names, node.name]) if name == "body" else None
            if isinstance(node, ast.ClassDef):
                names.append(node.name)
        return None

    @property
    def lines(self) -> range:
        """The lines of the statement that holds the change: a test that runs none of them cannot notice it."""
        statement = [node for node, _ in self._along() if isinstance(node, ast.stmt)][-1]
        return range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)

    def module_code(self, file: str) -> CodeType:
        """The changed module, compiled under the name of this file. Raises SyntaxError or ValueError where it is no Python."""
        return compile(_replaced(self.original, self.path, self.new), file, "exec")

    def function_code(self, file: str) -> CodeType:
        """The changed `function`, compiled by itself: ten times as fast as the whole module. Errors as in `module_code`."""
        (first, top), rest = self.path[0], self.path[1:]
        assert top is not None
        alone = _replaced(ast.Module([self.original.body[top]], []), ((first, 0), *rest), self.new)
        code = compile(alone, file, "exec", flags=__future__.annotations.compiler_flag, dont_inherit=True)
        wanted = self.function
        waiting = [code]
        while waiting:
            code = waiting.pop()
            if code.co_qualname == wanted:
                return code
            waiting += [part for part in code.co_consts if isinstance(part, CodeType)]
        raise ValueError(f"{wanted} is not in its own statement")


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
