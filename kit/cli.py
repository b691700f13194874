"""The command line `kit`. Wrong options and broken files give a sentence and exit status 2, never a traceback."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from kit.core.errors import KitError, OptionError, RecordError
from kit.core.game import Game
from kit.core.records import Record, read_record
from kit.core.registry import games, get_game
from kit.core.values import to_json
from kit.locale import LANGUAGES, language, level_name, set_language, text

MAX_DEPTH = 12


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, 1 when interrupted, 2 for bad input."""
    try:
        options = _parser().parse_args(arguments)
        if options.lang:
            _set_language(options.lang)
        return int(options.run(options) or 0)
    except RecordError as error:
        print(error.report(), file=sys.stderr)
        return 2
    except KitError as error:
        print(f"kit: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 1
    except BrokenPipeError:  # the reader, `head` perhaps, has seen enough
        sys.stderr.close()
        return 0


def _set_language(lang: str) -> None:
    if lang not in LANGUAGES:
        raise OptionError("unknown-language", given=lang, valid=", ".join(LANGUAGES))
    set_language(lang)


def _parser() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--lang", help="de or en (default: the system's)")
    parser = argparse.ArgumentParser(prog="kit", description="Kartenlabor: card games as a laboratory for probability")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, run: Any, help: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help, parents=[shared])
        sub.set_defaults(run=run)
        return sub

    play = command("play", _play, "open the lobby, or one game, in the browser")
    play.add_argument("game", nargs="?", metavar="GAME")
    play.add_argument("--port", type=int, default=8866, help="the first port to try (default 8866)")
    play.add_argument("--no-browser", action="store_true", help="only print the address")
    play.add_argument("--room", action="store_true", help="let the other machines of the network in, and print what they type")

    lab = command("lab", _lab, "open JupyterLab on the notebooks")
    lab.add_argument("--port", type=int, default=None)
    lab.add_argument("--no-browser", action="store_true")

    listing = command("games", _games, "list the games with their seats, levels, variants and crews")
    listing.add_argument("--json", action="store_true")

    replay = command("replay", _replay, "show a game record step by step")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--json", action="store_true")

    simulate = command("simulate", _simulate, "let crews play many games and report how often they win")
    simulate.add_argument("game", metavar="GAME")
    simulate.add_argument("--level", "--mission", metavar="L", help="the level; in Orbit the mission")
    simulate.add_argument("--seats", type=int)
    simulate.add_argument("--variant", action="append", default=[], metavar="V")
    simulate.add_argument("--crew", default="house", metavar="C[,C2]")
    simulate.add_argument("--games", type=int, required=True, metavar="N")
    simulate.add_argument("--seed", type=int, default=0)
    simulate.add_argument("--jobs", type=int, default=None, help="workers (default: one a core)")
    simulate.add_argument("--json", action="store_true")

    perft = command("perft", _perft, "count the sequences of moves from a position")
    perft.add_argument("game", metavar="GAME")
    perft.add_argument("--level", "--mission", metavar="L", help="the level; in Orbit the mission")
    perft.add_argument("--seats", type=int)
    perft.add_argument("--variant", action="append", default=[], metavar="V")
    origin = perft.add_mutually_exclusive_group(required=True)
    origin.add_argument("--seed", type=int)
    origin.add_argument("--record", metavar="FILE")
    perft.add_argument("--depth", type=int, required=True, metavar="D")
    perft.add_argument("--json", action="store_true")

    answers = command("answers", _answers, "print the pupils' answers to the lessons, for the teacher, as CSV")
    answers.add_argument("--lesson", type=int, metavar="N", help="only this lesson's")
    how = answers.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="as JSON")
    how.add_argument("--excel", metavar="FILE", help="write a CSV that Excel opens by a double click")

    calibrate = command("calibrate", _calibrate, "measure how difficult each single task is (Orbit)")
    calibrate.add_argument("game", metavar="GAME")
    calibrate.add_argument("--seats", type=int)
    calibrate.add_argument("--games", type=int, default=200, metavar="N", help="deals for each task (default 200)")
    calibrate.add_argument("--seed", type=int, default=0)
    calibrate.add_argument("--json", action="store_true")

    bench = command("bench", _bench, "measure the figures of docs/performance.md now")
    bench.add_argument("--json", action="store_true")
    return parser


def _print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False))


def _play(options: argparse.Namespace) -> int:
    from kit.serve import play

    return play(options.game, options.lang, options.port, not options.no_browser, room=options.room)


def _lab(options: argparse.Namespace) -> int:
    from kit.serve import lab

    return lab(options.port, not options.no_browser)


def _games(options: argparse.Namespace) -> None:
    rows = [
        {
            "id": game.id,
            "seats": list(game.seats),
            "levels": list(game.levels),
            "variants": list(game.variants),
            "crews": list(game.crews),
        }
        for game in games()
    ]
    if options.json:
        _print_json(rows)
        return
    for row in rows:
        print(row["id"])
        for key in ("seats", "levels", "variants", "crews"):
            print(f"  {text('cli.' + key)}: {' '.join(map(str, row[key]))}")


def _outcome_json(game: Game, state: Any) -> Any:
    outcome = game.outcome(state)
    return None if outcome is None else {**to_json(outcome), "won": outcome.won}


def _replay(options: argparse.Namespace) -> None:
    record = read_record(options.file)
    states = record.states()
    game = record.game
    words = import_module(f"kit.games.{game.id}.words")

    if options.json:
        steps = [
            {
                "step": step,
                "move": None if step == 0 else str(record.moves[step - 1]),
                "comment": record.comments.get(step - 1),
                "deciders": [game.letters[seat] for seat in game.deciders(state)],
                "state": to_json(state),
            }
            for step, state in enumerate(states)
        ]
        head = {"game": game.id, "level": record.level, "seats": record.seats, "variants": list(record.variants)}
        _print_json({**head, "steps": steps, "outcome": _outcome_json(game, states[-1])})
        return
    print(f"{text(f'{game.id}.name')}, {level_name(game.id, record.level)}")
    shown: Sequence[str] = ()
    for step, state in enumerate(states):
        told = ""
        if step:
            move = record.moves[step - 1]
            told = words.describe(move, None)
            comment = f"   # {record.comments[step - 1]}" if step - 1 in record.comments else ""
            print(f"{step:>4}  {move!s:<18}{told}{comment}")
        lines = words.lines(game.view(state, None), None)
        for line in lines:  # only what the step changed
            if line not in shown and line != told:
                print(f"{'':>24}{line}")
        shown = lines


def _simulate(options: argparse.Namespace) -> int:
    for name in ("games", "jobs"):
        if (value := getattr(options, name)) is not None and value < 1:
            raise OptionError("not-positive", field=name, given=value)
    from kit.lab.batches import Batch, Setting, simulate

    setting = Setting.of(
        options.game,
        level=options.level,
        seats=options.seats,
        variants=tuple(options.variant),
        crews=tuple(options.crew.split(",")),
    )
    told = sys.stderr.isatty()

    def progress(batch: Batch) -> None:
        if told:
            print(f"\r{batch.played:>8} / {batch.games}", end="", file=sys.stderr, flush=True)

    if told:
        print(text("cli.warming"), file=sys.stderr)
    batch = simulate(setting, options.games, options.seed, jobs=options.jobs, progress=progress)
    if told:
        print(file=sys.stderr)
    if options.json:
        _print_json(batch.as_json())
    else:
        _print_batch(batch)
    for first, last in batch.missing:
        print(text("cli.missing", first=first, last=last), file=sys.stderr)
    return 1 if batch.stopped or batch.missing else 0


def _print_batch(batch: Any) -> None:
    setting = batch.setting
    low, high = batch.interval()
    print(
        f"{text(f'{setting.game}.name')}, {setting.level} {' '.join(setting.variants)}".rstrip() + f": {', '.join(setting.crews)}"
    )
    print(text("cli.rate", n=batch.played, wins=batch.wins, rate=batch.rate, low=low, high=high))
    if setting.published is not None:
        print(text("cli.published", rate=setting.published))
    for ending, count in batch.endings.most_common():
        print(f"  {ending:<16}{count:>8}  {count / batch.played:>6.1%}")
    if batch.stopped:
        print(text("cli.stopped", n=batch.played, games=batch.games))


def _perft(options: argparse.Namespace) -> None:
    game = get_game(options.game)
    if not 1 <= options.depth <= MAX_DEPTH:
        raise OptionError("bad-depth", given=options.depth, low=1, high=MAX_DEPTH)
    if options.record:
        record = read_record(options.record)
        if record.game is not game:
            raise OptionError("other-game", given=record.game.id, wanted=game.id)
        game.check(level=options.level, seats=options.seats, variants=options.variant)
        state = record.states()[-1]
    else:
        state = _seeded(game, options).start()
    nodes = game.perft(state, options.depth)
    if options.json:
        _print_json({"nodes": nodes})
    else:
        for depth, count in enumerate(nodes, 1):
            print(f"{depth:>3}  {count:>12}")


def _seeded(game: Game, options: argparse.Namespace) -> Record:
    game.check(level=options.level, seats=options.seats, variants=options.variant)
    record = Record(game, options.level or game.levels[0], options.seats or game.default_seats, tuple(options.variant))
    return replace(record, seed=options.seed)


def _answers(options: argparse.Namespace) -> None:
    from kit.teach.answers import Answers, as_csv, as_json, for_excel
    from kit.teach.lesson import get_lesson

    if options.lesson is not None:
        get_lesson(options.lesson)
    rows = Answers().rows(options.lesson)
    if options.excel:
        try:
            Path(options.excel).write_bytes(for_excel(rows, language()))
        except OSError as error:  # Excel keeps a file that it shows to itself
            raise OptionError("not-written", file=options.excel, why=error.strerror) from error
        return
    print(as_json(rows) if options.json else as_csv(rows), end="")


def _calibrate(options: argparse.Namespace) -> None:
    if options.games < 1:
        raise OptionError("not-positive", field="games", given=options.games)
    from kit.lab.calibrations import calibrate

    rows = []
    for row in calibrate(options.game, games=options.games, seats=options.seats, seed=options.seed):
        rows.append(row.as_json())
        if not options.json:
            told = text("cli.calibrated", **{key: rows[-1][key] for key in ("random", "sensible", "open")})
            print(f"{row.code:>3}  {row.kind:<9}{row.difficulty:>3}   {told}", flush=True)
    if options.json:
        _print_json(rows)


def _bench(options: argparse.Namespace) -> None:
    from kit.lab.bench import figures

    rows = figures()
    if options.json:
        _print_json(rows)
        return
    for row in rows:
        print(f"{row['what']:<48}{row['value']:>12,.1f} {row['unit']:<12}{text('cli.budget')}: {row['budget']}")


if __name__ == "__main__":
    sys.exit(main())
