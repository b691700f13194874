"""Hints and lens in the browser: every level and the lens at each width, without a violation, a sideways scroll or a small target."""

from __future__ import annotations

import pytest
from browser_kit import Server, Shared, axe, newcomer, no_overflow, ready, screenshot, shape, small_targets
from playwright.sync_api import Page, expect

HAND = "[data-rove=hand] button"
LOOKS = ((390, False), (820, True), (1440, False), (1440, True))


@pytest.fixture
def page(shared: Shared, server: Server) -> Page:
    """The play page that these tests share."""
    return shared(server.notebook("de", "landeanflug", "2_play"))


def at_the_table(page: Page, lang: str = "de") -> None:
    """A flight with the house crew, cards drawn, one chosen."""
    newcomer(page, lang)
    page.locator("summary").click()
    page.locator("[name=seed]").fill("5")
    page.locator("[data-id=start]").click()
    page.locator("[data-id=draw]").click()
    page.wait_for_selector(HAND)
    page.locator(HAND).nth(1).click()
    page.wait_for_selector(".card.sel")


def level(page: Page, n: int) -> None:
    """Choose a level of hints."""
    page.locator("[data-id=do-hints]").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    page.locator(f"[data-id=hint-{n}]").click()
    expect(page.locator("dialog")).to_have_count(0)


def sound(page: Page) -> None:
    """Nothing that a page must not have."""
    assert axe(page) == []
    assert no_overflow(page)
    assert small_targets(page) == []


def fits(page: Page, name: str, n: int | None) -> None:
    """No sideways scroll and no small target in any of four looks, and no violation in the `n`th (None: axe rests)."""
    for i, (width, dark) in enumerate(LOOKS):
        shape(page, width, dark=dark)
        assert no_overflow(page), width
        assert small_targets(page) == [], width
        screenshot(page, name, width, dark)
        if i == n:
            assert axe(page) == [], (width, dark)
    shape(page)


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_level_and_the_lens(page: Page, lang: str) -> None:
    """Axe sees each level in one of the languages, in turn at the four looks, and the lens in both."""
    at_the_table(page, lang)
    page.locator("[data-id=do-hints]").click()
    expect(page.locator("dialog[open] .level")).to_have_count(5)
    sound(page)
    page.keyboard.press("Escape")
    for n in range(5):
        level(page, n)
        expect(page.locator(".card.tip")).to_have_count(1 if n == 4 else 0)
        expect(page.locator(".axis .fx")).to_contain_text("%" if n >= 3 else "6")
        fits(page, f"hints-{n}-{lang}", n % len(LOOKS) if (n % 2 == 0) == (lang == "de") else None)
    page.locator("[data-id=do-lens]").click()
    expect(page.locator(".lens")).to_be_visible()
    page.locator("[data-id=lens-3]").click()
    page.locator("[data-id=lens-5]").click()
    expect(page.locator("[data-id=lens-5]")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.activeElement.dataset.id") == "lens-5"
    fits(page, f"lens-{lang}", 0 if lang == "de" else 3)


def test_on_a_phone_the_lens_is_a_sheet_over_the_hand(page: Page) -> None:
    """It lies above the dock, leaves the hand in reach, and its own button closes it."""
    shape(page, 390)
    at_the_table(page)
    page.locator("[data-id=do-lens]").click()
    lens, dock = page.locator(".lens").bounding_box(), page.locator(".dock").bounding_box()
    assert lens and dock
    assert lens["y"] > 300 and lens["y"] + lens["height"] <= dock["y"] + 12
    page.locator(HAND).first.click()
    expect(page.locator(f"{HAND}.sel")).to_have_count(1)
    page.locator("[data-id=lens-close]").click()
    expect(page.locator(".lens")).to_have_count(0)


def test_escape_closes_the_lens_and_no_sheet_lies_over_it(page: Page) -> None:
    shape(page, 390)
    at_the_table(page)
    page.locator("[data-id=do-lens]").click()
    expect(page.locator(".lens")).to_be_visible()
    page.locator(".bar [data-value=menu]").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    expect(page.locator(".lens")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(".lens")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".lens")).to_have_count(0)
    expect(page.locator(".card.sel")).to_have_count(1)


@pytest.mark.parametrize("width", [360, 390])
def test_on_a_phone_advice_moves_nothing_and_the_bar_names_game_and_level(page: Page, width: int) -> None:
    shape(page, width)
    at_the_table(page)
    title = page.locator("h1.title")
    expect(title).to_have_text("Landeanflug · leicht")
    assert title.evaluate("t => t.scrollWidth <= t.clientWidth")
    expect(title.locator("small")).to_be_visible()
    before = page.locator(".axis").bounding_box()
    page.keyboard.press("Escape")
    expect(page.locator(".card.sel")).to_have_count(0)
    assert page.locator(".axis").bounding_box() == before
    page.locator("[data-id=do-hints]").click()
    close, words = page.locator("dialog [data-do=close]").bounding_box(), page.locator("dialog h2").bounding_box()
    assert close and words and close["x"] >= words["x"] + words["width"] - 1
    page.locator("[data-id=hint-4]").click()
    expect(page.locator(".card.tip")).to_have_count(1)
    assert page.locator(".axis").bounding_box() == before
    conc, dock = page.locator(".conc").bounding_box(), page.locator(".dock").bounding_box()
    assert conc and dock and conc["y"] + conc["height"] <= dock["y"] + 1
    page.locator("[data-id=do-why]").click()
    expect(page.locator("dialog")).to_contain_text("Zweite Wahl")
    sound(page)


def test_the_level_is_kept_with_the_game(page: Page) -> None:
    at_the_table(page)
    level(page, 4)
    page.reload()
    ready(page)
    expect(page.locator(".card.tip")).to_have_count(1)
