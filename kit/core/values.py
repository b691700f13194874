"""Frozen dataclasses as values: a quick copy with changes, and JSON there and back."""

from __future__ import annotations

import dataclasses
import types
import typing
from enum import Enum
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


def evolve(value: T, **changes: Any) -> T:
    """A copy of a frozen dataclass (one without slots) with some fields changed.

    The same as `dataclasses.replace`, which calls the constructor and takes five times as long for a large state; the
    engines make one copy a move. Field names are checked by the tests' `replace` comparison, not here.
    """
    copy = object.__new__(type(value))
    copy.__dict__.update(value.__dict__)
    copy.__dict__.update(changes)
    return copy


def to_json(value: Any) -> Any:
    """Plain lists, dicts, numbers and strings for a value made of dataclasses, enums, tuples and frozen sets.

    A dataclass becomes a dict of its fields with its class name under `is`, so that unions can be read back.
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: to_json(getattr(value, field.name)) for field in dataclasses.fields(value)}
        return {"is": type(value).__name__, **fields}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(to_json(item) for item in value)
    return value


def from_json(kind: Any, data: Any) -> Any:
    """The value of type `kind` that `to_json` wrote; TypeError where the data do not fit the type."""
    if kind is Any:
        return data
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return _from_union(args, data)
    if origin in (tuple, frozenset) and not isinstance(data, list):
        raise TypeError(f"expected a list for {kind}, got {data!r}")
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(from_json(args[0], item) for item in data)
        if len(args) != len(data):
            raise TypeError(f"expected {len(args)} items for {kind}, got {data!r}")
        return tuple(from_json(arg, item) for arg, item in zip(args, data, strict=True))
    if origin is frozenset:
        return frozenset(from_json(args[0], item) for item in data)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _from_object(kind, data)
    if isinstance(kind, type) and issubclass(kind, Enum):
        if data not in [member.value for member in kind]:
            raise TypeError(f"expected one of {kind}, got {data!r}")
        return kind(data)
    if kind is type(None):
        kind = types.NoneType
    if type(data) is not kind:
        raise TypeError(f"expected {kind}, got {data!r}")
    return data


def _from_union(kinds: tuple[Any, ...], data: Any) -> Any:
    if isinstance(data, dict):
        kinds = tuple(kind for kind in kinds if getattr(kind, "__name__", "") == data.get("is"))
    for kind in kinds:
        try:
            return from_json(kind, data)
        except TypeError:
            continue
    raise TypeError(f"{data!r} fits none of {kinds}")


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _from_object(kind: type, data: Any) -> Any:
    names = {field.name for field in dataclasses.fields(kind) if field.init}
    if not isinstance(data, dict) or data.get("is") != kind.__name__ or set(data) - {"is"} != names:
        raise TypeError(f"expected the fields of {kind.__name__}, got {data!r}")
    hints = _hints(kind)
    return kind(**{name: from_json(hints[name], data[name]) for name in names})
