"""Values: `evolve` is `dataclasses.replace`, and JSON goes there and back or is refused."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import pytest

from kit.core.values import evolve, from_json, to_json


class Colour(StrEnum):
    RED = "red"
    BLACK = "black"


@dataclass(frozen=True)
class Card:
    value: int
    colour: Colour = Colour.RED


@dataclass(frozen=True)
class Coin:
    up: bool


@dataclass(frozen=True)
class Table:
    cards: tuple[Card, ...] = ()
    pair: tuple[int, str] = (1, "a")
    kinds: frozenset[str] = frozenset()
    top: Card | Coin | None = None
    maybe: tuple[int | None, ...] = ()
    anything: Any = None


TABLE = Table((Card(1), Card(2, Colour.BLACK)), (7, "x"), frozenset("ba"), Coin(True), (None, 3), [1, {"a": 2}])


def test_evolve_is_replace():
    assert evolve(TABLE, pair=(2, "y")) == replace(TABLE, pair=(2, "y")) != TABLE
    assert evolve(TABLE) == TABLE and evolve(TABLE) is not TABLE


def test_json_there_and_back():
    for table in (Table(), TABLE, replace(TABLE, top=Card(3))):
        text = json.dumps(to_json(table))
        assert from_json(Table, json.loads(text)) == table
    assert to_json(TABLE)["kinds"] == ["a", "b"] and to_json(Card(1)) == {"is": "Card", "value": 1, "colour": "red"}


@pytest.mark.parametrize(
    "change",
    [
        {"cards": 3},
        {"cards": [3]},
        {"cards": [{"is": "Coin", "up": True}]},
        {"pair": [1]},
        {"pair": [1, "a", 2]},
        {"pair": ["a", 1]},
        {"pair": [True, "a"]},
        {"kinds": "ab"},
        {"kinds": [1]},
        {"kinds": None},
        {"top": {"is": "Elephant"}},
        {"top": 3},
        {"maybe": ["x"]},
        {"cards": [{"is": "Card", "value": 1, "colour": "green"}]},
        {"cards": [{"is": "Card", "value": 1}]},
        {"extra": 1},
        {"is": "Card"},
    ],
)
def test_what_does_not_fit_is_a_type_error(change):
    with pytest.raises(TypeError):
        from_json(Table, to_json(TABLE) | change)


def test_no_object_is_a_type_error():
    for data in (None, 1, "Table", [], {}):
        with pytest.raises(TypeError):
            from_json(Table, data)
