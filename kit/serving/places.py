"""Where the notebooks and the page template lie, in a clone or in an installed wheel, and what Jupyter is told about it."""

from __future__ import annotations

import os
from pathlib import Path

from kit.core.datafiles import data_folder
from kit.core.errors import OptionError

TEMPLATE = "kartenlabor"
_KIT = Path(__file__).parent.parent


def notebooks_folder() -> Path:
    """The folder with `de/` and `en/`: beside `kit` in a clone, inside it in an installed wheel.

    Raises OptionError (`no-notebooks`) where there is neither.
    """
    for folder in (_KIT.parent / "notebooks", _KIT / "notebooks"):
        if (folder / "de").is_dir():
            return folder
    raise OptionError("no-notebooks", folder=str(_KIT / "notebooks"))


def share_folder() -> Path | None:
    """The clone's own `share/jupyter`; None in an installed wheel, whose template lies where Jupyter looks anyway."""
    folder = _KIT.parent / "share" / "jupyter"
    return folder if (folder / "voila" / "templates" / TEMPLATE).is_dir() else None


def play_page(lang: str, game: str) -> str:
    """The address of a game's play page below the server's root."""
    return f"voila/render/{lang}/{game}/2_play.ipynb"


def prepare_environment() -> None:
    """Point Jupyter and IPython at the clone's template and the user's data folder, for this process and the kernels it starts.

    Without this they would write signatures and histories into the home folder, and the user's own Jupyter settings would change
    the pages.
    """
    home = data_folder() / "jupyter"
    home.mkdir(parents=True, exist_ok=True)
    for name in ("JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR"):
        os.environ[name] = str(home / name.split("_")[1].lower())
    os.environ["IPYTHONDIR"] = str(home / "ipython")
    share = share_folder()
    if share:
        given = os.environ.get("JUPYTER_PATH", "")
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(share), given]))
