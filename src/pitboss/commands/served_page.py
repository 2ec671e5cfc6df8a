"""The server of `pitboss serve`: one page and its questions, for the browser of this machine and for no other page in it.

A page of another site can send requests to this address, and can give this machine's address a name of its own (DNS rebinding).
So a request needs our own Host, no foreign Origin, and, except for the empty page itself, the secret of this start.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Mapping
from threading import Lock

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.checker.read.limits import USUAL
from pitboss.commands.served_filing import Answer, Asked, ServedFiling, decoded
from pitboss.reports.serve_html import serve_html

MOST_BYTES = USUAL.file_bytes  # of one request
_NAMES = ("127.0.0.1", "localhost")
_HEADERS = {
    "content-security-policy": "frame-ancestors 'none'",  # a policy inside a page, which has the rest, cannot state it
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}

Question = Callable[[ServedFiling, Asked, Mapping[str, object]], Answer]


def application(filing: ServedFiling, token: str) -> ASGIApp:
    """The application: the page at `/`, its questions at `/api/NAME`."""
    one_at_a_time = Lock()

    async def page(request: Request) -> Response:
        return HTMLResponse(serve_html())

    async def icon(request: Request) -> Response:
        return Response(status_code=204)

    async def ask(request: Request) -> Response:
        question = _QUESTIONS.get(request.path_params["name"])
        if question is None:
            return _refusal(404, "there is no such question")
        if request.headers.get("content-type") != "application/json":
            return _refusal(415, "a question is JSON")
        body = await _body(request)
        if body is None:
            return _refusal(413, f"more than {MOST_BYTES:,} bytes")

        def answered() -> Answer:
            with one_at_a_time:
                known = _object(body)
                asked = "a question is a JSON object" if known is None else Asked.of(known, filing)
                return asked if isinstance(asked, str) else question(filing, asked, known or {})

        answer = await run_in_threadpool(answered)
        if isinstance(answer, str):
            return _refusal(400, answer)
        return Response(answer, media_type="application/json") if isinstance(answer, bytes) else JSONResponse(answer)

    app = Starlette(routes=[Route("/", page), Route("/favicon.ico", icon), Route("/api/{name}", ask, methods=["POST"])])
    return _Guard(app, token)


def _refusal(status: int, message: str) -> Response:
    return JSONResponse({"error": message}, status)


async def _body(request: Request) -> bytes | None:
    """The body, None if it is too long."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > MOST_BYTES:
            return None
        parts.append(part)
    return b"".join(parts)


def _object(body: bytes) -> dict[str, object] | None:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _text(known: Mapping[str, object], name: str) -> str:
    value = known.get(name)
    return value if isinstance(value, str) else ""


def _number(known: Mapping[str, object], name: str) -> int:
    value = known.get(name)
    return value if isinstance(value, int) else 0


def _add(filing: ServedFiling, asked: Asked, known: Mapping[str, object]) -> Answer:
    contents = decoded(known.get("contents"))
    return "the contents of a file are base64" if contents is None else filing.add(_text(known, "file"), contents)


_QUESTIONS: dict[str, Question] = {
    "open": lambda filing, asked, known: filing.opened(),
    "check": lambda filing, asked, known: filing.check(asked),
    "fixes": lambda filing, asked, known: filing.fixes(asked, _text(known, "fingerprint")),
    "may": lambda filing, asked, known: filing.may(
        asked, _text(known, "table"), _text(known, "game"), _text(known, "facts")
    ),
    "worksheet": lambda filing, asked, known: filing.worksheet(asked),
    "report": lambda filing, asked, known: filing.report(asked),
    "complete": lambda filing, asked, known: filing.complete(asked, _text(known, "file"), _number(known, "offset")),
    "law": lambda filing, asked, known: filing.law(asked, _text(known, "file"), _number(known, "offset")),
    "add": _add,
    "start": lambda filing, asked, known: filing.start(_text(known, "game")),
    "remove": lambda filing, asked, known: filing.remove(_text(known, "file")),
    "save": lambda filing, asked, known: filing.save(asked, known.get("digests")),
}


class _Guard:
    """Refuses requests of other pages and of other programs, and adds the headers of every answer."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app, self.token = app, token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        async def answered(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *((k.encode(), v.encode()) for k, v in _HEADERS.items())]
            await send(message)

        await (self._refused(Request(scope)) or self.app)(scope, receive, answered)

    def _refused(self, request: Request) -> Response | None:
        port = request.scope["server"][1]
        hosts, origins = request.headers.getlist("host"), request.headers.getlist("origin")
        if len(hosts) != 1 or hosts[0] not in [f"{name}:{port}" for name in _NAMES]:
            return _refusal(421, "this server answers to its own address only")
        visit = request.method == "GET" and request.headers.get("sec-fetch-mode") == "navigate"
        top = request.headers.get("sec-fetch-dest") == "document"
        if request.headers.get("sec-fetch-site", "none") not in ("same-origin", "none") and not (visit and top):
            return _refusal(403, "this server does not answer other pages")
        if any(origin != f"http://{hosts[0]}" for origin in origins):
            return _refusal(403, "this server does not answer other pages")
        given = request.headers.get("x-pitboss-token", "").encode()
        if request.url.path.startswith("/api/") and not hmac.compare_digest(given, self.token):
            return _refusal(403, "the secret of this start is missing: open the address that pitboss serve printed")
        return None
