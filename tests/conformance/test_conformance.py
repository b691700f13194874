"""What every registered game must keep. A new game is tested here by its line in the registry alone."""

from __future__ import annotations

import json
import random
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from playing import BOUND, Played, choose, known_moves, mover, play, played

from kit.core.deals import Deal
from kit.core.errors import NotationError, OptionError, RuleError
from kit.core.records import parse_record, write_record
from kit.core.registry import games
from kit.core.sessions import Session
from kit.core.values import evolve, from_json, to_json
from kit.locale import LANGUAGES, has_text

every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)


@given(played())
def test_legal_moves_pass_why_not_and_are_distinct(at: Played):
    moves = list(at.game.legal_moves(at.state))
    assert len(set(moves)) == len(moves)
    assert all(at.game.why_not(at.state, move) is None for move in moves)


@given(played())
def test_all_other_moves_are_refused_with_a_rule_and_a_sentence(at: Played):
    legal = set(at.game.legal_moves(at.state))
    others = [move for move in known_moves(at.game) if move not in legal]
    before = to_json(at.state)
    for move in at.rng.sample(others, min(200, len(others))):
        error = at.game.why_not(at.state, move)
        assert error is not None, f"{move} is neither legal nor refused"
        assert error.rule.startswith(at.game.prefix + "-") and has_text(f"error.{error.code}", at.game.id)
        assert len({error.sentence(lang) for lang in LANGUAGES}) == len(LANGUAGES)
        with pytest.raises(RuleError) as raised:
            at.game.apply(at.state, move)
        assert raised.value == error
    assert to_json(at.state) == before


@given(played())
def test_apply_never_changes_its_input(at: Played):
    if at.session.over:
        return
    before = to_json(at.state)
    first = at.game.apply(at.state, move := choose(at.game, at.state, at.rng))
    assert to_json(at.state) == before
    again = at.game.apply(at.state, move)
    assert again == first and to_json(again) == to_json(first)


@given(played())
def test_deciders_are_those_who_have_legal_moves(at: Played):
    deciders, moves = at.game.deciders(at.state), at.game.legal_moves(at.state)
    if at.session.over:
        assert deciders == () and list(moves) == []
        return
    assert deciders and set(deciders) <= set(range(len(at.session.players))) and list(deciders) == sorted(set(deciders))
    for seat in deciders:
        assert any(mover(at.game, at.state, move) == seat for move in moves)
    assert {mover(at.game, at.state, move) for move in moves if at.game.counted(move)} <= set(deciders)


@given(played())
def test_replaying_the_record_gives_the_same_states(at: Played):
    text = at.session.record(full=True)
    record = parse_record(text)
    assert record.states() == at.session.states
    assert [to_json(state) for state in record.states()][-1]["drawn"] == to_json(at.state)["drawn"]
    assert parse_record(write_record(record)) == record and write_record(record) == text
    again = Session.from_record(text)
    assert (again.moves, again.players, again.study) == (at.session.moves, at.session.players, at.session.study)
    assert again.record(full=True) == text


@given(played())
def test_a_named_record_needs_no_seed(at: Played):
    """All draws so far stand in the full record, so the moves can be replayed on any seed."""
    record = replace(parse_record(at.session.record(full=True)), seed=None)
    assert record.states(seed=1)[-1] == at.state == record.states(seed=2)[-1]


@given(played())
def test_a_view_does_not_depend_on_what_it_hides(at: Played):
    for state in at.session.states[-6:]:
        for seat in at.viewers:
            for _ in range(3):
                other = at.game.redeal(state, seat, at.rng)
                assert at.game.view(other, seat) == at.game.view(state, seat)
                assert at.game.deciders(other) == at.game.deciders(state)


@given(played())
def test_a_view_holds_no_deal(at: Played):
    for seat in at.viewers:
        seen = at.game.view(at.state, seat)
        assert not any(isinstance(getattr(seen, field.name), Deal) for field in fields(seen))


@every_game
def test_redeal_changes_what_is_hidden(game):
    state = game.start(deal=Deal(1))
    for seat in (0, None):
        others = [game.redeal(state, seat, random.Random(n)) for n in range(20)]
        assert len({json.dumps(to_json(other)) for other in others}) == 20
        assert len({repr(replace(other, deal=Deal())) for other in others}) > 10


@given(played())
def test_states_and_moves_go_to_json_and_back(at: Played):
    data = json.loads(json.dumps(to_json(at.state)))
    back = from_json(at.game.state_type, data)
    assert back == at.state and to_json(back) == to_json(at.state)
    assert at.game.legal_moves(back) == at.game.legal_moves(at.state)
    for move in [*at.session.moves[-5:], *at.game.legal_moves(at.state)[:20]]:
        assert from_json(type(move), json.loads(json.dumps(to_json(move)))) == move


@given(played())
def test_evolve_is_replace(at: Played):
    for before, after in zip(at.session.states[:-1], at.session.states[1:], strict=True):
        changes = {field.name: getattr(after, field.name) for field in fields(after)}
        assert evolve(before, **changes) == replace(before, **changes) == after
    assert evolve(at.state) == replace(at.state) == at.state and hash(evolve(at.state)) == hash(at.state)


@every_game
def test_every_move_is_written_and_read(game):
    moves = known_moves(game)
    assert len(moves) > 50 and len({str(move) for move in moves}) == len(moves)
    for move in moves:
        assert game.parse_move(str(move)) == move
        assert game.parse_move(f"  {str(move).replace(' ', '   ')} ") == move
    for text in ("", "#", "resign now please", "0", str(moves[0]) + "x!"):
        with pytest.raises(NotationError):
            game.parse_move(text)


@given(played())
def test_same_seed_same_game(at: Played):
    again = Session.new(
        at.game.id, level=at.session.level, seats=len(at.session.players), variants=at.session.variants, seed=parse_seed(at)
    )
    for move in at.session.moves:
        again.play(move)
    assert again.states == at.session.states and [s.deal for s in again.states] == [s.deal for s in at.session.states]


def parse_seed(at: Played) -> int:
    seed = parse_record(at.session.record(full=True)).seed
    assert seed is not None
    return seed


@given(played())
def test_cards_are_conserved(at: Played):
    cards = at.game.cards(at.session.states[0])
    assert all(at.game.cards(state) == cards for state in at.session.states)


@every_game
def test_every_game_ends(game):
    rng = random.Random(3)
    for seed in range(25):
        session = Session.new(game.id, level=rng.choice(game.levels), seats=rng.choice(game.seats), seed=seed)
        play(session, rng, BOUND)
        assert session.over and game.outcome(session.state) is not None
        with pytest.raises(RuleError):
            session.play(session.moves[-1])


@given(played())
def test_undo_and_branches(at: Played):
    session = at.session
    for step in {0, len(session.moves) // 2, len(session.moves)}:
        branch = session.branch(step)
        assert branch.study and branch.state == session.states[step] and branch.moves == session.moves[:step]
    study = session.branch(len(session.moves))
    for step in reversed(range(len(session.moves))):
        assert study.undo(0) == session.moves[step] and study.state == session.states[step]
    if session.moves and not session.study:
        last = session.moves[-1]
        for seat in range(len(session.players)):
            if session.can_undo(seat):
                assert mover(at.game, session.states[-2], last) == seat and not session.over
                assert not at.game.reveals(session.states[-2], session.state)
                assert list(at.game.drawn(session.state)) == list(at.game.drawn(session.states[-2]))


@given(played())
@settings(max_examples=100)
def test_what_a_seat_saves_keeps_what_is_public_and_hides_the_rest(at: Played):
    session = at.session
    if session.over:
        assert session.record(0) == session.record(full=True)
        return
    for seat in at.viewers:
        text = session.record(seat)
        lines = text.splitlines()
        assert not [line for line in lines if line.split()[0] in ("seed", "deal")]
        again = Session.from_record(text)
        seen = at.game.view(again.state, seat)
        shown = [at.game.view(state, seat) for state in reversed(session.states[-1 - len(session.players) :])]
        assert seen in shown  # the state itself, or the one before a choice under way (which is taken back)
        if at.game.deciders(session.state) == at.game.deciders(again.state):
            assert seen == shown[0]
        assert again.silent or not session.silent  # loading brings no talk back
        other = at.game.redeal(session.state, seat, at.rng)
        assert at.game.position_fields(other, seat) == at.game.position_fields(session.state, seat)


@every_game
def test_unknown_options_list_the_valid_ones(game):
    for options in ({"level": "?"}, {"seats": 99}, {"variants": ["?"]}):
        with pytest.raises(OptionError) as raised:
            Session.new(game.id, **options)
        assert raised.value.data["valid"]
        with pytest.raises(OptionError) as raised:
            game.start(**options)
        assert all(raised.value.sentence(lang) for lang in LANGUAGES)


@every_game
def test_its_metadata(game):
    assert game.id.isidentifier() and game.prefix.isupper() and len(game.letters) >= max(game.seats)
    assert len(set(game.letters)) == len(game.letters) and game.levels and game.crews
    assert isinstance(game.start(), game.state_type)
    with pytest.raises(OptionError):
        game.check(level="?")
    game.check(level=game.levels[0], seats=game.seats[0], variants=game.variants)


@every_game
def test_perft_counts_sequences_of_counted_moves(game):
    state = game.start(deal=Deal(5))
    one, two = game.perft(state, 2)
    moves = game.legal_counted(state)
    assert one == len(moves)
    assert two == sum(len(game.legal_counted(game.apply(state, move))) for move in moves)
    assert game.perft(state, 0) == []
