"""Luft, Land und See in game records: the `deal` and `position` lines.

deal theaters land air sea                    the row from left to right
deal 1  R A1 L3 ? ? ? ?  B S6  deck L1        hands and deck (from the top) of battle 1; `?` or not said: from the seed

position battle 3                             a war may begin anywhere; what is not said is as at its start
position theaters land air sea                not said: air land sea
position first B                              who holds the "1st Player" card
position points 4 6                           red's and blue's
position past R B 3 withdrawal 4, B R 6 full 2 1    battles before: 1st Player, winner, points, how, cards left or theaters held
position turn B                               not said: as the numbers of cards in hand have it
position turns 7                              turns of this battle that are over; not said: 12 less the cards in hand
position stack R air A1 (L3) (?)              a seat's cards at a theater from the bottom, face-down ones in brackets
position hand R A2 ?                          not said: empty
position deck L5 ?                            from the top; what is not said is all the rest, drawn
position air-drop R                           whose Air Drop waits for its next play
position queue maneuver R A3, redeploy B S4   the instants that wait; behind a card may stand the theater where it last lay
position drawn L2                             the card drawn for the Reinforce that is being done
position seen R B air 2 A3 L5                 memory: red knows that blue's second card at air is A3 or L5; a place is a theater
                                              and a number, `hand`, `drawn` or, of no seat, `deck` and a number: `R deck 7 A3`;
                                              who: `R`, `B`, `public` (a spectator), `R+` (red and spectators), `B+`, or
                                              `all`: all but the place's owner, who sees it anyway
deal position A1 L2 ...                       the cards for the `?` of a position, in the order of its places
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from kit.core.errors import NotationError
from kit.games.luft_land_see.cards import DOWN, HIDDEN, NAMES, THEATER_NAMES, lying, read_card, read_theater
from kit.games.luft_land_see.memory import cards_in
from kit.games.luft_land_see.moves import Improvise, Move
from kit.games.luft_land_see.rules import THEATERS_EVENT
from kit.games.luft_land_see.state import SEAT_LETTERS, SEATS, Ending, State
from kit.games.luft_land_see.view import View, view

POSITION = "position"  # the event that draws a position's `?`
_BATTLE = re.compile(r"[1-9][0-9]{0,2}")
PILES = (*SEAT_LETTERS, "deck")


def card_or_open(word: str) -> int | None:
    """The card a word names; None for `?`."""
    return None if word == "?" else read_card(word)


def parse_deal(words: Sequence[str]) -> Mapping[str, Sequence[int | None]]:
    """The events a `deal` line names, by label; NotationError where it cannot be read."""
    text = " ".join(words)
    if not words:
        raise NotationError("bad-deal", text=text)
    label, *rest = words
    if label == THEATERS_EVENT[0]:
        return {label: [None if word == "?" else read_theater(word) for word in rest]}
    if label == POSITION:
        return {label: [card_or_open(word) for word in rest]}
    if not _BATTLE.fullmatch(label):
        raise NotationError("bad-deal", text=text)
    events: dict[str, list[int | None]] = {}
    for word in rest:
        if word in PILES:
            if f"{label} {word}" in events:
                raise NotationError("bad-deal", text=text)
            current = events.setdefault(f"{label} {word}", [])
        elif not events:
            raise NotationError("bad-deal", text=text)
        else:
            current.append(card_or_open(word))
    if not events:
        raise NotationError("bad-deal", text=text)
    return events


def deal_lines(draws: Iterable[tuple[str, tuple[int, ...]]]) -> Sequence[str]:
    """`deal` lines that name the events, a battle's hands and deck on one line."""
    lines: dict[str, list[str]] = {}
    for label, cards in draws:
        names: Sequence[str] = THEATER_NAMES if label == THEATERS_EVENT[0] else NAMES
        shown = ["?" if str(card) == "?" else names[card] for card in cards]  # records write what is open as `?`
        battle, _, pile = label.partition(" ")
        lines.setdefault(battle, []).extend([" ", pile, *shown] if pile else shown)
    return [" ".join(["deal", label, *parts]) for label, parts in lines.items()]


def _seat(seat: int) -> str:
    return SEAT_LETTERS[seat]


def position_fields(state: State, seat: int | None) -> Sequence[tuple[str, str]]:
    """The `position` lines of a state as `seat` may know it (None: a spectator), hidden cards as `?`, memory included."""
    seen = view(state, seat)
    fields = [
        ("battle", str(seen.battle)),
        ("theaters", " ".join(THEATER_NAMES[theater] for theater in seen.theaters)),
        ("first", _seat(seen.first)),
        ("points", " ".join(map(str, seen.points))),
        ("past", ", ".join(_past_words(seen))),
        ("turn", "" if seen.turn is None else _seat(seen.turn)),
        ("turns", str(seen.turns)),
    ]
    for at, stack in enumerate(seen.stacks):
        if stack:
            fields.append(("stack", " ".join([_seat(at // 3), THEATER_NAMES[at % 3], *map(lying, stack)])))
    for owner, hand in enumerate(seen.hands):
        shown = ["?"] * seen.counts[owner] if hand is None else [NAMES[card] for card in hand]
        fields.append(("hand", " ".join([_seat(owner), *shown])) if shown else ("", ""))
    waiting = [f"{task.ability} {_seat(task.seat)} {NAMES[task.card]} {THEATER_NAMES[task.theater]}" for task in seen.queue]
    fields += [
        ("air-drop", " ".join(_seat(owner) for owner in SEATS if seen.air_drops[owner])),
        ("queue", ", ".join(waiting)),
        ("drawn", "" if seen.held is None else "?" if seen.held == HIDDEN else NAMES[seen.held]),
    ]
    return [(key, text) for key, text in (*fields, *_memory_fields(seen)) if text]


def _past_words(seen: View) -> list[str]:
    out = []
    for battle in seen.results:
        numbers = (battle.left,) if battle.ending is Ending.WITHDRAWAL else battle.controlled
        out.append(" ".join([_seat(battle.first), _seat(battle.winner), str(battle.points), battle.ending, *map(str, numbers)]))
    return out


def _memory_fields(seen: View) -> list[tuple[str, str]]:
    """`seen` lines for what this view remembers: of its own places what the others do, of the others' what it does itself."""
    places = [
        (at // 3, f"{THEATER_NAMES[at % 3]} {height}", trace)
        for at, traces in enumerate(seen.stack_traces)
        for height, trace in enumerate(traces, 1)
    ]
    places += [(owner, "hand", trace) for owner, trace in enumerate(seen.hand_traces)]
    if seen.queue:
        places.append((seen.queue[0].seat, "drawn", seen.held_trace))
    own = None if seen.seat is None else _seat(seen.seat)
    lines = [
        ("all" if own is None or owner == seen.seat else f"{own}+", f"{_seat(owner)} {place}", trace)
        for owner, place, trace in places
    ]
    elsewhere = [trace for _, _, trace in places]
    for height, (trace, public) in enumerate(zip(seen.deck_traces, seen.deck_public, strict=True), 1):
        certain = trace == public and trace.bit_count() == 1 and not any(other & trace for other in elsewhere)
        if own is None or certain:
            lines.append(("all", f"deck {height}", trace))
        else:
            lines += [(own, f"deck {height}", trace), ("public", f"deck {height}", public)]
    return [("seen", " ".join([who, place, *map(NAMES.__getitem__, cards_in(trace))])) for who, place, trace in lines if trace]


def public_moves(moves: Sequence[Move]) -> list[str]:
    """The moves as all may know them: which card was improvised is its player's secret (LLS-1.4)."""
    return [f"improvise ? {THEATER_NAMES[move.theater]}" if isinstance(move, Improvise) else str(move) for move in moves]


def read_lying(word: str) -> int | None:
    """A card as it lies, `A1` or `(A1)`; `None` for `(?)`, a face-down card that is not named."""
    if word == "(?)":
        return None
    if word.startswith("(") and word.endswith(")"):
        return read_card(word[1:-1]) + DOWN
    return read_card(word)
