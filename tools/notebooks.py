"""The house keeping of the notebooks: `python tools/notebooks.py check|stamp|strip|run [FILES]`.

check   say what is wrong with them (the tests call the same function); exit 1 where something is
stamp   note in each cell of a translation that it was made from the German cell as it is now; do this after translating
strip   remove what running leaves behind: widget state, HTML, front ends' notes; plain text outputs stay, counted from 1
run     run them and save the plain text outputs, which `make test` compares

Without FILES: all of `notebooks/`. How notebooks are made and translated: `docs/notebooks.md`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1] / "notebooks"
ORIGINAL, TRANSLATIONS = "de", ("en",)
MAX_LINES = 12
MAX_BYTES = 200_000
IGNORED = "nbval-ignore-output"  # cells with this tag show widgets: no output is saved
CELL_KEYS = {"tags", "kit"}
NOTEBOOK_KEYS = {"kernelspec", "language_info", "kit", "title"}
_HOST = re.compile(r"https?://|www\.|\b[\w-]+\.(?:org|com|net|io|dev)\b", re.I)

Notebook = dict[str, Any]


def files() -> list[Path]:
    """All notebooks, sorted."""
    return sorted(path for path in ROOT.glob("*/**/*.ipynb") if ".ipynb_checkpoints" not in path.parts)


def load(path: Path) -> Notebook:
    """A notebook as JSON."""
    notebook: Notebook = json.loads(path.read_text("utf-8"))
    return notebook


def save(path: Path, notebook: Notebook) -> None:
    """Write a notebook as Jupyter does: one space of indentation, a line break at the end."""
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


def source(cell: Notebook) -> str:
    """A cell's text."""
    text = cell["source"]
    return text if isinstance(text, str) else "".join(text)


def fingerprint(cell: Notebook) -> str:
    """The hash of a cell's text that its translation carries: 16 hex digits of SHA-256."""
    return hashlib.sha256(source(cell).encode()).hexdigest()[:16]


def original(path: Path) -> Path | None:
    """The German notebook that a notebook is translated from; None for a German one."""
    lang, *rest = path.resolve().relative_to(ROOT.resolve()).parts
    return ROOT.joinpath(ORIGINAL, *rest) if lang in TRANSLATIONS else None


def problems(path: Path) -> list[str]:
    """What is wrong with a notebook, as `file: cell: what`; an empty list is what we want."""
    notebook = load(path)
    found = [*_about_notebook(path, notebook)]
    for cell, count in _counted(notebook):
        found += _about_cell(cell, count)
    german = original(path)
    if german is None:
        found += [f"no translation {lang}" for lang in TRANSLATIONS if not _translated(path, lang).exists()]
    elif not german.exists():
        found.append(f"translated from {german.name}, which does not exist")
    else:
        found += _about_translation(notebook, load(german))
    return [f"{path.relative_to(ROOT.parent)}: {what}" for what in found]


def _translated(path: Path, lang: str) -> Path:
    return ROOT.joinpath(lang, *path.resolve().relative_to(ROOT.resolve()).parts[1:])


def _about_notebook(path: Path, notebook: Notebook) -> Iterator[str]:
    meta = notebook["metadata"]
    if extra := set(meta) - NOTEBOOK_KEYS:
        yield f"metadata left behind: {', '.join(sorted(extra))}"
    if not meta.get("title"):
        yield "metadata: no title"
    if meta.get("kernelspec", {}).get("name") != "python3":
        yield "metadata: the kernel is not python3"
    lang, game, *_ = path.resolve().relative_to(ROOT.resolve()).parts
    kit = meta.get("kit", {})
    if kit.get("lang") != lang or kit.get("game") != game:
        yield f"metadata: kit must say lang {lang!r} and game {game!r}"
    if path.stat().st_size > MAX_BYTES:
        yield f"larger than {MAX_BYTES} bytes"
    ids = [cell.get("id") for cell in notebook["cells"]]
    if None in ids or len(set(ids)) != len(ids):
        yield "cells without an id, or with the same"


def _counted(notebook: Notebook) -> Iterator[tuple[Notebook, int | None]]:
    """Each cell with its count in a clean run: code cells from 1 (nbval takes no output without one), others None."""
    count = 0
    for cell in notebook["cells"]:
        count += cell["cell_type"] == "code"
        yield cell, count if cell["cell_type"] == "code" else None


def _about_cell(cell: Notebook, count: int | None) -> Iterator[str]:
    name, text = f"cell {cell.get('id')}", source(cell)
    if extra := set(cell["metadata"]) - CELL_KEYS:
        yield f"{name}: metadata left behind: {', '.join(sorted(extra))}"
    if found := _HOST.search(text):
        yield f"{name}: names a host: {found.group()}"
    if cell["cell_type"] != "code":
        return
    if len(text.splitlines()) > MAX_LINES:
        yield f"{name}: more than {MAX_LINES} lines"
    if cell["execution_count"] != count:
        yield f"{name}: not from a clean run"
    if cell["outputs"] != kept_outputs(cell, count):
        yield f"{name}: outputs other than plain text are left behind"


def _about_translation(notebook: Notebook, german: Notebook) -> Iterator[str]:
    if [cell.get("id") for cell in notebook["cells"]] != [cell.get("id") for cell in german["cells"]]:
        yield "its cells are not those of the German notebook, in its order"
        return
    for cell, first in zip(notebook["cells"], german["cells"], strict=True):
        name = f"cell {cell['id']}"
        if cell["cell_type"] != first["cell_type"] or cell["metadata"].get("tags") != first["metadata"].get("tags"):
            yield f"{name}: another kind or other tags than in German"
        elif cell["cell_type"] == "code" and source(cell) != source(first):
            yield f"{name}: other code than in German"
        elif cell["cell_type"] == "markdown" and cell["metadata"].get("kit", {}).get("source") != fingerprint(first):
            yield f"{name}: older than the German cell; translate it anew, then stamp"


def stamp(path: Path) -> None:
    """Note in each text cell of a translation the hash of its German cell."""
    german = original(path)
    if german is None:
        return
    notebook = load(path)
    texts = {cell["id"]: cell for cell in load(german)["cells"]}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown" and cell["id"] in texts:
            cell["metadata"].setdefault("kit", {})["source"] = fingerprint(texts[cell["id"]])
    save(path, notebook)


def kept_outputs(cell: Notebook, count: int | None) -> list[Notebook]:
    """The outputs of a cell as they are saved: plain text and errors alone."""
    if IGNORED in cell["metadata"].get("tags", ()):
        return []
    kept = []
    for output in cell["outputs"]:
        if output["output_type"] in ("execute_result", "display_data"):
            data = {"text/plain": output["data"]["text/plain"]} if "text/plain" in output["data"] else {}
            output = {**output, "data": data, "metadata": {}}
            if "execution_count" in output:
                output["execution_count"] = count
        kept.append(output)
    return kept


def strip(path: Path) -> None:
    """Remove what running leaves behind."""
    notebook = load(path)
    notebook["metadata"] = {key: value for key, value in notebook["metadata"].items() if key in NOTEBOOK_KEYS}
    notebook["metadata"]["language_info"] = {"name": "python"}
    for cell, count in _counted(notebook):
        cell["metadata"] = {key: value for key, value in cell["metadata"].items() if key in CELL_KEYS}
        if cell["cell_type"] == "code":
            cell["execution_count"] = count
            cell["outputs"] = kept_outputs(cell, count)
    save(path, notebook)


def run(path: Path) -> None:
    """Run a notebook in its folder and save its plain text outputs; an error in a cell raises."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=60, resources={"metadata": {"path": str(path.parent)}}).execute()
    save(path, json.loads(nbformat.writes(notebook)))
    strip(path)


def main(arguments: Iterable[str] | None = None) -> int:
    """The command line; 1 where `check` found something."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("check", "stamp", "strip", "run"))
    parser.add_argument("files", nargs="*", type=Path)
    chosen = parser.parse_args(None if arguments is None else list(arguments))
    paths = [path.resolve() for path in chosen.files] or files()
    if chosen.what == "check":
        found = [problem for path in paths for problem in problems(path)]
        print("\n".join(found) or f"{len(paths)} notebooks: nothing wrong")
        return int(bool(found))
    for path in paths:
        {"stamp": stamp, "strip": strip, "run": run}[chosen.what](path)
        print(path.relative_to(ROOT.parent))
    return 0


if __name__ == "__main__":
    sys.exit(main())
