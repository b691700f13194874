"""The crews of Landeanflug: legal, blind to what is hidden, quick, and better than luck."""

import subprocess
import sys
import time

import pytest

from kit.core.deals import Deal, Stream
from kit.core.errors import OptionError
from kit.core.values import evolve
from kit.games.landeanflug import crews, rules, weights
from kit.games.landeanflug.moves import Place, RerollMove
from kit.games.landeanflug.state import Laid, Phase
from kit.games.landeanflug.view import redeal, view


def deciding(state):
    """The seat whose decision it is, the reroll's first."""
    if state.reroll:
        return next(seat for seat in (0, 1) if state.reroll.back[seat] is None)
    return state.turn


def positions(crew, seed, **options):
    """Every state of one flight in which a crew decides, with the seat that does."""
    state, rng = rules.start(deal=Deal(seed), **options), Stream(seed)
    while not state.outcome:
        seat = deciding(state)
        yield state, seat
        state = rules.apply(state, crews.get(crew)(view(state, seat), rng))


OPTIONS = [
    {"level": "leicht"},
    {"level": "profi"},
    {"level": "schwer", "variants": ("dice",)},
    {"level": "normal", "variants": ("open",)},
]


def test_an_unknown_crew_is_refused_with_the_valid_ones():
    with pytest.raises(OptionError) as error:
        crews.get("nobody")
    assert error.value.code == "unknown-crew" and "house" in error.value.data["valid"]


def test_a_crew_decides_only_where_its_seat_is_to_decide():
    state = rules.start(deal=Deal(1))
    for name in crews.CREWS:
        with pytest.raises(ValueError):
            crews.get(name)(view(state, 1), Stream(1))
        with pytest.raises(ValueError):
            crews.get(name)(view(state, None), Stream(1))


@pytest.mark.parametrize("options", OPTIONS)
def test_crews_play_whole_flights_by_the_rules(options):
    for name in crews.CREWS:
        assert all(state.phase is not Phase.OVER for state, _ in positions(name, 3, **options))


def test_random_reaches_every_placement_about_as_often():
    state, rng = rules.start(deal=Deal(5)), Stream(9)
    moves = rules.placements(state)
    seen = [crews.get("random")(view(state, 0), rng) for _ in range(200 * len(moves))]
    assert all(140 < seen.count(move) < 260 for move in moves)


@pytest.mark.parametrize("options", OPTIONS)
def test_the_house_crew_does_not_depend_on_what_it_cannot_see(options):
    rng = Stream(11)
    for state, seat in list(positions("house", 4, **options))[::5]:
        move = crews.get("house")(view(state, seat), Stream(1))
        assert crews.get("house")(view(redeal(state, seat, rng), seat), Stream(2)) == move


def test_the_house_crew_answers_a_reroll_and_keeps_a_good_hand_rather_than_a_bad_one():
    state = rules.start(deal=Deal.scripted({"1 P": [3, 3, 1, 6], "1 C": [3, 3, 2, 6]}))
    called = rules.apply(state, RerollMove(1, ()))
    answer = crews.get("house")(view(called, 0), Stream(1))
    assert isinstance(answer, RerollMove) and answer.seat == 0


def test_the_house_crew_levels_the_axis_in_the_last_round():
    """LA-9.3: all but the axis and the engines is done; only the right card lands."""
    state = rules.start(deal=Deal(1))
    state = evolve(
        state,
        round=7,
        position=6,
        planes=(0,) * 7,
        gear=(True,) * 3,
        flaps=4,
        brakes=3,
        axis=-1,
        turn=0,
        rerolls=0,
        hands=((2, 5), (1,)),
        laid=(
            Laid(0, 1, 0, "radio"),
            Laid(1, 3, 0, "axis"),
            Laid(0, 6, 0, "gear3"),
            Laid(1, 5, 0, "flap4"),
            Laid(1, 6, 0, "radio"),
        ),
    )
    move = crews.get("house")(view(state, 0), Stream(1))
    # 3 - 2 = one step to the copilot: level. The 5 stays for the engines: 5 + 1 is within the brakes.
    assert move in (Place(0, 2, "axis"), Place(0, 5, "engines"))


def test_prospects_are_chances_and_their_best_is_the_crew_s_move():
    for state, seat in list(positions("house", 6))[::7]:
        seen = view(state, seat)
        if state.phase is Phase.PLACING:
            weighed = crews.prospects(seen)
            assert all(0 <= chance <= 1 for chance, _ in weighed)
            move = crews.get("house")(seen, Stream(1))
            assert move == weighed[0][1] or isinstance(move, RerollMove)


def test_a_move_takes_less_than_300_ms():
    """The budget of design.md, on the slowest kind of position: a first card with coffee waiting."""
    slowest = 0.0
    for state, seat in positions("house", 7):
        seen = view(state, seat)
        before = time.process_time()
        crews.get("house")(seen, Stream(1))
        slowest = max(slowest, time.process_time() - before)
    assert slowest < 0.3


def test_play_loads_neither_numba_nor_numpy():
    code = "import sys, kit.games.landeanflug.crews as c; print({'numba', 'numpy'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "set()"


def test_the_weights_survive_being_written():
    assert weights.FILE.read_text("utf-8") == weights.written(weights.weights(False), weights.weights(True))
