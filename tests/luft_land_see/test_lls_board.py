"""The table of Luft, Land und See: strengths and how they come about, consequences, refusals, abilities, secrecy, whole wars."""

from __future__ import annotations

import random
import re
import statistics
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from kit.board import show
from kit.board.frame import page
from kit.board.gameboard import GameBoard
from kit.board.render import style
from kit.core.records import parse_record, read_record
from kit.core.sessions import Session
from kit.games.luft_land_see import rules
from kit.games.luft_land_see.cards import DOWN, NAMES, THEATER_NAMES, Ability
from kit.games.luft_land_see.choosing import choose
from kit.games.luft_land_see.moves import Flip, Move, Withdraw, parse_move
from kit.games.luft_land_see.preview import preview
from kit.games.luft_land_see.scene import past, scene, tell
from kit.games.luft_land_see.state import SEATS, State
from kit.games.luft_land_see.strengths import strengths
from kit.games.luft_land_see.view import View, redeal, view
from kit.locale import LANGUAGES

EXAMPLES = Path(__file__).parents[2] / "kit" / "games" / "luft_land_see" / "examples"
HEAD = "game luft_land_see\nlevel standard\n"
DRAWN = """position battle 3
position theaters land air sea
position first B
position points 4 6
position turn R
position stack B land L1 L6
position stack B air (A5)
position stack B sea S5 (L3)
position stack R land (S1) L4
position stack R air A1
position hand R A3 A6 S4
position hand B S2 A4 L5
"""
MIDDLE = """position theaters air land sea
position first B
position turn R
position stack R sea (L6)
position stack R land A2 (A6)
position stack B land (S5)
position stack B air A4
position hand R A1 S4 L5 S1
position hand B L2 S3 A3
"""


def at(position: str, *moves: str) -> State:
    """The state of a position after some moves."""
    state: State = parse_record(HEAD + position).start()
    for move in moves:
        state = rules.apply(state, parse_move(move))
    return state


def zone(made: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in made["theaters"] if each["id"] == name)
    return found


def pick(state: State, seat: int, card: str, **options: Any) -> dict[str, Any]:
    """The scene with a card of the hand chosen."""
    return scene(view(state, seat), lang="de", selected=NAMES.index(card), **options)


def strips(side: dict[str, Any]) -> list[tuple[Any, str]]:
    return [(strip["n"], strip["name"]) for strip in side["strips"]]


# What stands on the table


def test_the_drawn_page():
    """The drawn position: columns that add up, +3 Support on both sides of it, 4 by Cover Fire, control, and Maneuver's targets."""
    made = scene(view(at(DRAWN, "deploy A3"), 0), lang="de")
    land, air, sea = made["theaters"]
    assert [land["id"], air["id"], sea["id"]] == ["land", "air", "sea"]
    assert strips(land["own"]) == [(4, "Transport"), (4, "Cover Fire")]
    assert land["own"]["strips"][0]["was"] == 2 and land["own"]["bonus"][0]["n"] == "+3"
    assert strips(sea["own"]) == [] and sea["own"]["bonus"][0]["note"] == "aus Luft"
    assert strips(sea["opp"]) == [(5, "Blockade"), (2, "verdeckt")]
    assert [(zone_["band"]["opp"], zone_["band"]["own"]) for zone_ in made["theaters"]] == [(7, 11), (2, 4), (7, 3)]
    assert [zone_["band"]["control"] for zone_ in made["theaters"]] == ["du\xa0+4", "du\xa0+2", "Gegner\xa0+4"]
    assert land["opp"]["strips"][1]["tag"] == "wird 2" and sea["opp"]["strips"][1]["tag"] == "6 von 9 stärker"
    assert land["own"]["strips"][1]["can"] and not air["opp"]["strips"][0]["can"]
    assert air["opp"]["strips"][0]["title"].endswith("(LLS-5.46)")
    assert air["why"].startswith("Kein Ziel hier")
    assert made["queue"][0]["text"] == "⚡ 1 Maneuver (du)" and made["queue"][0]["run"]
    assert made["dock"]["withdraw"]["label"] == "Rückzug · Gegner\xa0+4" and not made["dock"]["withdraw"]["can"]


@pytest.mark.parametrize("seed", range(4))
def test_the_columns_add_up_to_the_strengths(seed):
    """LLS-3.1: what stands at the left of a side's strips is its strength, in every position of a random war."""
    for state in war(seed).states:
        made = scene(view(state, None, reveal=True), lang="en")
        for theater in made["theaters"]:
            sums = strengths(state)[THEATER_NAMES.index(theater["id"])]
            for side, total in ((theater["own"], sums[0]), (theater["opp"], sums[1])):
                assert sum(strip["n"] for strip in side["strips"]) + sum(int(b["n"]) for b in side["bonus"]) == total


def test_the_withdrawal_table_and_what_a_withdrawal_would_give_now():
    """LLS-3.2: both commander cards; LLS-3.4: the beginner war has no tables."""
    made = scene(view(at(DRAWN), 0), lang="de")
    theirs, mine = made["commanders"]["cards"]
    assert [column["points"] for column in theirs["table"]] == [2, 2, 2, 3, 3, 4, 6]
    assert [column["points"] for column in mine["table"]] == [2, 2, 3, 3, 4, 6, 6]
    assert [column["left"] for column in mine["table"] if column["now"]] == [3]
    assert theirs["now"] == "Sein Rückzug gäbe dir <b>3</b>." and "gehören ihm" in theirs["tie"]
    assert mine["now"] == "Dein Rückzug gäbe ihm <b>3</b>." and mine["tie"] == ""
    beginner = view(rules.start(variants=("beginner",)), 0)
    cards = scene(beginner, lang="de")["commanders"]["cards"]
    assert [card["table"] for card in cards] == [None, None] and "<b>1</b>" in cards[0]["now"]


def test_ties_and_empty_theaters_say_whose_they_are():
    made = scene(view(rules.start(), 1), lang="de")
    assert [theater["band"]["control"] for theater in made["theaters"]] == ["Gegner ="] * 3
    assert "LLS-3.1" in made["theaters"][0]["band"]["title"]


def test_a_face_down_card_says_what_it_may_be():
    """LLS-1.4: the own one its name, the opponent's how many it may be; one that was seen before is remembered."""
    state = at(MIDDLE)
    made = scene(view(state, 0), lang="de")
    assert zone(made, "sea")["own"]["strips"][0]["name"] == "Heavy Tanks"
    assert zone(made, "land")["opp"]["strips"][0]["text"] == "eine von 10 Karten"
    assert zone(scene(view(state, 0), lang="de", hints=1), "land")["opp"]["strips"][0]["text"] == ""
    flipped = at(DRAWN, "deploy A3", "flip opp land")  # Heavy Tanks, which all saw
    assert "Heavy Tanks" in zone(scene(view(flipped, 0), lang="de"), "land")["opp"]["strips"][1]["text"]


# What a choice would do


def test_a_place_says_what_would_follow_or_its_rule():
    """The chosen card: what it counts, how the theater then stands, Support's help elsewhere; impossible places say their rule."""
    made = pick(at(MIDDLE), 0, "A1")
    up, down = zone(made, "air")["places"]
    assert (up["n"], up["note"], up["more"]) == ("1", "1\xa0:\xa04 für Gegner", "Land +3")
    assert (down["n"], down["note"]) == ("2", "2\xa0:\xa04 für Gegner")
    up, _ = zone(made, "sea")["places"]
    assert not up["can"] and up["note"] == "nur in die Luft" and up["title"].endswith("(LLS-1.2)")
    assert "An jedem Schauplatz nebenan" in made["status"]


@pytest.mark.parametrize("seed", range(3))
def test_what_is_promised_happens(seed):
    """The preview of every legal move whose result the seat can know is what the engine then does, up to abilities that follow."""
    checked = 0
    for state in war(seed).states[:40]:
        seat = state.decider
        if seat is None:
            continue
        seen = view(state, seat)
        for move in rules.legal_moves(state):
            if isinstance(move, Withdraw) or (isinstance(move, Flip) and hidden(seen, seat, move)):
                continue
            promised = preview(rules_state(seen), move, seat)
            after = rules.closing(state, move)
            assert promised.sums == strengths(after)
            checked += 1
    assert checked > 100


def hidden(seen: View, seat: int, move: Flip) -> bool:
    stack = seen.stacks[3 * (1 - seat if move.opp else seat) + move.theater]
    return stack[-1] >= 2 * DOWN


def rules_state(seen: View) -> State:
    from kit.games.luft_land_see.view import as_state

    return as_state(seen)


def test_a_card_that_would_be_destroyed_says_so():
    """Containment (LLS-5.1) and Blockade (LLS-5.10), before the card is played."""
    made = pick(at(MIDDLE.replace("B air A4", "B air A5").replace("S5", "A4")), 0, "A1")
    assert [place["destroyed"] for place in zone(made, "land")["places"] if place["can"]] == [True]
    assert zone(made, "land")["places"][1]["note"] == "wird zerstört" and zone(made, "land")["places"][1]["n"] == "✕"
    state = read_record(EXAMPLES / "blockade.txt").states()[3]
    made = pick(state, 0, "L6")
    assert zone(made, "land")["places"][0]["destroyed"]
    assert "Blockade" in next(card for card in made["dock"]["hands"][0]["cards"] if card["name"] == "Heavy Tanks")["alarm"]


def test_a_withdrawal_names_its_price_and_is_asked_twice():
    """LLS-3.2: what it gives, how it then stands, that it may end the war; nothing happens before the second click."""
    state = at(DRAWN)
    seen = view(state, 0)
    choice, move = choose(seen, {}, "withdraw")
    assert move is None
    asks = scene(seen, lang="de", choice=choice)["dock"]["asks"]
    assert "<b>3 Punkte</b>" in asks["text"] and "4\xa0:\xa09" in asks["then"] and "6 Punkte" in asks["full"]
    assert isinstance(choose(seen, choice, "withdraw/sure")[1], Withdraw)
    last = view(at(DRAWN.replace("points 4 6", "points 4 10")), 0)
    assert "den Krieg gewonnen" in scene(last, lang="de", choice={"withdraw": True})["dock"]["asks"]["then"]


# Abilities as guided choices


def lit(made: dict[str, Any]) -> set[str]:
    found = {s["path"] for t in made["theaters"] for side in (t["own"], t["opp"]) for s in side["strips"] if s.get("can")}
    return found | {place["path"] for t in made["theaters"] for place in t["places"] if place["can"]}


ABILITIES = {
    "maneuver": (DRAWN, ["deploy A3"], 0),
    "ambush": (MIDDLE.replace("turn R", "turn B"), ["deploy L2"], 1),
    "disrupt": (MIDDLE, ["deploy L5"], 0),
    "answer": (MIDDLE, ["deploy L5", "flip own sea"], 1),
    "reinforce": (MIDDLE.replace("R A1", "R L1").replace("S3 A3", "S3 A3"), ["deploy L1"], 0),
    "redeploy": (MIDDLE, ["deploy S4"], 0),
}


@pytest.mark.parametrize("ability", ABILITIES)
def test_the_lit_targets_are_the_legal_moves(ability):
    """Maneuver, Ambush, Disrupt and its answer, Reinforce, Redeploy: one click on a lit target is the move."""
    position, moves, seat = ABILITIES[ability]
    state = at(position, *moves)
    assert state.task is not None and state.task.ability == Ability(ability)
    seen = view(state, seat)
    made = scene(seen, lang="de")
    paths = lit(made)
    done = {choose(seen, {}, path)[1] for path in paths}
    legal = {move for move in rules.legal_moves(state) if str(move) != "pass"}
    assert done == legal and len(paths) == len(legal)
    assert f"{'darfst' if ability == 'redeploy' else 'Pflicht'}" in made["status"]
    other = scene(view(state, 1 - seat), lang="de")
    assert lit(other) == set() and other["tone"] == "wait"


def test_transport_is_two_clicks_and_may_be_left_out():
    """LLS-2: any own card, covered and face down too, then another theater."""
    state = at(MIDDLE, "deploy S1")
    seen = view(state, 0)
    made = scene(seen, lang="de")
    assert lit(made) == {"lift/land/1", "lift/land/2", "lift/sea/1", "lift/sea/2"}
    found = set()
    for path in lit(made):
        choice, move = choose(seen, {}, path)
        assert move is None and choose(seen, choice, path) == ({}, None)
        placing = scene(seen, lang="de", choice=choice)
        own = [p for t in placing["theaters"] for p in t["places"] if not p["can"]]
        assert [place["note"] for place in own] == ["liegt schon hier"]
        found |= {choose(seen, choice, p["path"])[1] for t in placing["theaters"] for p in t["places"] if p["can"]}
    assert found == {move for move in rules.legal_moves(state) if str(move) != "pass"}
    assert made["dock"]["offer"]["can"] and str(choose(seen, {}, "pass")[1]) == "pass"


def test_reinforce_shows_the_drawn_card_to_its_owner_alone():
    """LLS-5.67: drawn first, then placed; the opponent sees that there is a card, not which."""
    position, moves, seat = ABILITIES["reinforce"]
    state = at(position, *moves)
    assert scene(view(state, seat), lang="de")["dock"]["held"]["card"]["name"]
    assert scene(view(state, 1 - seat), lang="de")["dock"]["held"] is None


def test_a_card_lifted_may_fit_nowhere_when_the_stack_changed():
    """A stale half-made choice shows nothing wrong and does nothing."""
    seen = view(at(MIDDLE, "deploy S1"), 0)
    made = scene(seen, lang="de", choice={"lift": (0, 4)})
    assert lit(made) == {"lift/land/1", "lift/land/2", "lift/sea/1", "lift/sea/2"}
    assert scene(seen, lang="de", choice={"at": 9})["dock"]["hands"][0]["cards"]


def test_the_queue_says_what_waits():
    """LLS-4.3: what is being done, what waits in its order, whose turn follows."""
    position, moves, _ = ABILITIES["disrupt"]
    made = scene(view(at(position, *moves), 0), lang="de")
    assert [chip["text"] for chip in made["queue"]] == ["⚡ 1 Disrupt (du)", "⚡ 2 Disrupt (Gegner)", "Zug 7: Gegner"]
    drop = scene(view(at(MIDDLE.replace("hand R A1", "hand R A2").replace("land A2", "land A1"), "deploy A2"), 0), lang="de")
    assert drop["drops"] == ["Air Drop: deine nächste Karte darf überallhin"]


def test_a_click_on_a_card_that_lies_reads_its_stack():
    """On a phone the cards show their names alone: a click says what lies there, until the turn is over."""
    seen = view(at(DRAWN), 0)
    made = scene(seen, lang="de")
    assert zone(made, "sea")["opp"]["strips"][1]["path"] == "look/opp/sea"
    choice, move = choose(seen, {"at": 1}, "look/opp/sea")
    assert move is None and choice["at"] == 1
    made = scene(seen, lang="de", choice=choice)
    assert made["status"].striptags() == (
        "Gegner auf See: verdeckt (2) – eine von 9 Karten; darunter Blockade (5) – Nebenan wird jede vierte Karte zerstört."
    )
    assert zone(made, "sea")["opp"]["strips"][1]["read"] and zone(made, "air")["places"]
    own = choose(seen, {}, "look/own/land")[0]
    assert "darunter Transport (4) – verdeckt, ohne Fähigkeit" in scene(seen, lang="de", choice=own)["status"]
    assert choose(seen, choice, "look/opp/sea") == ({"at": 1}, None)
    later = view(at(DRAWN, "improvise A3 land"), 0)
    assert "ist dran" in scene(later, lang="de", choice=choice)["status"]


@pytest.mark.parametrize(
    "path", ["place/air", "place/moon/up", "card/7", "card/x", "flip/air", "lift/land/0", "lift/land/99", "nope"]
)
def test_a_path_that_is_not_there_is_refused(path):
    with pytest.raises(ValueError, match="no "):
        choose(view(at(MIDDLE), 0), {"at": 0}, path)


# What is told


def war(seed: int, *, variants: tuple[str, ...] = (), most: int = 90) -> Session:
    """A random war, or the beginning of one."""
    rng = random.Random(seed)
    session = Session.new("luft_land_see", seed=seed, variants=variants)
    while not session.over and len(session.moves) < most:
        moves = [m for m in rules.legal_moves(session.state) if rng.random() < 0.02 or not isinstance(m, Withdraw)]
        session.play(rng.choice(moves or list(rules.legal_moves(session.state))))
    return session


def test_the_log_names_no_card_that_lies_face_down():
    """LLS-1.4: what was improvised, moved face down or taken back is not named to all; what turned up or down is."""
    session = Session.from_record((EXAMPLES / "redeploy.txt").read_text("utf-8"))
    told = [tell(session.states[i], move, session.states[i + 1], "de") for i, move in enumerate(session.moves)]
    assert told[1] == "Blau: deckt Redeploy auf See auf (gegnerische Karte)."
    assert told[2] == "Rot: nimmt eine verdeckte Karte vom Land auf die Hand."
    assert "Heavy Tanks" not in told[2] and told[4] == "Rot: eine Karte verdeckt auf See."
    blockade = Session.from_record((EXAMPLES / "blockade.txt").read_text("utf-8"))
    lines = [tell(blockade.states[i], move, blockade.states[i + 1], "en") for i, move in enumerate(blockade.moves)]
    assert "destroyed" in lines[3]


def test_after_a_battle_the_table_says_how_it_ended():
    """LLS-3.1: both last strengths in each theater, who held it, and the points; shown until something lies again."""
    session = read_session("sample.txt")
    ends = [i for i, state in enumerate(session.states[1:]) if state.battle != session.states[i].battle]
    told = past(session, 0, ends[-1] + 1, "de")
    battle = told["battle"]
    assert battle["n"] == session.states[ends[-1]].battle and len(battle["theaters"]) in (0, 3)
    made = scene(session.game.view(session.states[ends[-1] + 1], 0), lang="de", past=told)
    assert made["battle"]["title"].endswith("ist vorbei") and made["war"]["battles"]
    full = next(i for i, result in enumerate(session.state.results) if result.ending == "full")
    assert "von 3 Schauplätzen" in scene(session.view(0), lang="de")["war"]["battles"][full]


def read_session(name: str) -> Session:
    return Session.from_record((EXAMPLES / name).read_text("utf-8"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_of_every_example_draws(lang):
    for path in EXAMPLES.glob("*.txt"):
        session = read_session(path.name)
        for step, state in enumerate(session.states):
            seat = (*SEATS, None)[step % 3]
            told = past(session, seat, step, lang)
            _well_formed(show(view(state, seat), lang=lang, past=told).html)
            if step % 5 == 0:
                _well_formed(show(state, lang=lang).html)


def test_pictures_of_some_zones():
    picture = show(at(DRAWN), lang="de", only=("sea", "hand"))
    assert 'data-zone="sea"' in picture.html and 'data-zone="air"' not in picture.html and "<button" not in picture.html
    assert picture.lines == show(at(DRAWN), lang="de").lines


class _Balance(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in ("input", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def _well_formed(html: str) -> None:
    parser = _Balance()
    parser.feed(html)
    assert parser.open == []
    assert "Undefined" not in html and "None" not in re.sub(r"<.*?>", "", html)


# Boards


class Desk:
    """A board without a page, and what a page would send."""

    def __init__(self, players: tuple[str, ...] = ("person", "random"), *, seed: int = 3, **options: Any) -> None:
        self.board = GameBoard("luft_land_see", store=False, pause=0, players=players, seed=seed, **{"lang": "de", **options})
        self.board.table.send = lambda *_, **__: None  # type: ignore[method-assign]
        self.took: list[float] = []
        self.send("hello", token=None)

    def send(self, do: str, **fields: Any) -> str:
        began = time.process_time()
        self.board.table._receive(None, {"do": do, "rev": self.board.table.rev, **fields}, None)
        self.took.append(time.process_time() - began)
        return self.html

    @property
    def html(self) -> str:
        return str(self.board.table.page["html"])

    @property
    def session(self) -> Session:
        assert self.board.session is not None
        return self.board.session

    def clicks(self, *paths: str) -> str:
        for path in paths:
            self.send("choose", path=path)
        return self.html

    def move(self, move: Move) -> None:
        """A move by the clicks that make it."""
        words = str(move).split()
        if words[0] in ("deploy", "improvise"):
            hand = self.session.view(self.board.viewer).hand
            place = f"place/{THEATER_NAMES[move.theater]}/{'up' if words[0] == 'deploy' else 'down'}"  # type: ignore[union-attr]
            self.clicks(f"card/{hand.index(move.card)}", place)  # type: ignore[union-attr]
        elif words[0] == "withdraw":
            self.clicks("withdraw", "withdraw/sure")
        elif words[0] == "move":
            self.clicks(f"lift/{words[1]}/{words[2]}", f"to/{words[3]}")
        else:
            self.clicks("/".join(words))

    def finish(self, rng: random.Random) -> None:
        for _ in range(600):
            if self.session.over:
                return
            if self.board.curtain is not None:
                assert 'data-path="card' not in self.html
                self.send("here")
                continue
            moves = [m for m in rules.legal_moves(self.session.state) if not isinstance(m, Withdraw) or rng.random() < 0.1]
            before = len(self.session.moves)
            self.move(rng.choice(moves or list(rules.legal_moves(self.session.state))))
            assert len(self.session.moves) > before
        raise AssertionError("the war does not end")


@pytest.mark.parametrize(
    ("players", "variants"),
    [
        (("person", "random"), ()),
        (("random", "person"), ("long",)),
        (("person", "person"), ("beginner",)),
        (("person", "person"), ()),
    ],
)
def test_a_whole_war_by_clicks(players, variants):
    """LLS-3.3, LLS-3.4: against an opponent, hot seat behind a curtain, every variant; the end has a row for each battle."""
    desk = Desk(players, variants=variants)
    desk.finish(random.Random(2))
    assert 'class="panel verdict"' in desk.html
    assert len(desk.session.state.results) == desk.session.state.battle
    for sheet in ("log", "menu", "rules", "hints"):
        assert "<dialog" in desk.send("sheet", value=sheet)
        desk.send("close")
    desk.send("step", value="3")
    desk.send("branch", value="0")
    assert desk.session.study


def test_opponents_alone_can_be_watched():
    desk = Desk(("random", "random"))
    assert desk.session.over and 'class="panel verdict"' in desk.html


def test_a_refused_place_says_its_rule_and_changes_nothing():
    desk = Desk(("person", "person"))
    desk.send("here")
    hand = desk.session.view(0).hand
    elsewhere = next(name for i, name in enumerate(THEATER_NAMES) if i != hand[0] // 6)
    html = desk.clicks("card/0", f"place/{elsewhere}/up")
    assert "Das geht nicht" in html and "LLS-1.2" in html and not desk.session.moves
    assert desk.board.choice == {"at": 0}  # the card stays chosen
    assert "Wähle zuerst" in desk.clicks("cancel", f"place/{elsewhere}/up")


def test_there_is_no_resigning_beside_the_withdrawal():
    """LLS-1.2: giving up is a turn, with its button on the table; the menu offers none, and a forged message does nothing."""
    desk = Desk(("person", "person"))
    desk.send("here")
    assert not desk.board.can_resign and 'data-value="resign"' not in desk.send("sheet", value="menu")
    desk.send("resign")
    assert not desk.session.moves and "<dialog" in desk.html


def test_a_face_down_play_is_taken_back_only_before_the_other_has_moved():
    desk = Desk(("person", "person"))
    desk.send("here")
    desk.clicks("card/0", "place/air/down")
    assert desk.board.curtain == 1 and not desk.board.can_undo


# Secrets


def drawn(board: GameBoard) -> str:
    """The page without its undo button: whether a move can be taken back hangs on the state before, which is not reshuffled."""
    return re.sub(r'<button[^>]*data-do="undo".*?</button>', "", page(board)[0])


@pytest.mark.parametrize("seed", range(4))
def test_hidden_cards_are_not_in_the_page(seed):
    """LLS-1.4: the HTML for a seat is the same whatever the opponent holds, lies face down there, and comes next."""
    rng, seen_tasks = random.Random(seed), 0
    session = Session.new("luft_land_see", seed=seed)
    while not session.over and len(session.moves) < 26:
        moves = [m for m in rules.legal_moves(session.state) if not isinstance(m, Withdraw)]
        session.play(rng.choice(moves))
        if session.over or rng.random() < 0.4:
            continue
        for seat in SEATS:
            board = GameBoard("luft_land_see", lang="en", store=False)
            board.greeted = True
            if len(session.moves) % 6 == 0:  # the house thinks and the lens reckons
                board.hints, board.lens = 4, {"L6"}
            session.players = ("person", "random") if seat == 0 else ("random", "person")
            board.take(session)
            choices: list[dict[str, Any]] = [{}]
            if board.acting and session.state.decider == seat:
                seen_tasks += session.state.task is not None
                choices += [{"at": 0}] if session.view(seat).hand else []
            for choice in choices:
                board.choice = choice
                html = drawn(board)
                for _ in range(2):
                    session.states[-1], kept = redeal(session.state, seat, rng), session.states[-1]
                    assert drawn(board) == html
                    session.states[-1] = kept
    assert seen_tasks


def test_behind_the_curtain_and_for_spectators_nothing_hidden_shows():
    pages = {Desk(("person", "person"), seed=5).html}
    rng = random.Random(1)
    state = war(4, most=20).states[9]
    for _ in range(4):
        other = redeal(state, None, rng)
        assert show(view(other, None), lang="de").html == show(view(state, None), lang="de").html
        desk = Desk(("person", "person"), seed=5)
        session = desk.session
        session.states[-1] = redeal(session.state, None, rng)
        desk.board.paint()
        pages.add(desk.html)
    assert len(pages) == 1


def test_the_live_region_speaks_names():
    """The words that are read out name cards and theaters, and hold no markup."""
    desk = Desk(("person", "person"))
    desk.send("here")
    html = desk.clicks("card/0")
    spoken = re.search(r'role="status">(.*?)</div>', html)
    assert spoken is not None and "<" not in spoken[1]
    card = desk.session.view(0).hand[0]
    from kit.games.luft_land_see.words import say

    assert say(f"name.{NAMES[card]}", "de") in spoken[1]
    arias = re.findall(r'aria-label="([^"]*)"', html)
    assert any("zählt" in label or "verdeckt:" in label for label in arias)
    assert any(re.fullmatch(r"(Luft|Land|See), verdeckt: .*", label) for label in arias)


# Looks and budgets


def test_no_class_is_one_of_the_page_around():
    """Voila's page styles these names; a place that is `gone` would lie over all others."""
    template = (EXAMPLES.parent / "board.html").read_text("utf-8")
    assert not re.findall(r"[\" ](?:gone|loading|around)[\" ]", template)


def test_the_style_stays_small_and_asks_for_nothing():
    css = style("luft_land_see")
    assert len(css) < 60_000 and "http" not in css.replace("http://www.w3.org/2000/svg", "")


def test_a_click_is_drawn_quickly():
    """The page for a click is made in a few milliseconds and stays small."""
    desk = Desk(("person", "person"))
    desk.send("here")
    for n in range(12):
        desk.clicks(f"card/{n % 6}")
    assert statistics.median(desk.took[3:]) < 0.015
    assert len(desk.html) < 24_000
