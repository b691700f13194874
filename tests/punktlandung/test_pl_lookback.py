"""The diary after each target: complete, in both languages, and silent about hands while they are in play (PL-4.2)."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from kit.board.gameboard import GameBoard
from kit.core.sessions import Session
from kit.core.values import evolve
from kit.games.punktlandung import crews, lookback
from kit.games.punktlandung.moves import Pass, Play, Show
from kit.games.punktlandung.review import chapters
from kit.games.punktlandung.view import view


def played(level, seats, seed, hits=99):
    """A game of crews alone until so many targets are hit, or to its end."""
    session = Session.new("punktlandung", level=level, seats=seats, seed=seed, players=["house"] * seats)
    while not session.over and session.state.hits < hits:
        session.play(crews.house_crew(view(session.state, session.state.turn), random.Random(0)))
    return session


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize(("level", "seats"), [("normal", 2), ("schwer", 3), ("experte", 4)])
def test_a_line_for_each_turn_of_each_target(level, seats, lang):
    session = played(level, seats, 7)
    found = chapters(session)
    assert lookback.finished_round(session) == len(found) > 1
    for n, chapter in enumerate(found, 1):
        page = lookback.diary(session, range(seats), lang, n)
        assert [each["on"] for each in page["chapters"]] == [k == n for k in range(1, len(found) + 1)]
        for seat, part in enumerate(page["parts"]):
            own = [step for step in range(chapter.first, chapter.last) if session.mover(step) == seat]
            assert len(part["lines"]) == len(own)
            assert all("<b>" in line and "{" not in line and "  " not in line for line in part["lines"])


def test_nothing_before_the_first_hit():
    session = played("normal", 2, 7, hits=0)
    assert lookback.finished_round(session) == 0
    assert lookback.diary(session, [1], "de") is None
    assert lookback.diary(played("normal", 2, 7, hits=1), [], "de") is None


def test_what_misses_passes_and_signals_tell():
    """Ben shows a 4; Anna leaves a sum from which an 8 hits and he does not: he held none."""
    record = "\n".join(
        [
            "game punktlandung",
            "level normal",
            "deal A 6 K 8 9 2  B 5 4 Q 7 J",
            "deal stack 3 4 8 ? ? ? ? ? ?",
            *["+6", "show 4", "x5", "+K", "pass Q", "x8", "+4"],
        ]
    )
    session = Session.from_record(record, fresh_seed=True)
    anna, ben = (lookback.entries(session, seat, chapters(session)[0], "en") for seat in (0, 1))
    assert "Ben shows the 4: an ending from 344, 352, 87 and 1392." in anna[1]
    assert "I made 43 × 8 = 344:</b> from 344 Ben hits with the 4, that I knew." in anna[2]
    assert "I showed the 4" in ben[0]
    assert "I passed with the queen" in ben[2]
    assert "I made 344 + 4 = 348:</b> a hit." in ben[3]


def test_a_miss_names_the_ranks_and_how_likely_they_were():
    lines = [
        str(line)
        for seed in range(8)
        for session in [played("leicht", 2, seed, hits=2)]
        for part in lookback.diary(session, [0, 1], "en")["parts"]
        for line in part["lines"]
    ]
    missed = [line for line in lines if "held none of these" in line]
    assert missed and all("before: " in line for line in missed)


def swapped(session, seat, card, other):
    """The same public game in another world: `card`, held throughout, and `other`, deep in the stack, change places."""

    def change(state):
        hand, stack = list(state.hands[seat]), list(state.stack)
        hand[hand.index(card)] = other
        stack[len(stack) - 1 - stack[::-1].index(other)] = card
        hands = tuple(tuple(sorted(hand)) if s == seat else cards for s, cards in enumerate(state.hands))
        return evolve(state, hands=hands, stack=tuple(stack))

    states = [change(state) for state in session.states]
    return SimpleNamespace(
        states=states, state=states[-1], moves=session.moves, over=False, mover=session.mover, game=session.game
    )


def test_in_play_the_diary_keeps_secrets():
    """PL-4.2: it reads the same whatever the crew still holds, in every world that shows the others the same."""
    checked = 0
    for seed in range(14):
        session = played("schwer", 2 + seed % 2, seed, hits=1)
        if session.over:
            continue
        for seat in range(len(session.players)):
            now = session.state
            kept = set.intersection(*(set(state.hands[seat]) for state in session.states))
            used = {move.card for step, move in enumerate(session.moves) if session.mover(step) == seat}
            deep = set(now.stack[: len(now.stack) - len(now.bottom)][-8:])
            for card in kept - used:
                for other in sorted(deep - set(now.hands[seat]) - {card})[:2]:
                    twin = swapped(session, seat, card, other)
                    for lang in ("de", "en"):
                        assert lookback.diary(twin, [seat], lang) == lookback.diary(session, [seat], lang)
                    checked += 1
    assert checked > 10


def test_after_the_game_the_crew_tells_its_plans():
    texts = []
    for seed in range(3):
        session = played("normal", 2, seed)
        for n in range(1, lookback.finished_round(session) + 1):
            texts += [str(line) for part in lookback.diary(session, [0, 1], "en", n)["parts"] for line in part["lines"]]
    assert any("I put a hit by my next turn at" in text for text in texts)
    assert any("I can otherwise hit with" in text for text in texts)
    assert any("second choice" in text for text in texts)


def test_the_board_offers_it_after_the_first_hit():
    """While the game goes on, from the menu and from the words on the last hit; no turning point is promised."""
    board = GameBoard("punktlandung", lang="en", store=False, pause=0)
    page = lambda: str(board.table.page["html"])  # noqa: E731
    send = lambda do, **fields: board.table._receive(None, {"do": do, "rev": board.table.rev, **fields}, None)  # noqa: E731
    send("hello", token=None)
    send("new", fields={"level": "leicht", "player": ["person", "house"], "seed": "3"})
    assert 'data-value="diary"' not in page()
    rng = random.Random(0)
    while board.session.state.hits < 1:
        assert not board.session.over
        if board.session.state.turn != 0:
            board._go_on()
            continue
        move = crews.house_crew(view(board.session.state, 0), rng)
        assert isinstance(move, Play | Pass | Show)
        board.session.play(move)
        board.moved()
        board._go_on()
    board.paint()
    assert 'data-value="diary"' in page()
    send("sheet", value="diary")
    for line in lookback.diary(board.session, [1], "en")["parts"][0]["lines"]:
        assert str(line) in page()
    assert 'data-id="past-diary"' in page()
    send("close")
    while not board.session.over:
        board.session.play(Pass(board.session.state.hands[board.session.state.turn][0]))
    board.moved()
    board.paint()
    assert 'data-value="diary"' in page() and 'data-do="turning"' not in page()
