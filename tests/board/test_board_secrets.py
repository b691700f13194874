"""What is hidden is not in the page: the HTML for a seat is the same whatever the partner holds and whatever comes next."""

from __future__ import annotations

import random

import pytest

from kit.board import show
from kit.board.frame import page
from kit.board.gameboard import GameBoard
from kit.core.sessions import Session
from kit.games.landeanflug import rules
from kit.games.landeanflug.state import SEATS, Phase
from kit.games.landeanflug.view import redeal, view


def _positions(seed: int, variants: tuple[str, ...] = ()) -> list[Session]:
    """Sessions along a random flight, also in the middle of a reroll."""
    rng = random.Random(seed)
    session = Session.new("landeanflug", level=rng.choice(["leicht", "profi"]), variants=variants, seed=seed)
    found = []
    while not session.over and len(session.moves) < 40:
        session.brief_done()
        moves = [
            m
            for m in rules.legal_moves(session.state)
            if "resign" not in str(m) and (rng.random() < 0.2 or "reroll" not in str(m))
        ]
        moves = moves or [m for m in rules.legal_moves(session.state) if "reroll" in str(m)]
        session.play(rng.choice(moves))
        if not session.over and rng.random() < 0.5:
            found.append(session.branch(len(session.moves)))
    return found


def _board(session: Session, seat: int, choice: dict[str, object]) -> GameBoard:
    board = GameBoard("landeanflug", lang="en", store=False)
    board.greeted = True
    session.players = ("person", "house") if seat == 0 else ("house", "person")
    session.study = False
    board.take(session)
    session.brief_done()
    board.choice = dict(choice)
    return board


@pytest.mark.parametrize("seed", range(12))
def test_the_page_does_not_depend_on_what_it_hides(seed: int) -> None:
    rng = random.Random(seed)
    seen = 0
    for session in _positions(seed):
        for seat in SEATS:
            mine = view(session.state, seat)
            choice = {"at": 0, "coffee": 0} if mine.hand and mine.phase is Phase.PLACING else {}
            board = _board(session, seat, choice)
            html, _ = page(board)
            for _ in range(3):
                session.states[-1], kept = redeal(session.state, seat, rng), session.states[-1]
                assert page(board)[0] == html
                session.states[-1] = kept
            seen += 1
    assert seen


@pytest.mark.parametrize("level", range(5))
def test_with_hints_and_lens_the_page_does_not_depend_on_what_it_hides(level: int) -> None:
    rng = random.Random(level)
    for session in _positions(20 + level)[::3]:
        for seat in SEATS:
            mine = view(session.state, seat)
            for choice in ({}, {"at": 0, "coffee": 0} if mine.hand and mine.phase is Phase.PLACING else {"swap": [0]}):
                board = _board(session, seat, choice)
                board.hints, board.lens = level, {"2", "5"}
                html, _ = page(board)
                session.states[-1], kept = redeal(session.state, seat, rng), session.states[-1]
                assert page(board)[0] == html
                session.states[-1] = kept


@pytest.mark.parametrize("level", [3, 4])
def test_before_the_draw_and_behind_the_curtain_there_are_neither_odds_nor_advice(level: int) -> None:
    for players in (("person", "house"), ("person", "person")):
        pages = set()
        for seed in range(5):
            board = GameBoard("landeanflug", lang="de", store=False, seed=seed, players=players)
            assert board.session is not None
            board.greeted, board.hints, board.lens = True, level, set()
            if players[1] == "person":
                board.session.brief_done()
            pages.add(page(board)[0])
        assert len(pages) == 1
        assert "panel lens" not in pages.pop()


@pytest.mark.parametrize("seed", range(3))
def test_a_picture_does_not_depend_on_what_it_hides(seed: int) -> None:
    rng = random.Random(seed)
    for session in _positions(seed):
        for seat in (0, 1, None):
            other = redeal(session.state, seat, rng)
            one, two = show(view(session.state, seat), lang="de"), show(view(other, seat), lang="de")
            assert (one.html, repr(one)) == (two.html, repr(two))


def test_before_the_draw_the_own_hand_is_not_there_either() -> None:
    pages = set()
    for seed in range(5):
        board = GameBoard("landeanflug", lang="de", store=False, seed=seed, players=("person", "house"))
        board.greeted = True
        pages.add(page(board)[0])
    assert len(pages) == 1


def test_behind_the_curtain_there_is_no_hand() -> None:
    pages = set()
    for seed in range(5):
        board = GameBoard("landeanflug", lang="de", store=False, seed=seed, players=("person", "person"))
        assert board.session is not None
        board.greeted = True
        board.session.brief_done()
        pages.add(page(board)[0])
    assert len(pages) == 1
