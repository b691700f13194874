"""The lobby as it arrives: both languages, three widths, light and dark, no other host, no axe violation."""

from __future__ import annotations

import json
import time
from itertools import product
from pathlib import Path

import pytest
from browser_kit import OpenPage, Server, axe, no_overflow, screenshot, shape, small_targets, start_server, stop_server
from playwright.sync_api import Page, expect

LAST = {"game": "landeanflug", "lang": "de", "title": "Landeanflug", "line": "Runde 4, du bist dran", "href": "/voila/tree"}


def remember(page: Page, last: object) -> None:
    page.evaluate("last => localStorage.setItem('kartenlabor:last', last)", json.dumps(last))


def test_lobby_is_drawn_for_everybody(page: Page, server: Server) -> None:
    """At three widths in both themes, folded and unfolded, with a game to go on with; on the narrowest phone it fits too."""
    page.goto(server.url)
    remember(page, LAST)
    page.reload()
    expect(page.get_by_role("heading", name="Landeanflug", exact=True).first).to_be_visible()
    for width, dark in product((390, 820, 1440), (False, True)):
        shape(page, width, dark=dark)
        screenshot(page, "lobby", width, dark)
        if not dark:  # the themes differ in colours alone
            assert no_overflow(page), width
            assert small_targets(page) == [], width
    assert axe(page) == []
    for summary in page.locator("[data-lang=de] summary").all():
        summary.click()
    for width, dark in product((390, 820, 1440), (False, True)):
        shape(page, width, dark=dark)
        screenshot(page, "lobby-open", width, dark)
        assert axe(page) == [], (width, dark)
    shape(page, 360)
    assert no_overflow(page)
    page.goto(server.page("?lang=en"))
    assert no_overflow(page)


def test_language_comes_from_the_browser_the_address_or_the_last_choice(open_page: OpenPage, server: Server) -> None:
    page = open_page(lang="en")
    page.goto(server.url)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("link", name="DE", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("link", name="Spielen", exact=True).first).to_be_visible()
    expect(page.get_by_role("link", name="Play", exact=True).first).to_be_hidden()
    page.goto(server.url)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto(server.page("?lang=en"))
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_kit_lang_greets_in_its_language_until_another_is_chosen(open_page: OpenPage, tmp_path: Path) -> None:
    own = start_server(tmp_path / "data", lang="de")
    try:
        page = open_page(lang="en")
        page.goto(own.url)
        expect(page.locator("html")).to_have_attribute("lang", "de")
        page.get_by_role("link", name="EN", exact=True).click()
        page.goto(own.url)
        expect(page.locator("html")).to_have_attribute("lang", "en")
    finally:
        stop_server(own)


def test_continue_shows_where_the_player_was_and_trusts_nothing_else(page: Page, server: Server) -> None:
    page.goto(server.url)
    banner = page.locator("[data-lang=de] .cont")
    expect(banner).to_be_hidden()
    remember(page, LAST)
    page.reload()
    expect(banner).to_contain_text("Landeanflug, Runde 4, du bist dran")
    expect(banner.get_by_role("link")).to_have_attribute("href", server.page("voila/tree"))
    for forged in ({**LAST, "href": "https://example.org/"}, {**LAST, "href": "javascript:alert(1)"}, "nonsense", None):
        remember(page, forged)
        page.reload()
        expect(banner).to_be_hidden()
    remember(page, {**LAST, "line": "<img src=x onerror=alert(1)>"})
    page.reload()
    expect(banner).to_contain_text("<img")
    assert banner.locator("img").count() == 0


def test_every_link_of_the_lobby_leads_somewhere(page: Page, server: Server) -> None:
    page.goto(server.url)
    links = set(page.eval_on_selector_all("main a[href]", "all => all.map(a => a.href)"))
    assert links
    for link in links:
        if "/voila/render/" in link:  # rendering starts a kernel: ask for the notebook instead
            link = link.replace("/voila/render/", "/voila/api/contents/")
        assert page.request.get(link).ok, link


@pytest.mark.timed
def test_lobby_is_usable_within_five_seconds_of_the_start(open_page: OpenPage, tmp_path) -> None:
    page = open_page()
    began = time.perf_counter()
    server = start_server(tmp_path / "data")
    try:
        page.goto(server.url)
        expect(page.get_by_role("link", name="Spielen", exact=True).first).to_be_visible()
        assert time.perf_counter() - began <= 5
    finally:
        stop_server(server)


def test_unknown_pages_say_so_in_our_own_dress(page: Page, server: Server) -> None:
    page.watch.allow("404")  # type: ignore[attr-defined]
    answer = page.goto(server.page("voila/render/de/landeanflug/9_nothing.ipynb"))
    assert answer is not None and answer.status == 404
    assert axe(page) == []


def test_a_made_up_template_is_not_followed(page: Page, server: Server) -> None:
    page.goto(server.page("?template=nope"))
    expect(page.get_by_role("heading", name="Landeanflug", exact=True).first).to_be_visible()
