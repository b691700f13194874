"""The lab: what can be chosen, running and stopping, what is kept, comparisons in words, CSV, wrong input."""

from __future__ import annotations

import asyncio
import csv
import io
import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import pytest

from kit.chance.intervals import difference
from kit.core.errors import KitError, OptionError
from kit.core.registry import get_game
from kit.lab.batches import Batch, Piece, Setting, simulate
from kit.locale import LANGUAGES, has_text
from kit.teach import lab_choice
from kit.teach.lab import LabPage
from kit.teach.lab_choice import Choice, LabWords, as_csv, compared, comparisons, whole_number

GAMES = ("landeanflug", "punktlandung", "luft_land_see", "orbit")


class Here(Executor):
    """Plays each piece at once, in this process; `after` is called with the number of pieces so far."""

    def __init__(self, after=lambda n: None):
        self.count, self.after = 0, after

    def submit(self, function, /, *args, **kwargs):
        future = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        self.count += 1
        self.after(self.count)
        return future


def page(game="landeanflug", after=lambda n: None, lang="en"):
    made = LabPage(game, lang=lang, executor=Here(after), background=False)
    send(made, "set:A:crew", "random")
    return made


def send(lab, do, value=""):
    """What the browser would send; returns the page's HTML afterwards."""
    lab.table._receive(lab.table, {"do": do, "value": value, "rev": lab.table.rev}, [])
    return lab.table.page["html"]


def batch_of(wins, losses, setting=None):
    made = Batch(setting or Setting.of("landeanflug"), wins + losses, 1)
    made.pieces.append(Piece(0, wins + losses, Counter(landed=wins, spin=losses), wins))
    return made


# Choosing


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_is_offered_with_all_it_has(game_id):
    game, lab = get_game(game_id), LabPage(game_id, lang="en", background=False)
    html = lab.table.page["html"]
    for each in GAMES:
        assert f'<option value="{each}"' in html
    for name in (*game.variants, *game.crews):
        assert f'value="{name}"' in html
    if len(game.levels) > 1:
        assert all(f'<option value="{level}"' in html for level in game.levels)
    assert Choice.first(game_id).setting(game_id).game == game_id
    for key in comparisons(game_id):
        one, two = compared(game_id, Choice.first(game_id), key)
        assert one.setting(game_id) != two.setting(game_id)


def test_a_comparison_differs_in_one_thing():
    dice = compared("landeanflug", Choice.first("landeanflug"), "variant:dice")
    assert [sorted(side.variants) for side in dice] == [[], ["dice"]]
    crews = compared("luft_land_see", Choice.first("luft_land_see"), "crew")
    assert [side.setting("luft_land_see").crews for side in crews] == [("house", "greedy"), ("random", "greedy")]
    with pytest.raises(KeyError):
        compared("orbit", Choice.first("orbit"), "variant:dice")


@pytest.mark.parametrize(("given", "value"), [("200", 200), (" 1000 ", 1000), ("1.000", 1000), ("100000", 100_000)])
def test_numbers_as_they_are_typed(given, value):
    assert whole_number(given, "Games", lab_choice.MOST_GAMES) == value


@pytest.mark.parametrize("given", ["", "0", "-5", "many", "100001", "9" * 40, "1e3", "²"])
def test_a_wrong_number_is_answered_in_a_sentence(given):
    with pytest.raises(KitError, match="whole number from 1 to 100000"):
        whole_number(given, "Games", lab_choice.MOST_GAMES)
    lab = page()
    html = send(lab, "games", given)
    html = send(lab, "run")
    assert "is not a whole number from 1 to 100000" in html
    assert lab.batches == []


def test_options_that_do_not_exist_are_answered_in_a_sentence():
    lab = page()
    before = lab.choices
    for field, value in (("level", "999"), ("seats", "7"), ("crew", "nobody"), ("variant", "zz"), ("seats", "²")):
        html = send(lab, f"set:A:{field}", value)
        assert "That is not possible: " in html
        assert lab.choices == before
    assert "That is not possible: " in send(lab, "game", "chess")
    with pytest.raises(OptionError):
        LabPage("chess")


@pytest.mark.parametrize(
    "message", [("set:B:level", "normal"), ("set:A:size", "1"), ("compare", "variant:zz"), ("explode", ""), ("export", "")]
)
def test_forged_messages_change_nothing(message):
    lab = page()
    before, rev = lab.choices, lab.table.rev
    send(lab, *message)
    assert (lab.choices, lab.table.rev) == (before, rev)


# Running


def test_a_batch_gives_rate_interval_published_figure_and_endings():
    lab = page()
    send(lab, "games", "200")
    html = send(lab, "run")
    batch = lab.batches[0]
    assert (batch.played, lab.busy, sum(batch.endings.values())) == (200, False, 200)
    assert batch.wins == simulate(Setting.of("landeanflug", crews=("random",)), 200, 1, executor=Here()).wins
    low, high = batch.interval()
    say = lab.say
    assert (
        f"{batch.wins} of 200 games won: {say.percent(batch.rate)}. 95% interval: {say.percent(low)} to {say.percent(high)}."
        in html
    )
    assert "Published: " not in html  # the figure is the house crew's
    for name, count in batch.endings.items():
        assert say.ending("landeanflug", name) in html and f"({count})" in html
    assert "Done: 200 games played." in html


def test_stop_keeps_what_was_played_with_its_interval():
    lab = page(after=lambda n: lab.stop() if n == 3 else None)
    send(lab, "games", "5000")
    send(lab, "compare", "variant:dice")
    html = send(lab, "run")
    first, second = lab.batches
    assert 0 < first.played < 5000 and first.stopped
    assert (second.played, second.stopped) == (0, True)
    assert f"Stopped after {first.played} of 5000 games" in html
    assert LabWords("en").rate(first) in html
    assert "No games have been played here yet." in html
    assert [row["games"] for row in csv.DictReader(io.StringIO(as_csv(lab.batches)))] == [str(first.played)] * len(first.endings)


def test_a_worker_that_fails_is_answered_in_a_sentence():
    lab = page()

    def broken(*_args, **_more):
        raise RuntimeError("boom")

    lab._executor.submit = broken
    html = send(lab, "run")
    assert "Something went wrong" in html
    assert not lab.busy


def test_while_a_batch_runs_nothing_else_is_changed():
    lab = page()
    lab.busy = True
    before = lab.choices
    for do, value in (("set:A:level", "normal"), ("game", "orbit"), ("run", ""), ("games", "5"), ("compare", "variant:dice")):
        send(lab, do, value)
    assert (lab.choices, lab.game, lab.games, lab.batches) == (before, "landeanflug", "1000", [])


def test_in_the_background_the_page_follows_the_batch_to_its_end():
    async def run():
        lab = LabPage("landeanflug", lang="en", executor=Here())
        for do, value in (("set:A:crew", "random"), ("games", "300"), ("run", "")):
            send(lab, do, value)
        for _ in range(600):
            if "Done: 300 games played." in lab.table.page["html"]:
                return lab
            await asyncio.sleep(0.05)
        raise AssertionError(lab.status)

    lab = asyncio.run(run())
    assert (lab.batches[0].played, lab.busy) == (300, False)


def test_two_settings_play_side_by_side_so_that_stop_finds_games_in_both():
    async def run():
        lab = LabPage("landeanflug", lang="en", executor=ThreadPoolExecutor(2))
        for do, value in (("set:A:crew", "random"), ("games", "100000"), ("compare", "variant:dice"), ("run", "")):
            send(lab, do, value)
        for _ in range(1200):
            if all(batch.played for batch in lab.batches):
                break
            await asyncio.sleep(0.05)
        send(lab, "stop")
        while lab.busy:
            await asyncio.sleep(0.05)
        return lab

    lab = asyncio.run(run())
    assert all(0 < batch.played < 100_000 and batch.stopped for batch in lab.batches)
    assert LabWords("en").difference(*lab.batches)


def test_two_settings_are_compared_with_the_interval_of_their_difference():
    lab = page()
    send(lab, "games", "300")
    send(lab, "compare", "variant:dice")
    html = send(lab, "run")
    first, second = lab.batches
    assert second.setting.variants == ("dice",)
    low, high = difference(second.wins, 300, first.wins, 300)
    assert f"{lab.say.points(low)} to {lab.say.points(high)}" in html
    assert "Difference" in html
    assert "Difference" in send(lab, "compare", "")  # the result stays until the next run


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ((10, 90), (40, 60), ("B wins 30.0 percentage points more often", "not in the interval")),
        ((40, 60), (10, 90), ("B wins 30.0 percentage points less often", "not in the interval")),
        ((40, 60), (42, 58), ("B wins 2.0 percentage points more often", "0 is in the interval")),
        ((40, 60), (40, 60), ("A and B won equally often", "0 is in the interval")),
    ],
)
def test_a_difference_in_words(first, second, said):
    sentence = LabWords("en").difference(batch_of(*first), batch_of(*second))
    assert all(part in sentence for part in said)
    low, high = lab_choice.gap_interval(batch_of(*first), batch_of(*second))
    assert (low <= 0 <= high) == ("may be chance" in sentence)


def test_the_published_figure_stands_beside_the_crew_it_was_published_for():
    house, chance = Setting.of("landeanflug"), Setting.of("landeanflug", crews=("random",))
    duel = Setting.of("luft_land_see", crews=("house", "greedy"))
    assert house.published is not None
    assert [lab_choice.figure_for(each) for each in (house, chance, duel)] == [house.published, None, duel.published]
    rows = list(csv.DictReader(io.StringIO(as_csv([batch_of(3, 5, house), batch_of(3, 5, chance)]))))
    assert {(row["setting"], row["published"]) for row in rows} == {("A", str(house.published)), ("B", "")}
    near = batch_of(round(1000 * house.published), 1000 - round(1000 * house.published), house)
    assert LabWords("en").published(near).endswith("It lies within the interval.")
    assert LabWords("en").published(batch_of(1, 999, house)).endswith("It lies outside the interval.")
    assert LabWords("en").published(batch_of(1, 999, chance)) == ""


def test_a_difference_needs_games_on_both_sides():
    assert LabWords("de").difference(batch_of(3, 4), batch_of(0, 0)) == ""


# What comes out


def test_the_csv_has_a_row_for_each_setting_and_ending():
    rows = list(csv.DictReader(io.StringIO(as_csv([batch_of(3, 5), batch_of(6, 2)]))))
    assert [(row["setting"], row["ending"], row["count"]) for row in rows] == [
        ("A", "spin", "5"), ("A", "landed", "3"), ("B", "landed", "6"), ("B", "spin", "2"),
    ]  # fmt: skip
    assert {(row["game"], row["games"], row["seed"], row["rate"]) for row in rows} == {
        ("landeanflug", "8", "1", "0.375"),
        ("landeanflug", "8", "1", "0.75"),
    }


def test_the_csv_is_sent_as_a_file():
    lab = page()
    sent = []
    lab.table.save_file = lambda name, text: sent.append((name, text))
    send(lab, "games", "100")
    send(lab, "run")
    send(lab, "export")
    assert sent == [("kartenlabor-landeanflug.csv", as_csv(lab.batches))]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_ending_has_a_name(game_id):
    kernel = __import__(f"kit.games.{game_id}.kernel", fromlist=["ENDINGS"])
    for ending in filter(None, kernel.ENDINGS):
        assert has_text(f"ending-name.{ending}", game_id), ending


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_is_in_its_language_and_names_every_field(lang):
    html = LabPage("punktlandung", lang=lang, background=False).table.page["html"]
    assert f'lang="{lang}"' in html
    assert ("Spielen lassen" in html) == (lang == "de")
    for tag in re.findall(r"<(?:select|input)[^>]*>", html):
        assert "data-do=" in tag


def test_the_page_loads_no_numba():
    program = "import sys; from kit.teach.lab import lab; lab(); print(*{'numba', 'matplotlib'} & set(sys.modules))"
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert out.strip() == ""
