"""`pitboss serve`: a filing in a web page on the loopback address, judged as it is edited."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
import tempfile
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.commands.errors import report_error

if TYPE_CHECKING:
    from starlette.types import ASGIApp

HOST = "127.0.0.1"


def run(arguments: argparse.Namespace) -> int:
    from pitboss.commands.served_filing import ServedFiling
    from pitboss.commands.served_page import application

    path, rules = arguments.path, tuple(Path(folder).resolve() for folder in arguments.rules)
    if path and not os.path.exists(path):
        return report_error(f"there is no file or folder {path}")
    if not 0 <= arguments.port < 1 << 16:
        return report_error(f"--port: {arguments.port} is no port; give a number from 0 to 65535")
    token = secrets.token_urlsafe(32)
    home = os.getcwd()
    with tempfile.TemporaryDirectory(prefix="pitboss-") as private:

        def announce(port: int) -> None:
            address = f"http://{HOST}:{port}/#{token}"
            sys.stdout.write(f"pitboss serves {path or 'an empty page'} at {address}\nPress Ctrl+C to stop.\n")
            sys.stdout.flush()
            if not arguments.no_browser:
                _open(address, Path(private))

        try:
            if not path:  # what is dropped is a filing of the private folder, which nothing in it can leave
                os.chdir(private)
                os.mkdir("filing")
            filing = ServedFiling(path or "filing", bool(path), arguments.as_of, rules)
            return _serve(application(filing, token), arguments.port, announce)
        finally:
            os.chdir(home)


def _serve(app: ASGIApp, port: int, announce: Callable[[int], None]) -> int:
    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: object = None) -> None:
            await super().startup()
            announce(self.servers[0].sockets[0].getsockname()[1])

    config = uvicorn.Config(
        app, HOST, port, log_level="critical", access_log=False, lifespan="off", ws="none", proxy_headers=False,
        server_header=False, timeout_graceful_shutdown=2,
    )  # fmt: skip
    try:
        Server(config).run()
    except KeyboardInterrupt:
        pass
    except SystemExit:  # uvicorn's answer to a port that it cannot have
        return report_error(f"port {port} of {HOST} cannot be used; choose another with --port")
    return 0


def _open(address: str, private: Path) -> None:
    """Open the browser by a file that only the user can read, since a list of processes shows its arguments to everyone."""
    file = private / "open.html"
    text = f'<!doctype html><meta http-equiv="refresh" content="0; url={address}"><a href="{address}">pitboss</a>'
    file.write_text(text, encoding="utf-8")
    webbrowser.open(file.as_uri())
