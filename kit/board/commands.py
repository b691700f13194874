"""What the page may ask of a board: one function for each `do`. Nothing it sends is believed.

A command takes the board and the message; ValueError, KeyError, TypeError, AttributeError or KitError mean that the message was
garbled or came too late, and nothing has changed then. It returns True where it has sent the page a file.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from kit.board import newgame
from kit.board.campaigns import MAX_CSV
from kit.board.render import words
from kit.core.errors import KitError, RecordError, RuleError
from kit.core.sessions import PERSON, Session
from kit.locale import LANGUAGES

if TYPE_CHECKING:
    from kit.board.gameboard import GameBoard

Command = Callable[["GameBoard", Mapping[str, Any]], bool | None]
COMMANDS: dict[str, Command] = {}
ANY_PAGE: set[str] = set()  # those that change no game: they may come from a page shown a moment ago
UNSEEN: set[str] = set()  # those after which the page stays as it is, so that what is sent right behind them is not stale
SHEETS = ("menu", "rules", "log", "new", "load", "resign", "hints", "diary", "why", "logbook")
MAX_TYPED = 60  # characters of what is typed into a choice
HINT_LEVELS = range(5)
DEFAULT_HINTS = 2  # what is legal and what is known


def _command(name: str, *, any_page: bool = False, paints: bool = True) -> Callable[[Command], Command]:
    def register(function: Command) -> Command:
        COMMANDS[name] = function
        if any_page:
            ANY_PAGE.add(name)
        if not paints:
            UNSEEN.add(name)
        return function

    return register


@_command("hello", any_page=True)
def hello(board: GameBoard, message: Mapping[str, Any]) -> None:
    """The page is there; it may know the token of a game to be taken up."""
    token = message.get("token")
    board.greeted = True
    if board.session is None and isinstance(token, str) and 16 <= len(token) <= 64:
        board.adopt(token)


@_command("choose")
def choose(board: GameBoard, message: Mapping[str, Any]) -> None:
    """`path`: one step of a choice, or the move that completes it; a rule it breaks is shown, and nothing changes."""
    if not board.acting:
        raise ValueError("nothing can be chosen now")
    _take(board, message["path"])


@_command("enter")
def enter(board: GameBoard, message: Mapping[str, Any]) -> None:
    """`fields.path` with `fields.value`: a step of a choice whose last part was typed."""
    if not board.acting:
        raise ValueError("nothing can be chosen now")
    _take(board, f"{message['fields']['path']}/{str(message['fields']['value'])[:MAX_TYPED]}")


def _take(board: GameBoard, path: str) -> None:
    """One step of a choice."""
    assert board.session is not None
    seen = board.session.view(board.viewer)
    choice, move = board.module.choose(seen, board.choice, path)
    board.refused = None
    own = (None, seen.seat)
    if move is not None and board.game.seat_of is not None and board.game.mover(board.session.state, move) not in own:
        raise ValueError("another seat's move")
    if move is None:
        if path.startswith("place/") and not choice:
            board.said = words(board.game.id, board.lang)("board.choose-first")
        board.choice = choice
        return
    try:
        board.session.play(move)
    except RuleError as error:
        board.refused, board.choice = error, choice
        return
    board.moved()


@_command("draw")
def draw(board: GameBoard, message: Mapping[str, Any]) -> None:
    """The briefing ends with `fields.plan`: cards are drawn, silence begins (and the stopwatch)."""
    if board.session is None or board.session.briefing is None:
        raise ValueError("no briefing")
    fields = message.get("fields") or {}
    plan = str(fields.get("plan", board.plan))
    if board.persons:
        board.session.say(board.persons[0], plan)
    board.plan, board.present = "", None
    board.session.brief_done()
    board.start_clock()
    board.keep()


@_command("plan", any_page=True, paints=False)
def plan(board: GameBoard, message: Mapping[str, Any]) -> None:
    """`value`: the plan as it is being written, so that a reload does not lose it."""
    if board.session is None or board.session.briefing is None:
        raise ValueError("no briefing")
    board.plan = str(message["value"])[:200]
    board.keep()


@_command("here")
def here(board: GameBoard, _message: Mapping[str, Any]) -> None:
    """Hot seat: the person whom the curtain waits for has come."""
    if board.curtain is None:
        raise ValueError("no curtain")
    board.present, board.choice = board.curtain, {}


@_command("go")
def go(board: GameBoard, _message: Mapping[str, Any]) -> None:
    """The crews that wait for a person's word need wait no longer."""
    board.pauses.go()
    board.choice, board.refused = {}, None
    board.keep()


@_command("hold")
def hold(board: GameBoard, _message: Mapping[str, Any]) -> None:
    """The crews are to wait at the next pause, or not after all."""
    if not board.acting or not board.pauses.there:
        raise ValueError("nothing to wait for")
    board.pauses.asked = not board.pauses.asked


@_command("word")
def word(board: GameBoard, message: Mapping[str, Any]) -> None:
    """`value`: the person who comes forward to say something out of turn; empty: goes back."""
    value = message.get("value")
    board.pauses.step_forward(int(value) if value else None)
    board.choice, board.refused = {}, None


@_command("new")
def new(board: GameBoard, message: Mapping[str, Any]) -> None:
    """`fields`: a new game; what is wrong with them is said in the dialog."""
    try:
        setting, team = board.campaign.setting(newgame.read(board.game, message["fields"]), message["fields"])
        session = newgame.begin(board.game, setting)
    except KitError as error:
        board.broken, board.sheet = error.sentence(board.lang), "new"
        return
    board.take(session)
    board.setting = setting
    board.campaign.begin(team)
    board.hints = min(board.hints, DEFAULT_HINTS)  # odds and advice are asked for anew in each game
    board.keep()


@_command("again")
def again(board: GameBoard, _message: Mapping[str, Any]) -> None:
    """The game that follows this one: the next level, or the same with other cards; the same people play."""
    setting, team = board.campaign.again()
    board.take(newgame.begin(board.game, setting))
    board.campaign.begin(team)
    board.keep()


@_command("logbook-save", any_page=True)
def logbook_save(board: GameBoard, _message: Mapping[str, Any]) -> bool:
    """Give the page the logbook as a file, or say why there is none."""
    try:
        file = board.campaign.module.save(board.lang)
    except KitError as error:
        board.sheet, board.campaign.broken = "logbook", error.sentence(board.lang)
        return False
    board.table.save_file(*file)
    return True


@_command("logbook-load", any_page=True)
def logbook_load(board: GameBoard, message: Mapping[str, Any]) -> None:
    """`text` of a file: added to the logbook, or what is wrong with it is said."""
    campaign, text = board.campaign, message.get("text")
    board.sheet, campaign.broken, campaign.told = "logbook", "", ""
    if not isinstance(text, str) or len(text) > MAX_CSV:
        campaign.broken = campaign.module.sheet(board.lang)["too-large"]
        return
    try:
        campaign.told = campaign.module.load(text, board.lang)
    except KitError as error:
        campaign.broken = error.sentence(board.lang)


@_command("undo")
def undo(board: GameBoard, _message: Mapping[str, Any]) -> None:
    """Take the last move back, in study the crews' answers to it too; where that is barred, say why."""
    board.said = board.undo_barred
    if board.said:
        return
    assert board.viewer is not None and board.session is not None
    session, seat = board.session, board.viewer
    while True:
        mover = session.mover(len(session.moves) - 1) if session.moves else None
        session.undo(seat)
        # in study the crews' answers go too, back to the last thing a person did
        if not session.study or not session.moves or mover is None or session.players[mover] == PERSON:
            break
    board.moved(keep_present=True)


@_command("resign")
def resign(board: GameBoard, _message: Mapping[str, Any]) -> None:
    """Give the game up."""
    if not board.can_resign or board.session is None:
        raise ValueError("nothing to resign")
    seat = board.viewer if board.viewer is not None else board.persons[0]
    board.session.play(board.module.resign(seat))
    board.moved()


@_command("hints", any_page=True)
def hints(board: GameBoard, message: Mapping[str, Any]) -> None:
    """`value`: the level of hints, 0 off, 1 what is legal, 2 what is known, 3 odds, 4 advice."""
    level = int(message["value"])
    if level not in HINT_LEVELS:
        raise ValueError("unknown level of hints")
    board.hints, board.sheet = level, None if board.session else board.sheet
    board.keep()


@_command("escape")
def escape(board: GameBoard, _message: Mapping[str, Any]) -> None:
    """The Escape key: close the lens where it is open, else take the half-made choice back."""
    if board.lens is not None:
        board.lens = None
        board.keep()
    elif board.acting:
        _take(board, "cancel")


@_command("lens", any_page=True)
def lens(board: GameBoard, message: Mapping[str, Any]) -> None:
    """Open or close the lens; with a `value`, put it into the set that is asked for, or take it out."""
    value = message.get("value")
    if value is None:
        board.lens = set() if board.lens is None else None
        board.keep()
    elif board.lens is not None and isinstance(value, str) and 0 < len(value) < 4:
        board.lens ^= {value}


@_command("toggle", any_page=True)
def toggle(board: GameBoard, message: Mapping[str, Any]) -> None:
    """`value`: a way of showing things that the game offers, on or off."""
    if message["value"] not in board.offered_toggles:
        raise ValueError("unknown toggle")
    board.toggles ^= {message["value"]}
    board.keep()


@_command("lang", any_page=True)
def lang(board: GameBoard, message: Mapping[str, Any]) -> None:
    """`value`: the language, from here on."""
    if message["value"] not in LANGUAGES:
        raise ValueError("unknown language")
    board.lang, board.sheet = message["value"], None if board.session else board.sheet


@_command("dismiss", any_page=True)
def dismiss(board: GameBoard, message: Mapping[str, Any]) -> None:
    """The notice was read; `value` is `logbook` for the one in the dialog or in the logbook's sheet."""
    campaign = board.campaign
    if message.get("value") == "logbook":
        campaign.read(campaign.module.notice(board.lang))
    else:
        campaign.read(board.keeper.notice)
        board.keeper.notice = ""


@_command("sheet", any_page=True)
def sheet(board: GameBoard, message: Mapping[str, Any]) -> None:
    """`value`: open a sheet over the board."""
    if message["value"] not in SHEETS:
        raise ValueError("unknown sheet")
    board.sheet, board.broken, board.chapter = message["value"], "", None
    board.campaign.broken = board.campaign.told = ""


@_command("close", any_page=True)
def close(board: GameBoard, _message: Mapping[str, Any]) -> None:
    """Close the sheet; the first dialog stays, as there is nothing behind it."""
    board.sheet, board.broken = None if board.session else "new", ""


@_command("tick", any_page=True)
def tick(board: GameBoard, _message: Mapping[str, Any]) -> None:
    """The page's stopwatch is at its end; `_receive` has asked the kernel's own already."""


@_command("step")
def step(board: GameBoard, message: Mapping[str, Any]) -> None:
    """`value`: look back at the position after so many moves."""
    if board.session is None:
        raise ValueError("no game")
    step = int(message["value"])
    if not 0 <= step <= len(board.session.moves):
        raise ValueError("no such step")
    board.look, board.sheet, board.choice, board.refused = step, None, {}, None


@_command("play-on")
def play_on(board: GameBoard, _message: Mapping[str, Any]) -> None:
    """Back from looking back."""
    board.look = None


@_command("branch")
def branch(board: GameBoard, message: Mapping[str, Any]) -> None:
    """`value`: a what-if from the position after so many moves; never out of a running game."""
    session = board.session
    if session is None or not (session.over or session.study):
        raise ValueError("what-if would open hidden cards of a running game")
    branch = session.branch(int(message["value"]))
    branch.brief_done()
    board.home = board.home or session
    board.take(branch, home=board.home)
    board.keep()


@_command("home")
def home(board: GameBoard, _message: Mapping[str, Any]) -> None:
    """Back from a what-if to the game itself."""
    if board.home is None:
        raise ValueError("this is the game itself")
    board.take(board.home)
    board.keep()


@_command("diary", any_page=True)
def diary(board: GameBoard, message: Mapping[str, Any]) -> None:
    """`value`: the chapter (a finished round) of the crews' diary to be read."""
    board.chapter, board.sheet = int(message["value"]), "diary"


@_command("turning", any_page=True)
def turning(board: GameBoard, _message: Mapping[str, Any]) -> None:
    """Look for the turning point of a game that is over."""
    if board.session is None or not board.session.over or not hasattr(board.lookback, "turning_point"):
        raise ValueError("no turning point to look for")
    if board.turning is None:
        board.find_turning()


@_command("save", any_page=True)
def save(board: GameBoard, _message: Mapping[str, Any]) -> bool:
    """Give the page the game as a file: in play what the viewer may know, after it everything."""
    if board.session is None:
        raise ValueError("no game")
    board.sheet = None
    board.table.save_file(f"{board.game.id}-{time.strftime('%Y-%m-%d-%H%M')}.txt", board.session.record(board.viewer))
    return True


@_command("load")
def load(board: GameBoard, message: Mapping[str, Any]) -> None:
    """`text` of the file `name`, or `fields.text`; a broken record keeps the game that is on the table and is told why."""
    t = words(board.game.id, board.lang)
    fields = message.get("fields")
    text = fields["text"] if isinstance(fields, dict) else message.get("text")
    name = t("board.pasted") if isinstance(fields, dict) else str(message.get("name", "record"))[:80]
    board.sheet, board.pasted, board.broken = "load", "", ""
    if not isinstance(text, str):
        board.broken = t("board.too-long")
        return
    try:
        session = Session.from_record(text, name)
    except RecordError as error:
        board.broken, board.pasted = error.report(board.lang), text[:20_000]
        return
    if session.game.id != board.game.id:
        board.broken, board.pasted = t("board.other-game", name=words(session.game.id, board.lang)("name")), text[:20_000]
        return
    if all(who == PERSON for who in session.players) and "players" not in text:
        session.players = board.setting.players
    board.take(session)
    board.campaign.begin("")
    board.keep()
