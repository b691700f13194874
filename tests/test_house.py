"""The house: imports run one way, heavy libraries stay in their rooms, the wheel carries what it needs."""

from __future__ import annotations

import ast
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
KIT = ROOT / "kit"

# cards, chance, locale -> core -> games -> lab, board -> teach -> serving -> cli
LAYER = {
    "locale": 0,
    "cards": 0,
    "chance": 0,
    "core": 1,
    "games": 2,
    "lab": 3,
    "board": 3,
    "teach": 4,
    "serving": 5,
    "serve": 5,
    "cli": 6,
}
# Who may import what besides the standard library and the kit. A room that is not named here may import nothing else.
ROOMS = {
    "games": {"markupsafe"},
    "kernels": {"numba", "numpy"},
    "lab": {"numpy", "matplotlib", "numba", "psutil", "IPython"},
    "board": {"jinja2", "markupsafe", "anywidget", "ipywidgets", "traitlets", "IPython"},
    "teach": {"jinja2", "markupsafe", "anywidget", "ipywidgets", "traitlets", "IPython"},
    "serving": {"jinja2", "markupsafe", "traitlets", "tornado", "voila", "jupyter_client", "jupyter_core", "jupyter_server"},
}
ENGINE = ("state", "moves", "rules", "view", "notation")


@dataclass(frozen=True)
class Import:
    """One import: the file, its line, the module's full name, and whether it runs when the file is imported."""

    path: Path
    line: int
    module: str
    eager: bool

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line} imports {self.module}"


def _is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def imports(path: Path) -> Iterator[Import]:
    """Every import of a file, those inside functions included; those for the type checker only are left out."""

    def walk(node: ast.AST, eager: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if _is_type_checking(child):
                continue
            if isinstance(child, ast.Import):
                for name in child.names:
                    yield Import(path, child.lineno, name.name, eager)
            elif isinstance(child, ast.ImportFrom):
                assert child.level == 0, f"{path}:{child.lineno}: imports are absolute"
                module = child.module or ""
                # `from kit import cards` names a module, `from kit.cards import X` a thing in one.
                names = [f"kit.{name.name}" for name in child.names] if module == "kit" else [module]
                for name in names:
                    yield Import(path, child.lineno, name, eager)
            lazy = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from walk(child, eager and not lazy)

    yield from walk(ast.parse(path.read_text("utf-8")), True)


def modules() -> list[Path]:
    return sorted(path for path in KIT.rglob("*.py") if "__pycache__" not in path.parts)


def room(path: Path) -> str:
    """The top room of a file: `core`, `games`, `cli` ...; empty for `kit/__init__.py`."""
    first = path.relative_to(KIT).parts[0].removesuffix(".py")
    return "" if first in ("__init__", "__main__") else first


@cache
def all_imports() -> list[Import]:
    return [each for path in modules() for each in imports(path)]


def test_every_room_has_its_layer() -> None:
    assert {room(path) for path in modules()} - {""} <= set(LAYER)


def test_imports_run_one_way() -> None:
    wrong = []
    for each in all_imports():
        parts = each.module.split(".")
        own = room(each.path)
        if parts[0] != "kit" or len(parts) < 2 or not own or own == parts[1] or parts[1].startswith("__"):
            continue
        if LAYER[parts[1]] > LAYER[own] or {own, parts[1]} == {"lab", "board"}:
            wrong.append(str(each))
    assert wrong == []


def test_one_game_does_not_know_another() -> None:
    wrong = []
    for each in all_imports():
        inside = each.path.relative_to(KIT).parts
        parts = each.module.split(".")
        if (
            inside[0] == "games"
            and len(inside) > 2
            and parts[:2] == ["kit", "games"]
            and len(parts) > 2
            and parts[2] != inside[1]
        ):
            wrong.append(str(each))
    assert wrong == []


def test_engines_need_only_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"kit"}
    places = [
        *(KIT / "games").glob("*/*.py"),
        *(KIT / "core").rglob("*.py"),
        *(KIT / "chance").rglob("*.py"),
        *KIT.glob("cards.py"),
    ]
    wrong = []
    for path in places:
        if path.parent.parent == KIT / "games" and path.stem not in ENGINE:
            continue
        if path.stem.startswith("compiled"):  # the kernels' part of the core, loaded when a batch runs
            continue
        wrong += [str(each) for each in imports(path) if each.module.split(".")[0] not in allowed]
    assert wrong == []


def test_heavy_libraries_stay_in_their_rooms() -> None:
    wrong = []
    for each in all_imports():
        top = each.module.split(".")[0]
        if top in sys.stdlib_module_names or top == "kit":
            continue
        own = room(each.path)
        name = (
            "kernels" if each.path.stem.startswith(("kernel", "compiled", "benchmarks")) else "serving" if own == "serve" else own
        )
        if top not in ROOMS.get(name, set()):
            wrong.append(str(each))
    assert wrong == []


def test_numba_and_matplotlib_are_imported_only_when_they_are_needed() -> None:
    assert [str(each) for each in all_imports() if each.eager and each.module.split(".")[0] in ("numba", "matplotlib")] == []


@pytest.mark.parametrize("module", ["kit.cli", "kit.serve", "kit.board", "kit.core.registry"])
def test_importing_a_front_door_loads_nothing_heavy(module: str) -> None:
    program = (
        f"import sys, {module}; print(*[m for m in ('numba', 'numpy', 'matplotlib', 'voila', 'ipywidgets') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert out.strip() == ""


def test_no_address_that_a_room_without_internet_cannot_reach() -> None:
    hosts = ("jsdelivr", "unpkg", "cdnjs", "googleapis", "fontawesome", "py" + "pi.org", "npm" + "js")
    files = [p for folder in ("kit", "share", "notebooks", "binder") for p in (ROOT / folder).rglob("*") if p.is_file()]
    files += [
        ROOT / name for name in ("pyproject.toml", "Makefile", "requirements.lock", "voila.json", "README.md", "README.de.md")
    ]
    kinds = {".py", ".js", ".css", ".html", ".j2", ".toml", ".json", ".ipynb", ".txt", ".md", ".lock", ".svg", ""}
    found = [
        f"{path.relative_to(ROOT)}: {host}"
        for path in files
        if path.suffix in kinds and "__pycache__" not in path.parts
        for host in hosts
        if host in path.read_text("utf-8", errors="replace")
    ]
    assert found == []


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without a download (hatchling is in the test extra)."""
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(out.glob("*.whl"))


def test_the_wheel_carries_everything_and_is_small(wheel: Path) -> None:
    assert wheel.stat().st_size <= 2_000_000
    names = set(zipfile.ZipFile(wheel).namelist())
    kinds = {".py", ".html", ".j2", ".css", ".js", ".toml", ".svg", ".txt", ".ipynb", ".typed"}
    expected = {
        path.relative_to(ROOT).as_posix()
        for path in KIT.rglob("*")
        if path.is_file() and (path.suffix in kinds or path.name == "py.typed") and "__pycache__" not in path.parts
    }
    assert expected <= names
    books = {
        f"kit/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / "notebooks").rglob("*.ipynb")
        if "checkpoint" not in str(path)
    }
    assert books
    assert books <= names
    for name in ("index.html.j2", "tree.html", "conf.json", "static/page.js", "static/kit.css", "static/lobby.css"):
        assert any(each.endswith(f".data/data/share/jupyter/voila/templates/kartenlabor/{name}") for each in names), name
    assert not [name for name in names if "__pycache__" in name or "checkpoint" in name]


def test_no_two_test_files_of_one_run_have_the_same_name():
    """pytest imports test files by their bare names: a second one of a name would stop the run."""
    tests = Path(__file__).parent
    names = [path.name for path in tests.rglob("test_*.py") if "browser" not in path.parent.name]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []
