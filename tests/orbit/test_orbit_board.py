"""Orbit's table: what a card does, tasks with their standing, the draft's sum, signals, pauses, secrecy, three to five seats."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from or_states import EXAMPLES, begin, example, play, playing

from kit.board import show
from kit.board.frame import page
from kit.board.gameboard import GameBoard
from kit.board.render import style
from kit.cards import code
from kit.core.sessions import Session
from kit.games.orbit import crews, rules
from kit.games.orbit.advice import advice
from kit.games.orbit.choosing import choose
from kit.games.orbit.moves import parse_move
from kit.games.orbit.review import Turning, answer, review, turning
from kit.games.orbit.scene import ALIASES, SHEET, ZONES, ending, gap, heading, scene, tell
from kit.games.orbit.state import Phase
from kit.games.orbit.view import redeal, view
from kit.locale import LANGUAGES, has_text

HANDS = "A KS 9C 8C 2H 8H 3D 4D 5D 6D 7D / B KC AC 3C 9D AS 2S 3S 4S 5S 6S"


def session_at(seed: int, steps: int, seats: int = 4, level: str = "7", variants: tuple[str, ...] = ()) -> Session:
    """A session after up to `steps` random picks, plays and signals."""
    rng = random.Random(seed)
    session = Session.new("orbit", level=level, seats=seats, variants=variants, seed=seed)
    while len(session.moves) < steps and not session.over:
        moves = [move for move in rules.legal_moves(session.state) if str(move) not in ("resign", "stop")]
        counted = [move for move in moves if session.game.counted(move)] or moves
        session.play(rng.choice(moves if rng.random() < 0.15 else counted))
    return session


class Desk:
    """A board with the hands of a page on it; crews play at once."""

    def __init__(self, *players: str, **options: Any) -> None:
        self.board = GameBoard("orbit", players=players, **{"lang": "de", "store": False, "pause": 0, "seed": 5, **options})
        self.send("hello", token=None)

    @property
    def html(self) -> str:
        return str(self.board.table.page["html"])

    @property
    def session(self) -> Session:
        assert self.board.session is not None
        return self.board.session

    def send(self, do: str, **fields: Any) -> str:
        self.board.table._receive(None, {"do": do, "rev": self.board.table.rev, **fields}, None)
        return self.html

    def choose(self, *paths: str) -> str:
        for path in paths:
            self.send("choose", path=path)
        return self.html

    def step(self) -> None:
        """Whatever can be done now: let the crews go on, take a task, play a card."""
        html = self.html
        if 'data-do="here"' in html:
            self.send("here")
        elif 'data-id="do-go"' in html:
            self.send("go")
        elif self.session.state.phase is Phase.DRAFT:
            task = re.search(r'class="opt can" data-path="([^"]+)"', html)
            assert task
            self.choose(task[1], "take")
        else:
            seen = self.session.view(self.board.viewer)
            self.choose(f"card/{rules.plays(self.session.state)[0]}", "place/trick")
            assert self.session.view(self.board.viewer) != seen or self.session.over


# What the table shows


def test_or_5_2_the_chosen_card_says_what_it_does_to_the_tasks():
    """Clara must follow with the 9 of spades: her second trick. The table says so before she plays it."""
    before = example("or-5-2")[-3]
    assert before.turn == 2
    made = scene(view(before, 2), lang="de", selected="9S")
    said = [str(line["text"]) for line in made["dock"]["fx"]]
    assert said[0] == "liegt vorn, Dennis kommt noch" or "gewinnt" in said[0]
    assert any("Clara: verloren: 2 Stiche" in line for line in said)
    assert "verloren" in str(made["status"]) and "9♠" in str(made["status"]).replace("\ufe0e", "")
    assert len(scene(view(before, 2), lang="de", selected="9S", hints=1)["dock"]["fx"]) == 1


def test_or_4_2_cards_that_do_not_follow_say_why_not():
    state = play(playing("A 9C", hands=HANDS), "9C")
    seen = view(state, 1)
    groups = scene(seen, lang="de")["dock"]["groups"]
    lit = {card["code"]: card["no"] for group in groups for card in group["cards"]}
    assert {name for name, no in lit.items() if not no} == {"AC", "3C"}
    assert {str(group["note"]) for group in groups if not group["can"]} == {'du hast noch <span class="cc">♣\ufe0e</span>'}
    choice, move = choose(seen, {}, "card/9D")
    assert (choice, str(move)) == ({}, "9D")  # the rules then say which rule that breaks
    made = scene(seen, lang="de", refused=rules.why_not(state, move))
    assert "OR-4.2" in made["status"] and made["tone"] == "refused"


def test_or_3_2_the_draft_shows_the_sum_each_task_leads_to():
    """OR-3.5: mission 7, goal 4. What is over the goal or cannot work is there with its reason."""
    state = example("or-3-5")[0]
    made = scene(view(state, state.turn), lang="de")["draft"]
    assert (made["sum"], made["goal"]) == (0, 4)
    rows = {row["card"]["code"]: row for row in made["rows"]}
    assert str(rows["2H"]["note"]) == "Summe dann 3" and not rows["2H"]["no"]
    assert rows["7S"]["no"] and str(rows["7S"]["note"]) == "nicht mit deinem höchsten König"
    chosen = scene(view(state, state.turn), lang="de", choice={"task": "2H"})
    assert chosen["draft"]["ghost"] == 3 and "auf 3" in chosen["status"]
    assert chosen["dock"]["actions"][0] == {
        "label": "Auftrag nehmen: genau 2 Stiche",
        "kind": "primary",
        "path": "take",
    }
    after = scene(view(example("or-3-5")[1], 1), lang="en")["draft"]
    assert {str(row["note"]) for row in after["rows"] if row["no"]} == {"over the goal"}
    assert after["sum_text"] == "difficulty: 3 of 4"


def test_tasks_have_progress_and_only_from_the_second_level_their_standing():
    state = play(playing("A 3C, B AS", hands=HANDS), "9C, 3C, 2C, 4C")
    seen = view(state, 0)
    made = scene(seen, lang="de")["dock"]["seat"]["tasks"][0]
    assert (made["have"], made["need"], made["standing"]) == (3, 3, "certain") and "erfüllt" in made["detail"]
    shy = scene(seen, lang="de", hints=1)["dock"]["seat"]["tasks"][0]
    assert shy["standing"] == "open" and shy["detail"] == "4 von 3"


def test_or_6_1_only_true_positions_of_the_coin_can_be_chosen():
    state = playing("A 9C", hands=HANDS)
    made = scene(view(state, 1), lang="de", choice={"card": "3C"}, pause={"waiting": True})["dock"]["coins"]["coins"]
    assert [(each["coin"], each["no"]) for each in made] == [("high", False), ("only", True), ("low", True)]
    assert str(made[1]["note"]) == "du hast 2 davon" and "ist niedriger" in str(made[2]["note"])
    single = scene(view(state, 1), lang="de", choice={"card": "9D"})["dock"]["coins"]["coins"]
    assert [each["no"] for each in single] == [False, False, False]
    assert scene(view(state, 1), lang="de", choice={"card": "KC"})["dock"]["coins"]["coins"][0]["no"]
    _, move = choose(view(state, 1), {"card": "3C"}, "coin/high")
    after = rules.apply(state, move)
    panel = next(seat for seat in scene(view(after, 0), lang="de")["seats"] if seat["name"] == "Ben")
    assert (panel["signal"]["card"]["code"], panel["signal"]["coin"], panel["signal"]["label"]) == ("3C", "high", "höchste")
    assert scene(view(after, 1), lang="de", choice={"card": "AC"})["dock"]["coins"] is None
    spent = play(after, "9C, 3C")
    assert next(s for s in scene(view(spent, 0), lang="de")["seats"] if s["name"] == "Ben")["signal"]["label"] == "gespielt"


def test_or_6_3_radio_silence_has_no_place_for_signals():
    state = playing("A 9C", level="5", hands=HANDS)
    made = scene(view(state, 0), lang="de", choice={"card": "9C"})
    assert made["dock"]["coins"] is None and {seat["signal"] for seat in made["seats"]} == {None}
    assert made["height"] == "Funkstille"


def test_won_tricks_lie_open_and_can_be_counted():
    state = play(playing("A 9C", hands=HANDS), "9C, 3C, 2C, 4C")
    made = scene(view(state, 1), lang="de")
    anna = next(seat for seat in made["seats"] if seat["name"] == "Anna")
    assert anna["tricks_text"] == "1 Stich" and [trick["n"] for trick in anna["tricks"]] == [1]
    assert re.sub(r"<[^>]+>|\ufe0e", "", str(anna["tricks"][0]["cards"])) == "9♣ 3♣ 2♣ 4♣"
    assert [x["card"]["code"] for x in made["last"]["plays"]] == ["9C", "3C", "2C", "4C"]
    assert [x["win"] for x in made["last"]["plays"]] == [True, False, False, False]
    assert made["trick"]["plays"][0]["who"] == "Anna" and made["trick"]["title"] == "Stich 2 von 10"


def test_what_can_no_longer_be_held_is_opt_in():
    state = play(playing("A 9C", hands=HANDS), "8C, 3C, 2C, 4C")
    seen = view(state, 0)
    assert scene(seen, lang="de")["held"] is None
    made = scene(seen, lang="de", toggles=("held",))["held"]
    assert [row["who"] for row in made["rows"]] == ["Ben", "Clara", "Dennis"]
    spades, _, _, clubs, _ = made["rows"][0]["cells"]
    assert [each["text"] for each in clubs["cards"]] == ["A", "5", "6", "7"] and len(spades["cards"]) == 9
    signalled = play(playing(hands=HANDS), "signal 3C high")
    cells = scene(view(signalled, 0), lang="de", toggles=("held",))["held"]["rows"][0]["cells"]
    assert [(each["text"], each["sure"]) for each in cells[3]["cards"]] == [("A", False), ("2", False), ("3", True)]


def test_or_1_3_three_seats_show_the_open_card():
    state = begin(seats=3, seed=2)
    state = play(state, ", ".join(str(move) for move in rules.legal_moves(state)[:1]))
    while state.phase is Phase.DRAFT:
        state = rules.apply(state, rules.legal_moves(state)[0])
    made = scene(view(state, 0), lang="de")
    assert "Offen in der Mitte" in made["trick"]["info"] and len(made["seats"]) == 2


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_mission_over_names_each_task(seats):
    session = session_at(3, 500, seats=seats)
    assert session.over
    made = ending(session.view(0), "de")
    assert made["rule"] == "OR-5.1" and len(made["rows"]) == len(session.state.taken)
    assert all({"name", "ok", "detail", "rule"} <= set(row) for row in made["rows"])


def test_the_log_says_who_did_what():
    states = example("or-4-4")
    lines = [tell(before, parse_move(m), after, "de") for before, m, after in zip(states, MOVES, states[1:], strict=False)]
    assert lines == [
        "Dennis: spielt 9♣",
        "Anna: spielt 2♣",
        "Ben: spielt K♥",
        "Clara: spielt 5♣ · Stich 2 an Ben",
    ]
    assert heading(view(states[0], None), "en") == "Trick 2 of 10"


MOVES = ("9C", "2C", "KH", "5C")


def test_every_word_of_the_sheet_and_the_zones():
    for key in SHEET:
        for tail in ("", "-text", "-rule"):
            assert has_text(f"sheet.{key}{tail}", "orbit")
    state = play(playing("A 9C", hands=HANDS), "9C, 3C")
    for zone in (*ZONES, *ALIASES):
        picture = show(view(state, 2), lang="de", only=zone)
        assert "<button" not in picture.html
    opened = show(state, lang="en").html
    assert opened.count('class="bare"') == 4 and "K" in opened
    assert ".orbit" in style("orbit")


# Secrecy


@pytest.mark.parametrize("seed", range(6))
def test_the_page_does_not_depend_on_what_it_hides(seed):
    rng = random.Random(seed)
    seats = 3 + seed % 3
    variants = ("mayday",) if seed % 2 else ()
    for steps in (0, 2, 6, 9, 14, 22):
        session = session_at(seed * 100 + steps, steps, seats, variants=variants)
        if session.over:
            continue
        for seat in range(seats):
            players = ["house"] * seats
            players[seat] = "person"
            board = GameBoard("orbit", lang="en", store=False)
            board.greeted, session.players = True, tuple(players)
            session.states, session.moves = [session.state], []  # what lies before cannot be redealt with it
            board.session, board.sheet, board.toggles = session, None, {"held"}
            hand = session.view(seat).hand
            board.choice = {"card": code(hand[0])} if hand else {}
            html, _ = page(board)
            for _ in range(2):
                kept = session.states[-1]
                session.states[-1] = redeal(kept, seat, rng)
                assert page(board)[0] == html
                session.states[-1] = kept


def test_a_covered_scene_has_no_hand():
    state = playing("A 9C", hands=HANDS)
    made = scene(view(state, None), lang="de", covered=True, choice={"card": "9C"})
    assert made["dock"]["groups"] == [] and "9♣" not in str(made["dock"]) and not made["dock"]["actions"]


# On a board


@pytest.mark.parametrize(
    "players", [("person", "house", "house"), ("house", "person", "random", "house"), ("random",) * 4 + ("person",)]
)
def test_one_person_with_crews_plays_a_mission(players):
    desk = Desk(*players, level="3")
    for _ in range(120):
        if desk.session.over:
            break
        desk.step()
    assert desk.session.over and "verdict" in desk.html


def test_or_6_1_the_crews_give_their_signals_and_wait_for_the_persons():
    """Before the first trick the crews wait where they lead; later only where the person asks them to."""
    desk = Desk("person", "house", "house", "house", level="7", seed=3)
    while desk.session.state.phase is Phase.DRAFT:
        desk.step()
    state = desk.session.state
    assert state.commander != 0 and not state.trick and not state.tricks
    assert any(state.signals[1:]), "the house signals before the first trick"
    assert desk.board.pauses.waiting and "Weiter ohne Signal" in desk.html
    assert gap(view(state, 0), False) == 0
    moves = len(desk.session.moves)
    desk.send("tick")
    assert len(desk.session.moves) == moves, "the crews wait"
    card = next(str(move).split()[1] for move in rules.signals(state, 0))
    desk.choose(f"card/{card}", "coin/high")
    assert desk.session.state.signals[0] is not None or desk.board.refused
    if desk.session.state.signals[0] is None:
        desk.choose("coin/low")
    assert len(desk.session.moves) > moves + 1 and not desk.board.pauses.waiting


def test_a_person_can_ask_the_crews_to_wait_after_a_trick():
    desk = Desk("person", "house", "house", "house", level="7", seed=3)
    while desk.session.state.phase is Phase.DRAFT:
        desk.step()
    desk.send("go")
    assert desk.session.state.trick and not desk.board.pauses.waiting
    assert 'data-do="hold"' in desk.html
    desk.send("hold")
    assert 'data-id="do-hold" aria-pressed="true"' in desk.html
    for _ in range(30):
        state = desk.session.state
        if desk.board.pauses.waiting or state.outcome:
            break
        desk.step()
    assert desk.board.pauses.waiting and desk.session.state.tricks and not desk.session.state.trick
    assert "Vor Stich" in desk.html
    desk.send("go")
    assert not desk.board.pauses.asked


def test_or_7_3_a_mayday_comes_before_the_crews_signals():
    desk = Desk("person", "house", "house", "house", level="7", seed=3, variants=("mayday",))
    while desk.session.state.phase is Phase.DRAFT:
        desk.step()
    assert not any(desk.session.state.signals) and desk.board.pauses.waiting
    assert 'data-path="mayday/ask"' in desk.html
    desk.choose("mayday/ask")  # the house agrees to none
    assert desk.session.state.mayday.refused and any(desk.session.state.signals[1:])
    assert "Kein Mayday" in desk.html


def test_another_seats_cards_and_garbled_paths_change_nothing(caplog):
    desk = Desk("person", "house", "house", "house", level="7", seed=3)
    while desk.session.state.phase is Phase.DRAFT:
        desk.step()
    desk.send("go")
    before = desk.session.state
    other = next(seat for seat in range(1, 4) if before.hands[seat])
    for path in (f"card/{code(before.hands[other][0])}", "card/", "card/XX", "coin/top", "task/9C", "mayday/maybe", "", "/"):
        desk.choose(path)
    for message in ({"do": "word", "value": "1"}, {"do": "go"}, {"do": "again"}, {"do": "word", "value": "x"}):
        desk.send(message.pop("do"), **message)
    assert desk.session.state == before
    with pytest.raises(ValueError, match="spectator"):
        choose(view(before, None), {}, "card/9C")


def test_hot_seat_has_a_curtain_and_another_person_may_come_forward():
    desk = Desk("person", "person", "person", level="2", seed=3)
    assert desk.board.curtain is not None and 'data-path="task/' not in desk.html
    while desk.session.state.phase is Phase.DRAFT:
        desk.step()
    leader = desk.session.state.turn
    assert desk.board.pauses.speakers == [0, 1, 2]
    speaker = (leader + 1) % 3
    assert re.search(f'data-do="word" data-id="do-word-?{speaker}"', desk.html)
    desk.send("word", value=str(speaker))
    assert desk.board.viewer == speaker and desk.html.count('data-path="card/') == 13
    move = next(iter(rules.signals(desk.session.state, speaker)))
    desk.choose(f"card/{str(move).split()[1]}", f"coin/{move.coin}")
    assert desk.session.state.signals[speaker] is not None
    assert desk.board.curtain is not None and 'data-path="card/' not in desk.html


def test_or_5_1_a_mission_that_is_decided_can_be_stopped():
    desk = Desk("person", "house", "house", "house", level="1")
    record = Session.from_record((EXAMPLES / "or-5-2.txt").read_text("utf-8"))
    while record.moves and str(record.moves[-1]) == "stop":
        record = record.branch(len(record.moves) - 1)
    record.study = False
    record.players = ("person", "house", "house", "house")
    desk.board.take(record)
    desk.board.paint()
    assert "Hier aufhören" in desk.html and "Gescheitert" in desk.html
    desk.choose("stop")
    assert desk.session.over and not desk.session.state.outcome.won and "Noch einmal: Mission 4" in desk.html


def test_or_7_1_after_a_mission_the_next_one_is_a_press_away(tmp_path, monkeypatch):
    monkeypatch.setenv("KIT_DATA", str(tmp_path))
    desk = Desk("person", "house", "house", "house")
    fields = {"mode": "campaign", "team": " Rakete ", "level": "9", "player": ["person", "house", "house", "house"], "seats": "4"}
    assert "Gib eurem Team einen Namen" in desk.send("new", fields=fields | {"team": ""})
    assert 'value="campaign" checked' in desk.html  # and the dialog stays as it was
    assert 'value="-1"' in desk.send("new", fields=fields | {"team": "-1"})
    desk.send("new", fields=fields)
    assert desk.session.level == "1" and "Rakete · Versuch 1" in desk.html
    desk.send("resign")
    assert "Mission 1 hat bisher 1 Versuch gebraucht" in desk.html
    desk.send("again")
    assert desk.session.level == "1" and not desk.session.over and "Rakete · Versuch 2" in desk.html
    assert "2" in desk.send("sheet", value="logbook")
    desk.send("logbook-load", name="x.csv", text="team;mission\n")
    assert "Zeile 1, Spalte 3" in desk.html
    desk.send("logbook-load", name="x.csv", text=None)
    assert "zu groß" in desk.html
    single = {"mode": "single", "level": "4", "later": "23", "player": ["person", "house", "house"], "seats": "3"}
    desk.send("new", fields=single)
    assert desk.session.level == "23" and "Rakete" not in desk.html
    assert "23" in desk.send("sheet", value="new")


def test_a_reload_goes_on_with_the_same_attempt(tmp_path, monkeypatch):
    monkeypatch.setenv("KIT_DATA", str(tmp_path))
    desk = Desk("person", "house", "house", "house", store=None)
    fields = {"mode": "campaign", "team": "Rakete", "level": "1", "player": ["person", "house", "house", "house"], "seats": "4"}
    desk.send("new", fields=fields)
    token = desk.board.table.page["token"]
    again = Desk(store=None, seed=None)
    again.send("hello", token=token)
    assert again.board.campaign.team == "Rakete" and "Rakete · Versuch 1" in again.html
    again.send("resign")
    assert "Mission 1 hat bisher 1 Versuch gebraucht" in again.html


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_languages_say_everything(lang):
    for seed in range(4):
        for steps in (0, 3, 8, 15, 400):
            session = session_at(seed, steps, 3 + seed % 3, variants=("mayday", "eight-tasks"))
            for seat in (0, None):
                made = scene(session.view(seat), lang=lang, toggles=("held",), pause={"waiting": True, "who": (0, 1)})
                assert made["line"] and made["level"].startswith("Mission")
                show(session.view(seat), lang=lang)


def test_crews_have_a_word_only_before_the_first_trick():
    state = playing("A 9C", hands=HANDS)
    assert crews.signal("house", view(state, 0)) is not None and crews.signal("random", view(state, 0)) is None


# Could it have been won?


def test_or_5_2_the_card_that_was_one_too_many_is_found():
    """OR-5.2: Clara's 9 of spades was forced; what lost the mission was the card before it."""
    session = Session.from_record((EXAMPLES / "or-5-2.txt").read_text("utf-8"))
    rows = review(session, "de")
    assert [row["name"] for row in rows] == ["Wäre es gegangen?"]
    found = turning(session)
    assert isinstance(found, Turning) and str(session.moves[found.step]) == "4S"
    assert "Dennis spielte" in rows[0]["detail"] and rows[0]["ok"] is True
    other = session.branch(found.step)
    other.play(code(found.instead))
    assert answer(other.state).winnable


@pytest.mark.parametrize("seed", range(6))
def test_before_the_turning_point_it_could_be_won_and_after_it_not(seed):
    session = session_at(seed, 500, level="6")
    found = turning(session)
    if isinstance(found, Turning):
        assert answer(session.states[found.step]).winnable
        after = session.states[found.step + 1]
        assert after.phase is Phase.OVER or answer(after).winnable is not True
    else:
        assert found in (None, False)
    won = session.state.outcome.won
    for lang in LANGUAGES:
        assert (review(session, lang) == []) == won


def test_a_mission_given_up_while_it_could_be_won_says_so():
    session = session_at(2, 3, level="2")
    session.play("resign")
    assert [row["ok"] for row in review(session, "en")] in ([True], [None], [False])
    unplayed = Session.new("orbit", level="2", seed=1)
    unplayed.play("resign")
    assert review(unplayed, "en")[0]["ok"] is None


# Odds, advice and the lens on the table


def test_the_third_level_gives_the_best_figure_and_the_fourth_the_crews_advice():
    state = play(playing("A 9C", hands=HANDS), "8C, 3C, 2C")
    seen = view(state, 3)
    card = code(rules.plays(state)[0].card)
    assert "%" not in scene(seen, lang="de", choice={"card": card})["status"]
    assert "%" in scene(seen, lang="de", choice={"card": card}, hints=3)["status"]
    made = scene(seen, lang="de", hints=4)
    tips = [face["code"] for group in made["dock"]["groups"] for face in group["cards"] if face["tip"]]
    assert len(tips) == 1 and f"card/{tips[0]}" and "★" in made["status"]
    assert not any(face["tip"] for group in scene(seen, lang="de")["dock"]["groups"] for face in group["cards"])
    draft = begin(seed=3)
    rows = scene(view(draft, draft.turn), lang="de", hints=4)["draft"]["rows"]
    assert sum(row["tip"] for row in rows) == 1


def test_the_lens_opens_for_a_seat_alone():
    state = playing("A 9C", hands=HANDS)
    made = scene(view(state, 0), lang="de", lens=set(), choice={"card": "9C"})
    assert made["has_lens"] and made["lens"]["sections"]
    assert scene(view(state, 0), lang="de")["lens"] is None
    assert scene(view(state, None), lang="de", lens=set())["lens"] is None
    assert scene(view(state, 0), lang="de", lens=set(), covered=True)["lens"] is None


@pytest.mark.parametrize("seed", range(3))
def test_odds_advice_and_lens_do_not_depend_on_what_is_hidden(seed):
    rng = random.Random(seed)
    for steps in (1, 5, 12):
        session = session_at(seed * 10 + steps, steps, 4)
        for seat in {session.state.turn, 0} - {None}:
            made = scene(session.view(seat), lang="en", hints=4, lens=set())
            other = view(redeal(session.state, seat, rng), seat)
            advice.cache_clear()
            assert scene(other, lang="en", hints=4, lens=set()) == made
