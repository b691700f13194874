"""The lab notebook's page: choose a setting or two, let crews play many games, watch rate and interval grow, stop, keep, export.

It is the board's `Table` with another page in it. The games run in worker processes (`kit.lab.batches.Runner` in a thread of this
kernel), so that the kernel itself never loads numba; while they run, the page is drawn anew a few times a second.

    from kit.teach.lab import lab
    lab("landeanflug")
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import threading
from collections.abc import Mapping
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, Template

from kit.board.render import environment
from kit.board.table import BadMessage, Table
from kit.core.errors import KitError
from kit.core.registry import games, get_game
from kit.lab.batches import Batch, Runner, default_jobs
from kit.locale import language, level_name, text
from kit.teach.lab_choice import (
    MOST_GAMES,
    MOST_SEED,
    SIDES,
    Choice,
    LabWords,
    as_csv,
    compared,
    comparisons,
    figure_for,
    is_duel,
    whole_number,
)

log = logging.getLogger("kit.teach")

_HERE = Path(__file__).parent
BEAT = 0.4  # seconds between two looks at a running batch
START_GAMES = "1000"
OWN = "own"  # a comparison whose two sides are chosen freely


@cache
def _style() -> str:
    css = (_HERE.parent / "board" / "table.css").read_text("utf-8") + (_HERE / "lab.css").read_text("utf-8")
    return re.sub(r"\n\s*", "\n", re.sub(r"/\*.*?\*/", "", css, flags=re.S)).strip()


@cache
def _template() -> Template:
    return environment(FileSystemLoader([_HERE])).get_template("lab.html")


class LabPage:
    """The lab, to be displayed in a notebook.

    `game`: the game's id it opens with (OptionError for an unknown one). `executor`: who plays the pieces (None: a pool of worker
    processes for each batch). `background`: False plays within the call that asks for it, as tests want it.
    """

    def __init__(
        self, game: str = "landeanflug", *, lang: str | None = None, executor: Executor | None = None, background: bool = True
    ) -> None:
        self.say = LabWords(lang or language())
        self.game = get_game(game).id
        self.choices = [Choice.first(game)]
        self.comparing = ""
        self.games, self.seed = START_GAMES, "1"
        self.batches: list[Batch] = []
        self.refused = self.failed = ""
        self._executor, self._background = executor, background
        self._runners: list[Runner] = []
        self._worker: threading.Thread | None = None
        self.busy = False
        self.table = Table("lab", _style(), self._receive)
        self.paint()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.table._repr_mimebundle_(**kwargs)

    def __repr__(self) -> str:
        return f"LabPage({self.game!r})"

    # What the page shows

    def paint(self) -> None:
        """Draw the page anew; one message, or none where nothing changed."""
        self.table.show(_template().render(page=self, say=self.say, lang=self.say.lang, t=self._text, **self._context()))

    def _text(self, key: str) -> str:
        return text(key, self.say.lang)

    def _context(self) -> dict[str, Any]:
        say, game = self.say, get_game(self.game)
        return {
            "served": os.environ.get("SERVER_SOFTWARE", "").startswith("voila"),
            "games": [(each.id, say.of(each.id, "name")) for each in games()],
            "level_label": say.of(game.id, "board.level"),
            "levels": [(name, level_name(game.id, name, say.lang)) for name in game.levels],
            "seats": [str(n) for n in game.seats],
            "variants": [(name, say.of(game.id, f"variant.{name}")) for name in game.variants],
            "crews": [(name, say.of(game.id, f"crew.{name}")) for name in game.crews],
            "duel": is_duel(game.id),
            "comparisons": [(key, self._comparison(key)) for key in comparisons(game.id)],
            "sides": list(zip(SIDES, self.choices, strict=False)),
            "status": self.status,
            "wanted": sum(batch.games for batch in self.batches),
            "played": sum(batch.played for batch in self.batches),
            "results": [self._result(side, batch) for side, batch in zip(SIDES, self.batches, strict=False)],
            "gap": say.difference(*self.batches) if len(self.batches) == len(SIDES) else "",
            "most_games": MOST_GAMES,
            "most_seed": MOST_SEED,
        }

    def _comparison(self, key: str) -> str:
        kind, _, name = key.partition(":")
        if kind == "variant":
            return self.say("compare.variant", name=self.say.of(self.game, f"variant.{name}"))
        crews = get_game(self.game).crews
        return self.say(
            "compare.crew", **{side: self.say.of(self.game, f"crew.{crews[at]}") for side, at in (("a", 0), ("b", -1))}
        )

    def _result(self, side: str, batch: Batch) -> dict[str, Any]:
        """One batch for the template: sentences, places in percent, endings with their share."""
        say, (low, high), played = self.say, batch.interval(), max(1, batch.played)
        missing = sum(last - first + 1 for first, last in batch.missing)
        return {
            "side": side,
            "name": f"{say.of(batch.setting.game, 'name')}: {say.setting(batch.setting)}",
            "played": batch.played,
            "rate": say.percent(batch.rate),
            "told": say.rate(batch),
            "published": say.published(batch),
            "mark": None if (figure := figure_for(batch.setting)) is None else 100 * figure,
            "at": 100 * batch.rate,
            "low": 100 * low,
            "high": 100 * high,
            "stopped": say("stopped", n=batch.played, games=batch.games) if batch.stopped else "",
            "missing": say("missing", n=missing) if missing else "",
            "endings": [
                {
                    "name": say.ending(batch.setting.game, name),
                    "n": count,
                    "width": 100 * count / played,
                    "share": say.percent(count / played),
                }
                for name, count in batch.endings.most_common()
            ],
        }

    @property
    def status(self) -> str:
        """What is going on, in a sentence."""
        played, wanted = sum(batch.played for batch in self.batches), sum(batch.games for batch in self.batches)
        if self.busy:
            if self._stopping:
                return self.say("status.stopping")
            return self.say("status.running", n=played, games=wanted) if played else self.say("status.warming")
        if self.failed:
            return self.failed
        if not self.batches:
            return self.say("status.begin")
        return self.say("status.stopped" if any(batch.stopped for batch in self.batches) else "status.done", n=played)

    @property
    def _stopping(self) -> bool:
        return self.busy and self._asked_to_stop

    _asked_to_stop = False

    # What the page asks for

    def _receive(self, message: Mapping[str, Any]) -> bool:
        what, _, rest = str(message["do"]).partition(":")
        do = getattr(self, f"_do_{what}", None)
        if do is None:
            raise BadMessage(f"unknown: {what!r}")
        try:
            file_sent = bool(do(rest, str(message.get("value", ""))))
        except KitError as error:
            self.refused, file_sent = text("lab.refused", self.say.lang, why=str(error)), False
        except (KeyError, ValueError) as error:  # what garbled messages run into
            raise BadMessage(f"{what}: {error!r}") from error
        self.paint()
        return file_sent

    def _do_hello(self, _rest: str, _value: str) -> None:
        """The page is there; the lab keeps nothing in the browser."""

    _do_escape = _do_hello

    def _idle(self) -> None:
        if self.busy:
            raise ValueError("a batch is running")
        self.refused = ""

    def _do_game(self, _rest: str, value: str) -> None:
        """`value`: another game's id; its own choices begin anew."""
        self._idle()
        self.game = get_game(value).id
        self.choices, self.comparing = [Choice.first(self.game)], ""

    def _do_compare(self, _rest: str, value: str) -> None:
        """`value`: a key of `comparisons`, `own` for two free settings, empty for one setting alone."""
        self._idle()
        if not value:
            self.choices = self.choices[:1]
        elif value == OWN:
            self.choices = [self.choices[0], self.choices[-1]]
        else:
            self.choices = list(compared(self.game, self.choices[0], value))
        self.comparing = value

    def _do_set(self, rest: str, value: str) -> None:
        """`do` is `set:A:level` and the like: one field of one side."""
        self._idle()
        side, _, field = rest.partition(":")
        at = SIDES.index(side)
        if at >= len(self.choices):
            raise ValueError(f"no side {side}")
        changed = self.choices[at].with_field(field, value)
        changed.setting(self.game)
        self.choices[at] = changed

    def _do_games(self, _rest: str, value: str) -> None:
        self._idle()
        self.games = value[:20]

    def _do_seed(self, _rest: str, value: str) -> None:
        self._idle()
        self.seed = value[:20]

    def _do_run(self, _rest: str, _value: str) -> None:
        """Play the chosen settings, two of them side by side."""
        self._idle()
        self.start()

    def _do_stop(self, _rest: str, _value: str) -> None:
        """Finish what is under way and keep it; the page may be one that does not know yet that all is done."""
        self.stop()

    def _do_export(self, _rest: str, _value: str) -> bool:
        if not any(batch.played for batch in self.batches):
            raise ValueError("nothing was played")
        self.table.save_file(f"kartenlabor-{self.batches[0].setting.game}.csv", as_csv(self.batches))
        return True

    # Running

    def start(self) -> None:
        """Check what was typed and begin; KitError with a sentence for what is wrong."""
        count = whole_number(self.games, self.say("games"), MOST_GAMES)
        seed = whole_number(self.seed, self.say("seed"), MOST_SEED, 0)
        settings = [choice.setting(self.game) for choice in self.choices]
        jobs = max(1, default_jobs() // len(settings))
        self._runners = [
            Runner(setting, count, seed, executor=self._executor, jobs=jobs, progress=self._progress) for setting in settings
        ]
        self.batches = [runner.batch for runner in self._runners]
        self.failed, self.busy, self._asked_to_stop = "", True, False
        if not self._background:
            self._play()
            return
        self._worker = threading.Thread(target=self._play, daemon=True, name="kit-lab")
        self._worker.start()
        self._later()

    def stop(self) -> None:
        """End after the pieces under way; what was played stays, with its interval."""
        self._asked_to_stop = True
        for runner in self._runners:
            runner.stop()

    def _progress(self, _batch: Batch) -> None:
        """Asked by a runner after each look; the page looks by itself, in its own thread."""

    def _play(self) -> None:
        """All batches, in the worker thread: side by side, so that Stop finds games in each (within a call one by one)."""
        try:
            with ThreadPoolExecutor(len(self._runners) if self._background else 1) as threads:
                for played in as_completed([threads.submit(runner.run) for runner in self._runners]):
                    if played.exception():  # the other need not go on
                        self.stop()
                    played.result()
        except KitError as error:
            self.failed = text("lab.refused", self.say.lang, why=str(error))
        except Exception:
            log.exception("a batch failed")
            self.failed = self.say("status.failed")
        finally:
            self._runners, self.busy = [], False

    def _later(self) -> None:
        try:
            asyncio.get_running_loop().call_later(BEAT, self._look)
        except RuntimeError:  # no loop, as in a plain script: the caller paints
            return

    def _look(self) -> None:
        busy = self.busy  # before painting, so that the last picture shows the end
        self.paint()
        if busy:
            self._later()


def lab(game: str = "landeanflug", **options: Any) -> LabPage:
    """The lab's page, to be displayed in a notebook; see `LabPage`."""
    return LabPage(game, **options)
