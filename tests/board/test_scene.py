"""Landeanflug's scene: consequences and reasons at named positions, the worked examples, words in both languages."""

from __future__ import annotations

import random
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from kit.board import show
from kit.board.render import style
from kit.core.deals import Deal
from kit.core.records import read_record
from kit.core.values import evolve
from kit.games.landeanflug import rules
from kit.games.landeanflug.moves import Place, parse_move
from kit.games.landeanflug.scene import briefing, choose, scene, tell
from kit.games.landeanflug.state import AIRPORT, State
from kit.games.landeanflug.view import as_state, view
from kit.locale import LANGUAGES, catalogue, text

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "kit" / "games" / "landeanflug" / "examples"
BARE = re.compile(r"<.*?>")


def _example(name: str, step: int) -> State:
    return read_record(EXAMPLES / f"{name}.txt").states()[step]  # type: ignore[no-any-return]


def _fx(made: dict[str, Any]) -> dict[str, str]:
    """The consequence line of each zone, lead included."""
    lines = {"axis": made["axis"]["fx"], "engines": made["engines"]["fx"], "concentration": made["concentration"]["fx"]}
    for seat in made["seats"]:
        lines |= {f"{seat['cls']}-{zone['cls']}": zone["fx"] for zone in seat["zones"]}
    return {name: fx["lead"] + fx["text"] for name, fx in lines.items() if fx}


def test_the_first_move_of_the_first_example() -> None:
    """LA-9.1: the 3 chosen; the drawn page shows the same lines."""
    made = scene(view(_example("la-9-1", 0), 0), lang="de", selected=3)
    assert _fx(made) == {
        "axis": "5 von 6 Antworten: kein Trudeln",
        "engines": "Tempo 4–9: keine Kollision",
        "concentration": "+1 Kaffee: dann 1",
        "pil-radio": "Funk 3: 1 Flugzeug weg",
        "pil-gear": "3|4 an: steht bis Tempo 5",
        "pil-brake": "braucht 2",
        "cop-radio": "nur Copilot",
        "cop-flap": "nur Copilot",
    }
    assert [cell["answers"] for cell in made["axis"]["cells"]] == [[], [1], [2], [3], [4], [5], [6]]
    assert {c["speed"]: c["answers"] for c in made["engines"]["cells"] if c["answers"]} == {v + 3: [v] for v in range(1, 7)}
    assert [leg["aim"] for leg in made["approach"]["legs"]] == [False, False, True, False, False, False, False]


def test_the_touchdown_example_half_way() -> None:
    """LA-9.3 after brake 6 and flap 5: the ace clears the airport."""
    made = scene(view(_example("la-9-3", 2), 0), lang="en", selected=1)
    fx = _fx(made)
    assert fx["axis"] == "4 of 6 answers: no spin"
    assert fx["engines"] == "Speed 2–7: 7 is too fast"
    assert fx["pil-radio"] == "Radio A: airport clear"
    assert fx["pil-gear"] == "1|2 on: no effect"
    assert fx["pil-brake"] == "landing up to speed 6"
    assert [c["ok"] for c in made["approach"]["check"]] == [False, True, False, None]
    assert made["approach"]["check"][0]["aim"]


def test_the_second_example_leaves_the_pilot_no_lower_card() -> None:
    """LA-9.2: two steps to the pilot; any difference towards the pilot spins."""
    record = read_record(EXAMPLES / "la-9-2.txt")
    state, move = record.states()[-2], record.moves[-1]
    assert state.axis == -2
    fx = scene(view(state, move.seat), lang="de", selected=move.card)["axis"]["fx"]
    assert (fx["kind"], fx["text"]) == ("die", "3 Schritte: Trudeln!")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_of_every_example_draws(lang: str) -> None:
    for path in EXAMPLES.glob("*.txt"):
        for state in read_record(path).states():
            for seat in (0, 1, None):
                assert "kit-board" in show(view(state, seat), lang=lang).html
            assert "Traceback" not in repr(show(state, lang=lang))


@pytest.mark.parametrize("seed", range(8))
def test_what_is_lit_is_legal_and_does_what_it_says(seed: int) -> None:
    """Every place of every choice: lit where `why_not` allows it, its consequence what the engine then does."""
    rng = random.Random(seed)
    state = rules.start(level=rng.choice(["leicht", "profi"]))
    while not state.outcome:
        assert state.turn is not None
        seen = view(state, state.turn)
        card = rng.choice(seen.hand)
        at = seen.hand.index(card)
        coffee = rng.choice([c for c in range(-state.coffee, state.coffee + 1) if 1 <= card + c <= 6])
        made = scene(seen, lang="en", choice={"at": at, "coffee": coffee})
        for place in _places(made):
            move = choose(seen, {"at": at, "coffee": coffee}, place["path"])[1]
            assert ("can" in place["state"]) <= (rules.why_not(state, move) is None)  # type: ignore[arg-type]
        lit = {place["path"] for place in _places(made) if "can" in place["state"]}
        legal = {
            f"place/{m.place}" for m in rules.placements(state) if (m.card, m.coffee) == (card, coffee) and m.place != "aside"
        }
        assert lit == legal
        assert made["dock"]["fits_nowhere"] == (Place(state.turn, card, "aside") in rules.placements(state))
        due = rules.missing_duties(state.laid, state.turn)
        if "place/radio" in legal and len(state.laid) < 7 and len(due) < len(seen.hand):
            after = rules.apply(state, Place(state.turn, card, "radio", coffee))
            said = _fx(made)[f"{made['seats'][state.turn]['cls']}-radio"]
            assert (sum(after.planes) < sum(state.planes)) == ("1 plane gone" in said or "airport clear" in said)
        _check_end(state, made, card, coffee)
        state = rules.apply(state, rng.choice(rules.placements(state)))


def _places(made: dict[str, Any]) -> list[dict[str, Any]]:
    zones = [zone["places"] for seat in made["seats"] for zone in seat["zones"]]
    return [
        p
        for places in [*zones, made["axis"]["places"], made["engines"]["places"], made["concentration"]["places"]]
        for p in places
    ]


def _check_end(state: State, made: dict[str, Any], card: int, coffee: int) -> None:
    """Where the partner's card lies already, a deadly consequence is deadly and any other is not."""
    for place, zone in (("axis", made["axis"]), ("engines", made["engines"])):
        if not any(laid.place == place and laid.seat != state.turn for laid in state.laid):
            continue
        move = Place(state.turn, card, place, coffee)  # type: ignore[arg-type]
        if rules.why_not(state, move) is None:
            after = rules.apply(evolve(state, hands=(state.hands[0] * 2, state.hands[1] * 2)), move)  # the round does not end
            assert (zone["fx"]["kind"] == "die") == (after.outcome is not None), (move, zone["fx"])


def test_consequences_stay_short() -> None:
    """At most 35 characters with any numbers that can occur, in both languages."""
    numbers = {"n": 2, "of": 6, "low": 4, "high": 10, "from": 10, "speed": 10, "card": 6, "who": "Copilot", "needs": "3|4"}
    for key, entry in catalogue().items():
        if not key.startswith("landeanflug.fx.") or key.endswith("-lead"):
            continue
        for lang in LANGUAGES:
            form = entry[lang] if isinstance(entry[lang], str) else entry[lang]["other"]
            form = form.replace("{seat:@towards}", text("towards.1", lang, game="landeanflug"))
            assert len(re.sub(r":rank", "", form).format(**numbers)) <= 35, (key, form)


def test_choices_step_by_step() -> None:
    seen = view(evolve(_example("la-9-1", 0), coffee=1), 0)
    choice, move = choose(seen, {}, "card/1")
    assert (choice, move) == ({"at": 1, "coffee": 0}, None)
    choice, move = choose(seen, choice, "coffee/-1")
    assert choice["coffee"] == -1
    assert choose(seen, choice, "coffee/-1")[0]["coffee"] == -1  # only one waits
    assert choose(seen, choice, "place/axis")[1] == parse_move("P 3-1>axis")
    assert choose(seen, choice, "place/aside")[1] == parse_move("P 3>aside")
    assert choose(seen, choice, "card/1") == ({}, None)  # the same card again takes it back
    assert choose(seen, choice, "cancel") == ({}, None)
    with pytest.raises(ValueError, match="no such path"):
        choose(seen, choice, "place/moon")
    with pytest.raises(ValueError, match="spectator"):
        choose(view(_example("la-9-1", 0), None), {}, "card/0")


def test_before_the_draw_a_scene_has_no_hand() -> None:
    made = scene(view(_example("la-9-1", 0), 0), lang="de", covered=True)
    assert made["dock"]["hands"] == [{"title": "Deine Hand", "cards": []}]


def test_a_certain_loss_is_said() -> None:
    """LA-3.13: more duties than cards."""
    state = evolve(_example("la-9-1", 0), hands=((5,), (2, 3, 4, 6)))
    assert "Pilotin" in scene(view(state, 1), lang="de")["certain"]


def test_pictures_have_no_dead_buttons_and_read_alone() -> None:
    picture = show(view(_example("la-9-1", 0), 0), lang="de", selected=3)
    assert "<button" not in picture.html
    assert "<script" not in picture.html
    assert "http" not in picture.html
    assert repr(picture).startswith("Landeanflug · Runde 1 von 7 · 6000 ft")
    assert repr(picture) == repr(show(view(_example("la-9-1", 0), 0), lang="de"))


def test_a_picture_of_some_zones() -> None:
    picture = show(_example("la-9-1", 0), lang="de", only=("axis", "engines"))
    assert re.findall(r'data-zone="(\w+)"', picture.html) == ["axis", "eng"]
    with pytest.raises(ValueError, match="no zone"):
        show(_example("la-9-1", 0), only="moon")


class _Balance(HTMLParser):
    VOID = ("input", "br", "path", "img")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        """A tag that closes itself."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_html_is_well_formed_and_has_no_empty_word() -> None:
    for state in read_record(EXAMPLES / "sample.txt").states():
        html = show(view(state, 0), lang="en").html
        parser = _Balance()
        parser.feed(html)
        assert parser.open == []
        assert "Undefined" not in html
        assert "None" not in BARE.sub("", html)


def test_both_dark_blocks_hold_the_same_tokens() -> None:
    css = (ROOT / "kit" / "board" / "table.css").read_text("utf-8")
    blocks = re.findall(r"\{(?:color-scheme:dark;)?\s*(--felt:#161c22.*?)\}", css, flags=re.S)
    assert len(blocks) == 2
    assert blocks[0].split() == blocks[1].split()


def test_the_style_stays_small_and_asks_for_nothing() -> None:
    css = style("landeanflug")
    assert len(css) < 34_000
    assert re.findall(r"url\((?!\"data:)", css) == []
    assert "@import" not in css


def test_every_word_of_the_table_is_in_both_languages() -> None:
    for key, entry in catalogue().items():
        assert set(LANGUAGES) <= set(entry), key
    used = set()
    for path in (ROOT / "kit" / "board").glob("*.*"):
        if path.suffix in (".py", ".html"):
            used |= set(re.findall(r'(?<!\w)t\("(board\.[\w-]+)"', path.read_text("utf-8")))
    assert len(used) > 40
    assert used <= set(catalogue())


def test_the_airport_is_the_last_leg() -> None:
    made = scene(view(_example("la-9-1", 0), None), lang="de")
    assert [leg["port"] for leg in made["approach"]["legs"]].index(True) == AIRPORT
    assert as_state(view(_example("la-9-1", 0), 0)).hands[1] == ()


def test_an_ace_has_its_own_gender_and_no_seat_is_without_an_article() -> None:
    """`das Ass`, `dem Ass`; `zur Pilotin`, `zum Copiloten`: no entry puts an article before a bare rank or `zu` before a seat."""
    assert text("status.place", "de", game="landeanflug", card=1) == text(
        "status.place", "de", game="landeanflug", card=3
    ).replace("der 3", "dem Ass")
    assert "kein Ass" in text("error.not-in-hand", "de", game="landeanflug", card=1)
    for key, entry in catalogue().items():
        if key.startswith("landeanflug."):
            assert not re.search(r"\b(die|der|eine|keine|deiner) (<b>)?\{\w+:rank\}|\bzu \{(who|seat)", str(entry["de"])), key


def test_the_first_briefing_explains_the_joker_and_counts_the_rounds_once() -> None:
    said = briefing(view(rules.start(deal=Deal(5)), 0), "de")
    assert said["title"] == "Briefing, Runde 1 von 7"
    lines = " ".join(map(str, said["lines"]))
    assert "Spätestens am Ende von Runde 6" in lines and "in Runde 7 setzt ihr auf" in lines
    assert "Karten gegen neue tauschen" in lines
    assert "So gewinnt ihr:" in lines and "die Fluglage ist gerade" in lines  # before the first card, and said once
    assert "Es beginnt: <b>Pilotin (du)</b>." in lines
    assert "Es beginnt: <b>Pilotin</b>." in " ".join(map(str, briefing(view(rules.start(deal=Deal(5)), 1), "de")["lines"]))


def test_a_line_of_the_log_says_what_the_move_did() -> None:
    """LA-9.1: the second card on an instrument moves something, the first does not yet."""
    record = read_record(EXAMPLES / "la-9-1.txt")
    states = record.states()
    told = [tell(states[i], move, states[i + 1], "de") for i, move in enumerate(record.moves)]
    assert told[0] == "Pilotin: 3 auf die Fluglage"
    assert told[1] == "Copilot: 3 auf die Fluglage (0: die Fluglage ist gerade)"
    assert told[2] == "Pilotin: 6 auf den Funk (1 Flugzeug weg)"
    assert told[6] == "Pilotin: 5 auf die Triebwerke"
    assert told[7] == "Copilot: 4 auf die Triebwerke (Tempo 9: 1 Karte weiter)"


def test_la_2_5_a_card_that_a_duty_needs_shows_everywhere_else_that_the_flight_is_lost() -> None:
    """LA-2.5, LA-3.13: with as many duties open as cards in hand, each other place says so before the card lies."""
    state = rules.start(deal=Deal(11))
    lost = []
    while len(state.laid) < 8 and not lost:
        seen = view(state, state.turn)
        if state.turn == 0 and len(seen.hand) == 2:
            made = scene(seen, lang="de", choice={"at": 0, "coffee": 0})
            assert "Jetzt ist Pflicht: <b>Fluglage, Triebwerke</b>" in made["status"]
            lost = [zone["fx"] for zone in made["seats"][0]["zones"] if "can" in "".join(p["state"] for p in zone["places"])]
            assert made["axis"]["fx"]["text"] != "Pflicht fehlt: aus!"
            assert made["concentration"]["fx"]["kind"] == "die"
            break
        free = [m for m in rules.placements(state) if m.place not in ("axis", "engines") or state.turn == 1]
        state = rules.apply(state, free[0])
    assert lost and all(fx == {"kind": "die", "lead": "", "text": "Pflicht fehlt: aus!"} for fx in lost)
