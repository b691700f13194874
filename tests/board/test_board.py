"""The game board without a browser: messages, hot seat, silence, looking back, files, the store."""

from __future__ import annotations

import logging
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from board_kit import Desk, quiet

from kit.board.gameboard import GameBoard
from kit.board.store import Conflict, Saved, Store, new_token
from kit.core.errors import OptionError
from kit.core.records import parse_record

GARBAGE: list[Any] = [
    None, 7, "choose", [], {}, {"do": None}, {"do": 3}, {"do": "nothing"}, {"do": "__init__"}, {"do": "ä"}, {"do": "choose"},
    {"do": "choose", "path": None}, {"do": "choose", "path": "card/99"}, {"do": "choose", "path": "card/-1"},
    {"do": "choose", "path": "place/moon"}, {"do": "choose", "path": "hand/1"}, {"do": "choose", "path": ["card/1"]},
    {"do": "new"}, {"do": "new", "fields": "level"}, {"do": "step", "value": "x"}, {"do": "step", "value": 10**6},
    {"do": "step", "value": -1}, {"do": "branch", "value": 0}, {"do": "home"}, {"do": "here"}, {"do": "draw"},
    {"do": "sheet", "value": "secrets"}, {"do": "lang", "value": "xx"}, {"do": "lang", "value": {}},
    {"do": "plan", "value": "x" * 10**7}, {"do": "undo"}, {"do": "hello", "token": {"a": 1}},
    {"do": "hello", "token": "' or 1=1 --"},
]  # fmt: skip


@pytest.fixture
def desk() -> Desk:
    """A flight of one person with the house crew, cards drawn."""
    desk = Desk()
    desk.send("draw", fields={"plan": ""})
    return desk


@pytest.mark.parametrize("content", GARBAGE, ids=lambda content: str(content)[:40])
def test_garbage_changes_nothing_and_is_answered(desk: Desk, content: Any, caplog: pytest.LogCaptureFixture) -> None:
    session = desk.board.session
    assert session is not None
    before, html = (list(session.moves), session.state), desk.html
    if isinstance(content, dict):
        content = {"rev": desk.board.table.rev, **content}
    desk.sent.clear()
    desk.raw(content)
    assert desk.board.session is session
    assert (session.moves, session.state) == before
    if not (isinstance(content, dict) and content.get("do") in ("new", "load", "undo")):  # they say why not
        assert desk.html == html
        assert desk.sent == [{"ack": True}]
    quiet(caplog)


def test_a_stale_page_moves_nothing(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    old = desk.board.table.rev
    desk.choose("card/0")
    session = desk.board.session
    assert session is not None
    desk.raw({"do": "choose", "rev": old, "path": "place/axis"})
    assert not session.moves
    assert "stale" in caplog.text or "page" in caplog.text


def test_what_was_ignored_stands_in_the_log_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIT_DATA", str(tmp_path))
    logger = logging.getLogger("kit")
    before = list(logger.handlers)
    desk = Desk(store=None)
    try:
        desk.send("choose", path="place/moon")
        desk.send("draw", fields={})
        desk.send("choose", path="place/moon")
        desk.raw({"do": "choose", "rev": 1, "path": "card/0"})
    finally:
        for handler in set(logger.handlers) - set(before):
            logger.removeHandler(handler)
            handler.close()
    lines = (tmp_path / "kit.log").read_text("utf-8").splitlines()
    assert len(lines) == 3
    assert "nothing can be chosen now" in lines[0] and "place/moon" in lines[1] and "page 1 instead of" in lines[2]
    assert desk.board.session is not None
    assert not desk.board.session.moves


def test_a_trait_that_a_client_overwrites_is_not_believed(desk: Desk) -> None:
    desk.board.table.page = {"html": "<p>forged</p>", "rev": 1}
    desk.choose("card/0", "place/axis")
    assert desk.board.session is not None
    assert "forged" not in desk.html
    assert len(desk.board.session.moves) == 2  # and the crew's answer


def test_one_message_out_for_one_action(desk: Desk) -> None:
    desk.sent.clear()
    desk.pages.clear()
    revisions = []
    desk.board.table.observe(lambda change: revisions.append(change["new"]["rev"]), "page")
    desk.choose("card/0")
    assert len(revisions) == 1
    assert len(desk.pages) == 1
    assert desk.sent == []


@pytest.mark.parametrize("players", [("person", "house"), ("random", "person"), ("person", "person"), ("house", "random")])
@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_whole_flight_ends_with_its_reasons(players: tuple[str, str], lang: str, caplog: pytest.LogCaptureFixture) -> None:
    desk = Desk(players, lang=lang)
    desk.finish()
    assert 'class="panel verdict"' in desk.html
    assert desk.html.count("<tr>") == 5
    quiet(caplog)


def test_the_first_dialog_stays_until_a_game_begins() -> None:
    desk = Desk(start=False)
    assert "<dialog" in desk.html
    assert "<dialog" in desk.send("close")


@pytest.mark.parametrize(
    "fields",
    [{"level": "moon"}, {"player": ["person", "nobody"]}, {"player": ["person"]}, {"variant": ["loud"]}, {"seed": "1e9"}],
)
def test_a_wrong_setting_is_said_in_the_dialog(fields: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    desk = Desk(start=False)
    html = desk.send("new", fields={"level": "leicht", "player": ["person", "house"], **fields})
    assert desk.board.session is None
    assert 'class="broken"' in html
    quiet(caplog)


def test_unknown_options_are_refused_at_once() -> None:
    with pytest.raises(OptionError):
        Desk(start=False, lang="fr")
    with pytest.raises(OptionError):
        Desk(start=False, level="moon")


def test_nothing_can_be_laid_before_the_draw_or_said_after_it() -> None:
    """LA-2.2, LA-5.1: a plan in the briefing, silence from the draw to the eighth card, talk again then."""
    desk = Desk()
    board = desk.board
    assert board.session is not None
    assert "data-path" not in desk.html
    assert "<textarea" in desk.html
    desk.choose("card/0")
    assert board.choice == {}
    desk.send("plan", value="Fluglage zuerst")
    assert board.plan == "Fluglage zuerst"
    desk.send("draw", fields={"plan": "Fluglage zuerst"})
    assert "<textarea" not in desk.html
    assert board.session.notes == [(0, 0, "Fluglage zuerst")]
    desk.send("plan", value="4 auf Funk")
    assert board.plan == ""
    while board.session.state.round == 1:
        desk.step()
    assert "<textarea" in desk.html


def test_rules_are_within_reach_while_it_is_silent(desk: Desk) -> None:
    assert "LA-3.1" in desk.send("sheet", value="rules")
    desk.send("close")
    assert "<dialog" not in desk.html


def test_a_refused_place_says_its_rule(desk: Desk) -> None:
    desk.choose("card/0", "place/flap1")
    assert "(LA-3.7)" in desk.html
    assert desk.board.session is not None
    assert not desk.board.session.moves


def test_a_place_without_a_card_asks_for_one(desk: Desk) -> None:
    assert "Wähle zuerst eine Karte." in desk.choose("place/axis")


def test_hot_seat_hides_every_hand_until_the_other_is_here() -> None:
    desk = Desk(("person", "person"))
    board = desk.board
    desk.send("draw", fields={})
    assert board.curtain == 0
    assert 'data-path="card' not in desk.html
    desk.send("here")
    assert 'data-path="card' in desk.html
    assert "Pilotin (du)" in desk.html
    desk.choose("card/0", "place/axis")
    assert board.curtain == 1
    assert 'data-path="card' not in desk.html
    desk.choose("card/0")  # a forged click through the curtain
    assert board.choice == {}
    desk.send("here")
    assert "Copilot (du)" in desk.html


def test_in_an_open_cockpit_there_is_no_curtain() -> None:
    desk = Desk(start=False)
    desk.send("new", fields={"level": "leicht", "player": ["person", "person"], "variant": "open", "seed": "1"})
    desk.send("draw", fields={})
    assert desk.board.curtain is None
    assert desk.html.count('data-path="card') == 4
    assert 'class="card back"' not in desk.html


def test_a_reroll_is_chosen_by_both_behind_the_curtain() -> None:
    desk = Desk(("person", "person"))
    desk.send("draw", fields={})
    desk.send("here")
    hand = desk.view.hand
    desk.choose("reroll", "swap/0", "swap/2", "swap/done")
    assert desk.board.curtain == 1
    assert "<b>Pilotin</b> hat den ★ Neuzug genommen." in desk.send("here")  # the other seat is told why it is asked
    desk.choose("swap/done")
    session = desk.board.session
    assert session is not None
    assert str(session.moves[0]) == f"P reroll {hand[0]} {hand[2]}"
    assert session.state.rerolled == ((2, 0),)
    assert f"reroll {hand[0]}" not in desk.send("sheet", value="log")


def test_undo_takes_back_what_revealed_nothing() -> None:
    desk = Desk(("person", "person"))
    desk.send("draw", fields={})
    desk.send("here")
    assert not desk.board.can_undo
    desk.choose("card/0", "place/axis")
    assert not desk.board.can_undo  # nobody looks
    session = desk.board.session
    assert session is not None
    desk.send("undo")
    assert len(session.moves) == 1


def test_a_barred_undo_says_why() -> None:
    desk = Desk(("person", "random"))
    desk.board._rng = random.Random(1)  # its answer must not end the flight
    desk.send("draw", fields={})
    said = 'data-id="do-undo" aria-label="Zug zurücknehmen" aria-disabled="true" title="'
    assert said + "Noch gibt es keinen Zug" in desk.html
    assert '<div class="status "><span>Noch gibt es keinen Zug' in desk.send("undo")
    desk.choose("card/0", "place/axis")
    session = desk.board.session
    assert session is not None
    assert len(session.moves) == 2
    assert "Zurücknehmen geht nicht mehr: Copilot hat schon gespielt." in desk.send("undo")
    assert len(session.moves) == 2
    assert "Zurücknehmen geht nicht mehr" not in desk.choose("card/0").split('class="status')[1]  # said once
    desk.send("step", value=0)
    assert "Im Rückblick" in desk.html
    desk.send("play-on")
    desk.send("resign")
    assert "Was wäre wenn" in desk.send("undo").split('class="status')[1][:200]


def test_escape_closes_the_lens_and_then_takes_the_choice_back(desk: Desk) -> None:
    desk.send("lens")
    desk.choose("card/0")
    assert 'class="panel lens"' in desk.html
    assert 'class="panel lens"' not in desk.send("escape")
    assert desk.board.choice == {"at": 0, "coffee": 0}
    desk.send("escape")
    assert desk.board.choice == {}


def test_behind_the_curtain_the_status_says_who_is_waited_for() -> None:
    desk = Desk(("person", "person"))
    desk.send("draw", fields={})
    spoken = desk.html.split('role="status">')[1].split("<")[0]
    assert spoken.startswith("Pilotin ist dran.") and "Gib das Gerät weiter" in spoken
    desk.send("here")
    assert "Du bist dran" in desk.html.split('role="status">')[1].split("<")[0]


def test_giving_up_is_not_the_button_that_is_offered_first(desk: Desk) -> None:
    sheet = desk.send("sheet", value="resign").split("<dialog")[1]
    assert sheet.index("Doch nicht") < sheet.index("Ja, aufgeben")
    assert 'class="btn primary" data-do="close" data-id="do-close-never-mind"' in sheet
    assert 'class="btn danger" data-do="resign"' in sheet


def test_the_advice_says_its_reason_on_the_board_and_in_a_sheet(desk: Desk) -> None:
    html = desk.send("hints", value=4)
    assert '<span class="lg"> Warum: ' in html
    assert html.count("Zweite Wahl") == 1
    assert "Zweite Wahl" in desk.send("sheet", value="why").split("<dialog")[1]


def test_looking_back_and_what_if(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    board = desk.board
    desk.choose("card/0", "place/axis")
    desk.send("step", value="0")
    assert 'type="range"' in desk.html
    assert "data-path" not in desk.html
    desk.send("branch", value="0")  # not out of a running game
    game = board.session
    assert board.home is None
    desk.send("play-on")
    desk.finish()
    assert game is not None
    desk.send("branch", value="0")
    assert board.session is not None
    assert board.session.study
    assert board.home is game
    assert "Was wäre wenn" in desk.html
    desk.choose("card/1", "place/engines")
    assert board.can_undo
    desk.send("undo")
    assert not board.session.moves
    desk.send("home")
    assert board.session is game
    assert board.session.over
    quiet(caplog)


def test_the_language_changes_in_place(desk: Desk) -> None:
    desk.choose("card/0")
    html = desk.send("lang", value="en")
    assert "Your hand" in html
    assert "Deine Hand" not in html
    assert desk.board.choice == {"at": 0, "coffee": 0}


def test_save_and_load(desk: Desk) -> None:
    desk.finish()
    desk.sent.clear()
    desk.send("save")
    (message,) = desk.sent
    text = message["file"]["text"]
    assert parse_record(text).states()[-1] == desk.board.session.state  # type: ignore[union-attr]
    other = Desk(start=False)
    other.send("load", name="flug.txt", text=text)
    assert other.board.session is not None
    assert other.board.session.state == desk.board.session.state  # type: ignore[union-attr]


def test_a_saved_running_game_holds_nothing_hidden(desk: Desk) -> None:
    desk.sent.clear()
    desk.send("save")
    text = desk.sent[0]["file"]["text"]
    assert "seed" not in text
    assert "deal" not in text
    other = Desk(start=False)
    other.send("load", name="flug.txt", text=text)
    assert other.view.hand == desk.view.hand


@pytest.mark.parametrize(
    ("text", "where"),
    [("game landeanflug\nP 9>axis\n", "flug.txt:2:"), ("", "flug.txt:1:"), ("game chess", "flug.txt:1:"), ("\0", "flug.txt:1:")],
)
def test_a_broken_file_is_told_and_the_game_stays(desk: Desk, text: str, where: str) -> None:
    game = desk.board.session
    html = desk.send("load", name="flug.txt", text=text)
    assert where in html
    assert desk.board.session is game
    assert 'class="broken"' not in desk.send("close")


def test_the_kernels_clock_ends_the_round() -> None:
    """LA-7.2: whatever the page says, after a minute the rest is forfeit."""
    now = [1000.0]
    desk = Desk(start=False, clock=lambda: now[0])
    desk.send("new", fields={"level": "leicht", "player": ["person", "person"], "variant": ["stopwatch"], "seed": "1"})
    desk.send("draw", fields={})
    assert desk.board.table.page["seconds"] == 60
    session = desk.board.session
    assert session is not None
    desk.send("tick")  # a page in a hurry
    assert not session.moves
    now[0] += 61
    desk.send("here")
    assert [str(move) for move in session.moves] == ["time"]
    assert session.over


# The store


def test_a_reload_finds_the_game(tmp_path: Path) -> None:
    desk = Desk(store=Store(tmp_path))
    desk.send("draw", fields={"plan": "Funk zuerst"})
    desk.choose("card/0", "place/axis")
    token = desk.board.table.page["token"]
    again = Desk(store=Store(tmp_path), start=False)
    assert "dialog" in again.html
    again.send("hello", token=token)
    old, new = desk.board.session, again.board.session
    assert old is not None
    assert new is not None
    assert (new.state, new.moves, new.players, new.notes) == (old.state, old.moves, old.players, old.notes)
    assert again.html == desk.html


def test_a_reload_in_the_briefing_keeps_the_plan(tmp_path: Path) -> None:
    desk = Desk(store=Store(tmp_path))
    desk.send("plan", value="Klappen zuerst")
    again = Desk(store=Store(tmp_path), start=False)
    again.send("hello", token=desk.board.table.page["token"])
    assert "Klappen zuerst</textarea>" in again.html


def test_two_kernels_lose_nothing(tmp_path: Path) -> None:
    first = Desk(("person", "person"), store=Store(tmp_path))
    token = first.board.table.page["token"]
    second = Desk(store=Store(tmp_path), start=False)
    second.send("hello", token=token)
    first.send("draw", fields={"plan": "eins"})
    second.send("draw", fields={"plan": "zwei"})
    assert second.board.table.page["token"] != token
    assert 'class="notice"' in second.html
    for desk, plan in ((first, "eins"), (second, "zwei")):
        again = Desk(store=Store(tmp_path), start=False)
        again.send("hello", token=desk.board.table.page["token"])
        assert again.board.session is not None
        assert again.board.session.notes[0][2] == plan


def test_an_unknown_token_opens_nothing(tmp_path: Path) -> None:
    desk = Desk(store=Store(tmp_path), start=False)
    desk.send("hello", token=new_token())
    assert desk.board.session is None


def test_a_damaged_file_is_set_aside(tmp_path: Path) -> None:
    Store(tmp_path)
    (tmp_path / "games.sqlite").write_bytes(b"this is no database" * 100)
    for tail in ("-wal", "-shm"):
        (tmp_path / f"games.sqlite{tail}").unlink(missing_ok=True)
    store = Store(tmp_path)
    assert store.set_aside is not None
    assert store.set_aside.exists()
    store.save("t" * 24, Saved("landeanflug", "game landeanflug\n"))
    assert store.load("t" * 24) == Saved("landeanflug", "game landeanflug\n", {}, 1)


def test_saving_from_an_old_revision_is_a_conflict(tmp_path: Path) -> None:
    store = Store(tmp_path)
    saved = store.save("a", Saved("landeanflug", "one"))
    store.save("a", Saved("landeanflug", "two", {}, saved.rev))
    for rev in (0, saved.rev):
        with pytest.raises(Conflict):
            store.save("a", Saved("landeanflug", "three", {}, rev))


def test_a_store_that_cannot_write_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)

    def full(*_: Any) -> None:
        raise sqlite3.OperationalError("disk is full")

    monkeypatch.setattr(store, "save", full)
    desk = Desk(store=store)
    assert "als Datei" in desk.html
    assert desk.board.session is not None


def test_any_order_of_clicks_leaves_a_board(caplog: pytest.LogCaptureFixture) -> None:
    """Random clicks on what the page offers: never a mistake of ours, never another game than the engine's."""
    rng = random.Random(3)
    paths = [*(f"card/{i}" for i in range(4)), "coffee/+1", "coffee/-1", "reroll", "swap/0", "swap/done", "cancel", "place/aside"]
    paths += [
        f"place/{p}" for p in ("axis", "engines", "radio", "concentration", "gear1", "gear2", "gear3", "brake1", "flap1", "flap2")
    ]
    desk = Desk(("person", "random"))
    for _ in range(600):
        if rng.random() < 0.05:
            desk.send(rng.choice(["undo", "hints", "draw", "play-on", "here"]), fields={})
        elif rng.random() < 0.03:
            desk.send("step", value=0)
        else:
            desk.choose(rng.choice(paths))
        if desk.board.session is not None and desk.board.session.over:
            desk.send("new", fields={"level": "profi", "player": ["random", "person"]})
    quiet(caplog)


def test_a_sheet_that_is_open_stays_open_when_the_crew_plays():
    boards = (
        GameBoard("luft_land_see", lang="de", level="standard", players=("house", "person"), seed=n, store=False)
        for n in range(20)
    )
    board = next(board for board in boards if board._crew_seat() is not None)
    board.sheet, before = "menu", len(board.session.moves)
    board.crew_plays()
    assert len(board.session.moves) == before + 1 and board.sheet == "menu"
