"""Chance: the generator's numbers are pinned, so every platform and Python version deals the same cards."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.core.deals import Deal, DealError, Stream, mix

DECK = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)


def test_the_generator_is_splitmix64():
    """The first outputs from state 0, as published with the reference implementation."""
    golden = 0x9E3779B97F4A7C15
    outputs = [mix(n * golden & (1 << 64) - 1) for n in range(3)]
    assert outputs == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_streams_are_pinned():
    stream = Stream(2026, 7)
    assert [stream.next() for _ in range(4)] == [0x62EA7AE2FB82BF85, 0x1F5D8008F4382B54, 0x892A01053746BA8A, 0xD1C9B016E1CAD38B]
    stream = Stream(2026, 7)
    assert [stream.randrange(n) for n in (2, 6, 12, 1000, 10**15, 3 << 62)] == [
        1,
        0,
        10,
        595,
        489330478410944,
        423957575836388937,
    ]
    assert Stream(1, 16).shuffled(range(12)) == [0, 5, 3, 11, 1, 2, 8, 7, 9, 4, 10, 6]
    assert Deal(7).draw("1 P", 16, DECK, 4) == (3, 1, 2, 1)
    assert Deal(7).roll("1 P", 16, 6, 4) == (1, 3, 5, 3)


def test_a_stream_depends_on_seed_and_number_alone():
    assert Stream(5, 1).next() == Stream(5, 1).next()
    assert len({Stream(seed, number).next() for seed in range(20) for number in range(20)}) == 400
    assert Stream(-1).next() == Stream((1 << 64) - 1).next()  # seeds are taken modulo 2**64


def test_numbers_below_n_reject_the_incomplete_last_block():
    stream = Stream(0)
    n = 3 << 62  # a quarter of all outputs is rejected
    outputs = iter([n, n + 5, 7])
    stream.next = lambda: next(outputs)  # type: ignore[method-assign]
    assert stream.randrange(n) == 7
    assert Stream(9).randrange(1) == 0


def test_shuffles_are_uniform():
    counts = Counter(tuple(Stream(seed, 3).shuffled("abc")) for seed in range(6000))
    assert len(counts) == 6 and max(abs(n - 1000) for n in counts.values()) < 120
    items = [3, 1, 2]
    assert sorted(Stream(1).shuffled(items)) == [1, 2, 3] and items == [3, 1, 2]
    assert Stream(1).shuffled([]) == [] and Stream(1).shuffled([4]) == [4]


@given(st.integers(0, 2**62), st.integers(0, 200), st.lists(st.one_of(st.none(), st.sampled_from(DECK)), max_size=4))
def test_a_draw_takes_what_is_named_and_the_rest_from_the_seed(seed, number, names):
    deal = Deal.scripted({"x": names}, seed)
    named = Counter(card for card in names if card is not None)
    if named - Counter(DECK):
        with pytest.raises(DealError) as raised:
            deal.draw("x", number, DECK, 4)
        assert raised.value.code == "deal-not-in-pool" and raised.value.data["label"] == "x"
        return
    drawn = deal.draw("x", number, DECK, 4)
    assert len(drawn) == 4 and not Counter(drawn) - Counter(DECK)
    assert all(name in (None, card) for name, card in zip(names, drawn, strict=False))
    assert drawn == deal.draw("x", number, tuple(reversed(DECK)), 4)  # the order of the pool does not matter
    assert deal.draw("y", number, DECK, 4) == Deal(seed).draw("y", number, DECK, 4)


@given(st.integers(0, 2**62), st.lists(st.one_of(st.none(), st.integers(1, 6)), max_size=4))
def test_a_roll_takes_what_is_named_and_the_rest_from_the_seed(seed, names):
    rolled = Deal.scripted({"x": names}, seed).roll("x", 5, 6, 4)
    free = Deal(seed).roll("x", 5, 6, 4)
    padded = [*names, *[None] * (4 - len(names))]
    assert rolled == tuple(die if name is None else name for name, die in zip(padded, free, strict=True))
    assert set(free) <= set(range(1, 7))


def test_impossible_names():
    with pytest.raises(DealError) as raised:
        Deal.scripted({"x": [1, 1, 1]}).draw("x", 1, DECK, 4)
    assert raised.value.data == {"label": "x", "card": 1}
    for call in (lambda deal: deal.draw("x", 1, DECK, 2), lambda deal: deal.roll("x", 1, 6, 2)):
        with pytest.raises(DealError) as raised:
            call(Deal.scripted({"x": [1, 2, 3]}))
        assert (raised.value.code, raised.value.data) == ("deal-too-many", {"label": "x", "n": 3, "k": 2})
    for face in (0, 7):
        with pytest.raises(DealError):
            Deal.scripted({"x": [face]}).roll("x", 1, 6, 2)


def test_a_deal_is_a_value():
    deal = Deal.scripted({"b": [1, None], "a": [2]}, 5)
    assert deal == Deal(5, (("a", (2,)), ("b", (1, None)))) and hash(deal) == hash(Deal(5, (("a", (2,)), ("b", (1, None)))))
    assert deal.named("b") == (1, None) and deal.named("c") == ()
    assert deal.naming("a", [6]).named("a") == (6,) and deal.named("a") == (2,)
