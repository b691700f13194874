"""Punktlandung in Voila and Chromium: a whole game with four seats, calculate yourself, hot seat, looks, axe."""

from __future__ import annotations

import re

import pytest
from browser_kit import WIDTHS, OpenPage, Server, Shared, axe, looks, newcomer, no_overflow, ready, screenshot, shape, until
from playwright.sync_api import Page, expect

HAND = "[data-rove=hand] button"


@pytest.fixture
def page(shared: Shared, server: Server) -> Page:
    """The play page that these tests share, with its first dialog."""
    page = shared(server.notebook("de", "punktlandung", "2_play"))
    newcomer(page)
    return page


def start(page: Page, *players: str, level: str = "leicht", seed: str = "5", variant: str = "") -> None:
    """Fill in the first dialog and begin."""
    page.locator(f"[name=seats][value='{len(players)}']").check(force=True)
    page.locator(f"[name=level][value={level}]").check(force=True)
    for seat, player in enumerate(players):
        page.locator("select").nth(seat).select_option(player)
    page.locator("dialog summary").click()
    page.locator("[name=seed]").fill(seed)
    if variant:
        page.locator(f"input[value={variant}]").check(force=True)
    page.locator("[data-id=start]").click()
    expect(page.locator("dialog[open]:not(.curtain)")).to_have_count(0)


def rev(page: Page) -> str:
    """Something that changes with every turn."""
    return page.locator(".grid").inner_html()


def play_on(page: Page, turns: int = 400) -> None:
    """Play any card by clicks, a hit where one shows, until the game is over."""
    for n in range(turns):
        page.wait_for_selector(f".verdict, [data-id=here], {HAND}", timeout=20_000)
        if page.locator(".verdict").count():
            return
        if page.locator("[data-id=here]").count():
            page.locator("[data-id=here]").click()
            page.wait_for_selector("dialog.curtain", state="detached")
            continue
        page.wait_for_selector(".status.wait", state="detached")
        if not page.locator(HAND).count() or page.locator("[data-id=here]").count():
            continue
        before = rev(page)
        page.locator(HAND).nth(n % page.locator(HAND).count()).click()
        page.wait_for_selector(".card.sel")
        if page.locator(".picker button").count():
            page.locator(".picker button").nth(3).click()
            page.wait_for_selector("button.opt")
        target = page.locator("button.opt.hit")
        (
            target.first
            if target.count()
            else page.locator("[data-id=pass]")
            if n % 3 == 2
            else page.locator("button.opt.can").first
        ).click()
        until(
            page,
            "before => document.querySelector('.verdict, [data-id=here]') || document.querySelector('.grid').innerHTML !== before",
            arg=before,
        )
        page.wait_for_selector(".card.sel", state="detached")


def test_a_whole_game_with_four_seats(page: Page) -> None:
    """Two persons at one device between two crews; at the end each target says whether it could have been hit sooner."""
    assert axe(page) == []
    start(page, "person", "random", "person", "random", variant="small")
    play_on(page)
    assert page.locator(".verdict tr").count() >= 1
    assert "ersten Karten" in page.locator(".verdict").inner_text()
    assert axe(page) == []


def test_calculate_yourself(page: Page) -> None:
    """A wrong result is explained, the right one plays the card."""
    start(page, "person", "person", variant="open")
    page.locator("[data-id=do-hints]").click()
    page.locator("dialog [data-id=toggle-reckon]").click()
    page.keyboard.press("Escape")
    page.locator(HAND).first.click()
    page.locator("button.opt.can").first.click()
    expect(page.locator("[data-id=answer]")).to_be_focused()
    page.keyboard.type("77")
    page.keyboard.press("Enter")
    expect(page.locator(".status").first).to_contain_text("Nicht 77")
    assert axe(page) == []
    label = page.locator(".reckon label span").inner_text()
    first, second = map(int, re.findall(r"\d+", label))
    page.locator("[data-id=answer]").fill(str(first + second))
    page.locator(".reckon button").click()
    expect(page.locator(".chain .eq").first).to_have_text(str(first + second))


def test_a_signal_and_the_strip(page: Page) -> None:
    start(page, "person", "person", level="normal")
    page.locator("[data-id=here]").click()
    page.locator("[data-id=dock-strip]").click()
    expect(page.locator("[data-zone=line]")).to_be_visible()
    page.locator(HAND).first.click()
    page.locator("[data-id=show]").click()
    expect(page.locator(f"{HAND}.shown")).to_have_count(1)
    expect(page.locator("dialog.curtain")).to_have_count(0)
    page.keyboard.press("2")
    expect(page.locator(".card.sel")).to_have_count(1)
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".card.sel")).to_have_count(0)
    page.locator(HAND).nth(1).click()
    page.locator("button.opt.can").first.click()
    expect(page.locator("dialog.curtain[open]")).to_be_visible()
    assert page.locator(HAND).count() == 0
    page.locator("[data-id=here]").click()
    expect(page.locator(".mate .shown")).to_have_count(1)


def test_a_reload_finds_the_game(page: Page) -> None:
    start(page, "person", "house", "house", "random", level="normal")
    page.locator("[data-id=dock-strip]").click()
    page.wait_for_selector("[data-zone=line]")
    hand = page.locator(HAND).all_inner_texts()
    page.reload()
    ready(page)
    page.wait_for_selector(HAND)
    assert page.locator(HAND).all_inner_texts() == hand
    expect(page.locator("[data-zone=line]")).to_be_visible()


def test_big_sums_fit(page: Page) -> None:
    """PL-3.2: 10^12 and more are shown, on a phone too."""
    shape(page, 390)
    start(page, "person", "person", variant="open", seed="1")
    for _ in range(60):
        cards = page.locator(HAND)
        cards.nth(cards.count() - 1).click()
        page.wait_for_selector(".card.sel")
        times = page.locator("button.opt.can[data-path='op/x']")
        before = rev(page)
        (times.first if times.count() else page.locator("button.opt.can").first).click()
        until(page, "before => document.querySelector('.grid').innerHTML !== before", arg=before)
        page.wait_for_selector(".card.sel", state="detached")
        digits = re.sub(r"\D", "", page.locator(".big b").nth(1).inner_text())
        if len(digits) > 14:
            break
    assert len(digits) > 14
    page.locator(HAND).first.click()
    page.wait_for_selector(".card.sel")
    screenshot(page, "punktlandung-big", 390, False)
    assert no_overflow(page)


def test_looks(page: Page) -> None:
    """The first dialog and a table with strip, odds and a chosen card, at four widths in both themes."""
    for width in WIDTHS:
        shape(page, width)
        screenshot(page, "punktlandung-new", width, False, full_page=False)
        assert no_overflow(page), width
    shape(page)
    start(page, "person", "house", "house", level="normal", seed="7")
    page.locator("[data-id=do-hints]").click()
    page.locator("dialog [data-id=toggle-strip]").click()
    page.locator("dialog [data-id=hint-3]").click()
    if page.locator("dialog").count():
        page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.locator(HAND).nth(1).click()
    page.wait_for_selector(".card.sel")
    looks(page, "punktlandung", (390, True), (820, False), (1440, False), (1440, True))


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_rules_tour(open_page: OpenPage, server: Server, lang: str) -> None:
    page = open_page()
    page.goto(server.notebook(lang, "punktlandung", "1_rules"))
    ready(page)
    assert axe(page) == []
    assert no_overflow(page)
    assert page.locator(".jp-RenderedHTMLCommon h1").first.inner_text().startswith("Punktlandung")
