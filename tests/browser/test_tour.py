"""The guided tour through the rules: pages without code, in both languages, on a phone and on a desktop, light and dark."""

from __future__ import annotations

import re

import pytest
from browser_kit import Server, Shared, axe, no_overflow, ready, screenshot, shape, small_targets
from playwright.sync_api import Page, expect

PAGES = 20
SHOWN = (1, 5, 14, 16, 20)  # pages that axe looks at and whose looks are kept as pictures


def heading(page: Page) -> str:
    """The heading of the page of the tour that is shown."""
    return page.locator("main .jp-RenderedMarkdown > :is(h1, h2):visible").first.inner_text().removesuffix("¶").strip()


def turn_to(page: Page, number: int) -> None:
    page.evaluate(f"location.hash = '#p{number}'")
    expect(page.locator(f".tourbar ol li:nth-child({number}) a")).to_have_attribute("aria-current", "page")


def open_shared(shared: Shared, server: Server, lang: str, number: int = 1) -> Page:
    """A page of the tour that these tests share."""
    page = shared(server.notebook(lang, "landeanflug", "1_rules"))
    turn_to(page, number)
    return page


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_page_is_reached_with_next_and_shows_no_code(shared: Shared, server: Server, lang: str) -> None:
    """In German on the narrowest phone, in English on a wide screen; no page can be scrolled sideways."""
    page = open_shared(shared, server, lang)
    shape(page, 360 if lang == "de" else 1440)
    forward = page.locator(".tournav .btn.primary")
    seen = []
    for number in range(1, PAGES + 1):
        expect(page.locator(".tourbar summary b")).to_have_text(f"{number} {'von' if lang == 'de' else 'of'} {PAGES}")
        seen.append(heading(page))
        assert no_overflow(page), seen[-1]
        assert small_targets(page) == [], seen[-1]
        words = page.locator("main").inner_text()
        for word in ("begin(", ".play(", "import ", "Umschalt+Enter", "Shift+Enter", "Traceback", "<style"):
            assert word not in words, seen[-1]
        assert page.locator(".told code").count() == 0, seen[-1]  # an error's code is for tools
        if number < PAGES:
            forward.click()
    expect(forward).to_be_hidden()
    assert len(set(seen)) == PAGES


@pytest.mark.parametrize("lang", ["de", "en"])
def test_pages_are_accessible(shared: Shared, server: Server, lang: str) -> None:
    """Axe, which takes seconds here, sees each page in one language and theme: German on a phone, English on a wide screen."""
    page = open_shared(shared, server, lang)
    width = 390 if lang == "de" else 1440
    for i, number in enumerate(SHOWN):
        turn_to(page, number)
        for dark in (False, True):
            shape(page, width, dark=dark)
            screenshot(page, f"tour{number:02}", width, dark)
        assert no_overflow(page), heading(page)
        if lang == ("de", "en")[i % 2]:
            shape(page, width, dark=i % 4 > 1)
            assert axe(page) == [], heading(page)


def test_keys_address_and_contents_turn_the_pages(shared: Shared, server: Server) -> None:
    """On to the contents, and by the link to the same page in English."""
    page = open_shared(shared, server, "de", 3)
    expect(page.locator(".tourbar summary b")).to_have_text(f"3 von {PAGES}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tourbar summary b")).to_have_text(f"4 von {PAGES}")
    assert page.evaluate("document.activeElement.tagName") == "H2"
    assert page.url.endswith("#p4")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tourbar summary b")).to_have_text(f"3 von {PAGES}")
    page.go_back()
    expect(page.locator(".tourbar summary b")).to_have_text(f"4 von {PAGES}")
    page.locator(".tourbar summary").click()
    assert axe(page) == []
    page.get_by_role("link", name="Bremsen").click()
    expect(page.locator(".tourbar ol [aria-current=page]")).to_contain_text("Bremsen")
    assert heading(page) == "Bremsen"
    link = page.get_by_role("link", name="English").evaluate("link => link.href")
    address, number = link.split("#p")
    assert address == server.notebook("en", "landeanflug", "1_rules")
    assert heading(open_shared(shared, server, "en", int(number))) == "Brakes"


def test_a_solution_unfolds_and_ticks_are_kept(shared: Shared, server: Server) -> None:
    page = open_shared(shared, server, "de", 5)
    answer = page.locator("details:visible", has_text="trudelt").last
    expect(answer.locator(".panel").first).to_be_hidden()
    answer.locator("summary").first.click()
    expect(answer.locator(".panel").first).to_be_visible()
    turn_to(page, PAGES)
    page.get_by_label("die vier Bedingungen der Landung nennen").check()
    page.reload()
    ready(page)
    expect(page.get_by_label("die vier Bedingungen der Landung nennen")).to_be_checked()
    expect(page.get_by_role("link", name="Zum ersten Flug")).to_have_attribute("href", re.compile(r"2_play\.ipynb$"))


def test_without_javascript_the_whole_text_is_there(server: Server, browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.notebook("en", "landeanflug", "1_rules"))
    for name in ("The table", "Brakes", "Now I can"):
        expect(page.get_by_role("heading", name=name)).to_be_visible()
    context.close()
