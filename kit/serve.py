"""`kit play` and `kit lab`: check what was asked for, then start Voila or JupyterLab on the notebooks."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

from kit.core.errors import OptionError
from kit.core.registry import get_game
from kit.locale import LANGUAGES, language, text
from kit.serving.places import notebooks_folder, play_page, prepare_environment

PORT = 8866


def wished_language() -> str | None:
    """The language that `KIT_LANG` asks for, `de` or `en`; None where it is not set to one of them."""
    wish = os.environ.get("KIT_LANG", "")[:2].lower()
    return wish if wish in LANGUAGES else None


def start_page(game: str | None, lang: str | None) -> str:
    """What to open, below the server's root: a game's play page, or the lobby (empty, or with the language asked for).

    Without `lang` it is the language of `KIT_LANG`; without either the lobby follows the browser, a game the system.

    Raises OptionError `unknown-language` or `unknown-game`, which lists the valid ones.
    """
    if lang is not None and lang not in LANGUAGES:
        raise OptionError("unknown-language", given=lang, valid=", ".join(LANGUAGES))
    lang = lang or wished_language()
    if game is None:
        return f"?lang={lang}" if lang else ""
    return play_page(lang or language(), get_game(game).id)


def play(game: str | None = None, lang: str | None = None, port: int = PORT, browser: bool = True, *, room: bool = False) -> int:
    """Serve the lobby, or open one game, until stopped; returns 0.

    On loopback, or with `room` for the machines of the network too. `port` is where to begin looking for a free one (0: any).
    Raises OptionError (`unknown-game`, `unknown-language`, `no-free-port`, `app-missing`), whose sentence the command line prints
    before it exits with 2.
    """
    page = start_page(game, lang)
    if importlib.util.find_spec("voila") is None:
        raise OptionError("app-missing")
    # jsonschema, deep inside Voila, would build a grammar for international addresses when it is imported (2 of 3 s), for a check
    # that nothing here asks for; it does without where the package is missing.
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
    from kit.serving.app import serve  # imported late: Voila takes a second to load and is an extra

    asked = lang or wished_language()
    serve(page, asked or language(), port, browser, room=room, lobby=asked or "")
    return 0


def quieten_lab(config: Path) -> None:
    """Switch off that JupyterLab asks other hosts for news and updates, and that it asks the user whether it may.

    `config` is the configuration folder of our own that `prepare_environment` names, so the user's own settings stay as they are;
    what is switched in JupyterLab's settings goes before it.
    """
    folder = config / "labconfig"
    folder.mkdir(parents=True, exist_ok=True)
    quiet = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}
    (folder / "default_setting_overrides.json").write_text(json.dumps(quiet, indent=2) + "\n", "utf-8")


def lab(port: int | None = None, browser: bool = True) -> int:
    """Run JupyterLab on the notebooks until stopped; returns its exit code.

    Raises OptionError (`lab-missing`) where JupyterLab is not installed.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise OptionError("lab-missing")
    folder = notebooks_folder()
    prepare_environment()
    print(text("serve.lab-ready", folder=folder), flush=True)
    command = [sys.executable, "-m", "jupyterlab", "--ServerApp.ip=127.0.0.1", f"--ServerApp.root_dir={folder}"]
    quieten_lab(Path(os.environ["JUPYTER_CONFIG_DIR"]))
    command += ["--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    if port is not None:
        command.append(f"--ServerApp.port={port}")
    if not browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    try:
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 0
