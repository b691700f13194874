"""The settings of Voila, once: for `kit play`, and as `voila.json` for a plain `voila` and for Binder.

`python -m kit.serving.settings` writes `voila.json` anew; with `server` behind it prints what a Jupyter server needs that has
Voila as an extension (Binder).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from kit.serving.places import TEMPLATE

LOOPBACK = "127.0.0.1"
CULL_AFTER = 600  # seconds without a message and without an open page: a kernel costs 60 MB, and its game is in the store


def shared_settings() -> dict[str, dict[str, Any]]:
    """Every setting that does not depend on where the notebooks lie, by class and name."""
    return {
        "VoilaConfiguration": {
            "template": TEMPLATE,
            "theme": "light",
            "classic_tree": True,  # the tree page is our lobby
            "allow_template_override": "NO",  # ?template=nope hangs otherwise
            "allow_theme_override": "NO",
            "strip_sources": True,
            "show_tracebacks": False,
            "file_allowlist": [r".*\.(png|jpg|svg)"],
            "extension_allowlist": ["@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget"],
        },
        # Voila's own shutdown call on leaving a page fails (403), so kernels without a page are culled; those with one stay.
        "MappingKernelManager": {"cull_idle_timeout": CULL_AFTER, "cull_interval": 60, "cull_connected": False},
        # Where the kernel can, its traffic on this machine is encrypted; otherwise it warns in the terminal about not being so.
        "KernelManager": {"transport_encryption": "auto"},
        # A restarted kernel has no widgets: let a dead one be dead, and notice it within a second, so that the page can say so.
        "KernelRestarter": {"time_to_dead": 1.0, "restart_limit": 0},
    }


def voila_json() -> str:
    """The text of the clone's `voila.json`: the shared settings, and the notebooks folder beside it."""
    settings = {"Voila": {"ip": LOOPBACK, "root_dir": "notebooks"}, **shared_settings()}
    return json.dumps(settings, indent=2) + "\n"


def server_json() -> str:
    """The kernels' part of the settings, for the configuration file of a Jupyter server with Voila as an extension."""
    settings = {name: part for name, part in shared_settings().items() if name != "VoilaConfiguration"}
    return json.dumps(settings, indent=2) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["server"]:
        print(server_json(), end="")
    else:
        (Path(__file__).parents[2] / "voila.json").write_text(voila_json(), "utf-8")
