"""Diary and turning point on the board: said when the round is over, with a jump and a what-if."""

from __future__ import annotations

import random

import pytest
from board_kit import Desk

from kit.games.landeanflug import lookback
from kit.games.landeanflug.rules import placements


def fly(desk, rounds):
    """Random cards for the person until so many rounds are over, or the flight."""
    rng = random.Random(2)
    while not desk.board.session.over and desk.board.session.state.round <= rounds:
        session = desk.board.session
        if session.briefing is not None:
            desk.send("draw", fields={})
        else:
            session.play(rng.choice(placements(session.state)))
            desk.board.moved()
            desk.board._go_on()
            desk.board.paint()


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_crew_writes_its_diary_when_the_round_is_over(lang):
    for seed in range(30):
        desk = Desk(seed=seed, lang=lang)
        desk.send("draw", fields={})
        assert 'data-value="diary"' not in desk.html  # nothing may be said now
        fly(desk, 1)
        if not desk.board.session.over:
            break
    desk.send("sheet", value="diary")
    pages = lookback.diary(desk.board.session, [1], lang)
    assert pages is not None and len(pages["parts"][0]["lines"]) >= 4
    assert all(str(line).split("<")[0][:20] in desk.html for line in pages["parts"][0]["lines"])
    desk.send("close")
    desk.send("draw", fields={})
    desk.send("sheet", value="diary")
    assert pages["parts"][0]["lines"][0] not in desk.html  # silence again


def test_the_diary_of_each_finished_round_can_be_read():
    desk = Desk(("house", "house"), seed=3)
    session = desk.board.session
    last = lookback.finished_round(session)
    assert session.over and last > 1
    html = desk.send("sheet", value="diary")
    assert f"Tagebuch, Runde {last}" in html
    html = desk.send("diary", value="1")
    assert "Tagebuch, Runde 1" in html
    for line in lookback.diary(session, [0, 1], "de", 1)["parts"][0]["lines"]:
        assert str(line)[:20] in html
    assert f"Tagebuch, Runde {last}" in desk.send("diary", value=str(last + 5))  # there is none: the last one


def test_the_turning_point_with_a_jump_and_a_what_if():
    desk = Desk(seed=3)
    fly(desk, 7)
    assert desk.board.session.over
    desk.send("turning")
    found = desk.board.turning
    expected = lookback.turning_point(desk.board.session, lookback.estimates(desk.board.session))
    assert found == (expected or False)
    assert found and found.sentence("de") in desk.html.replace("&#39;", "'")
    desk.send("step", value=found.step)
    assert desk.board.look == found.step
    desk.send("play-on")
    desk.send("branch", value=found.step)
    assert desk.board.session.study and len(desk.board.session.moves) >= found.step


def test_no_turning_point_of_a_running_flight():
    desk = Desk(seed=3)
    desk.send("draw", fields={})
    desk.send("turning")
    assert desk.board.turning is None
