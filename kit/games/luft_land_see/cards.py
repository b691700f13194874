"""Luft, Land und See: the eighteen battle cards and the three theaters (LLS-2).

A card is a whole number 0-17: six times its colour plus its strength less one; colours and theaters are 0 air, 1 land, 2 sea.
Cards are written by the colour's letter and the strength, `A1` ... `S6`. A card that lies is the card itself, face up, or the
card plus `DOWN`, face down; a hidden card that a seat may not see is `HIDDEN` (face down as well).
"""

from __future__ import annotations

from enum import StrEnum

from kit.core.errors import NotationError

AIR, LAND, SEA = THEATERS = range(3)
THEATER_NAMES = ("air", "land", "sea")
LETTERS = "ALS"
PER_COLOUR = 6
DECK = tuple(range(len(THEATERS) * PER_COLOUR))  # LLS-1.1: 18 battle cards
COLOUR = tuple(card // PER_COLOUR for card in DECK)
STRENGTH = tuple(card % PER_COLOUR + 1 for card in DECK)
NAMES = tuple(f"{LETTERS[COLOUR[card]]}{STRENGTH[card]}" for card in DECK)
_CARDS = {name: card for card, name in enumerate(NAMES)}

DOWN = 18
HIDDEN = 2 * DOWN

SUPPORT, AIR_DROP, MANEUVER_AIR, AERODROME, CONTAINMENT, HEAVY_BOMBERS = DECK[:6]
REINFORCE, AMBUSH, MANEUVER_LAND, COVER_FIRE, DISRUPT, HEAVY_TANKS = DECK[6:12]
TRANSPORT, ESCALATION, MANEUVER_SEA, REDEPLOY, BLOCKADE, SUPER_BATTLESHIP = DECK[12:]


class Ability(StrEnum):
    """The instants, by what their owner has to decide (LLS-2)."""

    AIR_DROP = "air-drop"  # nothing to decide: it waits for its owner's next play
    MANEUVER = "maneuver"
    REINFORCE = "reinforce"
    AMBUSH = "ambush"
    DISRUPT = "disrupt"
    ANSWER = "answer"  # the opponent's part of a Disrupt, which follows its owner's at once
    TRANSPORT = "transport"
    REDEPLOY = "redeploy"
    PLAY = "play"  # the play that a Redeploy demands once a card was returned


INSTANTS = {
    AIR_DROP: Ability.AIR_DROP,
    MANEUVER_AIR: Ability.MANEUVER,
    MANEUVER_LAND: Ability.MANEUVER,
    MANEUVER_SEA: Ability.MANEUVER,
    REINFORCE: Ability.REINFORCE,
    AMBUSH: Ability.AMBUSH,
    DISRUPT: Ability.DISRUPT,
    TRANSPORT: Ability.TRANSPORT,
    REDEPLOY: Ability.REDEPLOY,
}
ONGOING = (SUPPORT, AERODROME, CONTAINMENT, COVER_FIRE, ESCALATION, BLOCKADE)
OPTIONAL = (Ability.TRANSPORT, Ability.REDEPLOY)  # LLS-4.2: their texts say "may"


def read_card(word: str) -> int:
    """The card that `A1` ... `S6` names; NotationError for anything else."""
    if word not in _CARDS:
        raise NotationError("bad-card", card=word, valid="A1-A6, L1-L6, S1-S6")
    return _CARDS[word]


def read_theater(word: str) -> int:
    """The theater of that name; NotationError for another."""
    if word not in THEATER_NAMES:
        raise NotationError("unknown-place", place=word, places=", ".join(THEATER_NAMES))
    return THEATER_NAMES.index(word)


def lying(card: int) -> str:
    """A card as it lies: `A1` face up, `(A1)` face down, `(?)` hidden."""
    if card == HIDDEN:
        return "(?)"
    return NAMES[card] if card < DOWN else f"({NAMES[card - DOWN]})"
