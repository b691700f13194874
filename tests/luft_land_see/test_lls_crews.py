"""The crews: legal moves from a view alone, the same for the same luck, within their time; and who is the stronger."""

from __future__ import annotations

import random
from time import perf_counter

import pytest
from lls_states import at
from test_properties import tricky

from kit.core.deals import Deal
from kit.core.errors import OptionError
from kit.games.luft_land_see import GAME, crews, model, rules
from kit.games.luft_land_see.cards import DECK, DOWN
from kit.games.luft_land_see.coding import encode
from kit.games.luft_land_see.crews import CREWS, Worlds, get, house_crew, prospects, thoughts, withdraws
from kit.games.luft_land_see.moves import Pass, Withdraw
from kit.games.luft_land_see.state import State
from kit.games.luft_land_see.view import view
from kit.games.luft_land_see.war import SHARES, battle_points, chance_at


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch):
    """Few enough that these tests are quick; how strong the crews are is measured apart."""
    monkeypatch.setattr(crews, "STAGES", ((2, 3), (3, 1)))


def some_states(n: int, seed: int = 3) -> list[State]:
    """States in which somebody has to decide, abilities among them."""
    rng, found = random.Random(seed), []
    while len(found) < n:
        state = rules.start(deal=Deal(rng.getrandbits(40)))
        for _ in range(rng.randrange(30)):
            if not state.outcome:
                state = rules.apply(state, tricky(state, rng))
        if not state.outcome:
            found.append(state)
    return found


def test_crews_by_name():
    assert set(GAME.crews) == set(CREWS)
    with pytest.raises(OptionError) as raised:
        get("strong")
    assert raised.value.data["valid"] == "random, greedy, house"


@pytest.mark.parametrize("name", CREWS)
def test_a_crew_makes_legal_moves_that_depend_on_its_view_and_luck_alone(name, monkeypatch):
    monkeypatch.setitem(crews.thoughts.__kwdefaults__, "cap", 600.0)  # a loaded machine would think in fewer worlds
    crew, rng = get(name), random.Random(4)
    for state in some_states(25):
        seat = state.decider
        move = crew(view(state, seat), random.Random(5))
        assert rules.why_not(state, move) is None
        other = GAME.redeal(state, seat, rng)
        assert crew(view(other, seat), random.Random(5)) == move
        with pytest.raises(ValueError):
            crew(view(state, 1 - seat), rng)
        with pytest.raises(ValueError):
            crew(view(state, None), rng)


def test_random_never_withdraws():
    rng = random.Random(6)
    for state in some_states(30):
        for _ in range(20):
            assert not isinstance(get("random")(view(state, state.decider), rng), Withdraw)


def test_worlds_are_those_of_the_view():
    """What the seat sees is in each of them, and every card is in exactly one place."""
    rng = random.Random(8)
    public = [model.TURN, model.FIRST, model.MIDDLE, model.TURNS, model.UP, *range(model.COUNTS, model.COUNTS + 4)]
    public += [
        *range(model.SIZES, model.SIZES + 6),
        *range(model.DOWNS, model.DOWNS + 6),
        *range(model.PRINTED, model.PRINTED + 6),
    ]
    for state in some_states(20):
        seat, truth = state.decider, encode(state)
        for _ in range(5):
            world = Worlds(view(state, seat)).draw(rng)
            assert [world[i] for i in public] == [truth[i] for i in public]
            assert world[model.HANDS + seat] == truth[model.HANDS + seat]
            held = [world[model.HELD]] if world[model.HELD] >= 0 else []
            found = [*world[model.DECK : model.DECK + world[model.DECK_TAIL]], *held]
            for owner in (0, 1):
                found += [card for card in DECK if world[model.HANDS + owner] >> card & 1]
            for i in range(6):
                base = model.STACKS + i * model.HEIGHT
                cards = [card % DOWN for card in world[base : base + world[model.SIZES + i]]]
                assert all(world[model.WHERE + card] == i for card in cards)
                found += cards
            assert sorted(found) == list(DECK)


def test_the_last_card_is_played_where_it_wins():
    state = at("first B; stack R air A6; stack B air A5; stack B land (L1); stack B sea (S1); turn R; hand R L6")
    for found in (thoughts(view(state, 0), random.Random(1)), prospects(view(state, 0), random.Random(1))):
        assert (found[0][0], str(found[0][1])) == (1.0, "deploy L6")
        assert [value for value, _ in found[1:]] == [0.0] * 3  # face down it is a tie at land at best, and ties are blue's


def test_a_remembered_card_is_used():
    """Blue's face-down card is the Super Battleship that red saw: turning it up again helps blue."""
    text = "stack B land (S6); stack R air A6; queue ambush R L2 land; stack R land L2; turn R; hand R A1; hand B S2; first R"
    known = at(text + "; seen R+ B land 1 S6")
    values = {str(move): value for value, move in prospects(view(known, 0), random.Random(1))}
    assert values["flip opp land"] == min(values.values())


def test_giving_up_follows_from_the_chance_to_win_the_war():
    state = at("hand R A1 A2 A3 A4 A5 A6; hand B L1 L2 L3 L4 L5 L6; turn R")
    seen = view(state, 0)
    assert withdraws(seen, 0.0) and not withdraws(seen, 0.5)
    lost = at("points 0 11; hand R A1 A2; hand B L1 L2; turn R")  # giving up loses the war
    assert not withdraws(view(lost, 0), 0.01)
    beginner = at("hand R A1; hand B L1; turn R", variants=("beginner",))
    assert not withdraws(view(beginner, 0), 0.01)


def test_hopeless_battles_are_given_up():
    text = "first B; stack B air A6 A5; stack B land L6 L5; stack B sea S6 S5; turn R; hand R A1 L1 S1; hand B S2 S3 L2"
    seen = view(at(text), 0)
    assert isinstance(house_crew(seen, random.Random(2)), Withdraw)
    assert isinstance(get("greedy")(seen, random.Random(2)), Withdraw)


def test_inside_an_ability_nobody_withdraws():
    behind = "first B; stack B air A6; stack B land L6 (L5); stack B sea S6; stack R sea S1"
    state = at(f"{behind}; queue transport R S1 sea; hand R A1; hand B S2")
    for name in CREWS:
        assert rules.why_not(state, get(name)(view(state, 0), random.Random(1))) is None
    assert any(isinstance(move, Pass) for _, move in thoughts(view(state, 0), random.Random(1)))


def test_every_move_is_thought_of_once():
    for state in some_states(10):
        found = [move for _, move in thoughts(view(state, state.decider), random.Random(1))]
        assert sorted(map(str, found)) == sorted(str(m) for m in rules.legal_moves(state) if not isinstance(m, Withdraw))


def test_the_time_cap_holds(monkeypatch):
    monkeypatch.setattr(crews, "STAGES", ((10_000, 8), (10_000, 1)))
    seen = view(rules.start(deal=Deal(1)), 0)
    begun = perf_counter()
    assert len(thoughts(seen, random.Random(1), cap=0.05)) == 24
    assert perf_counter() - begun < 5


def test_points_in_chances():
    assert chance_at(0, 0, 12) == pytest.approx(0.5) == chance_at(7, 7, 12)
    assert chance_at(12, 3, 12) == 1.0 and chance_at(3, 12, 12) == 0.0
    assert chance_at(6, 0, 12) > chance_at(4, 0, 12) > 0.5 and chance_at(6, 2, 12) == pytest.approx(1 - chance_at(2, 6, 12))
    assert chance_at(2, 1, 3, True) == pytest.approx(0.75) and sum(share for _, share in SHARES) == pytest.approx(1)
    assert battle_points(rules.setup_of("standard", ("beginner",))) == 1


def war(red: str, blue: str, seed: int) -> int:
    """The winner of a war between two crews."""
    state, rng, players = rules.start(deal=Deal(seed)), random.Random(seed), (get(red), get(blue))
    while not state.outcome:
        seat = state.decider
        state = rules.apply(state, players[seat](view(state, seat), rng))
    return state.outcome.winner


def wins(mine: str, other: str, seeds: range) -> int:
    """How many wars the first crew wins, each seed once in either seat."""
    return sum((war(mine, other, seed) == 0) + (war(other, mine, seed) == 1) for seed in seeds)


def test_greedy_beats_random():
    assert wins("greedy", "random", range(10)) >= 18


def test_house_beats_greedy_even_with_few_worlds(monkeypatch):
    """With its full thinking it wins more than nine wars of ten; here only that it is the stronger one."""
    monkeypatch.setattr(crews, "STAGES", ((2, 4), (6, 1)))
    monkeypatch.setitem(crews.thoughts.__kwdefaults__, "cap", 60.0)
    assert wins("house", "greedy", range(4)) >= 5
