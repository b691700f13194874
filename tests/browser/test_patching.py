"""The page after a patch is the page that Python sent, whatever was on it before: the table's script alone, without a server.

`table.js` puts stubs for what stayed the same. A stub that met the wrong element would leave an old card or button on the board.
"""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page

from kit.board.gameboard import GameBoard
from kit.board.table import BadMessage, Table
from kit.core.registry import PACKAGES, get_game

CLICKS = 80
BUTTON = re.compile(r'<button[^>]*data-(path|do)="([^"]*)"[^>]*>')
VALUE = re.compile(r'data-value="([^"]*)"')
KEPT_OUT = {"file", "fill", "lang", "new", "load"}  # what leaves the game or needs more than a click

DRIVE = """pages => {
    const MARK = /(?=[\\x02\\x03])/, heard = {}, element = document.createElement("div");
    document.body.append(element);
    const model = {
        page: null, get(name) { return name === "page" ? this.page : ""; }, send() {}, off() {},
        on(what, call) { heard[what] = call; }, set(name, value) { this[name] = value; heard["change:" + name](); },
    };
    window.table.render({ model, el: element });
    const root = element.querySelector(".kit-board.live"), wrong = [];
    for (const [rev, html] of pages.entries()) {
        const parts = html.split(MARK), before = rev ? pages[rev - 1].split(MARK) : [];
        if (parts.length === before.length && rev % 3) { // as Python sends it where little changed
            const changed = [...parts.entries()].filter(([i, part]) => part !== before[i]);
            heard["msg:custom"]({ page: { rev, of: rev - 1, changed } });
            if (model.page.html !== html) wrong.push([rev, model.page.html, html]);
        } else {
            model.set("page", { html, rev });
        }
        const [now, wanted] = [root.cloneNode(true), document.createElement("div")];
        wanted.innerHTML = html.replace(/[\\x02\\x03]/g, "");
        wanted.className = now.className;
        wanted.setAttribute("data-lm-suppress-shortcuts", "true");
        for (const each of [now, wanted]) {
            for (const name of ["tabindex", "data-piece"]) {
                each.querySelectorAll(`[${name}]`).forEach(node => node.removeAttribute(name));
            }
            each.querySelectorAll("dialog").forEach(node => node.removeAttribute("open"));
        }
        now.normalize();
        wanted.normalize();
        if (!now.isEqualNode(wanted)) wrong.push([rev, now.innerHTML, wanted.innerHTML]);
        document.querySelectorAll("dialog[open]").forEach(dialog => dialog.close());
    }
    return wrong;
}"""


def pages_of(game: str, seed: int) -> list[str]:
    """The pages that random clicks on a board lead to."""
    rng, level = random.Random(seed), get_game(game).levels[0]
    board = GameBoard(game, lang="de", level=level, seed=seed, store=False, pause=0)
    board._receive({"do": "hello", "token": None, "rev": board.table.rev})
    pages = [board.table.page["html"]]
    while len(pages) < CLICKS:
        html = pages[-1]
        offered = [
            {"do": "choose", "path": what}
            if kind == "path"
            else {"do": what, **({"value": v[1]} if (v := VALUE.search(tag)) else {})}
            for tag, kind, what in (found.group(0, 1, 2) for found in BUTTON.finditer(html))
            if " disabled" not in tag and what not in KEPT_OUT
        ]
        if board.session is not None and board.session.briefing is not None:
            offered.append({"do": "draw"})
        message = rng.choice(offered or [{"do": "close"}]) | {"rev": board.table.rev}
        try:
            board._receive(message)
        except BadMessage:
            continue
        if board.table.page["html"] != html:
            pages.append(board.table.page["html"])
        if board.session is not None and board.session.over:
            board = GameBoard(game, lang="de", level=level, seed=rng.randrange(1000), store=False, pause=0)
    return pages


@pytest.mark.parametrize("game", list(PACKAGES))
def test_a_patched_page_is_the_page_that_was_sent(page: Page, game: str) -> None:
    pages = pages_of(game, 7)
    page.set_content("<!doctype html><title>patch</title>")
    page.add_script_tag(content=Table._esm.replace("export default", "window.table ="))
    wrong = page.evaluate(DRIVE, pages)
    assert [each[0] for each in wrong] == [], wrong[0]
