"""The lab in the browser: crews play in worker processes, the rate shows, two settings are compared, a file is saved."""

from __future__ import annotations

import re

from browser_kit import OpenPage, Server, axe, no_overflow, ready, screenshot, small_targets
from playwright.sync_api import Page, expect

SOON = 240_000  # ms: a worker starts, and on a fresh clone compiles first


def open_lab(page: Page, server: Server, lang: str) -> None:
    page.goto(server.notebook(lang, "lab", "lab"))
    ready(page)
    expect(page.locator("[data-id=run]")).to_be_enabled()
    page.locator("[data-id=A-crew]").select_option("random")


def test_two_hundred_games_give_a_rate(open_page: OpenPage, server: Server) -> None:
    page = open_page(390, lang="de")
    open_lab(page, server, "de")
    assert no_overflow(page)
    assert small_targets(page) == []
    assert axe(page) == []
    page.locator("[data-id=games]").fill("viele")
    page.locator("[data-id=run]").click()
    expect(page.locator(".lab [role=alert]")).to_contain_text("keine ganze Zahl")
    page.locator("[data-id=games]").fill("200")
    page.locator("[data-id=run]").click()
    expect(page.locator(".lab-rate b")).to_have_text(re.compile(r"^\d+,\d\s%$"), timeout=SOON)
    expect(page.locator(".lab [role=status]")).to_have_text("Fertig: 200 Partien gespielt.", timeout=SOON)
    expect(page.locator(".lab-result")).to_contain_text("von 200 Partien gewonnen")
    expect(page.locator(".lab-endings li")).not_to_have_count(0)
    screenshot(page, "lab", 390, False)
    assert no_overflow(page)
    assert axe(page) == []


def test_cards_against_dice_and_the_file(open_page: OpenPage, server: Server) -> None:
    page = open_page(1440, dark=True, lang="en")
    open_lab(page, server, "en")
    page.locator("[data-id=compare]").select_option("variant:dice")
    expect(page.locator("[data-id=B-dice]")).to_be_checked()
    expect(page.locator("[data-id=B-crew]")).to_have_value("random")
    page.locator("[data-id=games]").fill("2000")
    page.locator("[data-id=run]").click()
    expect(page.locator(".lab [role=status]")).to_have_text("Done: 4000 games played.", timeout=SOON)
    expect(page.locator(".lab-gap")).to_contain_text("95% interval")
    screenshot(page, "lab-compared", 1440, True)
    assert axe(page) == []
    with page.expect_download() as saved:
        page.locator("[data-id=export]").click()
    lines = saved.value.path().read_text("utf-8").splitlines()
    assert lines[0].startswith("setting,game,level")
    assert {line[0] for line in lines[1:]} == {"A", "B"}
