"""Lesson 11, Luft, Land und See: expected value. When should I withdraw?

Playing a battle to its end is worth 6 (p - (1 - p)) = 6 (2p - 1) points on balance, p the chance to win it (LLS-3.2). Withdrawing
costs c at once. So withdraw where 6 (2p - 1) < -c, that is p < (6 - c) / 12. The opening computes p exactly: the opponent's last
card is one of seven, each as likely, and with each the engine tries all that the opponent can do. What a war's score changes is
shown with `war.py`: there points count by the chance to win the war, not one by one.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from kit.core.sessions import Session
from kit.games.luft_land_see import rules
from kit.games.luft_land_see.moves import parse_move
from kit.games.luft_land_see.state import FULL_BATTLE, State
from kit.games.luft_land_see.war import chance_at
from kit.locale import language
from kit.teach import figures as fig
from kit.teach.lesson import Facts, Guess, Knob, Lesson, Opening, Option, Quiz, Series, Tag, Task
from kit.teach.words import decimal, percent
from kit.teach.work import Work

RECORD = """
game luft_land_see
level standard
position theaters air land sea
position first R
position turn R
position turns 10
position stack R air (S3) (L1)
position stack R land L6
position stack R sea (S1) (A2)
position stack B air A4 L3
position stack B land L4
position stack B sea S2 S6
position hand R A5
position hand B ?
players person house
"""
RED, BLUE = 0, 1
BEST, WASTED = "deploy A5", "improvise A5 land"
CONCEDED = 4  # what the 1st Player's withdrawal costs with one card left (LLS-3.2)
TARGET = 12


def playing_on(p: Any) -> Any:
    """The points on balance of a battle played to its end: 6 for the winner (LLS-3.2)."""
    return FULL_BATTLE * (2 * p - 1)


def threshold(conceded: int) -> Fraction:
    """The chance to win below which withdrawing costs fewer points."""
    return Fraction(FULL_BATTLE - conceded, 2 * FULL_BATTLE)


@cache
def worlds(move: str) -> Mapping[int, bool]:
    """For each card that the opponent may still hold: whether the battle is won after `move`, whatever the opponent does."""
    start: State = Session.from_record(RECORD).state
    hidden = sorted((*start.hands[BLUE], *start.deck))
    won = {}
    for card in hidden:
        deck = tuple(other for other in hidden if other != card)
        world = replace(start, hands=(start.hands[RED], (card,)), deck=deck)
        won[card] = not _can_win(rules.apply(world, parse_move(move)), BLUE)
    return won


def _can_win(state: State, seat: int) -> bool:
    """Whether some way to finish the battle gives it to `seat`."""
    if state.results:
        return state.results[-1].winner == seat
    moves = [move for move in rules.legal_moves(state) if str(move) not in {"withdraw", "resign"}]
    return any(_can_win(rules.apply(state, move), seat) for move in moves)


def chance(move: str) -> Fraction:
    """P(the battle is won after `move`)."""
    won = worlds(move)
    return Fraction(sum(won.values()), len(won))


def facts() -> Facts:
    """The exact values: the opening's chance and points, the break-even chances, what the score of a war changes."""
    p = chance(BEST)
    return {
        "p": p,
        "cards": len(worlds(BEST)),
        "good": sum(worlds(BEST).values()),
        "play": playing_on(p),
        "withdraw": Fraction(-CONCEDED),
        "wasted": playing_on(chance(WASTED)),
        "saved": playing_on(p) + CONCEDED,
        **{f"even{conceded}": threshold(conceded) for conceded in (2, 3, 4)},
        "half": Fraction(1, 2),
        "at30": playing_on(Fraction(3, 10)),
        "only_wins30": FULL_BATTLE * Fraction(3, 10),
        "regret": -2 - playing_on(Fraction(1, 4)),
        "loss25": -playing_on(Fraction(1, 4)),
    }


def draw_last_card(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[int, float]:
    """The card that the opponent holds in one world, and 1 where the battle is won all the same."""
    won = worlds(BEST)
    card = rng.choice(list(won))
    return card, float(won[card])


def war_threshold(mine: int, theirs: int, conceded: int) -> float | None:
    """The break-even chance where only winning the war counts; None where withdrawing loses it at once."""
    lost, won = chance_at(mine, theirs + FULL_BATTLE, TARGET), chance_at(mine + FULL_BATTLE, theirs, TARGET)
    now = chance_at(mine, theirs + conceded, TARGET)
    return None if theirs + conceded >= TARGET else (now - lost) / (won - lost)


def lines(work: Work) -> Mapping[str, Any]:
    """The crossing lines for the chosen cost of withdrawing and chance to win, and the break-even chance at the chosen score."""
    conceded, p = int(work.knobs["conceded"]), work.knobs["p"] / 100
    theirs = int(work.knobs["theirs"])
    even = threshold(conceded)
    lang = language()
    war = war_threshold(0, theirs, conceded)
    return {
        "conceded": conceded,
        "p": p,
        "play": playing_on(p),
        "even": even,
        "better": "play" if p > even else "withdraw",
        "theirs": theirs,
        "war": war,
        "x": fig.Axis(0, 100, tuple((v, percent(v / 100, 0, lang)) for v in (0, 25, 50, 75, 100))),
        "y": fig.Axis(-6, 6, tuple((v, decimal(v, 0, lang)) for v in (-6, -3, 0, 3, 6))),
        "on": [(0, -6), (100, 6)],
        "off": [(0, -conceded), (100, -conceded)],
        "spots": [(100 * float(even), -conceded, "exact"), (100 * p, playing_on(p), "guess")],
    }


LESSON = Lesson(
    number=11,
    name="withdraw",
    game="luft_land_see",
    grade=10,
    standards={
        "kmk": ("sek2-random-variables", "sek1-multi-stage"),
        "ccss": ("HSS-MD.B.5", "HSS-MD.B.5b", "HSS-MD.B.7"),
        "gaise": ("C",),
    },
    tags=(
        Tag("sek2-random-variables", "HSS-MD.B.5"),
        Tag("sek2-random-variables", "HSS-MD.B.7"),
        Tag("sek2-random-variables", "HSS-MD.B.5b"),
    ),
    facts_of=facts,
    opening=Opening(
        record=RECORD,
        seat=RED,
        zones=("air", "land", "sea", "dock"),
        options=(
            Option("withdraw", lambda move: move == "withdraw", "withdraw"),
            Option("play", lambda move: move == BEST, "play"),
            Option("wasted", lambda move: move.startswith("improvise"), "wasted"),
        ),
        best="play",
        steps=0,
    ),
    guess=Guess("p", start=50, choices=("third", "half", "sixth"), right="sixth"),
    series=(Series("battle", draw_last_card, "p"),),
    secret=("play", "saved"),
    knobs=(Knob("conceded", 2, 6, 1, CONCEDED), Knob("p", 0, 100, 1, 50), Knob("theirs", 0, 11, 1, 0)),
    extra=lines,
    tasks=(
        Task("task1", "even2", traps=("half",)),
        Task("task2", "at30", kind="number", within=0.011, traps=("only_wins30",)),
        Task("task3", "regret", kind="number", within=0.011, traps=("loss25",)),
    ),
    quizzes=(Quiz("quiz1", "abc", "b"), Quiz("quiz2", "abc", "a"), Quiz("quiz3", "abc", "c")),
    cells=(
        ("predict", "page.predict(None)"),
        ("simulate", "page.simulate(1000)"),
        ("explain", "page.explain()"),
        (
            "value",
            "def playing_on(p, points=6):\n    return points * p - points * (1 - p)\n\n\n"
            "[round(playing_on(p / 10), 2) for p in range(0, 11, 2)]",
        ),
        (
            "war",
            "from kit.games.luft_land_see.war import chance_at\n\n"
            "[round(chance_at(0, theirs, 12), 2) for theirs in (0, 2, 4, 6, 8, 10)]",
        ),
    ),
)
