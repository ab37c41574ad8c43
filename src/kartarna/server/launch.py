"""Running the server: which database, which address, how many processes."""

from __future__ import annotations

import socket
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from kartarna.core.deck import parse, read_text
from kartarna.core.errors import OptionError
from kartarna.games import GAMES, get
from kartarna.play.retention import Retention
from kartarna.play.storage.address import is_sqlite
from kartarna.server import logs
from kartarna.server.app import create_app
from kartarna.server.database_check import open_house, ready
from kartarna.server.homes import Homes
from kartarna.server.http.connection import HttpConnection
from kartarna.server.http.hosts import own_names
from kartarna.server.limits import Limits
from kartarna.server.socket.frames import TableProtocol

LOCAL = "127.0.0.1"
SWITCH = 0.0005  # seconds; usually ten times that, which the log's writer would wait for its turn after every row
BACKLOG = 2048  # connections that wait to be accepted, as uvicorn has it
GRACE = 5  # seconds that requests under way may take when the server stops


@dataclass(frozen=True)
class Serving:
    database: str  # sqlite:///PATH or postgresql://…
    host: str = LOCAL
    port: int = 8000
    workers: int = 1
    proxies: tuple[str, ...] = ()  # whose X-Forwarded-For and -Proto are believed
    origins: tuple[str, ...] = ()  # of pages on other addresses that may use this server
    hosts: tuple[str, ...] = ()  # names that it answers to, besides those of this machine
    decks: tuple[Path, ...] = ()
    solo: str = "device"  # where visitors play alone, if their browser can
    log: str = "info"  # the lowest level that is written
    limits: Limits = field(default_factory=Limits)
    retention: Retention = field(default_factory=Retention)

    @property
    def shared(self) -> bool:
        return not is_sqlite(self.database)

    @property
    def names(self) -> frozenset[str] | None:
        """A proxy passes on only what is meant for this server, so any name will do unless some are given."""
        return None if self.proxies and not self.hosts else own_names(self.host, *self.hosts)


def install_decks(files: tuple[Path, ...]) -> None:
    """Each deck file says which game it is for."""
    for file in files:
        game = parse(read_text(file), str(file)).get("game")
        if not isinstance(game, str) or game not in GAMES:
            raise OptionError(f"{file}: game = one of {', '.join(GAMES)}")
        get(game).decks.read(file)


def application(serving: Serving, homes: Homes | None) -> FastAPI:
    """What each process runs."""
    sys.setswitchinterval(SWITCH)
    install_decks(serving.decks)
    return create_app(
        partial(open_house, serving.database),
        serving.limits,
        origins=serving.origins,
        names=serving.names,
        retention=serving.retention,
        solo=serving.solo,
        homes=homes,
    )


def configuration(serving: Serving, homes: Homes | None = None) -> uvicorn.Config:
    """Both, the application and its sockets, have the same `homes`, also in another process."""
    return uvicorn.Config(
        partial(application, serving, homes),
        factory=True,
        host=serving.host,
        port=serving.port,
        workers=serving.workers,
        http=partial(HttpConnection, limits=serving.limits, addresses=None if serving.proxies else Counter()),  # type: ignore[arg-type]
        ws=partial(TableProtocol, limits=serving.limits, homes=homes),  # type: ignore[arg-type]  # it only calls it
        ws_max_size=serving.limits.frame,
        ws_per_message_deflate=False,  # lengths would tell more, and it costs more than it saves
        proxy_headers=bool(serving.proxies),
        forwarded_allow_ips=list(serving.proxies),
        server_header=False,
        access_log=False,
        log_config=logs.configure(serving.log),
        timeout_graceful_shutdown=GRACE,
    )


def bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)  # before the address is told: whoever comes early waits
    except OSError as error:
        listener.close()
        raise OptionError(f"{host}:{port} cannot be used: {error.strerror}; choose another --port") from error
    listener.set_inheritable(True)
    return listener


def serve(serving: Serving, announce: Callable[[int], None]) -> None:
    """Until it is stopped (Ctrl-C, SIGTERM). `announce` is told the port before the first request."""
    if not serving.shared and serving.workers > 1:
        raise OptionError("--workers needs PostgreSQL: several processes cannot share an SQLite file")
    listener = bound(serving.host, serving.port)
    with closing(listener), ready(serving.database):
        announce(listener.getsockname()[1])
        if serving.workers == 1:
            uvicorn.Server(configuration(serving)).run(sockets=[listener])
            return
        with TemporaryDirectory(prefix="kartarna-") as folder:
            homes = Homes(Path(folder), serving.workers)
            homes.config = configuration(serving, homes)
            Multiprocess(homes.config, sockets=[listener]).run()
