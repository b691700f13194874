"""Serving without a browser: options, ports, settings, and the generated files."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path

import pytest

from kit.core.errors import OptionError
from kit.locale import LANGUAGES, catalogue
from kit.serve import start_page
from kit.serving import lobby, places, settings

ROOT = Path(__file__).parent.parent
TEMPLATE = ROOT / "share" / "jupyter" / "voila" / "templates" / "kartenlabor"


def test_start_page_is_the_lobby_or_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KIT_LANG", raising=False)
    assert start_page(None, None) == ""
    assert start_page(None, "de") == "?lang=de"
    assert start_page("landeanflug", "en") == "voila/render/en/landeanflug/2_play.ipynb"
    monkeypatch.setenv("KIT_LANG", "de")
    assert start_page(None, None) == "?lang=de"
    assert start_page(None, "en") == "?lang=en"
    assert start_page("landeanflug", None) == "voila/render/de/landeanflug/2_play.ipynb"


@pytest.mark.parametrize(("game", "lang", "code"), [("chess", None, "unknown-game"), (None, "fr", "unknown-language")])
def test_unknown_names_get_a_sentence_with_the_valid_ones(game: str | None, lang: str | None, code: str) -> None:
    with pytest.raises(OptionError) as caught:
        start_page(game, lang)
    assert caught.value.code == code
    for language in LANGUAGES:
        sentence = caught.value.sentence(language)
        assert (game or lang or "") in sentence
        assert ("landeanflug" if game else "de, en") in sentence


def test_a_port_in_use_leads_to_the_next_free_one() -> None:
    from kit.serving.app import bind

    with socket.socket() as taken:
        taken.bind((settings.LOOPBACK, 0))
        taken.listen()
        port = taken.getsockname()[1]
        found, sockets = bind(port)
        for each in sockets:
            assert each.getsockname()[0] == settings.LOOPBACK
            each.close()
    assert port < found < port + 50


def test_a_room_is_served_under_the_machines_own_addresses() -> None:
    from kit.serving.app import bind, own_addresses

    found, sockets = bind(0, "")
    try:
        assert sockets[0].getsockname() == ("0.0.0.0", found)
        for address in own_addresses():
            assert not address.startswith("127.")
            with socket.create_connection((address, found), timeout=5):
                pass
    finally:
        for each in sockets:
            each.close()


def test_connections_of_machines_that_went_away_are_noticed() -> None:
    from kit.serving.app import bind

    _, sockets = bind(0)
    for each in sockets:
        assert each.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        each.close()


def test_kernels_get_ports_that_no_connection_is_given() -> None:
    """A kernel binds its ports about a second after they were chosen; a connection that took one would end it."""
    from kit.serving import ports

    given = ports.KernelPorts()
    found = [given.find_available_port(settings.LOOPBACK) for _ in range(200)]
    assert len(set(found)) == 200
    assert all(ports.FIRST <= port <= ports.LAST for port in found)
    with socket.socket() as connection, socket.socket() as listener:  # what the system hands out by itself
        listener.bind((settings.LOOPBACK, 0))
        listener.listen()
        connection.connect(listener.getsockname())
        assert all(not ports.FIRST <= each.getsockname()[1] <= ports.LAST for each in (connection, listener))
    with socket.socket() as taken:
        taken.bind((settings.LOOPBACK, given.find_available_port(settings.LOOPBACK)))
        port = taken.getsockname()[1]
        other = ports.KernelPorts(first=port, last=port).find_available_port(settings.LOOPBACK)  # none of the range is free
    assert other != port and other > 0


def test_the_server_gives_its_kernels_such_ports(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from jupyter_client.connect import LocalPortCache

    from kit.serving import app, ports

    monkeypatch.setattr(app, "prepare_environment", lambda: None)
    monkeypatch.setattr(app.KitVoila, "initialize", lambda self, argv: None)
    monkeypatch.setattr(app.KitVoila, "start", lambda self: None)
    LocalPortCache.clear_instance()
    try:
        app.serve("", "en", 0, False, tmp_path)
        assert isinstance(LocalPortCache.instance(), ports.KernelPorts)
    finally:
        ports.KernelPorts.clear_instance()


def test_no_free_port_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    from kit.serving import app

    def refuse(port: int, address: str, family: int) -> None:
        raise OSError(98, "in use")

    monkeypatch.setattr(app.errno, "EADDRINUSE", 98)
    monkeypatch.setattr(app.tornado.netutil, "bind_sockets", refuse)
    with pytest.raises(OptionError, match="8866"):
        app.bind(8866)


def test_jupyterlab_neither_asks_for_news_nor_whether_it_may(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from jupyterlab.labapp import LabApp

    from kit import serve

    commands: list[list[str]] = []
    monkeypatch.setenv("KIT_DATA", str(tmp_path))
    for name in ("JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "JUPYTER_PATH"):
        monkeypatch.setenv(name, "")  # what `lab` sets goes with the test
    monkeypatch.setattr(serve.subprocess, "call", lambda command: commands.append(command) or 0)
    assert serve.lab(None, browser=False) == 0
    written = json.loads((tmp_path / "jupyter" / "config" / "labconfig" / "default_setting_overrides.json").read_text("utf-8"))
    assert written["@jupyterlab/apputils-extension:notification"] == {"fetchNews": "false", "checkForUpdates": False}
    given = dict(option[2:].split("=", 1) for option in commands[0] if option.startswith("--LabApp."))
    assert given == {"LabApp.news_url": "None", "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate"}
    for name, value in given.items():
        trait = LabApp.class_traits(config=True)[name.removeprefix("LabApp.")]
        assert trait.from_string(value) is None or name.endswith("class")


def test_settings_are_the_safe_ones() -> None:
    shared = settings.shared_settings()
    voila = shared["VoilaConfiguration"]
    assert voila["template"] == "kartenlabor"
    assert voila["allow_template_override"] == voila["allow_theme_override"] == "NO"
    assert voila["strip_sources"] is True
    kernels = shared["MappingKernelManager"]
    assert kernels["cull_idle_timeout"] > 0
    assert kernels["cull_interval"] > 0
    assert kernels["cull_connected"] is False
    assert shared["KernelRestarter"]["restart_limit"] == 0


def test_voila_knows_every_setting() -> None:
    """A misspelt trait would only be a warning in Voila's log."""
    from jupyter_client.manager import KernelManager
    from jupyter_client.restarter import KernelRestarter
    from jupyter_server.services.kernels.kernelmanager import MappingKernelManager
    from voila.configuration import VoilaConfiguration

    classes = {each.__name__: each for each in (KernelManager, KernelRestarter, MappingKernelManager, VoilaConfiguration)}
    for name, part in settings.shared_settings().items():
        for trait in part:
            assert classes[name].class_traits(config=True).get(trait), f"{name}.{trait}"


def test_voila_json_is_current() -> None:
    assert (ROOT / "voila.json").read_text("utf-8") == settings.voila_json(), "run: python -m kit.serving.settings"
    assert json.loads(settings.server_json()).keys() == settings.shared_settings().keys() - {"VoilaConfiguration"}


def test_generated_files_are_current() -> None:
    for path, content in lobby.files().items():
        assert path.read_text("utf-8") == content, f"{path.name}: run python -m kit.serving.lobby"


def test_template_asks_no_other_host() -> None:
    for path in TEMPLATE.rglob("*"):
        if path.is_file():
            text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"(https?:)?//[a-z0-9-]+\.[a-z]", text), path
    assert "font-awesome" not in (TEMPLATE / "index.html.j2").read_text("utf-8").lower()


def test_template_files_stand_on_their_own() -> None:
    """A page that falls back to Voila's own would load Font Awesome from a CDN: all those it may ask for are ours."""
    own = {path.name for path in TEMPLATE.iterdir()}
    assert {"index.html.j2", "tree.html", "error.html", "404.html", "page_texts.j2", "conf.json"} <= own


def test_lobby_shows_what_is_built_and_nothing_else() -> None:
    page = lobby.lobby_page()
    built = {path.parent.name for path in (ROOT / "notebooks" / "de").glob("*/2_play.ipynb")}
    for game in built:
        for lang in LANGUAGES:
            assert f"[[ lang ]]/{game}" not in page
            assert f"{lang}/{game}/2_play.ipynb" in page
    linked = set(re.findall(r"(?:de|en)/([a-z_]+)/\d_[a-z]+\.ipynb", page))
    assert linked == built == set(lobby.built_games())


def test_words_of_pages_come_in_both_languages() -> None:
    for key, entry in catalogue().items():
        if key.split(".")[0] in ("serve", "page", "lobby"):
            assert set(LANGUAGES) <= set(entry), key


def test_notebooks_are_found_in_clone_and_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert places.notebooks_folder() == ROOT / "notebooks"
    installed = tmp_path / "site-packages" / "kit"
    (installed / "notebooks" / "de").mkdir(parents=True)
    monkeypatch.setattr(places, "_KIT", installed)
    assert places.notebooks_folder() == installed / "notebooks"
    assert places.share_folder() is None
    monkeypatch.setattr(places, "_KIT", tmp_path / "elsewhere" / "kit")
    with pytest.raises(OptionError):
        places.notebooks_folder()


def test_environment_keeps_everything_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "JUPYTER_PATH"):
        monkeypatch.setenv(name, "elsewhere")
    monkeypatch.setenv("KIT_DATA", str(tmp_path))
    places.prepare_environment()
    import os

    for name in ("JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        assert Path(os.environ[name]).is_relative_to(tmp_path)
    assert os.environ["JUPYTER_PATH"].split(os.pathsep)[0] == str(ROOT / "share" / "jupyter")
