"""The language of a notebook, found from where it lies: both languages have the same code cells.

The German notebooks lie in `notebooks/de`, the English ones in `notebooks/en`. JupyterLab, Voila and nbval all run a notebook's
kernel in the notebook's own folder, so the folder is the one thing that tells them apart and that every one of them agrees on.
"""

from __future__ import annotations

import os
from pathlib import Path

from kit.locale import LANGUAGES, language, set_language


def folder_language(folder: Path) -> str | None:
    """`de` or `en`: the part of the path nearest to its end that is one of the two; None where there is none.

    >>> folder_language(Path("/home/en/kartenlabor/notebooks/de/landeanflug"))
    'de'
    """
    for part in reversed(folder.parts):
        if part in LANGUAGES:
            return part
    return None


def use_notebook_language(folder: Path | None = None) -> None:
    """Speak the language of the notebook's folder from here on; elsewhere the language in force stays.

    Also sets `KIT_LANG` for this process: some kernels run each cell in a context of its own, which would forget the choice.
    `folder` is the current one unless given.
    """
    lang = folder_language(folder or Path.cwd()) or language()
    os.environ["KIT_LANG"] = lang
    set_language(lang)
