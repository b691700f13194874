"""The card gallery: for each card a position that can exist, in which its ability is played and resolves as ruled (LLS-2)."""

from __future__ import annotations

from collections import Counter

import pytest
from lls_states import asks, bottom, hand, side, worth
from markupsafe import escape

from kit.core.errors import NotationError
from kit.core.records import read_record
from kit.games.luft_land_see import GAME, gallery, rules
from kit.games.luft_land_see.cards import NAMES, STRENGTH
from kit.games.luft_land_see.moves import parse_move
from kit.games.luft_land_see.state import State
from kit.locale import LANGUAGES
from kit.teach import begin
from kit.teach.card_gallery import Gallery
from kit.teach.walk import examples

ROW = ("air", "land", "sea")


def strengths(state: State, letter: str) -> tuple[int, ...]:
    return tuple(worth(state, f"{letter} {theater}") for theater in ROW)


def states(card: str) -> list[State]:
    return read_record(examples()[gallery.example(card)]).states()


# Red's and blue's strengths (air, land, sea) at the beginning and at the end, and what else is to be seen then.
PLAYED = {
    "A1": ((0, 2, 2), (0, 4, 2), (1, 5, 2), (0, 4, 2)),  # +3 at land alone: sea is not adjacent to air
    "A2": ((0, 2, 2), (4, 4, 0), (8, 2, 2), (4, 4, 2)),  # land 6 counts 6 in the air
    "A3": ((0, 2, 2), (0, 6, 6), (3, 2, 2), (0, 2, 6)),  # land is next door
    "A4": ((0, 2, 2), (0, 6, 3), (4, 6, 4), (2, 6, 3)),  # sea 2 face up at land, where Escalation works at once
    "A5": ((0, 6, 2), (0, 4, 2), (5, 6, 2), (0, 4, 2)),  # what blue played face down is gone
    "A6": ((0, 4, 2), (4, 0, 3), (6, 4, 2), (4, 0, 3)),
    "L1": ((6, 0, 2), (4, 0, 3), (6, 1, 4), (4, 0, 3)),  # the card drawn counts 2 at sea
    "L2": ((2, 2, 0), (6, 0, 6), (2, 4, 0), (6, 0, 2)),  # sea is not adjacent to land in this row
    "L3": ((6, 0, 2), (2, 0, 6), (6, 3, 2), (2, 0, 2)),
    "L4": ((0, 4, 0), (4, 6, 0), (0, 12, 0), (4, 6, 0)),
    "L5": ((2, 0, 2), (6, 6, 0), (2, 5, 6), (2, 6, 0)),
    "L6": ((4, 0, 2), (0, 4, 3), (4, 6, 2), (0, 4, 3)),
    "S1": ((8, 0, 0), (0, 2, 3), (6, 2, 1), (0, 2, 3)),
    "S2": ((2, 2, 0), (3, 3, 0), (4, 4, 2), (3, 3, 0)),
    "S3": ((6, 2, 0), (2, 6, 0), (9, 1, 6), (2, 6, 0)),  # Support at land, flipped up, works both ways
    "S4": ((3, 2, 0), (4, 4, 0), (9, 0, 4), (4, 4, 0)),
    "S5": ((6, 2, 0), (0, 6, 0), (6, 2, 5), (0, 6, 0)),  # blue's land 6 is gone
    "S6": ((4, 2, 0), (0, 4, 4), (4, 2, 6), (0, 4, 4)),
}


@pytest.mark.parametrize("card", NAMES)
def test_the_ability_resolves_as_ruled(card):
    start, *_, end = states(card)
    red, blue, red_after, blue_after = PLAYED[card]
    assert (strengths(start, "R"), strengths(start, "B")) == (red, blue)
    assert (strengths(end, "R"), strengths(end, "B")) == (red_after, blue_after)
    assert not end.queue and end.turn is not None and not end.results  # all of it is done, and the battle goes on


@pytest.mark.parametrize("card", NAMES)
def test_the_position_can_arise(card):
    """Red, the 1st Player, is to move and holds the card; both have played and hold as many (LLS-5.70), all 18 are there."""
    start = states(card)[0]
    assert (start.first, start.turn, start.queue) == (0, 0, ()) and card in hand(start, "R").split()
    assert len(start.hands[0]) == len(start.hands[1]) and start.turns == 12 - 2 * len(start.hands[0])
    lie = [sum(len(stack) for stack in start.stacks[3 * seat : 3 * seat + 3]) for seat in (0, 1)]
    assert lie == [start.turns // 2] * 2
    cards = Counter(i % 18 for pile in (*start.stacks, *start.hands, start.deck) for i in pile)
    assert cards == Counter(range(18))
    first = next(iter(read_record(examples()[gallery.example(card)]).moves))
    assert str(first) == f"deploy {card}"


def asked(card: str) -> list[str]:
    return [asks(state) for state in states(card)]


def test_who_is_asked_and_what():
    """An instant asks its owner at once; Disrupt then the opponent, Redeploy for a play (LLS-4.1, LLS-4.3)."""
    assert asked("A3") == ["R", "maneuver R A3", "B"] and asked("L3") == ["R", "maneuver R L3", "B"]
    assert asked("L1") == ["R", "reinforce R L1", "B"] and asked("L2") == ["R", "ambush R L2", "B"]
    assert asked("L5") == ["R", "disrupt R L5, answer B L5", "answer B L5", "B"] and asked("S1") == ["R", "transport R S1", "B"]
    assert asked("S3") == ["R", "maneuver R S3", "B"] and asked("S4") == ["R", "redeploy R S4", "play R S4", "B"]
    for card in ("A1", "A2", "A4", "A5", "A6", "L4", "L6", "S2", "S5", "S6"):
        assert not any(" " in who for who in asked(card)), card


def test_what_lies_where_afterwards():
    assert side(states("A2")[-1], "R air") == "A2 L6" and side(states("A4")[-1], "R land") == "(S6) S2"
    assert bottom(states("A5")[-1]) == "S6" and bottom(states("S5")[-1]) == "L6"
    assert side(states("L1")[-1], "R sea") == "(A1) (S6)" and len(states("L1")[-1].deck) == len(states("L1")[0].deck) - 1
    assert side(states("S1")[-1], "R air") == "A6" and side(states("S1")[-1], "R land") == "(L1)"
    assert side(states("S4")[-1], "R air") == "A3 A6" and side(states("S4")[-1], "R land") == ""


@pytest.mark.parametrize(
    ("card", "after", "move", "rule"),
    [
        ("A3", 1, "flip opp sea", "LLS-5.46"),  # sea is not next door
        ("A4", 2, "deploy L4 sea", "LLS-5.22"),  # strength 4 is too much for Aerodrome
        ("L6", 0, "deploy L6 sea", "LLS-5.22"),
        ("A1", 0, "deploy A1 sea", "LLS-1.2"),
        ("L1", 1, "pass", "LLS-4.2"),  # Reinforce is a must
        ("S4", 2, "deploy A6 land", "LLS-1.2"),  # the play it demands follows the normal rules
    ],
)
def test_the_wrong_idea_is_refused(card, after, move, rule):
    error = rules.why_not(states(card)[after], parse_move(move))
    assert error is not None and error.rule == rule


def test_what_says_may_can_be_left_out():
    assert rules.why_not(states("S1")[1], parse_move("pass")) is None
    assert rules.why_not(states("S4")[1], parse_move("pass")) is None


# The page


def send(page: Gallery, do: str, value: str = "") -> str:
    page.table._receive(page.table, {"do": do, "value": value, "rev": page.table.rev}, [])
    return page.table.page["html"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_click_lays_a_cards_position_on_the_board(lang):
    page = Gallery("luft_land_see", lang=lang)
    for card in NAMES:
        html = send(page, "card", card)
        assert page.board.session.state == states(card)[0] and page.board.session.study
        assert f'data-value="{card}" data-id="card-{card}" aria-pressed="true"' in html
        assert html.count('aria-pressed="true"') == 1
        about = gallery.about(card, lang)
        assert str(escape(about["task"])) in html and f" {STRENGTH[NAMES.index(card)]}: " in about["title"]
    assert "Karte" in html if lang == "de" else "ability" in html


def test_the_same_card_again_lays_it_out_anew():
    page = Gallery("luft_land_see", "A1", lang="en")
    page.board.session.play(parse_move("deploy A1"))
    assert page.board.session.state != states("A1")[0]
    page.choose("A1")
    assert page.board.session.state == states("A1")[0] and not page.board.session.moves


def test_an_unknown_card_keeps_what_lies_there(caplog):
    page = Gallery("luft_land_see", "S5", lang="en")
    with pytest.raises(NotationError):
        page.choose("X9")
    for message in ("card", "fly"):
        send(page, message, "X9")
    assert page.key == "S5" and page.board.session.state == states("S5")[0]
    assert sum("message ignored" in record.message for record in caplog.records) == 2


def paste(page: Gallery, record: str) -> str:
    board = page.board
    board.table._receive(board.table, {"do": "hello"}, [])
    board.table._receive(board.table, {"do": "load", "rev": board.table.rev, "fields": {"text": record}}, [])
    return str(board.table.page["html"])


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("position hand R A1 A1", "Support kommt 2-mal vor"),
        ("position hand R A1 A2 A3 A4 A5 A6 L1", "Hand R hat 7 Karten"),
        ("position stack R air A1\nposition hand R L1\nposition hand B A1", "Support kommt 2-mal vor"),
        ("position theaters air air sea\nposition hand R A1", "(LLS-1.1)"),
    ],
)
def test_a_position_that_cannot_exist_says_why_and_keeps_the_last(lines, said):
    page = Gallery("luft_land_see", "L2", lang="de")
    html = paste(page, f"game luft_land_see\nlevel standard\nposition first R\n{lines}\n")
    assert page.board.session.state == states("L2")[0]
    alert = html.partition('role="alert">')[2].partition("</p>")[0]
    assert said in alert and "Eingabe:3" in alert  # the first of the lines that say the position
    paste(page, "game luft_land_see\nlevel standard\nposition hand R A1 L2\nposition hand B S6 L6\n")  # the next one is taken
    assert hand(page.board.session.state, "R") == "A1 L2"


def test_in_code_a_card_is_a_short_call():
    step = begin(example="lls-card-land-1").play("deploy L1", "reinforce sea")
    assert step.state == states("L1")[-1]
    assert gallery.example(gallery.KEYS[0]) == "lls-sandbox" and len(gallery.KEYS) == 19
    assert {gallery.example(key) for key in gallery.KEYS} <= set(examples()) and GAME.id == "luft_land_see"
