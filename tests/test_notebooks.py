"""The notebooks as files: both languages alike, nothing left behind, no translation older than its original."""

from __future__ import annotations

import copy
import importlib.util
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kit.core.records import read_record
from kit.teach.walk import examples


def _tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("notebooks_tool", Path(__file__).parents[1] / "tools" / "notebooks.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tool = _tool()
FILES = tool.files()
RULES = tool.ROOT / "de" / "landeanflug" / "1_rules.ipynb"


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-3:]))
def test_a_notebook_is_in_order(path: Path) -> None:
    assert tool.problems(path) == []


def test_there_are_notebooks_in_both_languages() -> None:
    names = {
        lang: [path.relative_to(tool.ROOT / lang) for path in FILES if path.is_relative_to(tool.ROOT / lang)]
        for lang in ("de", "en")
    }
    assert names["de"] == names["en"] != []


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of all notebooks to break."""
    root = tmp_path / "notebooks"
    shutil.copytree(tool.ROOT, root, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    monkeypatch.setattr(tool, "ROOT", root)
    return root


def _cell(notebook: dict[str, Any], name: str) -> dict[str, Any]:
    return next(cell for cell in notebook["cells"] if cell["id"] == name)


def _widgets(notebook: dict[str, Any]) -> None:
    notebook["metadata"]["widgets"] = {"application/vnd.jupyter.widget-state+json": {}}


def _html(notebook: dict[str, Any]) -> None:
    _cell(notebook, "step1")["outputs"][0]["data"]["text/html"] = "<p>"


def _swap(notebook: dict[str, Any]) -> None:
    notebook["cells"][0], notebook["cells"][1] = notebook["cells"][1], notebook["cells"][0]


DAMAGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "metadata left behind": _widgets,
    "outputs other than plain text": _html,
    "its cells are not those": _swap,
    "other code": lambda nb: _cell(nb, "step1").update(source="1"),
    "more than 12 lines": lambda nb: _cell(nb, "step1").update(source="1\n" * 13),
    "names a host": lambda nb: _cell(nb, "title").update(source="see www.example.org"),
    "not from a clean run": lambda nb: _cell(nb, "step1").update(execution_count=99),
    "cells without an id": lambda nb: _cell(nb, "step1").update(id="step2"),
    "no title": lambda nb: nb["metadata"].pop("title"),
    "kit must say": lambda nb: nb["metadata"]["kit"].update(lang="de"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_found(workshop: Path, damage: str) -> None:
    path = workshop / "en" / "landeanflug" / "1_rules.ipynb"
    notebook = tool.load(path)
    DAMAGES[damage](notebook)
    tool.save(path, notebook)
    assert any(damage in problem for problem in tool.problems(path)), tool.problems(path)


def test_a_translation_older_than_its_original_is_found_and_stamped(workshop: Path) -> None:
    german, english = (workshop / lang / "landeanflug" / "1_rules.ipynb" for lang in ("de", "en"))
    notebook = tool.load(german)
    _cell(notebook, "radio")["source"] = "## Funk\n\nNeu gesagt."
    tool.save(german, notebook)
    assert [re.search(r"cell (\w+): older", problem) is not None for problem in tool.problems(english)] == [True]
    assert tool.main(["check"]) == 1
    assert tool.main(["stamp", str(english)]) == 0
    assert tool.problems(english) == []
    assert tool.main(["check"]) == 0


def test_strip_keeps_plain_text_alone(workshop: Path) -> None:
    path = workshop / "de" / "landeanflug" / "1_rules.ipynb"
    clean = tool.load(path)
    notebook = copy.deepcopy(clean)
    _widgets(notebook)
    _html(notebook)
    _cell(notebook, "step1")["metadata"]["execution"] = {"iopub": "now"}
    tool.save(path, notebook)
    tool.strip(path)
    assert tool.load(path) == clean


def test_saving_writes_what_is_there() -> None:
    for path in FILES:
        assert path.read_text("utf-8") == json.dumps(tool.load(path), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


# What the rules walk must hold


def _code() -> str:
    return "\n".join(tool.source(cell) for cell in tool.load(RULES)["cells"] if cell["cell_type"] == "code")


def test_the_printed_examples_are_walked_card_by_card() -> None:
    """LA-9.1 and LA-9.3: one cell for each move of the record file; LA-9.2 is its first two cards."""
    code = _code()
    for name, prefix in (("la-9-1", "step"), ("la-9-3", "down")):
        played = re.findall(rf'^{prefix}\d = \w+\.play\("([^"]+)"\)$', code, re.M)
        assert played == [str(move) for move in read_record(examples()[name]).moves]
    first, second, *_ = read_record(examples()["la-9-2"]).moves
    assert f'level.play("{first}", "{second}")' in code


def test_every_section_of_the_rules_is_named() -> None:
    text = "\n".join(tool.source(cell) for cell in tool.load(RULES)["cells"])
    rules = [
        *(f"1.{i}" for i in (1, 2, 3, 4, 6)),
        *(f"2.{i}" for i in range(2, 6)),
        *(f"3.{i}" for i in (1, 2, 3, 4, 5, 6, 7, 8, 9)),
    ]
    rules += [
        "3.10",
        "3.11",
        "3.12",
        "3.13",
        *(f"4.{i}" for i in range(1, 6)),
        "5.1",
        *(f"6.{i}" for i in range(1, 7)),
        "7.1",
        "7.2",
        "7.3",
        "7.4",
    ]
    missing = [
        rule for rule in rules if f"LA-{rule}" not in text and not re.search(rf"LA-{rule[0]}\.\d+(?:, | bis ){rule}\b", text)
    ]
    assert missing == []


def test_the_common_mistakes_are_tried() -> None:
    outputs = "\n".join(
        "".join(output["data"].get("text/plain", ""))
        for cell in tool.load(RULES)["cells"] if cell["cell_type"] == "code" for output in cell["outputs"]
    )  # fmt: skip
    for code in ("not-your-turn", "not-in-hand", "silence", "place-taken", "wrong-order", "wrong-value", "wrong-seat",
                 "out-of-range", "no-coffee", "concentration-full", "aside-fits"):  # fmt: skip
        assert code in outputs


def test_every_page_of_the_tour_begins_with_its_heading() -> None:
    for path in FILES:
        for cell in tool.load(path)["cells"]:
            if cell["cell_type"] == "markdown":
                assert not re.search(r"\n## ", tool.source(cell)), f"{path}: {cell['id']}: a page begins inside a cell"
