"""The record of endless games: kept by setting, the better one stays, also when two programs write at once (PL-7.2)."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from kit.board.gameboard import GameBoard
from kit.core.sessions import Session
from kit.games.punktlandung import bests
from kit.games.punktlandung.bests import Best, Bests, Entry
from kit.games.punktlandung.crews import house_crew
from kit.games.punktlandung.moves import Pass
from kit.games.punktlandung.review import past, review
from kit.games.punktlandung.view import view
from kit.games.punktlandung.words import ending


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("KIT_DATA", str(tmp_path))
    return tmp_path


def test_more_hits_beat_fewer_and_then_fewer_turns(folder):
    book = Bests()
    assert book.entry("2 leicht") is None
    assert book.enter("2 leicht", Best(3, 40)) == Entry(Best(3, 40))
    assert book.enter("2 leicht", Best(2, 10)) == Entry(Best(3, 40))
    assert book.enter("2 leicht", Best(3, 41)) == Entry(Best(3, 40))
    assert book.enter("2 leicht", Best(3, 40)) == Entry(Best(3, 40))
    assert book.enter("2 leicht", Best(3, 39)) == Entry(Best(3, 39), Best(3, 40))
    assert book.enter("2 leicht", Best(5, 60)) == Entry(Best(5, 60), Best(3, 39))
    assert Bests().entry("2 leicht") == Entry(Best(5, 60), Best(3, 39))
    assert book.entry("3 leicht") is None


def test_two_programs_at_once_lose_nothing(folder):
    """Two processes enter 40 results each, in turn better and worse: the best of all stands there."""
    code = (
        "import sys; from kit.games.punktlandung.bests import *\n"
        "for n in range(40): Bests().enter('2 leicht', Best(n * 7 % 41 + int(sys.argv[1]), 50))"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, start], stderr=subprocess.PIPE) for start in ("0", "3")]
    for each in running:
        _, errors = each.communicate(timeout=60)
        assert each.returncode == 0, errors
    assert Bests().entry("2 leicht").best == Best(43, 50)


def test_a_damaged_file_is_set_aside(folder):
    (folder / Bests.file).write_bytes(b"no database " * 100)
    book = Bests()
    assert book.set_aside is not None and book.set_aside.exists()
    assert book.enter("2 leicht", Best(1, 30)) == Entry(Best(1, 30))


def endless(players=("person", "house"), *, study=False, variants=("endless",)):
    session = Session.new("punktlandung", seats=len(players), variants=variants, seed=4, players=players, study=study)
    while not session.over:
        session.play(Pass(session.state.hands[session.state.turn][0]))
    return session


def test_what_counts_and_what_does_not(folder):
    for session in (endless(("house", "house")), endless(study=True), endless(variants=())):
        bests.ended(session)
        assert bests.row(session, "en") is None
    given_up = Session.new("punktlandung", variants=("endless",), seed=4, players=("person", "house"))
    given_up.play("resign")
    bests.ended(given_up)
    assert Bests().entry("2 leicht") is None
    played = endless()
    bests.ended(played)
    assert Bests().entry("2 leicht") == Entry(Best(0, 0))
    bests.ended(endless(variants=("endless", "small")))
    assert Bests().entry("2 leicht small") is not None


def test_the_ending_and_the_goal_name_the_record(folder):
    session = endless()
    bests.ended(session)
    assert "That is your record: no hit." in review(session, "en")[0]["detail"]
    Bests().enter("2 leicht", Best(4, 44))
    assert review(session, "en")[0]["detail"] == "Your record stands: 4 hits in 44 turns."
    assert past(session, 0, 0, "en") == {"best": 4}


def test_a_record_counts_the_turns_that_the_hits_took(folder):
    session = Session.new("punktlandung", variants=("endless", "small"), seed=4, players=("person", "house"))
    while not session.over:
        session.play(house_crew(view(session.state, session.state.turn), Random(0)))
    bests.ended(session)
    state = session.state
    assert state.hits > 1 and sum(state.spent) < state.turns
    assert Bests().entry("2 leicht small") == Entry(Best(state.hits, sum(state.spent)))
    told = f"{state.hits} Treffer in {sum(state.spent)} Zügen"
    assert review(session, "de")[0]["detail"] == f"Das ist euer Rekord: {told}."
    assert f"Dafür habt ihr {sum(state.spent)} Züge gebraucht." in ending(view(state, 0), "de")["why"]


def test_where_the_folder_cannot_be_used_the_game_goes_on(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("KIT_DATA", str(tmp_path / "file"))
    session = endless()
    bests.ended(session)
    assert bests.row(session, "de") is None and past(session, 0, 0, "de") is None


def test_a_game_on_the_board_sets_the_record(folder):
    board = GameBoard("punktlandung", lang="de", store=False, pause=0)

    def send(do, **fields):
        board.table._receive(None, {"do": do, "rev": board.table.rev, **fields}, None)
        return str(board.table.page["html"])

    send("hello", token=None)
    Bests().enter("2 leicht", Best(0, 99))
    page = send("new", fields={"level": "leicht", "player": ["person", "person"], "seed": "3", "variant": ["endless"]})
    assert "Ziel 1 · Rekord 0" in page
    while not board.session.over:
        board.session.play(Pass(board.session.state.hands[board.session.state.turn][0]))
        board.moved()
    board.paint()
    assert Bests().entry("2 leicht") == Entry(Best(0, 0), Best(0, 99))
    page = str(board.table.page["html"])
    assert "Das ist euer Rekord: kein Treffer. Davor: kein Treffer." in page
    assert "Diesmal war kein Treffer dabei." in page
