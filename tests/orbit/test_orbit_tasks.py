"""OR-2: the task table as one data file."""

from __future__ import annotations

import pytest
from or_states import cards, taken

from kit.cards import DECK, rank_of, read
from kit.games.orbit.state import Trick
from kit.games.orbit.tasks import TABLE_FILE, Entry, fulfilled, longest_run, read_table, table, task
from kit.games.orbit.words import task_text

PRINTED = {
    1: Entry("exact", 2, n=1), 2: Entry("exact", 3, n=2), 3: Entry("cards", 1, n=3), 4: Entry("suits", 2), 5: Entry("cards", 2, n=5),
    6: Entry("avoid", 1), 7: Entry("exact", 3, n=0), 8: Entry("win", 3, card=8, without=9), 9: Entry("win", 1, card=9),
    10: Entry("last", 2), 11: Entry("first", 1), 12: Entry("run", 1, n=2), 13: Entry("kingless", 1),
}  # fmt: skip


def test_the_table_is_the_printed_one():
    assert table() == PRINTED == read_table(TABLE_FILE.read_text("utf-8"))


def test_or_1_2_fifty_two_tasks_the_suit_counts_only_where_it_is_named():
    for card in DECK:
        wanted = task(card)
        assert wanted.entry == PRINTED[rank_of(card)]
        assert (wanted.suit is not None) == (rank_of(card) in (3, 5, 6, 8, 9))
    assert task(read("AC")) == task(read("AS")) and task(read("9C")) != task(read("9S"))
    assert len({task(card) for card in DECK}) == 5 * 4 + 8


def test_every_task_has_words():
    said = {lang: {task_text(card, lang) for card in DECK} for lang in ("de", "en")}
    assert len(said["de"]) == len(said["en"]) == 28
    assert task_text(read("8H"), "de") == "die 8♥, aber nicht die 9♥" and task_text(read("7C"), "en") == "no trick at all"
    assert task_text(read("AC"), "en") == "exactly 1 trick" and task_text(read("3C"), "de") == "mindestens 3 Karten in Kreuz"


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('kind = "suits"', 'kind = "joker"', "kind is 'joker'"),
        ('kind = "suits"', 'kind = "suits"\nn = 2', "suits takes difficulty"),
        ("[K]", "[X]", "one entry for each"),
        ("n = 3\n", "", "cards takes difficulty n"),
        ("n = 3\n", "n = 30\n", "from 0 to 13"),
        ("n = 3\n", "n = 0\n", "n is at least 1"),
        ("n = 3\n", "n = true\n", "from 0 to 13"),
        ("card = 8", "card = 10", "named cards are 1 to 9"),
        ("difficulty = 3", "difficulty = 0", "difficulty is at least 1"),
        ("n = 1\n", "n = -1\n", "from 0 to 13"),
        ("n = 1\n", "n = 14\n", "from 0 to 13"),
        ("card = 8", "card = 0", "named cards are 1 to 9"),
    ],
)
def test_a_broken_table_says_what_is_wrong(old, new, message):
    text = TABLE_FILE.read_text("utf-8")
    assert old in text
    with pytest.raises(ValueError, match=message):
        read_table(text.replace(old, new, 1))


def tricks(*lines: str) -> list[Trick]:
    """`"A 9C 2C"`: won by A."""
    return [Trick(0, cards(line[2:]), "ABC".index(line[0])) for line in lines]


GAME = tricks("A 9H 8H KC", "B 2S 3S 4S", "B 5C 6D AH", "A 8C 2D 7S", "B 9C 3C 4C")


@pytest.mark.parametrize(
    "wanted, holds",
    [
        ("A 2C", True), ("B 2C", False), ("A AC", False), ("C 7C", True), ("A 7C", False),
        ("B 3S", True), ("A 3S", False), ("B 3C", True), ("A 5H", False), ("A 4C", True), ("B 4C", True), ("C 4C", False),
        ("B 6S", False), ("C 6S", True), ("A 6D", False), ("A 8C", True), ("A 8H", False), ("B 8C", False), ("A 9H", True),
        ("B 9C", True), ("B 9H", False), ("B 10C", True), ("A 10C", False), ("A JC", True), ("B JC", False), ("B QC", True),
        ("A QC", False), ("A KC", False), ("B KC", True), ("C KC", True), ("C 9S", False),
    ],
)  # fmt: skip
def test_when_a_task_is_fulfilled(wanted, holds):
    """OR-5.1 by the table's own words."""
    owned = taken(wanted)[0]
    assert fulfilled(task(owned.card), owned.seat, GAME) is holds


def test_longest_run():
    assert [longest_run([0, 1, 1, 0, 1], seat) for seat in (0, 1, 2)] == [1, 2, 0] and longest_run([], 0) == 0


def test_a_table_of_ones_own_may_go_to_the_bounds():
    text = TABLE_FILE.read_text("utf-8")
    assert read_table(text.replace("n = 1\n", "n = 13\n", 1))[1] == Entry("exact", 2, n=13)
    assert read_table(text.replace("n = 3\n", "n = 1\n", 1))[3] == Entry("cards", 1, n=1)
    assert read_table(text.replace("card = 8", "card = 1", 1))[8] == Entry("win", 3, card=1, without=9)


def test_or_1_2_a_task_without_number_or_suit_has_none():
    assert task(read("10C")).n == 0 and task(read("AC")).suit_mask == 0 and task(read("3C")).suit_mask.bit_count() == 9


def test_or_5_1_three_suits_are_not_four_and_the_last_trick_is_not_the_second():
    won = tricks("A 9H 8H KC", "B 5C 6D AH", "C 2S 3S 4S", "A 4D 5H 6H", "A 3D 2H 3H")
    wanted = {"B 4C": False, "C 6C": True, "B 10C": False, "A 10C": True, "B JC": False, "A QC": True}
    for text, holds in wanted.items():
        owned = taken(text)[0]
        assert fulfilled(task(owned.card), owned.seat, won) is holds, text
    assert not fulfilled(task(read("10C")), 0, []) and not fulfilled(task(read("JC")), 0, [])
