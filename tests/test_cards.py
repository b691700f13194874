"""Cards: numbers, notation, names."""

from __future__ import annotations

import doctest

import pytest

from kit import cards


def test_fifty_two_cards_sort_by_suit_then_rank():
    made = [cards.card(rank, suit) for suit in cards.SUITS for rank in cards.RANKS]
    assert made == list(cards.DECK) == list(range(52))
    assert [(cards.rank_of(card), cards.suit_of(card)) for card in made] == [(r, s) for s in range(4) for r in range(1, 14)]


@pytest.mark.parametrize("rank, suit", [(0, 0), (14, 0), (1, 4), (1, -1)])
def test_no_such_card(rank, suit):
    with pytest.raises(ValueError):
        cards.card(rank, suit)


def test_notation_round_trips():
    assert len({cards.code(card) for card in cards.DECK}) == 52
    for card in cards.DECK:
        assert cards.read(cards.code(card)) == card
    assert [cards.code(card) for card in (0, 8, 9, 51)] == ["AC", "9C", "10C", "KS"]
    assert cards.codes([8, 51]) == "9C KS" and cards.codes([]) == ""


@pytest.mark.parametrize("word", ["", "9", "C", "1C", "11C", "9c", "9C ", "9X", "0H", "KK", "9♣", "*"])
def test_what_is_no_card(word):
    with pytest.raises(ValueError, match="is not a card"):
        cards.read(word)


def test_names_in_both_languages():
    card = cards.read
    assert [cards.face(card(word), "de") for word in ("9C", "JD", "QH", "KS", "10S", "AC")] == [
        "9♣",
        "B♦",
        "D♥",
        "K♠",
        "10♠",
        "A♣",
    ]
    assert [cards.face(card(word), "en") for word in ("9C", "JD", "QH", "KS", "10S", "AC")] == [
        "9♣",
        "J♦",
        "Q♥",
        "K♠",
        "10♠",
        "A♣",
    ]
    assert [cards.spoken(card(word), "de") for word in ("9C", "KH", "AS", "10D")] == [
        "Kreuz 9",
        "Herz-König",
        "Pik-Ass",
        "Karo 10",
    ]
    assert [cards.spoken(card(word), "en") for word in ("9C", "KH", "AS")] == ["nine of clubs", "king of hearts", "ace of spades"]
    for lang in ("de", "en"):
        assert (
            len({cards.face(card, lang) for card in cards.DECK}) == len({cards.spoken(card, lang) for card in cards.DECK}) == 52
        )
        for each in cards.DECK:
            assert cards.face(each, lang)[-1] == cards.SUIT_SYMBOLS[cards.suit_of(each)]
    assert cards.suit_name(cards.HEARTS, "de") == "Herz"


def test_masks():
    assert cards.unmask(cards.mask([51, 0, 8])) == (0, 8, 51) and cards.mask([]) == 0 and cards.unmask(0) == ()


def test_the_examples_in_the_text():
    assert doctest.testmod(cards).failed == 0
