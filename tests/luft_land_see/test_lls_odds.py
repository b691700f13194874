"""What is hidden, in numbers: exact figures against enumeration of every world, estimates against games played out."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest
from lls_states import at
from test_properties import tricky

from kit.core.deals import Deal
from kit.games.luft_land_see import GAME, crews, model, odds, rules
from kit.games.luft_land_see.cards import NAMES, THEATER_NAMES
from kit.games.luft_land_see.coding import encode
from kit.games.luft_land_see.state import State
from kit.games.luft_land_see.view import View, hidden_cards, hidden_places, view


def states(count: int, seed: int = 11) -> list[State]:
    """States on the way, most of them with something remembered."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        state = rules.start(deal=Deal(rng.getrandbits(40)))
        for _ in range(rng.randrange(4, 30)):
            if not state.outcome:
                state = rules.apply(state, tricky(state, rng))
        if not state.outcome and (any(state.traces) or rng.random() < 0.2):
            found.append(state)
    return found


def worlds(seen: View, barred: Callable[[int, tuple[str, int, int]], bool] = lambda card, place: False) -> int:
    """How many ways there are to lay the hidden cards on the hidden places, all of them counted, one card after the other.

    A card that the seat remembers goes only where it may be; `barred` forbids more. By sets of places that are taken.
    """
    places, cards = hidden_places(seen), hidden_cards(seen)
    told = {card for card in cards if any(trace >> card & 1 for _, trace in places)}
    counts = {0: 1}
    for card in cards:
        fits = [
            i for i, (place, trace) in enumerate(places) if (card not in told or trace >> card & 1) and not barred(card, place)
        ]
        further: dict[int, int] = {}
        for taken, n in counts.items():
            for i in fits:
                if not taken >> i & 1:
                    further[taken | 1 << i] = further.get(taken | 1 << i, 0) + n
        counts = further
    return sum(counts.values())


def kind(place: tuple[str, int, int]) -> str:
    return THEATER_NAMES[place[1] % 3] if place[0] == "stack" else place[0]


def brute_views() -> list[View]:
    """Six views in which the most is remembered, of those with at most 12 hidden cards."""
    found = [view(state, seat) for state in states(80) for seat in (0, 1)]
    found = sorted((seen for seen in found if len(hidden_cards(seen)) <= 12), key=lambda seen: -len(odds.remembered(seen)))[:6]
    assert len(odds.remembered(found[0])) > 1 and all(map(odds.remembered, found))
    return found


def test_whereabouts_agree_with_counting_all_worlds():
    for seen in brute_views():
        every, found, known = worlds(seen), odds.whereabouts(seen), odds.remembered(seen)
        assert set(found) == set(hidden_cards(seen)) and all(sum(spread.values()) == 1 for spread in found.values())
        others = [card for card in found if card not in known]
        assert len({tuple(found[card].values()) for card in others}) == 1
        for card in (*known, others[0]):
            for where, p in found[card].items():
                n = worlds(seen, lambda c, place, card=card, where=where: c == card and kind(place) != where)
                assert p == Fraction(n, every), (NAMES[card], where)


def test_sets_of_cards_agree_with_counting_all_worlds():
    rng = random.Random(2)
    for seen in brute_views():
        every = worlds(seen)
        for where in ("hand", *THEATER_NAMES):
            wanted = set(rng.sample(hidden_cards(seen), 2)) | {odds.remembered(seen)[0]}
            none = worlds(seen, lambda c, place, wanted=wanted, where=where: c in wanted and kind(place) == where)
            p = odds.holds(seen, wanted) if where == "hand" else odds.lies(seen, THEATER_NAMES.index(where), wanted)
            assert p == 1 - Fraction(none, every)


def test_whereabouts_agree_with_drawn_worlds():
    """Larger positions: the shares among worlds drawn as `redeal` draws them, within four standard errors."""
    rng, n = random.Random(4), 600
    for state in states(6, seed=21):
        seat = state.decider
        seen = view(state, seat)
        hands: dict[int, int] = dict.fromkeys(hidden_cards(seen), 0)
        for _ in range(n):
            for card in GAME.redeal(state, seat, rng).hands[1 - seat]:
                hands[card] += 1
        for card, spread in odds.whereabouts(seen).items():
            p = float(spread.get("hand", 0))
            assert abs(hands[card] / n - p) <= 4 * (p * (1 - p) / n) ** 0.5 + 1e-9


def test_at_the_start_every_card_not_held_is_as_likely_in_hand_as_in_the_deck():
    seen = view(rules.start(deal=Deal(3)), 0)
    assert all(spread == {"hand": Fraction(1, 2), "deck": Fraction(1, 2)} for spread in odds.whereabouts(seen).values())
    a, b = hidden_cards(seen)[:2]
    assert odds.holds(seen, [a, b]) == 1 - Fraction(6 * 5, 12 * 11)
    assert odds.holds(seen, seen.hand) == 0


def test_a_card_seen_where_it_was_turned_down_is_known_there():
    seen = view(at("stack B land (S6); turn R; hand R A1; hand B S2; first R; seen R+ B land 1 S6"), 0)
    spread = odds.whereabouts(seen)[17]
    assert spread["land"] == 1 == sum(spread.values()) and odds.lies(seen, 1, [17]) == 1 and odds.holds(seen, [17]) == 0


def test_an_outlook_counts_worlds_and_needs_a_seat():
    state = states(1)[0]
    seen = view(state, state.decider)
    ahead = odds.outlook(seen, worlds=15, cap=60)
    assert ahead == odds.outlook(seen, worlds=15, cap=60) and ahead.worlds == 15 and not ahead.exact
    assert 0 <= ahead.won <= 15 and all(0 <= n <= 15 for n in ahead.control)
    assert ahead.interval.low <= ahead.p <= ahead.interval.high
    assert odds.outlook(seen, worlds=500, cap=0).worlds == odds.FEWEST
    with pytest.raises(ValueError):
        odds.outlook(view(state, None))
    with pytest.raises(ValueError):
        odds.holds(view(state, None), [1])
    with pytest.raises(ValueError):
        odds.balance(view(state, None), ahead)


def test_the_last_card_without_ability_is_certain():
    state = at("first B; stack B air A5; stack R air A6; stack B land (L1); stack B sea (S1); turn R; hand R L6")
    ahead = odds.outlook(view(state, 0), model.DEPLOY + 3 * 11 + 1)
    assert ahead.exact and (ahead.worlds, ahead.won, ahead.control) == (1, 1, (1, 1, 0)) and ahead.interval == (1.0, 1.0)
    held = odds.outlook(view(state, 0), model.IMPROVISE + 3 * 11 + 2)
    assert held.exact and held.won == 0 and held.control == (1, 0, 0)


def test_a_hidden_card_that_may_be_turned_up_is_not_certain():
    state = at("first B; stack B air (A6); stack R air A5; stack B land L1; stack R land L6; turn R; hand R L2")
    assert not odds.outlook(view(state, 0), model.DEPLOY + 3 * 7 + 1).exact


def test_holders_are_those_of_the_engine():
    from kit.games.luft_land_see.strengths import controllers

    for state in states(20):
        assert tuple(odds.holder(encode(state), t) for t in range(3)) == controllers(state)


def test_the_outlook_is_near_what_house_makes_of_it():
    """Two estimates of one thing: playing on by both sides to the end, and house's shorter playouts of its best move."""
    gaps = []
    for state in states(6, seed=5):
        if state.task is None and len(state.hands[0]) >= 2:
            seen = view(state, state.decider)
            value, move = crews.thoughts(seen, random.Random(1), cap=60)[0]
            code = next(c for c in codes(state) if str(crews.decode_move(c)) == str(move))
            gaps.append(odds.outlook(seen, code, worlds=40, cap=60).p - value)
    assert len(gaps) >= 2 and abs(sum(gaps) / len(gaps)) < 0.2 and max(map(abs, gaps)) < 0.5


def codes(state: State) -> list[int]:
    moves = [0] * model.MAX_MOVES
    return moves[: model.legal(encode(state), moves)]


def test_points_of_playing_on_and_of_withdrawing():
    state = at("points 6 0; first R; hand R A1 A2 A3; hand B L1 L2 L3; turn R")
    found = odds.balance(view(state, 0), odds.Outlook(40, (20, 20, 20), 10))
    assert found.play == -3.0 and found.withdraw == -3
    low, high = odds.Outlook(40, (20, 20, 20), 10).interval
    assert found.play_interval == pytest.approx((6 * (2 * low - 1), 6 * (2 * high - 1)))
    assert found.war_play == pytest.approx(0.25 * 1 + 0.75 * 0.5) and 0.5 < found.war_withdraw < 1
    beginner = at("hand R A1; hand B L1; turn R", variants=("beginner",))
    assert odds.balance(view(beginner, 0), odds.Outlook(4, (0, 0, 0), 4)).play == 1.0
