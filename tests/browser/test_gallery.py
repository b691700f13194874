"""The card gallery of Luft, Land und See in its rules walk: one tap lays a card's position on the board below (LLS-2)."""

from __future__ import annotations

from browser_kit import Server, axe, no_overflow, shape
from playwright.sync_api import Page, expect


def test_a_cards_ability_is_played_after_one_tap(page: Page, server: Server) -> None:
    shape(page, 390)
    page.goto(server.notebook("de", "luft_land_see", "1_rules") + "#p19")
    page.locator("[data-id=card-S2]").click()
    expect(page.locator(".gal-said")).to_contain_text("Setz Escalation ein")
    board = page.locator(".kb:has([data-rove=hand] button)")
    strengths = board.locator(".lls.grid .tot")
    expect(strengths).to_have_text(["32", "32", "00"])  # the opponent's above one's own, air, land and sea
    assert axe(page) == [] and no_overflow(page)
    board.locator("[data-rove=hand] button").filter(has_text="Escalation").click()
    board.locator("[data-rove=grid] button.put.up.can").click()
    expect(strengths).to_have_text(["43", "43", "20"])  # face-down cards count 4 now; it is blue's turn, so red is above
