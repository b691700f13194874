"""Each rule id has a test that names it, and the code names no rule that does not exist.

A test names a rule in its name (`test_la_3_2_...`; `test_la_2_1_and_2_6_...` names two) or in its docstring (`LA-3.2`).
A game that lists its ids in `tests/<game>/rule_ids.txt` is checked.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

import kit
from kit.core.registry import games

TESTS = Path(__file__).parent
KIT = Path(kit.__file__).parent
LISTS = {
    path.parent.name: path
    for path in sorted(TESTS.glob("*/rule_ids.txt"))
    if path.parent.name in {game.id for game in games()}  # a game that is still being written is not checked
}
PREFIXES = {game.id: game.prefix for game in games()}


def listed(game: str) -> list[str]:
    lines = LISTS[game].read_text("utf-8").splitlines()
    return [line.split()[0] for line in lines if line.strip() and not line.startswith("#")]


def named_by(function: ast.FunctionDef, prefix: str) -> set[str]:
    """The rule ids that a test's name and docstring hold."""
    found = set(re.findall(rf"\b{prefix}-\d+\.\d+", ast.get_docstring(function) or ""))
    if match := re.match(rf"test_{prefix.lower()}_(.*)", function.name):
        for part in re.split(r"_(?:and|to)_", match[1]):
            if numbers := re.match(r"(\d+)_(\d+)(?:_|$)", part):
                found.add(f"{prefix}-{numbers[1]}.{numbers[2]}")
    return found


@cache
def all_tests() -> list[tuple[Path, ast.FunctionDef]]:
    return [
        (path, node)
        for path in sorted(TESTS.rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def naming_tests(prefix: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for path, node in all_tests():
        for rule in named_by(node, prefix):
            found[rule].append(f"{path.name}::{node.name}")
    return found


def test_a_name_can_hold_several_rules():
    function = ast.parse('def test_la_1_2_and_2_12_jokers():\n    "Also LA-3.10."').body[0]
    assert isinstance(function, ast.FunctionDef)
    assert named_by(function, "LA") == {"LA-1.2", "LA-2.12", "LA-3.10"}


def test_every_game_lists_its_rules():
    assert {game.id for game in games()} <= set(LISTS)


@pytest.mark.parametrize("game", LISTS)
def test_each_rule_is_named_by_a_test(game):
    found = naming_tests(PREFIXES[game])
    assert [rule for rule in listed(game) if rule not in found] == []
    assert len(listed(game)) == len(set(listed(game)))


@pytest.mark.parametrize("game", LISTS)
def test_tests_and_code_name_no_rule_that_is_not_there(game):
    prefix, rules = PREFIXES[game], set(listed(game))
    assert {rule: tests for rule, tests in naming_tests(prefix).items() if rule not in rules} == {}
    for path in sorted((KIT / "games" / game).rglob("*.*")):
        if path.suffix in (".py", ".toml", ".txt", ".html"):
            named = set(re.findall(rf"\b{prefix}-\d+\.\d+", path.read_text("utf-8")))
            assert named <= rules, f"{path.name} names {sorted(named - rules)}"
