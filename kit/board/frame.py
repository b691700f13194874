"""What stands around a board, as plain data for `frame.html`: bar, replay, verdict, briefing, sheets, curtain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from kit.board import newgame
from kit.board.commands import HINT_LEVELS
from kit.board.render import board as board_html
from kit.board.render import render, words
from kit.core.sessions import PERSON
from kit.locale import LANGUAGES, text

if TYPE_CHECKING:
    from kit.board.gameboard import GameBoard

NAMES = {"de": "Deutsch", "en": "English"}


def page(board: GameBoard) -> tuple[str, dict[str, Any]]:
    """The board's whole HTML, and its scene. It is made from the viewer's `View`, so it can hold nothing else."""
    t = words(board.game.id, board.lang)
    scene = _scene(board)
    live = board.acting
    f = _frame(board, scene, t)
    body = board_html(board.game.id, scene, board.lang, live=live)
    return render("frame.html", board.game.id, board.lang, s=scene, f=f, body=body), scene


def _scene(board: GameBoard) -> dict[str, Any]:
    session = board.session
    if session is None:  # behind the first dialog lies a fresh table
        fresh = board.game.view(board.game.start(level=board.setting.level, seats=len(board.setting.players)), None)
        made: dict[str, Any] = board.module.scene(fresh, lang=board.lang, covered=True, players=board.setting.players)
        return made
    seen = session.view(board.viewer, board.look)
    looking = board.look is not None
    more: dict[str, Any] = {"toggles": frozenset(board.toggles)} if board.offered_toggles else {}
    if board.pauses.there:
        more["pause"] = board.pauses.facts() if not looking else {}
    if hasattr(board.module, "past"):
        more["past"] = board.module.past(session, board.viewer, board.look, board.lang)
    made = board.module.scene(
        seen,
        lang=board.lang,
        choice={} if looking else board.choice,
        players=session.players,
        hints=board.hints,
        lens=None if looking else board.lens,
        covered=not looking and not session.over and (session.briefing is not None or board.curtain is not None),
        refused=None if looking else board.refused,
        **more,
    )
    return made


def _frame(board: GameBoard, scene: dict[str, Any], t: Any) -> dict[str, Any]:
    session, lang, curtain = board.session, board.lang, _curtain(board, t)
    status, tone, more = scene["status"], scene["tone"], ""
    if session is None:
        status, tone = t("board.to-start") if board.greeted else t("board.setting"), ""
    elif board.look is not None:
        key = "board.looking-over" if session.over else "board.looking"
        status, tone = Markup(t(key, step=board.look, last=len(session.moves))), "wait"
    elif board.said:
        status, tone = board.said, ""
    elif curtain is not None:
        status, tone = Markup("<b>{}.</b> {}").format(curtain["title"], curtain["text"]), "wait"
    else:
        more = scene.get("more") or ""
    step = 0 if session is None else (len(session.moves) if board.look is None else board.look)
    f: dict[str, Any] = {
        "status": status,
        "tone": tone,
        "more": more,
        "spoken": Markup(status).striptags(),
        "hints": board.hints,
        "hint_levels": [(n, t(f"board.hint-{n}"), t(f"board.hint-{n}-about")) for n in HINT_LEVELS],
        "lens_on": board.lens is not None,
        "toggles": [(x, t(f"toggle.{x}"), t(f"toggle-about.{x}"), x in board.toggles) for x in board.offered_toggles],
        "study": bool(session and session.study),
        "home": board.home is not None,
        "seconds": board.seconds_left() if board.look is None else None,
        "undo_barred": board.undo_barred,
        "notice": board.keeper.notice,
        "certain": scene.get("certain") or "",
        "started": session is not None,
        "has_diary": _diary(board) is not None,
        "turning": _turning(board, t),
        "moves": bool(session and session.moves),
        "step": step,
        "replay": _replay(board, t) if board.look is not None else None,
        "verdict": None,
        "last_choice": None,
        "brief": None,
        "curtain": curtain if board.sheet is None else None,
        "sheet": board.sheet if board.greeted else None,
        "broken": board.broken,
        "pasted": board.pasted,
        "languages": [(code, NAMES[code]) for code in LANGUAGES],
        "can_resign": board.can_resign,
        "campaign": board.campaign.frame(),
    }
    if session is not None and board.look is None:
        seen = session.view(board.viewer)
        if session.over:
            f["verdict"], f["last_choice"] = board.module.ending(seen, lang), last_choice(board)
            if hasattr(board.module, "review"):
                f["verdict"]["rows"] += board.module.review(session, lang)
        elif session.briefing is not None:
            f["brief"] = board.module.briefing(seen, lang) | {"plan": board.plan}
            if session.moves:  # the round's last card, which nobody has seen lying
                last = t("board.last-card", what=_told(board, len(session.moves)))
                f["brief"]["lines"] = [last, *f["brief"]["lines"]]
    if board.sheet == "diary":
        f["diary"] = _diary(board, whole=True) or {"title": t("board.diary"), "parts": [], "chapters": []}
    elif board.sheet == "new":
        f["new"] = newgame.offer(board.game, board.setting, lang)
    elif board.sheet == "log":
        f["log"] = log(board)
    elif board.sheet == "rules":
        f["rules"] = [
            {"title": t(f"sheet.{x}"), "text": t(f"sheet.{x}-text"), "rule": t(f"sheet.{x}-rule")} for x in board.module.SHEET
        ]
    return f


def _curtain(board: GameBoard, t: Any) -> dict[str, Any] | None:
    """Whom the curtain waits for, and what it says."""
    if board.curtain is None:
        return None
    who = text(f"seat.{board.curtain}", board.lang, game=board.game.id)
    others = [(seat, t("board.word", who=t(f"seat.{seat}"))) for seat in board.pauses.speakers if seat != board.curtain]
    return {"title": t("board.here-title", who=who), "text": t("board.here-text"), "button": t("board.here"), "others": others}


def _diary(board: GameBoard, *, whole: bool = False) -> Any:
    """What the crews wrote after the round played last; without `whole` only whether there is something, which is quick."""
    session = board.session
    if session is None or board.look is not None or board.lookback is None:
        return None
    if session.briefing is None and not session.over and not getattr(board.lookback, "IN_PLAY", False):
        return None
    crews = [seat for seat, who in enumerate(session.players) if who not in (PERSON, "random")]
    if whole:
        return board.lookback.diary(session, crews, board.lang, board.chapter)
    return True if crews and board.lookback.finished_round(session) > 0 else None


def _turning(board: GameBoard, t: Any) -> dict[str, Any] | None:
    """The turning point of a game that is over: to be asked for, being looked for, or found."""
    session, found = board.session, board.turning
    if session is None or not session.over or not hasattr(board.lookback, "turning_point") or not board.persons:
        return None
    if not getattr(board.lookback, "can_turn", lambda _: True)(session):
        return None
    if found is None:
        return {"ask": True, "text": "", "step": None}
    if found == "busy" or found is False:
        return {"ask": False, "text": t("board.turning-busy" if found else "board.turning-none"), "step": None}
    return {"ask": False, "text": found.sentence(board.lang), "step": found.step}


def last_choice(board: GameBoard) -> int | None:
    """The step before the last move that a person made: where a what-if is worth most."""
    session = board.session
    assert session is not None
    for step in range(len(session.moves) - 1, -1, -1):
        seat = session.mover(step)
        if seat is not None and session.players[seat] == "person":
            return step
    return None


def _replay(board: GameBoard, t: Any) -> dict[str, Any]:
    session, step = board.session, board.look
    assert session is not None and step is not None
    label = _told(board, step) if step else t("board.beginning")
    return {"step": step, "last": len(session.moves), "label": label, "can_branch": session.over or session.study}


def _told(board: GameBoard, step: int) -> str:
    """The move that leads to `step` in words; a game whose moves say too little by themselves tells it from the states."""
    session = board.session
    assert session is not None
    move = session.moves[step - 1]
    if hasattr(board.module, "tell"):
        told: str = board.module.tell(session.states[step - 1], move, session.states[step], board.lang)
        return told
    described: str = board.module.describe(move, board.lang)
    return described


def _begins(board: GameBoard, step: int) -> bool:
    """Whether a new part of the log begins at `step`, for games without briefings."""
    session = board.session
    assert session is not None
    return hasattr(board.module, "begins") and bool(board.module.begins(session.states[step - 1], session.states[step]))


def log(board: GameBoard) -> list[dict[str, Any]]:
    """The game's lines: a heading a round, what was said, and each move with the step it leads to."""
    session, lang = board.session, board.lang
    if session is None:
        return []
    lines: list[dict[str, Any]] = []
    for step, state in enumerate(session.states):
        if step:
            lines.append({"step": step, "text": _told(board, step)})
        if board.game.briefing(state) is not None or not step or _begins(board, step):
            lines.append({"heading": board.module.heading(board.game.view(state, None), lang)})
        for at, seat, said in session.notes:
            if at == step:
                lines.append({"note": said, "who": text(f"seat.{seat}", lang, game=board.game.id)})
    return lines
