"""The server of `kit play`: standalone Voila on loopback, on the next free port, opening the lobby or one game's page."""

from __future__ import annotations

import contextlib
import errno
import logging
import shutil
import socket
import threading
import webbrowser
from pathlib import Path

import tornado.httpserver
import tornado.ioloop
import tornado.netutil
from jupyter_core.utils import run_sync
from traitlets import Unicode
from traitlets.config import Config
from voila.app import Voila

from kit.core.errors import OptionError
from kit.locale import text
from kit.serving.places import notebooks_folder, prepare_environment
from kit.serving.settings import LOOPBACK, shared_settings

PORTS_TRIED = 50


def bind(port: int) -> tuple[int, list[socket.socket]]:
    """The first free port from `port` on (0: any), and its sockets on loopback; OptionError (`no-free-port`) where none is."""
    for candidate in range(port, port + PORTS_TRIED):
        try:
            sockets = tornado.netutil.bind_sockets(candidate, LOOPBACK)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES, getattr(errno, "WSAEACCES", errno.EACCES)):
                raise
        except OverflowError:  # beyond 65535
            break
        else:
            return sockets[0].getsockname()[1], sockets
    raise OptionError("no-free-port", first=port, last=min(port + PORTS_TRIED - 1, 65535))


class KitVoila(Voila):
    """Voila with our way to find a port, to speak and to open the browser; everything else is its own."""

    port: int
    page = Unicode("", help="What to open, below the server's root.")
    lang = Unicode("en", help="The language of what is printed.")

    def listen(self) -> None:
        """Bind, say where the app is, open the browser, and serve until stopped."""
        wanted = self.port
        self.port, sockets = bind(wanted)
        if wanted not in (0, self.port):
            print(text("serve.port-taken", self.lang, port=wanted, next=self.port))
        server = tornado.httpserver.HTTPServer(self.app)
        server.add_sockets(sockets)
        url = f"http://{LOOPBACK}:{self.port}{self.base_url}{self.page}"
        print(text("serve.ready", self.lang, url=url))
        print(text("serve.stop", self.lang), flush=True)
        if self.open_browser:
            # In a thread: some platforms wait for the browser.
            threading.Thread(target=self._open, args=(url,), daemon=True).start()
        self.ioloop = tornado.ioloop.IOLoop.current()
        with contextlib.suppress(KeyboardInterrupt):
            self.ioloop.start()
        self.stop()
        print(text("serve.stopped", self.lang), flush=True)

    def _open(self, url: str) -> None:
        with contextlib.suppress(webbrowser.Error):  # no browser here: the address stands in the terminal
            webbrowser.get().open(url)

    def stop(self) -> None:
        """End the kernels, then remove their connection files."""
        run_sync(self.kernel_manager.shutdown_all)()
        shutil.rmtree(self.connection_dir, ignore_errors=True)


def serve(page: str, lang: str, port: int, browser: bool, notebooks: Path | None = None) -> None:
    """Serve `notebooks` (None: the kit's own) until stopped, opening `page` (an address below the root; empty for the lobby).

    Raises OptionError where there are no notebooks or no free port.
    """
    prepare_environment()
    config = Config(shared_settings())
    config.Voila = Config(
        ip=LOOPBACK,
        port=port,
        open_browser=browser,
        root_dir=str(notebooks or notebooks_folder()),
        # Voila accepts any Host header; a page elsewhere could reach us under a name of its own (DNS rebinding).
        tornado_settings={"allow_remote_access": False, "ws_ping_timeout": 30_000},
        log_level=logging.ERROR,
    )
    app = KitVoila(config=config, config_file_paths=[], page=page, lang=lang)
    app.initialize([])
    app.start()
