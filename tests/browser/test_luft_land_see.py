"""Luft, Land und See in Voila and Chromium: a war by clicks, keys, hot seat, abilities, a reload, looks, axe."""

from __future__ import annotations

import pytest
from browser_kit import OpenPage, Server, Shared, axe, looks, newcomer, no_overflow, ready, screenshot, shape, until
from playwright.sync_api import Locator, Page, expect

HAND = "[data-rove=hand] button"
LIT = "[data-rove=grid] button.can"
DECIDES = f"{HAND}, {LIT}, [data-id=pass]"
MANEUVER = """game luft_land_see
players person random
position battle 3
position theaters land air sea
position first B
position points 4 6
position past R B 6 full 1 2, B R 4 withdrawal 2
position turn R
position stack B land L1 L6
position stack B air (A5)
position stack B sea S5 (L3)
position stack R land (S1) L4
position stack R air A1
position hand R A3 A6 S4
position hand B S2 A4 L5
deploy A3
"""
LATE = """game luft_land_see
variant beginner
players person random
position first B
position turn R
position points 1 2
position stack R sea (L6) S1
position stack R land A2 (A6)
position stack B land (S5) L1
position stack B air A4 (A5)
position hand R A1 L5
position hand B S3 A3
"""
TRANSPORT = """game luft_land_see
players person random
position first B
position turn R
position stack R sea (L6)
position stack R land A2 (A6)
position stack B land (S5)
position stack B air A4
position hand R A1 S1 L5 A5
position hand B L2 S3 A3
deploy S1
"""


@pytest.fixture
def page(shared: Shared, server: Server) -> Page:
    """The play page that these tests share, with its first dialog."""
    page = shared(server.notebook("de", "luft_land_see", "2_play"))
    newcomer(page)
    return page


def start(page: Page, *players: str, seed: str = "5", variant: str = "") -> None:
    """Fill in the first dialog and begin."""
    for seat, player in enumerate(players):
        page.locator("select").nth(seat).select_option(player)
    page.locator("dialog summary").click()
    page.locator("[name=seed]").fill(seed)
    if variant:
        page.locator(f"input[value={variant}]").check(force=True)
    page.locator("[data-id=start]").click()
    expect(page.locator("dialog[open]:not(.curtain)")).to_have_count(0)


def load(page: Page, record: str) -> None:
    """Put a record on the table by pasting it."""
    page.locator("[data-id=do-sheet-menu]").click()
    page.locator("[data-id=do-sheet-load]").click()
    page.locator("textarea[name=text]").fill(record)
    page.locator("dialog form[data-do=load] button[type=submit]").click()
    expect(page.locator("dialog[open]")).to_have_count(0)


def press(page: Page, button: Locator) -> None:
    """A click, and wait until the table has answered it."""
    before = page.locator(".grid").inner_html()
    button.click()
    until(
        page,
        "before => document.querySelector('.verdict, [data-id=here]') || document.querySelector('.grid').innerHTML !== before",
        arg=before,
    )


def decide(page: Page, n: int) -> None:
    """One decision by clicks: a play, or what an ability asks."""
    if page.locator(HAND).count():
        press(page, page.locator(HAND).nth(n % page.locator(HAND).count()))
        places = page.locator(f"{LIT}.put")
        press(page, places.nth(n % places.count()))
    elif page.locator(f"{LIT}.bc").count():  # a card to flip, to take back or to move
        press(page, page.locator(f"{LIT}.bc").first)
        if page.locator(".bc.sel").count():
            press(page, page.locator(f"{LIT}.put").first)
    else:
        press(page, page.locator(f"{LIT}, [data-id=pass]").first)


def fight(page: Page) -> None:
    """Decide by clicks until the battle is over."""
    for n in range(40):
        page.wait_for_selector(f"{DECIDES}, .over, .verdict", timeout=20_000)
        if page.locator(".over, .verdict").count():
            return
        decide(page, n)
        until(page, "!document.querySelector('.status.wait') || document.querySelector('.over')", timeout=20_000)
    raise AssertionError("the battle does not end")


def withdraw_to_the_end(page: Page) -> None:
    """Give battles up, each for the points it costs, until the war is decided."""
    for _ in range(4):
        page.wait_for_selector("[data-id=withdraw]:not([aria-disabled]), .verdict", timeout=20_000)
        if page.locator(".verdict").count():
            break
        page.locator("[data-id=withdraw]").click()
        expect(page.locator(".ask")).to_contain_text("1 Punkt")
        page.locator("[data-id=withdraw-sure]").click()
        page.wait_for_selector(".ask", state="detached")
    expect(page.locator(".verdict")).to_be_visible()


def test_a_war_by_clicks(page: Page) -> None:
    """On a phone a whole battle against the random opponent, then withdrawals until the beginner war is decided (LLS-3.4)."""
    shape(page, 390)
    assert axe(page) == []
    start(page, "person", "random", variant="beginner", seed="11")
    fight(page)
    expect(page.locator(".over")).to_contain_text("Schlacht 1 ist vorbei")
    assert page.locator(".over .end").count() == 3
    screenshot(page, "lls-battle-over", 390, False, full_page=False)
    assert axe(page) == [] and no_overflow(page)
    withdraw_to_the_end(page)
    assert page.locator(".verdict tr").count() >= 3
    assert axe(page) == [] and no_overflow(page)


def test_the_end_of_a_war_on_a_wide_screen(page: Page) -> None:
    """The last two turns of a battle, and the withdrawals after it."""
    start(page, "person", "random", variant="beginner", seed="11")
    load(page, LATE)
    fight(page)
    screenshot(page, "lls-battle-over", 1440, False, full_page=False)
    assert axe(page) == [] and no_overflow(page)
    withdraw_to_the_end(page)
    assert no_overflow(page)


def test_hot_seat_by_keys(page: Page) -> None:
    """A digit takes a card and leads to the first lit place, Escape takes it back, Enter plays; then the curtain."""
    start(page, "person", "person")
    expect(page.locator("dialog.curtain[open]")).to_be_visible()
    assert page.locator(HAND).count() == 0
    page.keyboard.press("Enter")
    page.wait_for_selector(HAND)
    page.locator(HAND).first.focus()
    page.keyboard.press("2")
    expect(page.locator(f"{HAND}.sel")).to_have_attribute("data-key", "2")
    expect(page.locator(f"{LIT}:focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(f"{HAND}.sel")).to_have_count(0)
    page.keyboard.press("3")
    expect(page.locator(f"{LIT}:focus")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("dialog.curtain[open]")).to_be_visible()
    page.locator("[data-id=here]").click()
    page.wait_for_selector(HAND)
    assert page.locator(".side.opp .bc").count() == 1


def test_a_reload_finds_the_war(page: Page) -> None:
    start(page, "person", "greedy", seed="3")
    page.wait_for_selector(HAND)
    decide(page, 1)
    page.wait_for_selector(DECIDES, timeout=20_000)
    until(page, "!document.querySelector('.status.wait')", timeout=20_000)
    stands = page.locator(".board").inner_text()
    page.reload()
    ready(page)
    page.wait_for_selector(".board .bc")
    assert page.locator(".board").inner_text() == stands


def test_abilities_are_guided(page: Page) -> None:
    """Maneuver's targets are lit, others say why not; Transport in two clicks, or left out."""
    start(page, "person", "random")
    load(page, MANEUVER)
    expect(page.locator("button.bc.can")).to_have_count(3)
    page.locator("button.bc[aria-disabled=true]").first.click(force=True)
    expect(page.locator(".status").first).to_contain_text("LLS-5.46")
    page.locator("button.bc.can", has_text="Heavy Tanks").click()
    turned = page.locator("[data-zone=land] .opp .bc.top")  # it has the focus, and is patched all the same
    expect(turned.locator(".n b")).to_have_text("verdeckt")
    expect(turned.locator(".fx")).to_have_count(0)
    load(page, TRANSPORT)
    page.locator("button.bc.can", has_text="Air Drop").click()
    page.locator("button.put.can").first.click()
    expect(page.locator("[data-zone=air] .own .bc", has_text="Air Drop")).to_have_count(1)
    load(page, TRANSPORT)
    page.locator("[data-id=pass]").click()
    expect(page.locator("[data-id=pass]")).to_have_count(0)


def test_the_war_table_looks(page: Page) -> None:
    """A card in hand, Maneuver, Transport, each at four widths in both themes; axe goes round the widths and themes."""
    start(page, "person", "person", seed="7")
    page.locator("[data-id=here]").click()
    page.locator(HAND).nth(1).click()
    page.wait_for_selector(f"{HAND}.sel")
    looks(page, "lls-place", (390, False), (1440, True), (820, False))
    load(page, MANEUVER)
    page.wait_for_selector("button.bc.can")
    looks(page, "lls-maneuver", (390, True), (1440, False), (820, True))
    load(page, TRANSPORT)
    page.wait_for_selector("button.bc.can")
    looks(page, "lls-transport", (390, False), (1440, True))


def test_the_play_page_in_english(open_page: OpenPage, server: Server) -> None:
    page = open_page()
    page.goto(server.notebook("en", "luft_land_see", "2_play"))
    ready(page)
    start(page, "person", "random")
    expect(page.locator(HAND)).to_have_count(6)
    assert no_overflow(page)
