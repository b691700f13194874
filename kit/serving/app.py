"""The server of `kit play`: standalone Voila on the next free port, for this machine alone or for the room's network."""

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
from traitlets import Bool, Unicode
from traitlets.config import Config
from voila.app import Voila

from kit.core.errors import OptionError
from kit.locale import text
from kit.serving.places import notebooks_folder, prepare_environment
from kit.serving.ports import KernelPorts
from kit.serving.settings import LOOPBACK, shared_settings
from kit.serving.spare import REFILL, SpareKernels

PORTS_TRIED = 50
DOCUMENTATION = "192.0.2.1"  # an address that no machine has (RFC 5737)


def bind(port: int, address: str = LOOPBACK) -> tuple[int, list[socket.socket]]:
    """The first free port from `port` on (0: any), and its sockets on `address`; OptionError (`no-free-port`) where none is."""
    for candidate in range(port, port + PORTS_TRIED):
        try:
            sockets = [keep_alive(each) for each in tornado.netutil.bind_sockets(candidate, address, socket.AF_INET)]
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES, getattr(errno, "WSAEACCES", errno.EACCES)):
                raise
        except OverflowError:  # beyond 65535
            break
        else:
            return sockets[0].getsockname()[1], sockets
    raise OptionError("no-free-port", first=port, last=min(port + PORTS_TRIED - 1, 65535))


def keep_alive(listener: socket.socket) -> socket.socket:
    """Let the system find out within two minutes that a machine of the room is gone, on all connections to `listener`.

    The server's own pings are switched off (`ws_ping_interval`): it asks at each ping whether the answer to the one before is
    older than its timeout, which Tornado does not let be longer than the interval, so idle pages lost their connection.
    """
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 20), ("TCP_KEEPCNT", 3)):
        if hasattr(socket, name):  # elsewhere the system's own times hold
            listener.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    return listener


def own_addresses() -> list[str]:
    """The IPv4 addresses under which other machines of the network may reach this one; the likeliest first, none offline."""
    found = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((DOCUMENTATION, 9))  # sends nothing: it only asks which of our addresses the way out begins at
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [each for each in dict.fromkeys(found) if not each.startswith(("127.", "0."))]


class KitVoila(Voila):
    """Voila with our way to find a port, to speak and to open the browser; everything else is its own."""

    port: int
    page = Unicode("", help="What to open, below the server's root.")
    lang = Unicode("en", help="The language of what is printed.")
    lobby = Unicode("", help="The language in which the lobby greets who has not chosen one; empty: the browser's.")
    room = Bool(False, help="Whether other machines of the network may come in.")

    def listen(self) -> None:
        """Bind, say where the app is, open the browser, and serve until stopped."""
        wanted = self.port
        self.port, sockets = bind(wanted, "" if self.room else LOOPBACK)
        if wanted not in (0, self.port):
            print(text("serve.port-taken", self.lang, port=wanted, next=self.port))
        self.app.settings["voila_jinja2_env"].globals["kit_lang"] = self.lobby
        server = tornado.httpserver.HTTPServer(self.app)
        server.add_sockets(sockets)
        url = f"http://{LOOPBACK}:{self.port}{self.base_url}{self.page}"
        print(text("serve.ready", self.lang, url=url))
        if self.room:
            self._tell_room()
        print(text("serve.stop", self.lang), flush=True)
        if self.open_browser:
            # In a thread: some platforms wait for the browser.
            threading.Thread(target=self._open, args=(url,), daemon=True).start()
        self.ioloop = tornado.ioloop.IOLoop.current()
        self.ioloop.add_callback(self.kernel_manager.refill, REFILL)
        with contextlib.suppress(KeyboardInterrupt):
            self.ioloop.start()
        self.stop()
        print(text("serve.stopped", self.lang), flush=True)

    def _tell_room(self) -> None:
        """Say what the others in the room type."""
        addresses = own_addresses()
        for address in addresses:
            print(text("serve.room", self.lang, url=f"http://{address}:{self.port}{self.base_url}{self.page}"))
        if not addresses:
            print(text("serve.room-none", self.lang, port=self.port))

    def _open(self, url: str) -> None:
        with contextlib.suppress(webbrowser.Error):  # no browser here: the address stands in the terminal
            webbrowser.get().open(url)

    def stop(self) -> None:
        """End the kernels, then remove their connection files."""
        run_sync(self.kernel_manager.shutdown_all)()
        shutil.rmtree(self.connection_dir, ignore_errors=True)


def serve(
    page: str, lang: str, port: int, browser: bool, notebooks: Path | None = None, *, room: bool = False, lobby: str = ""
) -> None:
    """Serve `notebooks` (None: the kit's own) until stopped, opening `page` (an address below the root; empty for the lobby).

    `lang` is that of what is printed, `lobby` the one in which the lobby greets newcomers (empty: their browser's).
    On loopback; with `room` for every machine of the network, whose addresses are printed.
    Raises OptionError where there are no notebooks or no free port.
    """
    prepare_environment()
    KernelPorts.instance()  # from now on Jupyter's own cache of ports, for this process
    config = Config(shared_settings())
    config.VoilaConfiguration.multi_kernel_manager_class = SpareKernels
    config.Voila = Config(
        ip="" if room else LOOPBACK,
        port=port,
        open_browser=browser,
        root_dir=str(notebooks or notebooks_folder()),
        # Voila accepts any Host header; a page elsewhere could reach us under a name of its own (DNS rebinding). In a room any
        # machine may come in anyway.
        tornado_settings={"allow_remote_access": room, "ws_ping_interval": 0},
        log_level=logging.ERROR,
    )
    app = KitVoila(config=config, config_file_paths=[], page=page, lang=lang, lobby=lobby, room=room)
    app.initialize([])
    app.start()
