"""Luft, Land und See: the decisions for which no official ruling was found (INF in the rules), each by name, with our default.

Change a default here and the whole kit plays that way; or give `rules.start(rulings=...)` others for one game. Records do not
carry them: a record is read with the defaults.

Three more inferences have no switch, since nobody would want their opposite: a waiting instant whose card has left the table
works from where that card last lay; a decision with one possible answer (Reinforce at an outer theater) is still asked; and a
player whose hand is empty while the other's is not (a sandbox position only: hands stay even, LLS-5.70) takes no turn.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rulings:
    """What is played where the booklet is silent."""

    owner_uses_flipped: bool = True  # LLS-4.5, LLS-5.30: the owner uses an ability whoever flipped the card; else the flipper
    waiting_instants_stay: bool = True  # LLS-4.6: a waiting instant works though its card was flipped face down; else it lapses
    blockade_counts_after_return: bool = True  # LLS-5.21: Redeploy's returned card no longer counts when its play is judged
    air_drop_any_play: bool = True  # LLS-5.28: any play of its owner uses Air Drop up; else only one that needs it
    air_drop_outlives_card: bool = True  # LLS-5.29: Air Drop waits on though its card lies face down or left the table
    air_drop_serves_redeploy: bool = True  # LLS-5.31: Redeploy's play may use Air Drop, in the opponent's turn too
    air_drop_ends_with_battle: bool = True  # LLS-5.32: an unused Air Drop ends with its battle
    air_drop_used_by_reinforce: bool = True  # LLS-5.33: Reinforce's play uses Air Drop up
    support_without_cards: bool = True  # LLS-5.39: Support counts in a theater where its owner has no card
    ambush_alone_flips_itself: bool = True  # LLS-5.50: an Ambush alone on the table must flip itself; else it lapses


DEFAULTS = Rulings()
