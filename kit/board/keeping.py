"""A board's game in the store: kept after every change, found again by the browser's token."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping
from typing import Any

from kit.board.render import words
from kit.board.store import Conflict, Saved, Store, new_token
from kit.core.errors import KitError
from kit.core.sessions import Session

log = logging.getLogger("kit.board")


class Keeper:
    """Keeps one board's game under its `token`; `notice` is what the player should be told, in the language given to each call.

    Where there is no usable store, nothing is kept and the notice says so.
    """

    def __init__(self, game_id: str, lang: str, store: Store | bool | None) -> None:
        self.game_id = game_id
        self.token, self._rev = new_token(), 0
        self.notice = ""
        self._store = self._open(lang, store)

    def _open(self, lang: str, store: Store | bool | None) -> Store | None:
        if store is False:
            return None
        if isinstance(store, Store):
            return store
        try:
            opened = Store()
        except (OSError, sqlite3.Error) as error:
            log.warning("games cannot be kept: %s", error)
            self.notice = words(self.game_id, lang)("board.no-store")
            return None
        if opened.set_aside:
            self.notice = words(self.game_id, lang)("board.set-aside", file=opened.set_aside.name)
        return opened

    def keep(self, lang: str, session: Session, home: Session | None, extra: Mapping[str, Any]) -> None:
        """Keep the game as it stands; where another window has gone on with it, this one continues as a copy."""
        if self._store is None:
            return
        more = {**extra, "home": home.record(full=True) if home else None}
        saved = Saved(self.game_id, session.record(full=True), more, self._rev)
        try:
            try:
                self._rev = self._store.save(self.token, saved).rev
            except Conflict:
                self.token, self.notice = new_token(), words(self.game_id, lang)("board.forked")
                self._rev = self._store.save(self.token, Saved(saved.game, saved.record, more, 0)).rev
        except (OSError, sqlite3.Error) as error:
            log.warning("game not kept: %s", error)
            self.notice = words(self.game_id, lang)("board.no-store")

    def find(self, lang: str, token: str) -> tuple[Session, Session | None, Mapping[str, Any]] | None:
        """The game of a token with the game it is a what-if of, and what the board kept besides; None where there is none."""
        if self._store is None:
            return None
        try:
            saved = self._store.load(token)
            if saved is None or saved.game != self.game_id:
                return None
            session = Session.from_record(saved.record, fresh_seed=False)
            home = saved.extra.get("home")
            before = Session.from_record(home, fresh_seed=False) if home else None
        except (KitError, OSError, sqlite3.Error) as error:
            log.warning("kept game not readable: %s", error)
            self.notice = words(self.game_id, lang)("board.found-broken", what=str(error))
            return None
        self.token, self._rev = token, saved.rev
        return session, before, saved.extra
