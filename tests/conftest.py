"""What all tests share: the profiles of the property tests, how often rubbish is collected, which tests begin, and the language."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from kit import locale

# The same examples in every run, so that a red test stays red; `HYPOTHESIS_PROFILE=search` looks for new ones.
settings.register_profile(
    "steady", derandomize=True, deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", deadline=None, max_examples=1000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

# Compilers and games make many small objects that all live; looking through them every 700 would take a tenth of the time.
gc.set_threshold(50_000, 20, 50)

# What compiles longest begins, in each of the two processes of `make test`: they get one half of the tests each, then share what is left.
FIRST = ({"landeanflug", "punktlandung"}, {"luft_land_see", "orbit"})


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests of the kernels at the beginning of each half of the tests."""
    compiling = [item for item in items if item.path.stem.endswith(("kernel", "calibration"))]
    firsts = [[item for item in compiling if item.path.parent.name in games] for games in FIRST]
    taken = {item for first in firsts for item in first}
    rest = [item for item in items if item not in taken]
    half = max(0, len(items) // 2 - len(firsts[0]))
    items[:] = [*firsts[0], *rest[:half], *firsts[1], *rest[half:]]


@pytest.fixture(autouse=True)
def language_of_its_own() -> Iterator[None]:
    """A test that sets the language sets it for itself: in which order tests run is nobody's to know."""
    before = locale._language.get()
    yield
    locale._language.set(before)
