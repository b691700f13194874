"""The board in Voila and Chromium: a whole flight by clicks, one by keys, hot seat, reload, files, looks, axe."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import psutil
import pytest
from browser_kit import (
    OpenPage,
    Server,
    Shared,
    axe,
    command,
    newcomer,
    no_overflow,
    ready,
    screenshot,
    shape,
    small_targets,
    until,
)
from playwright.sync_api import Page, expect

RECORD = Path(__file__).parents[2] / "kit" / "games" / "landeanflug" / "examples" / "la-9-3.txt"
LIT = ".grid button.can"
HAND = "[data-rove=hand] button"
WIDTHS = (360, 390, 820, 1440)


@pytest.fixture
def page(shared: Shared, server: Server) -> Page:
    """The play page that these tests share, with its first dialog."""
    page = shared(server.notebook("de", "landeanflug", "2_play"))
    newcomer(page)
    return page


def open_board(page: Page, server: Server) -> None:
    """The play page, ready, with its first dialog."""
    page.goto(server.notebook("de", "landeanflug", "2_play"))
    ready(page)
    expect(page.locator("dialog[open]")).to_be_visible()


def start(page: Page, *, seed: str = "5", copilot: str = "random") -> None:
    """Fill in the first dialog and begin."""
    page.locator("select").nth(1).select_option(copilot)
    page.locator("summary").click()
    page.locator("[name=seed]").fill(seed)
    page.locator("[data-id=start]").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(".brief")).to_be_visible()


def fly(page: Page, *, keys: bool) -> None:
    """Lay any lit card until the flight is over; with `keys` by the keyboard alone."""
    for _ in range(200):
        page.wait_for_selector(f".verdict, [data-id=draw], {HAND}:enabled", timeout=20_000)
        if page.locator(".verdict").count():
            return
        if page.locator("[data-id=draw]").count():
            page.keyboard.press("Enter") if keys else page.locator("[data-id=draw]").click()
            page.wait_for_selector(HAND)
            continue
        page.wait_for_selector(".status.wait", state="detached")
        if page.locator(f"{HAND}:enabled").count():
            turn(page, keys=keys)
    raise AssertionError("the flight does not end")


def turn(page: Page, *, keys: bool) -> None:
    """One card on the first lit place, or aside where it fits nowhere."""
    values = page.locator(HAND).evaluate_all("all => all.map(each => each.dataset.key)")
    laid = page.locator(".turns .pip.full").count()
    if keys:
        page.keyboard.press(values[0])
        page.wait_for_selector(".card.sel")
        if page.locator(LIT).count():  # the focus has gone on to the first lit place
            until(page, "document.activeElement.classList.contains('can')")
        else:
            page.locator("[data-id=aside]").focus()
        page.keyboard.press("Enter")
    else:
        page.locator(HAND).first.click()
        page.wait_for_selector(".card.sel")
        (page.locator(LIT).first if page.locator(LIT).count() else page.locator("[data-id=aside]")).click()
    until(
        page,
        "n => document.querySelector('.verdict, [data-id=draw]') || document.querySelectorAll('.turns .pip.full').length > n",
        arg=laid,
    )


@pytest.mark.parametrize("keys", [False, True], ids=["clicks", "keys"])
def test_a_whole_flight(page: Page, keys: bool) -> None:
    if keys:
        expect(page.locator("[data-id=start]")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".brief")).to_be_visible()
    else:
        start(page)
    fly(page, keys=keys)
    assert page.locator(".verdict tr").count() == 5
    if not keys:
        assert axe(page) == []


def test_the_table_while_it_is_played(page: Page) -> None:
    """Focus, Tab stops, Escape, the sheets; axe on each state."""
    assert axe(page) == []
    start(page)
    assert axe(page) == []
    page.locator("[data-id=draw]").click()
    page.locator(HAND).nth(1).click()
    page.wait_for_selector(".card.sel")
    expect(page.locator("[role=status]").first).to_contain_text("Du bist dran")
    focus = page.evaluate("document.activeElement.dataset.id")
    assert focus == "card/1"  # the focus stays where it was while the board changes around it
    assert page.locator(f"{HAND}[tabindex='0']").count() == 1  # one Tab stop a zone
    assert page.locator(".bar button[tabindex='0']").count() == 1
    page.keyboard.press("Escape")
    expect(page.locator(".card.sel")).to_have_count(0)
    for sheet in ("rules", "menu"):
        page.locator(f".bar [data-do=sheet][data-value={sheet}]").click()
        expect(page.locator("dialog[open]")).to_be_visible()
        assert axe(page) == []
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


def test_a_card_clicked_just_as_another_page_comes_in_is_chosen(page: Page) -> None:
    start(page)
    page.locator("[data-id=draw]").click()
    page.wait_for_selector(HAND)
    page.evaluate("[0, 2].forEach(i => document.querySelector(`[data-path='card/${i}']`).click())")
    expect(page.locator("[data-path='card/2'].sel")).to_have_count(1)


def test_the_start_button_stays_in_view_when_the_variants_open(page: Page) -> None:
    shape(page, 390)
    page.locator("summary").click()
    button, dialog = page.locator("[data-id=start]").bounding_box(), page.locator("dialog").bounding_box()
    assert button and dialog
    assert button["y"] + button["height"] <= dialog["y"] + dialog["height"] <= 844
    page.locator("[data-id=start]").click()
    expect(page.locator(".brief")).to_be_visible()


def test_a_reload_finds_the_game_and_its_keys_work_without_a_click(page: Page) -> None:
    start(page, copilot="house")
    page.locator("textarea").fill("Funk hat Vorrang")
    page.locator("[data-id=draw]").click()
    page.locator(HAND).first.click()
    page.locator(LIT).first.click()
    expect(page.locator(".turns .pip.full")).to_have_count(2, timeout=10_000)
    hand = page.locator(HAND).all_inner_texts()
    page.reload()
    ready(page)
    page.wait_for_selector(HAND)
    assert page.locator(HAND).all_inner_texts() == hand
    expect(page.locator(".turns .pip.full")).to_have_count(2)
    last = page.evaluate("JSON.parse(localStorage.getItem('kartenlabor:last'))")
    assert last["game"] == "landeanflug"
    assert "2_play" in last["href"]
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(page.locator(HAND).first.get_attribute("data-key") or "")
    page.wait_for_selector(".card.sel")
    until(page, "document.activeElement.classList.contains('can')")
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('.turns .pip.full').length > 2")


def test_hot_seat_shows_nothing_behind_the_curtain(page: Page) -> None:
    start(page, copilot="person")
    page.locator("[data-id=draw]").click()
    expect(page.locator("dialog.curtain[open]")).to_be_visible()
    page.keyboard.press("Escape")
    command(page, "sheet", "rules")  # Escape has been answered by then
    command(page, "close")
    expect(page.locator("dialog.curtain[open]")).to_be_visible()
    assert page.locator(HAND).count() == 0
    page.locator("[data-id=here]").click()
    expect(page.locator(HAND)).to_have_count(4)
    page.locator(HAND).first.click()
    page.locator(LIT).first.click()
    expect(page.locator("dialog.curtain[open]")).to_be_visible()
    assert page.locator(HAND).count() == 0


def test_files_looking_back_what_if_and_the_language(page: Page, tmp_path: Path) -> None:
    """A broken record is refused by line, a whole one is shown, stepped through, branched off, saved; then all in English."""
    start(page)
    page.locator(".bar [data-value=menu]").click()
    page.locator("dialog [data-value=load]").click()
    broken = tmp_path / "kaputt.txt"
    broken.write_text("game landeanflug\nP 9>axis\n", "utf-8")
    page.locator("input[type=file]").set_input_files(broken)
    expect(page.locator(".broken")).to_contain_text("kaputt.txt:2:")
    page.locator("input[type=file]").set_input_files(RECORD)
    expect(page.locator(".verdict h2")).to_contain_text("Gelandet")
    with page.expect_download() as waiting:
        page.locator(".verdict [data-do=save]").click()
    assert "P 6>brake3" in Path(waiting.value.path()).read_text("utf-8")
    page.locator(".verdict [data-do=step]").click()
    expect(page.locator(".replay")).to_be_visible()
    page.locator(".replay input").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay .what b")).to_have_text("1/8")
    assert axe(page) == []
    page.locator(".replay [data-do=branch]").click()
    expect(page.locator("[data-do=home]")).to_be_visible()
    page.locator("[data-do=home]").click()
    expect(page.locator(".verdict")).to_be_visible()
    page.locator(".bar [data-value=menu]").click()
    page.locator("dialog [lang=en]").click()
    expect(page.locator(".verdict h2")).to_contain_text("Landed")


def test_looks(page: Page) -> None:
    """Dialog, briefing and table at four widths, light and dark; axe sees both themes where the layout differs."""
    for width, dark in product(WIDTHS, (False, True)):
        shape(page, width, dark=dark)
        screenshot(page, "board-new", width, dark, full_page=False)
        assert no_overflow(page), width
    shape(page)
    start(page)
    for width, dark in product(WIDTHS, (False, True)):
        shape(page, width, dark=dark)
        screenshot(page, "board-brief", width, dark)
        assert no_overflow(page), width
    shape(page)
    page.locator("[data-id=draw]").click()
    page.locator(HAND).nth(1).click()
    page.wait_for_selector(".card.sel")
    for width, dark in product(WIDTHS, (False, True)):
        shape(page, width, dark=dark)
        screenshot(page, "board", width, dark, full_page=False)
        assert no_overflow(page), width
        assert small_targets(page) == [], width
        if width != 360:
            assert axe(page) == [], (width, dark)


def test_a_lost_kernel_is_told_a_reload_restores_the_game_and_no_answer_is_told_too(open_page: OpenPage, server: Server) -> None:
    page = open_page()
    """A killed kernel; then a click into a dead connection, after the table's patience of three seconds, not after the browser's."""
    page.watch.allow("404|Kernel|kernel|WebSocket")  # type: ignore[attr-defined]
    open_board(page, server)
    start(page)
    page.locator("[data-id=draw]").click()
    page.wait_for_selector(HAND)
    hand = page.locator(HAND).all_inner_texts()
    kernel = page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    own = [each for each in psutil.Process(server.process.pid).children() if kernel in " ".join(each.cmdline())]
    with page.expect_response(f"**/api/kernels/{kernel}"):  # the page's watch is running
        pass
    own[0].kill()
    expect(page.locator(".gone")).to_contain_text("Dein Spielstand ist gespeichert")
    page.locator(".gone button").click()
    page.wait_for_selector("html[data-ready=false]")
    page.wait_for_selector(HAND)
    ready(page)
    assert page.locator(HAND).all_inner_texts() == hand
    page.watch.allow(".*")  # type: ignore[attr-defined]
    page.context.set_offline(True)
    page.locator(HAND).first.click()
    expect(page.locator("[role=alert]:visible").first).to_be_visible(timeout=6_000)
