"""Pages made ahead: they are what would be made now, they are there before the click, and nothing else outlives a change."""

from __future__ import annotations

import asyncio
import random
import re
from html import unescape
from typing import Any

import pytest

from kit.board import ahead, frame
from kit.board.gameboard import GameBoard
from kit.board.table import BadMessage
from kit.core.registry import PACKAGES, get_game

PATHS = re.compile(r'data-path="([^"]*)"')
OTHERS = [
    {"do": "hints", "value": "1"},
    {"do": "lens"},
    {"do": "sheet", "value": "log"},
    {"do": "close"},
    {"do": "lang", "value": "en"},
]


def send(board: GameBoard, **message: Any) -> None:
    """A message of the page."""
    board._receive({"rev": board.table.rev, **message})


def begun(game: str, seed: int) -> GameBoard:
    """A board with a game that has begun, its cards drawn."""
    board = GameBoard(game, lang="de", level=get_game(game).levels[0], seed=seed, store=False, pause=0)
    send(board, do="hello", token=None)
    if board.session is not None and board.session.briefing is not None:
        send(board, do="draw", fields={})
    return board


@pytest.mark.parametrize("game", list(PACKAGES))
def test_every_page_shown_is_the_page_as_it_would_be_made_now(game: str) -> None:
    rng, board, shown = random.Random(11), begun(game, 3), 0
    while shown < 80:
        paths = [unescape(path) for path in PATHS.findall(board.table.page["html"])]
        message = {"do": "choose", "path": rng.choice(paths)} if paths and rng.random() < 0.9 else rng.choice(OTHERS)
        try:
            send(board, **message)
        except BadMessage:
            continue
        finally:
            shown += 1
        assert board.table.page["html"] == frame.page(board)[0], message
        if board.session is not None and (board.session.over or board.session.briefing is not None):
            board = begun(game, rng.randrange(1000))


def cards(board: GameBoard) -> list[str]:
    """What clicks on the hand's cards send."""
    return [path for path in PATHS.findall(board.table.page["html"]) if path.startswith("card/")]


async def thought(board: GameBoard) -> None:
    """Wait until the board makes no more pages."""
    while board.ahead._call is not None:
        await asyncio.sleep(0.005)


@pytest.mark.parametrize("game", list(PACKAGES))
def test_while_a_person_thinks_the_pages_of_all_cards_are_made(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "SLOW", 60)  # a busy machine is no reason to stop here

    async def play() -> None:
        board = begun(game, 3)
        await thought(board)
        made = frame.page
        monkeypatch.setattr(ahead, "page", lambda board: pytest.fail("made at the click"))
        hand = cards(board)
        assert len(hand) > 2
        chosen = 0
        for path in hand:
            send(board, do="choose", path=path)
            assert board.table.page["html"] == made(board)[0]
            chosen += bool(board.choice)
            board.choice = {}
        assert chosen

    asyncio.run(play())


def test_a_click_takes_the_next_page_from_those_made() -> None:
    async def play() -> None:
        board = begun("landeanflug", 3)
        await thought(board)
        made = dict(board.ahead._pages)
        send(board, do="choose", path="card/1")
        assert board.table.page["html"] is made[repr(board.choice)][0]

    asyncio.run(play())


def test_nothing_made_outlives_a_move_a_hint_or_the_clock() -> None:
    async def play() -> None:
        board = begun("landeanflug", 3)
        await thought(board)
        assert len(board.ahead._pages) > 3
        send(board, do="hints", value="1")
        assert len(board.ahead._pages) == 1
        await thought(board)
        send(board, do="choose", path="card/0")
        send(board, do="choose", path="place/axis")
        assert board.session is not None
        assert board.session.moves
        assert len(board.ahead._pages) <= 1
        board.deadline = board._clock() + 60
        board.paint()
        await thought(board)
        assert board.ahead._pages == {}

    asyncio.run(play())


def test_a_page_that_takes_long_is_made_only_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "SLOW", 0)

    async def play() -> None:
        board = begun("landeanflug", 3)
        await asyncio.sleep(0.1)
        assert len(board.ahead._pages) == 1

    asyncio.run(play())


def test_there_is_a_limit_to_what_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "MOST", 2)
    monkeypatch.setattr(ahead, "SLOW", 60)

    async def play() -> None:
        board = begun("landeanflug", 3)
        await thought(board)
        for path in cards(board):
            send(board, do="choose", path=path)
            await thought(board)
            assert len(board.ahead._pages) <= 2

    asyncio.run(play())
