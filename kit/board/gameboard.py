"""The board on which a game is played: a session, who looks at it, and what the page may ask for.

A `GameBoard` belongs to one notebook cell. It keeps the session, decides whose eyes it draws for (hot seat, curtain), lets crews
play, runs the stopwatch, and keeps the game in the store after every change. Nothing of it knows a particular game: that comes
from the game's `Game` and its module `scene`.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from kit.board import newgame
from kit.board.frame import page
from kit.board.render import Picture, scene_module, show, style, words
from kit.board.store import Conflict, Saved, Store, new_token
from kit.board.table import BadMessage, StaleMessage, Table
from kit.core.errors import KitError, OptionError, RecordError, RuleError
from kit.core.registry import get_game
from kit.core.sessions import PERSON, Session
from kit.locale import LANGUAGES, language

log = logging.getLogger("kit.board")

SHEETS = ("menu", "rules", "log", "new", "load", "resign")
PAUSE = 0.7  # seconds before a crew plays
ANY_REV = {"hello", "sheet", "close", "hints", "lang", "dismiss", "plan", "tick", "save"}  # these change no game


class GameBoard:
    """A board for `game_id`; display it in a notebook.

    Without further options a dialog asks for level and players, and a game left before is found again. `level`, `players`,
    `variants`, `seed` or a `record` (text) begin at once. `pause` is the time in seconds a crew takes (0: at once, without a
    loop), `store` where games are kept (None: the user's data folder; False: nowhere). OptionError for what the game has not.
    """

    def __init__(
        self,
        game_id: str,
        *,
        lang: str | None = None,
        level: str | None = None,
        players: Sequence[str] = (),
        variants: Sequence[str] = (),
        seed: int | None = None,
        record: str | None = None,
        pause: float = PAUSE,
        store: Store | bool | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.game = get_game(game_id)
        self.module = scene_module(game_id)
        self.lang = lang or language()
        if self.lang not in LANGUAGES:
            raise OptionError("unknown-language", given=self.lang, valid=", ".join(LANGUAGES))
        self.setting = newgame.Setting.first(self.game)
        self.session: Session | None = None
        self.home: Session | None = None  # the game that a what-if came from
        self.look: int | None = None
        self.choice: dict[str, Any] = {}
        self.refused: RuleError | None = None
        self.said = ""
        self.notice = ""
        self.sheet: str | None = "new"
        self.broken, self.pasted, self.plan = "", "", ""
        self.hints, self.greeted = True, False
        self.present: int | None = None  # hot seat: whose turn it is to look, once they said so
        self.deadline: float | None = None
        self._clock, self._pause = clock, pause
        self._crew_call: asyncio.TimerHandle | None = None
        self._rng = random.Random(secrets.randbits(64))
        self._store = self._open_store(store)
        self._token, self._kept_rev = new_token(), 0
        self.table = Table(game_id, style(game_id), self._receive)
        if record is not None:
            self._take(Session.from_record(record))
        elif level or players or variants or seed is not None:
            setting = newgame.Setting(
                level or self.game.levels[0],
                tuple(players) or self.setting.players,
                tuple(variants),
                "" if seed is None else str(seed),
            )
            self._take(newgame.begin(self.game, setting))
        self.paint()

    # Display

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.table._repr_mimebundle_(**kwargs)

    def __repr__(self) -> str:
        return f"GameBoard({self.game.id!r})"

    def picture(self) -> Picture:
        """The position as a static picture, as the viewer may see it."""
        assert self.session is not None
        return show(self.session.view(self.viewer), lang=self.lang)

    def paint(self) -> None:
        """Draw everything anew; one message to the page, or none where nothing changed."""
        html, scene = page(self)
        more: dict[str, Any] = {}
        if self.session is not None and self.greeted:
            title = f"{scene['title']} · {scene['level']}"
            more = {
                "token": self._token,
                "last": {"game": self.game.id, "lang": self.lang, "title": title, "line": scene["line"]},
            }
        left = self.seconds_left()
        if left is not None and self.look is None:
            more["seconds"] = round(left, 1)
        self.table.show(html, **more)

    # Who looks, who acts

    @property
    def persons(self) -> list[int]:
        """The seats that a person plays."""
        return [] if self.session is None else [s for s, who in enumerate(self.session.players) if who == PERSON]

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats whose decision it is."""
        return () if self.session is None else self.game.deciders(self.session.state)

    @property
    def _openly(self) -> bool:
        """Whether there is nothing to hide between persons at one screen."""
        session = self.session
        return session is None or session.study or session.over or "open" in session.variants

    @property
    def viewer(self) -> int | None:
        """The seat whose knowledge the page shows; None: what all know."""
        persons = self.persons
        if len(persons) == 1:
            return persons[0]
        acting = [seat for seat in self.deciders if seat in persons]
        if self._openly:
            return acting[0] if acting else (persons[0] if persons else None)
        return self.present

    @property
    def curtain(self) -> int | None:
        """Hot seat: the person whom the page waits for, with nothing secret in it."""
        session = self.session
        if session is None or self._openly or len(self.persons) < 2 or session.briefing is not None or self.look is not None:
            return None
        waiting = [seat for seat in self.deciders if seat in self.persons]
        if not waiting or self.present in waiting:
            return None
        return waiting[0]

    @property
    def acting(self) -> bool:
        """Whether what lies on the board can be chosen now."""
        session = self.session
        return (
            session is not None
            and self.look is None
            and not session.over
            and session.briefing is None
            and self.viewer is not None
            and self.curtain is None
        )

    @property
    def can_undo(self) -> bool:
        """Whether the last move may be taken back by who looks."""
        if self.session is None or self.look is not None or self.viewer is None:
            return False
        return self.session.can_undo(self.viewer)

    @property
    def can_resign(self) -> bool:
        """Whether there is a game to give up."""
        return self.session is not None and not self.session.over and bool(self.persons) and self.look is None

    def seconds_left(self) -> float | None:
        """What the stopwatch still gives, or None where it does not run."""
        if self.deadline is None or self.session is None or self.session.over or self.session.briefing is not None:
            return None
        return max(0.0, self.deadline - self._clock())

    # Messages

    def _receive(self, message: Mapping[str, Any]) -> bool:
        """One message of the page: checked, done, painted. Returns whether a file was sent. Errors that are no mistakes raise."""
        what = message["do"]
        handler = getattr(self, f"_do_{what.replace('-', '_')}", None) if what.isascii() else None
        if handler is None:
            raise BadMessage(f"unknown: {what!r}")
        if what not in ANY_REV and message.get("rev") != self.table.rev:
            raise StaleMessage(f"{what}, page {message.get('rev')} instead of {self.table.rev}")
        if self._time_is_up():
            self.paint()
            return False
        if what != "hello":
            self.said = ""
        try:
            file_sent = bool(handler(message))
        except (ValueError, KeyError, TypeError, AttributeError) as error:  # what a garbled message runs into
            raise BadMessage(f"{what}: {error!r}") from error
        self.paint()
        self._go_on()
        return file_sent

    def _do_hello(self, message: Mapping[str, Any]) -> None:
        token = message.get("token")
        self.greeted = True
        if self.session is None and isinstance(token, str) and 16 <= len(token) <= 64:
            self._adopt(token)

    def _do_choose(self, message: Mapping[str, Any]) -> None:
        if not self.acting:
            raise ValueError("nothing can be chosen now")
        assert self.session is not None
        path = message["path"]
        seen = self.session.view(self.viewer)
        choice, move = self.module.choose(seen, self.choice, path)
        self.refused = None
        if move is None:
            if path.startswith("place/") and not choice:
                self.said = words(self.game.id, self.lang)("board.choose-first")
            self.choice = choice
            return
        try:
            self.session.play(move)
        except RuleError as error:
            self.refused, self.choice = error, choice
            return
        self._moved()

    def _do_draw(self, message: Mapping[str, Any]) -> None:
        if self.session is None or self.session.briefing is None:
            raise ValueError("no briefing")
        fields = message.get("fields") or {}
        plan = str(fields.get("plan", self.plan))
        if self.persons:
            self.session.say(self.persons[0], plan)
        self.plan, self.present = "", None
        self.session.brief_done()
        self._start_clock()
        self._keep()

    def _do_plan(self, message: Mapping[str, Any]) -> None:
        if self.session is None or self.session.briefing is None:
            raise ValueError("no briefing")
        self.plan = str(message["value"])[:200]
        self._keep()

    def _do_here(self, _message: Mapping[str, Any]) -> None:
        if self.curtain is None:
            raise ValueError("no curtain")
        self.present, self.choice = self.curtain, {}

    def _do_new(self, message: Mapping[str, Any]) -> None:
        try:
            setting = newgame.read(self.game, message["fields"])
            session = newgame.begin(self.game, setting)
        except KitError as error:
            self.broken, self.sheet = (
                words(self.game.id, self.lang)("board.bad-seed") if error.code == "bad-seed" else error.sentence(self.lang),
                "new",
            )
            return
        self._take(session)
        self.setting = setting
        self._keep()

    def _do_undo(self, _message: Mapping[str, Any]) -> None:
        if self.viewer is None or self.session is None:
            raise ValueError("nobody to undo for")
        session, seat = self.session, self.viewer
        while True:
            undone = session.undo(seat)
            # in study the crews' answers go too, back to the last thing a person did
            if not session.study or not session.moves or undone.seat is None or session.players[undone.seat] == PERSON:
                break
        self._moved(keep_present=True)

    def _do_resign(self, _message: Mapping[str, Any]) -> None:
        if not self.can_resign or self.session is None:
            raise ValueError("nothing to resign")
        seat = self.viewer if self.viewer is not None else self.persons[0]
        self.session.play(self.module.resign(seat))
        self._moved()

    def _do_hints(self, _message: Mapping[str, Any]) -> None:
        self.hints = not self.hints

    def _do_lang(self, message: Mapping[str, Any]) -> None:
        if message["value"] not in LANGUAGES:
            raise ValueError("unknown language")
        self.lang, self.sheet = message["value"], None if self.session else self.sheet

    def _do_dismiss(self, _message: Mapping[str, Any]) -> None:
        self.notice = ""

    def _do_sheet(self, message: Mapping[str, Any]) -> None:
        if message["value"] not in SHEETS:
            raise ValueError("unknown sheet")
        self.sheet, self.broken = message["value"], ""

    def _do_close(self, _message: Mapping[str, Any]) -> None:
        self.sheet, self.broken = None if self.session else "new", ""

    def _do_tick(self, _message: Mapping[str, Any]) -> None:
        """The page's stopwatch is at its end; `_receive` has asked the kernel's own already."""

    # Looking back, what if

    def _do_step(self, message: Mapping[str, Any]) -> None:
        if self.session is None:
            raise ValueError("no game")
        step = int(message["value"])
        if not 0 <= step <= len(self.session.moves):
            raise ValueError("no such step")
        self.look, self.sheet, self.choice, self.refused = step, None, {}, None

    def _do_play_on(self, _message: Mapping[str, Any]) -> None:
        self.look = None

    def _do_branch(self, message: Mapping[str, Any]) -> None:
        session = self.session
        if session is None or not (session.over or session.study):
            raise ValueError("what-if would open hidden cards of a running game")
        branch = session.branch(int(message["value"]))
        branch.brief_done()
        self.home = self.home or session
        self._take(branch, home=self.home)
        self._keep()

    def _do_home(self, _message: Mapping[str, Any]) -> None:
        if self.home is None:
            raise ValueError("this is the game itself")
        self._take(self.home)
        self._keep()

    # Files

    def _do_save(self, _message: Mapping[str, Any]) -> bool:
        if self.session is None:
            raise ValueError("no game")
        self.sheet = None
        self.table.save_file(f"{self.game.id}-{time.strftime('%Y-%m-%d-%H%M')}.txt", self.session.record(self.viewer))
        return True

    def _do_load(self, message: Mapping[str, Any]) -> None:
        t = words(self.game.id, self.lang)
        fields = message.get("fields")
        text = fields["text"] if isinstance(fields, dict) else message.get("text")
        name = t("board.pasted") if isinstance(fields, dict) else str(message.get("name", "record"))[:80]
        self.sheet, self.pasted, self.broken = "load", "", ""
        if not isinstance(text, str):
            self.broken = t("board.too-long")
            return
        try:
            session = Session.from_record(text, name)
        except RecordError as error:
            self.broken, self.pasted = error.report(self.lang), text[:20_000]
            return
        if session.game.id != self.game.id:
            self.broken, self.pasted = t("board.other-game", name=words(session.game.id, self.lang)("name")), text[:20_000]
            return
        if all(who == PERSON for who in session.players) and "players" not in text:
            session.players = self.setting.players
        self._take(session)
        self._keep()

    # The course of the game

    def _take(self, session: Session, home: Session | None = None) -> None:
        """Put a session on the board."""
        self.session, self.home = session, home
        self.look = self.sheet = self.present = self.refused = self.deadline = None
        self.choice, self.plan, self.broken, self.pasted, self.said = {}, "", "", "", ""
        if session.briefing is None or not self.persons:
            session.brief_done()
            self._start_clock()
        if not session.study:
            self.setting = newgame.setting_of(session, session.players)

    def _moved(self, keep_present: bool = False) -> None:
        """After a move: the next one chooses anew, behind the curtain if need be."""
        session = self.session
        assert session is not None
        self.choice, self.refused, self.sheet = {}, None, None
        if not keep_present:
            self.present = None
        if session.briefing is not None and (session.study or not self.persons):
            session.brief_done()  # nobody has anything to agree on
        if session.briefing is not None or session.over:
            self.deadline = None
        self._keep()

    def _go_on(self) -> None:
        """Let the crew whose decision it is play after a pause, and wake for the stopwatch."""
        if self._crew_call is not None:
            self._crew_call.cancel()
            self._crew_call = None
        if self._pause == 0:
            while self._crew_seat() is not None:
                self.crew_plays()
            return
        left = self.seconds_left()
        if self._crew_seat() is not None:
            self._later(self._pause, self.crew_plays)
        elif left is not None:
            self._later(left + 0.5, self._wake)

    def _later(self, delay: float, call: Callable[[], None]) -> None:
        try:
            self._crew_call = asyncio.get_running_loop().call_later(delay, call)
        except RuntimeError:  # no loop, as in a plain script: the caller steps the crews
            self._crew_call = None

    def _wake(self) -> None:
        if self._time_is_up():
            self.paint()
            self._go_on()

    def _crew_seat(self) -> int | None:
        session = self.session
        if session is None or session.over or session.briefing is not None or self.look is not None:
            return None
        crews = [seat for seat in self.deciders if session.players[seat] != PERSON]
        return crews[0] if crews else None

    def crew_plays(self) -> None:
        """One decision of the crew whose turn it is, shown at once; the next one follows after its pause."""
        seat = self._crew_seat()
        if seat is None or self.session is None:
            return
        if not self._time_is_up():
            crew = import_module(f"kit.games.{self.game.id}.crews").get(self.session.players[seat])
            self.session.play(crew(self.game.view(self.session.state, seat), self._rng))
            choice, present = self.choice, self.present
            self._moved(keep_present=True)
            if self.session.briefing is None and not self.session.over:
                self.choice, self.present = choice, present
        self.paint()
        if self._pause:
            self._go_on()

    def _start_clock(self) -> None:
        variant, seconds, _ = self.module.STOPWATCH
        running = self.session is not None and variant in self.session.variants and not self.session.study
        self.deadline = self._clock() + seconds if running else None

    def _time_is_up(self) -> bool:
        """Ends the round where the minute is over: the kernel's clock decides, whatever the page says."""
        if self.session is None or self.seconds_left() != 0:
            return False
        self.session.play(self.module.STOPWATCH[2])
        self.said = words(self.game.id, self.lang)("board.time-up") if not self.session.over else ""
        self.deadline = None
        self._moved()
        return True

    # Keeping

    def _open_store(self, store: Store | bool | None) -> Store | None:
        t = words(self.game.id, self.lang)
        if store is False:
            return None
        if isinstance(store, Store):
            return store
        try:
            opened = Store()
        except (OSError, sqlite3.Error) as error:
            log.warning("games cannot be kept: %s", error)
            self.notice = t("board.no-store")
            return None
        if opened.set_aside:
            self.notice = t("board.set-aside", file=opened.set_aside.name)
        return opened

    def _keep(self) -> None:
        """Keep the game as it stands; where another window has gone on with it, this one continues as a copy."""
        if self._store is None or self.session is None:
            return
        extra = {
            "plan": self.plan,
            "hints": self.hints,
            "deadline": self.deadline,
            "home": self.home.record(full=True) if self.home else None,
        }
        saved = Saved(self.game.id, self.session.record(full=True), extra, self._kept_rev)
        t = words(self.game.id, self.lang)
        try:
            try:
                self._kept_rev = self._store.save(self._token, saved).rev
            except Conflict:
                self._token, self.notice = new_token(), t("board.forked")
                self._kept_rev = self._store.save(self._token, Saved(saved.game, saved.record, extra, 0)).rev
        except (OSError, sqlite3.Error) as error:
            log.warning("game not kept: %s", error)
            self.notice = t("board.no-store")

    def _adopt(self, token: str) -> None:
        """Take up the game that the browser's token names, if there is one."""
        if self._store is None:
            return
        try:
            saved = self._store.load(token)
            if saved is None or saved.game != self.game.id:
                return
            session = Session.from_record(saved.record, fresh_seed=False)
            home = saved.extra.get("home")
            self._take(session, Session.from_record(home, fresh_seed=False) if home else None)
        except (KitError, OSError, sqlite3.Error) as error:
            log.warning("kept game not readable: %s", error)
            self.notice = words(self.game.id, self.lang)("board.found-broken", what=str(error))
            return
        self._token, self._kept_rev = token, saved.rev
        self.plan, self.hints = str(saved.extra.get("plan", "")), bool(saved.extra.get("hints", True))
        self.deadline = saved.extra.get("deadline") if session.briefing is None else None
