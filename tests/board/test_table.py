"""The one widget: where little of a page changed only that goes out, and who comes anew or missed something gets the whole."""

from __future__ import annotations

from typing import Any

import pytest

from kit.board.table import Table

LONG = "x" * 500


def piece(text: str) -> str:
    """A piece of a page, between its marks."""
    return f"\x02<p>{text}</p>\x03"


class Wire:
    """A table, and what it sent: (`update` or `custom`, content)."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[tuple[str, Any]] = []
        self.table = Table("landeanflug", "", lambda message: False)
        monkeypatch.setattr(
            self.table, "_send", lambda msg, buffers=None: self.sent.append((msg["method"], msg.get("state", msg.get("content"))))
        )

    def show(self, *texts: str, **more: Any) -> tuple[str, Any]:
        """Show a page of these pieces; the one message that goes out."""
        self.sent.clear()
        self.table.show("<div>" + "<br>".join(map(piece, texts)) + "</div>", **more)
        assert len(self.sent) == 1
        return self.sent[0]


def test_only_the_parts_that_changed_go_out(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = Wire(monkeypatch)
    method, state = wire.show(LONG, "1", LONG, token="t")
    assert (method, state["page"]["rev"]) == ("update", 1)
    method, content = wire.show(LONG, "2", LONG, token="t", seconds=60)
    assert method == "custom"
    assert content["page"] == {"rev": 2, "of": 1, "changed": [(3, "\x02<p>2</p>")], "token": "t", "seconds": 60}
    assert wire.table.page["html"] == "<div>" + "<br>".join(map(piece, (LONG, "2", LONG))) + "</div>"
    assert wire.table.get_state()["page"] == wire.table.page  # what a view that comes later is given


def test_what_changed_in_many_places_or_has_other_pieces_goes_out_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = Wire(monkeypatch)
    wire.show(LONG, "1", LONG)
    assert wire.show("y" * 500, "1", "z" * 500)[0] == "update"
    assert wire.show("y" * 500, "1")[0] == "update"
    assert wire.show("y" * 500, "2")[0] == "custom"


def test_a_page_that_missed_one_gets_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = Wire(monkeypatch)
    wire.show(LONG, "1")
    wire.show(LONG, "2")
    wire.sent.clear()
    wire.table._receive(None, {"do": "whole"}, [])
    assert wire.sent == [("update", {"page": wire.table.page})]


def test_a_view_of_an_old_page_gets_the_whole_and_one_of_the_present_page_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = Wire(monkeypatch)
    wire.show(LONG, "1")
    wire.show(LONG, "2")
    for rev, answer in ((1, ("update", {"page": wire.table.page})), (2, ("custom", {"ack": True}))):
        wire.sent.clear()
        wire.table._receive(None, {"do": "hello", "token": None, "rev": rev}, [])
        assert wire.sent == [answer]
