"""Punktlandung's table: results before they are played, reasons, the strip, the budget, four seats, hidden hands, big sums."""

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
from kit.core.values import evolve
from kit.games.punktlandung import odds, rules
from kit.games.punktlandung.budget import Budget, budget
from kit.games.punktlandung.chainview import links
from kit.games.punktlandung.choosing import choose
from kit.games.punktlandung.moves import parse_move
from kit.games.punktlandung.review import chapters, review
from kit.games.punktlandung.scene import scene
from kit.games.punktlandung.view import redeal, view
from kit.games.punktlandung.words import number
from kit.locale import LANGUAGES

EXAMPLES = Path(__file__).parents[2] / "kit" / "games" / "punktlandung" / "examples"
NORMAL = parse_record(
    """game punktlandung
level normal
position turn A
position hits 2
position target 3 4 8
position chain A +6, B x5, A +K
position misses A 0, B 6, A 30, B 43
position discard 2 2 A A 9 9 9 10 10 10 10 J J J 7 7 7 K K 3 3 Q
position hand A 8 9 2 A J
position known B 4
position shown B 4
"""
).start()


def ops(made: dict[str, Any]) -> dict[str, str]:
    return {op["sign"]: op["result"] for op in made["dock"]["ops"]}


def test_the_drawn_page():
    """The 8 selected from 43 with Ben's 4 shown: results, the remainder, the ghost, 19 turns for three targets (PL-10.9)."""
    made = scene(view(NORMAL, 0), lang="de", selected=8, hints=3, players=("person", "house"), toggles=("strip",))
    assert ops(made) == {"+": "51", "−": "35", "×": "344", ":": "–"}
    assert [op["note"] for op in made["dock"]["ops"]] == [
        "Ben trifft 0\xa0%",
        "Ben trifft 0\xa0%",
        "Ben trifft 100\xa0%",
        "lässt 3",
    ]
    assert made["dock"]["ops"][3]["title"].endswith("(PL-3.2)")
    assert made["chain"]["ghost"]["card"]["rank"] == "8"
    assert made["chain"]["paper"] == ["0 + 6 = 6", "6 × 5 = 30", "30 + 13 = 43"]
    assert [(link["who"], link["eq"]) for link in made["chain"]["links"]][-1] == ("Ben passt", "43")
    assert made["stack"]["title"] == "19 Züge für 3 Ziele"
    assert (made["stack"]["draw"], made["stack"]["reserved"], made["stack"]["hands"]) == (9, (3, 3), 10)
    strip = made["strip"]
    assert [each["sum"] for each in strip["left"]] == [29, 43, 58, 87, 116, 174]
    assert [each["sum"] for each in strip["zone"] if each["z"]] == [344, 352]
    assert [each["sum"] for each in strip["zone"] if each["y"]] == [344]
    assert strip["count"] == 43


def test_the_strip_is_opt_in_and_hints_come_in_steps():
    """PL-9: the backward tip shows only when it is asked for."""
    seen = view(NORMAL, 0)
    assert scene(seen, lang="de", selected=8)["strip"] is None
    assert scene(seen, lang="de", selected=8, hints=0)["dock"]["ops"][2]["note"] == ""
    assert scene(seen, lang="de", selected=8, hints=1)["dock"]["ops"][2]["note"] == "4 fehlen"
    assert scene(seen, lang="de", selected=8, hints=2)["dock"]["ops"][2]["note"] == "Ben trifft mit der 4"
    assert "Zeig zuerst" in scene(seen, lang="de", hints=4)["status"]


def test_impossible_operations_say_why():
    """PL-3.2, PL-3.3: the first card adds, nothing falls below 0, no remainder."""
    state = read_record(EXAMPLES / "pl-9.txt").states()[0]
    made = scene(view(state, 0), lang="de", selected=6)
    assert [op["state"] for op in made["dock"]["ops"]] == ["can", "no", "no", "no"]
    assert made["dock"]["ops"][1]["note"] == "erste Karte: nur +"
    state = rules.apply(state, parse_move("+6"))
    made = scene(view(state, 1), lang="en", selected=12)
    assert [op["note"] for op in made["dock"]["ops"]][1] == "below 0"
    choice, move = choose(view(state, 1), {"at": 4}, "op/-")
    assert str(move) == "-Q" and choice == {"at": 4}


def test_small_numbers_offer_plus_and_minus_alone():
    """PL-7.3."""
    state = rules.start(level="leicht", variants=("small",))
    made = scene(view(state, 0), lang="de", choice={"at": 0}, toggles=("strip",))
    assert [op["sign"] for op in made["dock"]["ops"]] == ["+", "−"]
    assert made["strip"]["left"] == [] or all(each["me"] for each in made["strip"]["left"])


def test_a_joker_is_named_before_it_is_played():
    """PL-1.1, PL-10.4: any value from 1 to 13; those that hit are marked."""
    state = evolve(NORMAL, hands=((0, 1, 2, 8, 9), NORMAL.hands[1]), sum=344)
    seen = view(state, 0)
    made = scene(seen, lang="de", choice={"at": 0})
    assert [value["value"] for value in made["dock"]["picker"]] == list(range(1, 14))
    assert [value["value"] for value in made["dock"]["picker"] if value["hit"]] == [4]
    assert choose(seen, {"at": 0}, "op/+") == ({"at": 0}, None)
    choice, _ = choose(seen, {"at": 0}, "value/4")
    assert choice == {"at": 0, "value": 4}
    assert scene(seen, lang="de", choice=choice)["dock"]["ops"][0]["state"] == "hit"
    assert str(choose(seen, choice, "op/+")[1]) == "+*=4"
    with pytest.raises(ValueError, match="no such path"):
        choose(seen, {"at": 0}, "value/14")


def test_calculate_yourself_hides_results_until_they_are_typed():
    seen = view(NORMAL, 0)
    at = seen.hand.index(8)
    made = scene(seen, lang="de", choice={"at": at}, toggles=("reckon", "strip"))
    assert {op["result"] for op in made["dock"]["ops"]} == {"?"}
    assert not any(each["y"] for each in made["strip"]["zone"])
    choice, move = choose(seen, {"at": at}, "try/x")
    assert choice["op"] == "x" and move is None
    assert "344" not in show(seen, lang="de", choice=choice, toggles=("reckon",)).html
    wrong, move = choose(seen, choice, "answer/334")
    assert move is None and "Übertrag" in scene(seen, lang="de", choice=wrong, toggles=("reckon",))["status"]
    assert str(choose(seen, wrong, "answer/= 344")[1]) == "x8"
    assert str(choose(seen, {"at": at}, "try/:")[1]) == ":8"  # it leaves a remainder: refused with its sentence
    assert choose(seen, wrong, "cancel") == ({"at": at}, None)


@pytest.mark.parametrize("digits", [4, 7, 13, 31, 70])
def test_big_sums_are_shown(digits):
    """PL-3.2: no upper limit; 10^12 and more must display."""
    total = 10 ** (digits - 1) + 12
    chain = (*NORMAL.chain[:-1], evolve_link(NORMAL.chain[-1], total))
    state = evolve(NORMAL, sum=total, chain=chain, misses=((0, 0), (1, 6), (0, 30)))
    made = scene(view(state, 0), lang="de", selected=8, toggles=("strip",), hints=3)
    assert made["goal"]["sum"] == number(total)
    assert made["dock"]["ops"][2]["result"] == number(8 * total)
    assert re.sub(r"\D", "", number(total)) == str(total)
    assert "43" in show(view(NORMAL, 0), lang="de").html


def evolve_link(link: Any, total: int) -> Any:
    return type(link)(link.seat, link.card, link.op, link.value, total)


def test_the_budget_counts_what_later_targets_need():
    """PL-10.9: each later target keeps three cards; in the endless variant (PL-7.2) nothing is kept and hands do not count."""
    for seats, level, first in (
        (2, "leicht", 42 - 3 - 9 + 10),
        (2, "experte", 54 - 10 - 18 + 10),
        (4, "experte", 54 - 16 - 18 + 16),
    ):
        state = rules.start(level=level, seats=seats)
        assert budget(view(state, 0)).turns == first
    endless = rules.start(level="leicht", variants=("endless",))
    assert budget(view(endless, 0)) == Budget(len(endless.stack), (), 0, None)
    short = evolve(NORMAL, stack=(1, 2, 3, 4))
    assert budget(view(short, 0)).reserved == (3, 1)


def test_chances_agree_with_reshuffled_hands():
    """The exact chance to hit lies within the simulated interval."""
    state = rules.start(level="normal", seats=3)
    state = rules.apply(state, next(m for m in rules.legal_moves(state) if str(m).startswith("+")))
    seen = view(state, 1)
    rng = random.Random(4)
    for total in (state.target - 5, state.target - 40, state.target * 2):
        p = odds.hit_chance(seen, 2, total)
        at = evolve(state, sum=total)
        ranks = {
            m.card for m in map(parse_move, [f"{op}{name}" for op in "+-x:" for name in (["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"])])
            if rules.calculation_error(at, m.op, m.value) is None and rules.calculate(total, m.op, m.value) == state.target
        }  # fmt: skip
        hits = sum(
            bool(ranks & set(redeal(state, 1, rng).hands[2]) or (ranks and 0 in redeal(state, 1, rng).hands[2]))
            for _ in range(2000)
        )
        assert abs(hits / 2000 - p) < 0.05


def test_passes_stand_in_the_chain_where_they_happened():
    states = read_record(EXAMPLES / "pl-9.txt").states()
    row = links(view(states[-2], 0), "de")
    assert [(link["who"], link.get("pass", False)) for link in row] == [
        ("Du", False), ("Ben", False), ("Du", False), ("Ben passt", True), ("Du", False),
    ]  # fmt: skip
    assert row[3]["card"]["rank"] == "D"
    for state in read_record(EXAMPLES / "sample.txt").states():  # also where the last card has hit and still lies
        seen = view(state, 0)
        took = seen.turns - sum(seen.spent[: -1 if seen.outcome else None])
        assert len(links(seen, "en")) == took
        passes = [link for link in links(seen, "en") if link.get("pass")]
        assert len(passes) == took - len(seen.chain)


def test_a_chain_from_a_record_without_its_turns_holds_no_passes():
    state = evolve(NORMAL, misses=())
    for move in ("+8", "pass 4"):
        state = rules.apply(state, parse_move(move))
    row = links(view(state, 0), "en")
    assert [(link["who"], link["eq"]) for link in row[-2:]] == [("You", "= 51"), ("Ben passes", "51")]
    assert [link.get("pass", False) for link in row] == [False] * 4 + [True]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_of_every_example_draws(lang):
    for path in EXAMPLES.glob("*.txt"):
        for state in read_record(path).states():
            for seat in (*range(state.setup.seats), None):
                html = show(view(state, seat), lang=lang, toggles=("strip",), hints=3).html
                assert "kit-board" in html
                _well_formed(html)
            _well_formed(show(state, lang=lang).html)


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
    assert "Undefined" not in html
    assert "None" not in re.sub(r"<.*?>", "", html)


# Boards


class Desk:
    """A board without a page, and what a page would send."""

    def __init__(self, players: tuple[str, ...], *, level: str = "leicht", variants: tuple[str, ...] = (), seed: int = 3) -> None:
        self.board = GameBoard(
            "punktlandung", lang="de", store=False, pause=0, players=players, level=level, variants=variants, seed=seed
        )
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

    def finish(self, rng: random.Random) -> None:
        session = self.board.session
        assert session is not None
        for _ in range(600):
            if session.over:
                return
            if self.board.curtain is not None:
                assert 'data-path="card' not in self.html
                self.send("here")
                continue
            hand = session.view(self.board.viewer).hand
            at = rng.randrange(len(hand))
            self.send("choose", path=f"card/{at}")
            if hand[at] == 0:
                self.send("choose", path=f"value/{rng.randrange(1, 14)}")
            self.send("choose", path=rng.choice(["op/+", "op/x", "op/-", "op/:", "pass", "show"]))
            if self.board.choice:
                self.send("choose", path=f"card/{at}")
        raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("players", "level", "variants"),
    [
        (("person", "house", "random", "person"), "normal", ()),
        (("person",) * 4, "experte", ()),
        (("person", "house", "house"), "leicht", ("open",)),
        (("person", "random"), "schwer", ("endless",)),
        (("person", "person"), "leicht", ("small",)),
    ],
)
def test_a_whole_game_by_clicks_ends_with_its_targets(players, level, variants):
    """PL-5, PL-8: two to four seats in any mix; at the end each target says whether it could have been hit sooner."""
    desk = Desk(players, level=level, variants=variants)
    desk.finish(random.Random(1))
    session = desk.board.session
    assert session is not None
    assert 'class="panel verdict"' in desk.html
    rows = [row for row in review(session, "de") if row["rule"] != "PL-7.2"]  # without the record of endless games
    assert len(rows) == len(chapters(session)) >= 1
    assert all("ersten Karten" in row["detail"] for row in rows)
    for sheet in ("log", "menu", "rules", "hints"):
        assert "<dialog" in desk.send("sheet", value=sheet)
        desk.send("close")
    desk.send("step", value="1")
    desk.send("branch", value="0")
    assert session is not desk.board.session
    desk.send("choose", path="card/0")
    desk.send("choose", path="op/+")
    assert desk.board.can_undo
    desk.send("undo")
    assert not desk.board.session.moves  # type: ignore[union-attr]


def test_after_a_signal_the_same_person_goes_on():
    """PL-4.1: the signal comes before the turn, so no curtain falls between."""
    desk = Desk(("person", "person"))
    desk.send("here")
    desk.send("choose", path="card/0")
    desk.send("choose", path="show")
    assert desk.board.curtain is None
    assert "schon gezeigt" in desk.html
    desk.send("choose", path="card/0")
    desk.send("choose", path="op/+")
    assert desk.board.curtain == 1


def test_two_to_four_seats_are_offered():
    """PL-1.2: the dialog has a field for each seat; those beyond the chosen number do not count."""
    board = GameBoard("punktlandung", lang="en", store=False, pause=0)
    board.table.send = lambda *_, **__: None  # type: ignore[method-assign]
    board.table._receive(None, {"do": "hello", "rev": board.table.rev, "token": None}, None)
    html = str(board.table.page["html"])
    assert html.count('name="player"') == 4
    assert [int(n) for n in re.findall(r'name="seats" value="(\d)"', html)] == [2, 3, 4]
    fields = {"level": "normal", "seats": "3", "player": ["person", "house", "random", "house"], "seed": "1"}
    board.table._receive(None, {"do": "new", "rev": board.table.rev, "fields": {**fields, "seats": "5"}}, None)
    assert board.session is None and 'class="broken"' in str(board.table.page["html"])
    board.table._receive(None, {"do": "new", "rev": board.table.rev, "fields": fields}, None)
    assert board.session is not None and board.session.players == ("person", "house", "random")


def test_toggles_are_kept_and_nothing_else_is_one():
    desk = Desk(("person", "house"))
    desk.send("toggle", value="strip")
    desk.send("toggle", value="secrets")
    assert desk.board.toggles == {"strip"}
    assert "Ein Schritt vor" in desk.html


def test_hidden_hands_are_not_in_the_page():
    """PL-4.2: the HTML for a seat is the same whatever the others hold and whatever comes next; at every level of hints."""
    for seed in range(5):
        rng = random.Random(seed)
        session = Session.new("punktlandung", level="normal", seats=2 + seed % 3, seed=seed)
        while not session.over and len(session.moves) < 14:
            session.play(rng.choice([m for m in rules.legal_moves(session.state) if str(m) != "resign"]))
        if session.over:
            continue
        for seat in range(session.state.setup.seats):
            board = GameBoard("punktlandung", lang="en", store=False)
            board.greeted, board.hints, board.toggles = True, 4, {"strip"}
            session.players = tuple("person" if s == seat else "house" for s in range(session.state.setup.seats))
            board.take(session)
            board.choice = {"at": 0} if view(session.state, seat).hand else {}
            html = page(board)[0]
            for _ in range(3):
                session.states[-1], kept = redeal(session.state, seat, rng), session.states[-1]
                assert page(board)[0] == html
                session.states[-1] = kept


def test_a_hit_is_told_with_what_was_known(caplog):
    """PL-3.4: after a hit the chain says how, and a seat learns only of plans it could have known."""
    record = (EXAMPLES / "pl-9.txt").read_text("utf-8")
    session = Session.from_record(record)
    seen = session.view(0)
    from kit.games.punktlandung.review import past

    told = past(session, 0, None, "de")
    assert told is not None and "344 + 4 = 348" in told["text"] and "nach 6 Zügen" in told["text"]
    assert told["could"] == "" or "was du anfangs wusstest" in told["could"]
    assert seen.chain == ()
    session.study = True
    told = past(session, 0, None, "de")
    assert told is not None and "in 4 Zügen" in told["could"]


def test_the_style_stays_small_and_asks_for_nothing():
    css = style("punktlandung")
    assert len(css) < 40_000
    assert re.findall(r"url\((?!\"data:)", css) == []


def test_a_click_is_answered_in_time():
    """The table's budget is 15 ms median from click to changed DOM; half of that is Python's."""
    desk = Desk(("person", "person", "person", "person"), level="normal")
    desk.finish(random.Random(2))
    assert statistics.median(desk.took) < 0.02
