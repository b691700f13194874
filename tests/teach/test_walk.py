"""The step-by-step walk: what is shown, what is said, and that steps never change."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from kit.core.errors import NotationError, OptionError, RecordError, RuleError
from kit.core.records import read_record
from kit.games.landeanflug.moves import Place
from kit.locale import LANGUAGES, language, set_language
from kit.teach import begin, use_notebook_language
from kit.teach.language import folder_language
from kit.teach.walk import examples

WALKED = sorted(name for name, path in examples().items() if (path.parents[1] / "walk.py").exists())  # games that have a walk
OPENING = "\ndeal 1  P 1 3 5 6  C 2 3 4 6\n"


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    before, given = language(), os.environ.get("KIT_LANG")
    set_language("de")
    yield
    set_language(before)
    os.environ.pop("KIT_LANG", None)
    if given is not None:
        os.environ["KIT_LANG"] = given


def text_of(html: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", re.sub(r"<style>.*?</style>", "", html, flags=re.S))))


def test_a_step_leaves_the_one_before_as_it_was() -> None:
    start = begin("landeanflug", OPENING)
    before = start.state
    one, other = start.play("P 3>axis"), start.play("P 5>axis")
    assert start.state == before and one.state != other.state
    assert one == start.play("P 3>axis")


def test_it_begins_with_an_example_a_record_or_a_bare_game() -> None:
    assert begin(example="la-9-1").state == begin("landeanflug", OPENING).state
    assert begin("landeanflug").state == begin("landeanflug").state
    with pytest.raises(OptionError, match="la-9-1"):
        begin(example="la-9-9")
    with pytest.raises(RecordError, match="record:2: "):
        begin("landeanflug", "\nposition round 9\n")
    with pytest.raises(OptionError):
        begin("chess")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", WALKED)
def test_every_step_of_every_example_can_be_told_and_drawn(name: str, lang: str) -> None:
    set_language(lang)
    record = read_record(examples()[name])
    step = begin(example=name)
    for move, state in zip(record.moves, record.states()[1:], strict=True):
        step = step.play(str(move))
        assert step.state == state
        assert f"({record.game.prefix}-" in repr(step) and "{" not in repr(step)
        html = step._repr_html_()
        assert html.count("<article") == html.count("</article>") > 0
        assert not re.search(r"&lt;[/a-z]", html)  # markup that was escaped; `K♣ < K♦` is none
        for line in repr(step).splitlines():
            assert re.sub(r"\W", "", line.split(f"({record.game.prefix}-")[0].lstrip("✓✕ ")) in re.sub(r"\W", "", text_of(html))


def test_plain_text_is_the_same_every_time() -> None:
    step = begin("landeanflug", OPENING).play("P 3>axis", "C 3>axis")
    assert repr(step) == repr(begin("landeanflug", OPENING).play("P 3>axis", "C 3>axis"))
    assert repr(step).splitlines() == [
        "Pilotin: 3 auf die Fluglage. Noch rückt nichts: Erst zwei Karten werden verglichen. (LA-3.1)",
        "Copilot: 3 auf die Fluglage. Gleiche Karten: Die Fluglage bleibt, wo sie ist. (LA-3.1)",
    ]


def test_an_illegal_move_raises_its_rule_and_a_tried_one_says_it() -> None:
    start = begin("landeanflug", OPENING)
    with pytest.raises(RuleError) as caught:
        start.play("C 3>axis")
    assert caught.value.code == "not-your-turn"
    tried = start.attempt("C 3>axis")
    assert not tried.legal and tried.error == caught.value
    assert repr(tried) == "✕ Versuch: Copilot: 3 auf die Fluglage. Copilot ist nicht dran. (LA-2.4, not-your-turn)"
    html = tried._repr_html_()
    assert "refused" in html and '<small title="not-your-turn">LA-2.4</small>' in html


def test_a_legal_attempt_says_so_and_what_it_would_do() -> None:
    tried = begin("landeanflug", OPENING).attempt("P 6>radio")
    assert tried.legal
    assert "Erlaubt" in repr(tried) and "3 → 2" in repr(tried)
    assert "told good" in tried._repr_html_()


def test_nonsense_is_refused_in_a_sentence() -> None:
    start = begin("landeanflug", OPENING)
    assert isinstance(start.attempt("fly!").error, NotationError)
    assert "bad-notation" in repr(start.attempt("fly!"))
    start.attempt("<b>x</b>")._repr_html_()
    assert "<b>x</b>" not in start.attempt("<b>x</b>")._repr_html_()
    with pytest.raises(NotationError):
        start.attempt("say X hello")


def test_talking_is_silenced_until_the_flight_is_over() -> None:
    """LA-5.1"""
    start = begin("landeanflug", OPENING)
    assert "LA-5.1, silence" in repr(start.attempt("say P 6?"))
    assert start.play("P resign").attempt("say C 6?").legal


def test_the_last_card_of_a_round_is_shown_where_it_lies() -> None:
    record = read_record(examples()["la-9-1"])
    last = begin(example="la-9-1").play(*map(str, record.moves))
    assert last.state.round == 2 and last.state.laid == ()
    assert 'data-id="engines-1-0"' in last._repr_html_() and 'class="is"' in last._repr_html_().replace(" is", "is").replace(
        "m1is", "is"
    )
    assert "5000 ft" in repr(last)
    assert "Runde 2" in repr(last.now())


def test_only_the_zones_that_matter_are_shown() -> None:
    start = begin("landeanflug", OPENING)
    axis = start.play("P 3>axis")._repr_html_()
    assert 'data-zone="axis"' in axis and 'data-zone="dock"' in axis and 'data-zone="eng"' not in axis
    chosen = start.only("engines")._repr_html_()
    assert 'data-zone="eng"' in chosen and 'data-zone="axis"' not in chosen
    with pytest.raises(OptionError, match="axis"):
        start.only("cellar")


def test_a_card_chosen_shows_what_it_would_do() -> None:
    picture = begin("landeanflug", OPENING).choose(3)
    assert "steht bis Tempo 5" in picture.html


def test_a_folded_step_gives_nothing_away_in_its_text() -> None:
    folded = begin("landeanflug", OPENING).play("P 3>axis").fold()
    assert "Fluglage" not in repr(folded)
    assert "<details>" in folded._repr_html_() and "Fluglage" in folded._repr_html_()


def test_a_position_can_be_tried_out() -> None:
    step = begin(example="la-9-3").play("P 6>brake3")
    board = step.try_out()
    assert board.session is not None
    assert board.session.state == step.state
    assert board.session.study and board.session.briefing is None


def test_the_ways_a_flight_ends_are_told() -> None:
    spin = begin("landeanflug", "position axis -2\nposition hand P 5 5 6 6\nposition hand C 1 1 2 4").play("P 5>axis", "C 4>axis")
    assert "✕" in repr(spin) and "LA-3.1" in repr(spin)
    landed = begin(example="la-9-3").play(*map(str, read_record(examples()["la-9-3"]).moves))
    assert repr(landed).splitlines()[-1].startswith("✓ Gelandet")
    fields = "position round 7\nposition flown 6\nposition planes 0 0 0 0 0 0 0\n"
    fields += "position gear 1 2 3\nposition flaps 4\nposition brakes 3\n"
    laid = "P 3>axis, C 2>axis, P 1>engines, C 1>engines, P 4>concentration, C 4>concentration, P 5>radio"
    tilted = begin("landeanflug", f"{fields}position axis -1\nposition laid {laid}\nposition hand C 6").play("C 6>radio")
    assert "Es fehlt: Fluglage gerade" in repr(tilted)


def test_notations_of_the_walk_are_those_of_records() -> None:
    assert begin("landeanflug", OPENING).play("P 3>axis").past == (Place(0, 3, "axis"),)


# The language


def test_the_folder_tells_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KIT_LANG", raising=False)
    assert folder_language(Path("/home/en/kartenlabor/notebooks/de/landeanflug")) == "de"
    assert folder_language(Path("/srv/kartenlabor")) is None
    use_notebook_language(Path("/srv/notebooks/en/landeanflug"))
    assert language() == "en" and os.environ["KIT_LANG"] == "en"
    use_notebook_language(Path("/srv/elsewhere"))
    assert language() == "en"
