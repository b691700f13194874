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
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from kit.board import newgame
from kit.board.ahead import Ahead
from kit.board.campaigns import Campaign
from kit.board.commands import ANY_PAGE, COMMANDS, DEFAULT_HINTS, UNSEEN
from kit.board.keeping import Keeper
from kit.board.logfile import keep_log
from kit.board.pausing import Pauses
from kit.board.render import Picture, game_module, scene_module, show, style, words
from kit.board.store import Store
from kit.board.table import BadMessage, StaleMessage, Table, spare_collector
from kit.core.errors import KitError, OptionError, RuleError
from kit.core.registry import get_game
from kit.core.sessions import PERSON, Session
from kit.locale import LANGUAGES, language

log = logging.getLogger("kit.board")

PAUSE = 0.7  # seconds before a crew plays
SLICE = 0.1  # seconds that working something out may keep the table waiting


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
        self.sheet: str | None = "new"
        self.broken, self.pasted, self.plan = "", "", ""
        self.hints, self.greeted = DEFAULT_HINTS, False
        self.lens: set[str] | None = None  # open: the values put together in it
        self.toggles: set[str] = set()  # ways of showing things that the game offers and the player has switched on
        self.turning: Any = None  # the turning point: None unasked, "busy", False where there is none, else what was found
        self.chapter: int | None = None  # the round whose diary is read; None: the last
        self.present: int | None = None  # hot seat: whose turn it is to look, once they said so
        self.deadline: float | None = None
        self.pauses, self.campaign, self.ahead = Pauses(self), Campaign(self), Ahead(self)
        self._clock, self._pause = clock, pause
        self._crew_call: asyncio.TimerHandle | None = None
        self._rng = random.Random(secrets.randbits(64))
        if store is None:  # where games are kept, the log is too
            keep_log()
        self.keeper = Keeper(game_id, self.lang, store)
        self.table = Table(game_id, style(game_id), self._receive)
        if record is not None:
            self.take(Session.from_record(record))
        elif level or players or variants or seed is not None:
            setting = newgame.Setting(
                level or self.game.levels[0],
                tuple(players) or self.setting.players,
                tuple(variants),
                "" if seed is None else str(seed),
            )
            self.take(newgame.begin(self.game, setting))
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

    def paint(self, *, chosen: bool = False) -> None:
        """Draw everything anew; one message to the page, or none where nothing changed.

        `chosen`: nothing has changed since but what is half chosen, so that a page made ahead may serve.
        """
        if not chosen:
            self.ahead.forget()
        html, scene = self.ahead.page()
        more: dict[str, Any] = {}
        if self.session is not None and self.greeted:
            title = f"{scene['title']} · {scene['level']}"
            more = {
                "token": self.keeper.token,
                "last": {"game": self.game.id, "lang": self.lang, "title": title, "line": scene["line"]},
            }
        left = self.seconds_left()
        if left is not None and self.look is None:
            more["seconds"] = round(left, 1)
        self.table.show(html, **more)
        self.ahead.think()

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
        if self.pauses.stepped is not None:
            return self.pauses.stepped
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
        if not waiting or self.present in waiting or self.pauses.stepped is not None:
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
            and (self.viewer is not None or self.pauses.waiting)
            and self.curtain is None
        )

    @property
    def can_undo(self) -> bool:
        """Whether the last move may be taken back by who looks."""
        if self.session is None or self.look is not None or self.viewer is None:
            return False
        return self.session.can_undo(self.viewer)

    @property
    def undo_barred(self) -> str:
        """Why the last move cannot be taken back, as a sentence; empty where it can."""
        session, t = self.session, words(self.game.id, self.lang)
        if self.can_undo:
            return ""
        if session is None or not session.moves:
            return t("board.undo-nothing")
        if self.look is not None:
            return t("board.undo-looking")
        if session.over:
            return t("board.undo-over")
        mover = session.mover(len(session.moves) - 1)
        if mover is not None and mover != self.viewer:
            return t("board.undo-other", who=t(f"seat.{mover}"))
        return t("board.undo-revealed")

    @property
    def can_resign(self) -> bool:
        """Whether there is a game to give up, and a move in this game that does it."""
        running = self.session is not None and not self.session.over and self.look is None
        return running and bool(self.persons) and hasattr(self.module, "resign")

    def seconds_left(self) -> float | None:
        """What the stopwatch still gives, or None where it does not run."""
        if self.deadline is None or self.session is None or self.session.over or self.session.briefing is not None:
            return None
        return max(0.0, self.deadline - self._clock())

    @property
    def offered_toggles(self) -> tuple[str, ...]:
        """The ways of showing things that can be switched on and off; a game that has some names them."""
        return getattr(self.module, "TOGGLES", ())

    # Messages

    def _receive(self, message: Mapping[str, Any]) -> bool:
        """One message of the page: checked, done, painted. Returns whether a file was sent. Errors that are no mistakes raise."""
        what = message["do"]
        command = COMMANDS.get(what)
        if command is None:
            raise BadMessage(f"unknown: {what!r}")
        if what not in ANY_PAGE and message.get("rev") != self.table.rev:
            raise StaleMessage(f"{what}, page {message.get('rev')} instead of {self.table.rev}")
        if self._time_is_up():
            self.paint()
            return False
        if what != "hello":
            self.said = ""
        before = self._position
        try:
            file_sent = bool(command(self, message))
        except (ValueError, KeyError, TypeError, AttributeError, KitError) as error:  # what a garbled message runs into
            raise BadMessage(f"{what}: {error!r}") from error
        if what not in UNSEEN:
            self.paint(chosen=what == "choose" and before == self._position)
        if what == "hello":
            self._soon(spare_collector)
        self._go_on()
        return file_sent

    @property
    def _position(self) -> tuple[int, int]:
        """What stays the same while a person only chooses."""
        return id(self.session), 0 if self.session is None else len(self.session.moves)

    # The course of the game

    def take(self, session: Session, home: Session | None = None) -> None:
        """Put a session on the board."""
        self.session, self.home = session, home
        self.look = self.sheet = self.present = self.refused = self.deadline = self.turning = self.chapter = None
        self.choice, self.plan, self.broken, self.pasted, self.said = {}, "", "", "", ""
        if session.briefing is None or not self.persons:
            session.brief_done()
            self.start_clock()
        if not session.study:
            self.setting = newgame.setting_of(session, session.players)
        self.pauses.begin()

    def moved(self, keep_present: bool = False) -> None:
        """After a move: the next one chooses anew, behind the curtain if need be."""
        session = self.session
        assert session is not None
        self.choice, self.refused, self.sheet, self.chapter = {}, None, None, None
        self.pauses.stepped = None
        self.pauses.speak()
        self.campaign.ended()
        if session.over and not session.study and hasattr(self.module, "ended"):
            self.module.ended(session)
        if not keep_present and self.present not in self.deciders:  # who has to go on choosing stays at the screen
            self.present = None
        if session.briefing is not None and (session.study or not self.persons):
            session.brief_done()  # nobody has anything to agree on
        if session.briefing is not None or session.over:
            self.deadline = None
        self.keep()

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

    @staticmethod
    def _soon(call: Callable[[], None]) -> None:
        """After the page has been answered; at once where no loop runs."""
        try:
            asyncio.get_running_loop().call_later(PAUSE, call)
        except RuntimeError:
            call()

    def _wake(self) -> None:
        if self._time_is_up():
            self.paint()
            self._go_on()

    def _crew_seat(self) -> int | None:
        session = self.session
        if session is None or session.over or session.briefing is not None or self.look is not None or self.pauses.waiting:
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
            choice, present, sheet = self.choice, self.present, self.sheet
            self.moved(keep_present=True)
            if self.session.briefing is None and not self.session.over:
                self.choice, self.present, self.sheet = choice, present, sheet
        self.paint()
        if self._pause:
            self._go_on()

    def start_clock(self) -> None:
        """The stopwatch runs from now on, where the game is played with one."""
        if self.module.STOPWATCH is None:
            return
        variant, seconds, _ = self.module.STOPWATCH
        running = self.session is not None and variant in self.session.variants and not self.session.study
        self.deadline = self._clock() + seconds if running else None

    def _time_is_up(self) -> bool:
        """Ends the round where the minute is over: the kernel's clock decides, whatever the page says."""
        if self.session is None or self.seconds_left() != 0:
            return False
        self.session.play(self.module.STOPWATCH[2])
        self.said = words(self.game.id, self.lang)("board.time-up")
        self.deadline = None
        self.moved()
        return True

    # Looking back

    @property
    def lookback(self) -> Any:
        """The game's module for diary and turning point, or None where it has none."""
        return game_module(self.game.id, "lookback")

    def find_turning(self) -> None:
        """Work the turning point out in slices, so that the table answers meanwhile."""
        session = self.session
        assert session is not None
        self.turning, found, waiting = "busy", [], self.lookback.estimates(session)

        def go_on() -> None:
            until = time.monotonic() + SLICE
            for estimate in waiting:
                found.append(estimate)
                if self._pause and time.monotonic() > until:
                    asyncio.get_running_loop().call_later(0.01, go_on)
                    return
            if self.session is session and self.turning == "busy":
                self.turning = self.lookback.turning_point(session, found) or False
                self.paint()

        if self._pause:
            asyncio.get_running_loop().call_later(0.01, go_on)
        else:
            go_on()

    # Keeping

    def keep(self) -> None:
        """Keep the game in the store, as it stands."""
        if self.session is not None:
            extra = {"plan": self.plan, "hints": self.hints, "lens": self.lens is not None, "deadline": self.deadline}
            extra["toggles"] = sorted(self.toggles)
            self.keeper.keep(self.lang, self.session, self.home, extra | self.campaign.kept())

    def adopt(self, token: str) -> None:
        """Take up the game that the browser's token names, if there is one."""
        found = self.keeper.find(self.lang, token)
        if found is None:
            return
        session, home, extra = found
        self.take(session, home)
        self.plan, self.hints = str(extra.get("plan", "")), int(extra.get("hints", DEFAULT_HINTS))
        self.lens = set() if extra.get("lens") else None
        self.toggles = {toggle for toggle in extra.get("toggles", ()) if toggle in self.offered_toggles}
        self.campaign.take_up(extra)
        self.deadline = extra.get("deadline") if session.briefing is None else None
