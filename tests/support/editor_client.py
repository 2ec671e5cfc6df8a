"""A scripted editor: a client of `pitboss lsp` that opens files, types, and asks."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient


class Editor:
    """A client that keeps the latest diagnostics of each file."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.loop = asyncio.new_event_loop()  # in a thread: where a browser test ran, this one has a loop that runs
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.client = LanguageClient("editor", "1")
        self.found: dict[str, tuple[int | None, list[lsp.Diagnostic]]] = {}
        self.published = asyncio.Event()
        self.folder, self.versions = folder, dict[str, int]()
        self.registered: list[lsp.Registration] = []

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: lsp.PublishDiagnosticsParams) -> None:
            self.found[params.uri] = params.version, list(params.diagnostics)
            self.published.set()

        @self.client.feature(lsp.CLIENT_REGISTER_CAPABILITY)
        def register(params: lsp.RegistrationParams) -> None:
            self.registered += params.registrations

        self.run(self._start(options))

    def run(self, what: Awaitable[Any]) -> Any:
        async def whole() -> Any:
            return await asyncio.wait_for(what, 60)

        return asyncio.run_coroutine_threadsafe(whole(), self.loop).result()

    async def _start(self, options: tuple[str, ...]) -> None:
        await self.client.start_io(sys.executable, "-m", "pitboss", "lsp", *options)
        await self.client.initialize_async(
            lsp.InitializeParams(
                lsp.ClientCapabilities(
                    workspace=lsp.WorkspaceClientCapabilities(
                        did_change_watched_files=lsp.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
                    )
                ),
                workspace_folders=[lsp.WorkspaceFolder(self.folder.as_uri(), "lantern")],
            )
        )
        self.client.initialized(lsp.InitializedParams())

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str | None = None) -> list[lsp.Diagnostic]:
        return self.after(name, lambda: self._open(name, text))

    def show(self, name: str, text: str | None = None) -> None:
        """Open without waiting for what the server finds, as of a file of which it publishes nothing."""

        async def send() -> None:
            self._open(name, text)

        self.run(send())

    def _open(self, name: str, text: str | None) -> None:
        text = (self.folder / name).read_text() if text is None else text
        self.versions[name] = 1
        item = lsp.TextDocumentItem(self.uri(name), "yaml", 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    def change(self, name: str, text: str) -> None:
        """Type without waiting for what the server finds: requests are answered in their order."""

        async def send() -> None:
            self._send(name, text)

        self.run(send())

    def _send(self, name: str, text: str) -> None:
        version = self.versions[name] = self.versions[name] + 1
        document = lsp.VersionedTextDocumentIdentifier(version, self.uri(name))
        change = lsp.DidChangeTextDocumentParams(document, [lsp.TextDocumentContentChangeWholeDocument(text)])
        self.client.text_document_did_change(change)

    def type(self, name: str, text: str) -> list[lsp.Diagnostic]:
        return self.after(name, lambda: self._send(name, text))

    def after(self, name: str, act: Callable[[], None]) -> list[lsp.Diagnostic]:
        self.found.pop(self.uri(name), None)

        async def wait() -> None:
            act()
            while self.found.get(self.uri(name), (0, []))[0] != self.versions.get(
                name
            ):  # none of a file that is not open
                self.published.clear()
                await self.published.wait()

        self.run(wait())
        return self.found[self.uri(name)][1]

    def written(self, name: str, watched: str) -> list[lsp.Diagnostic]:
        """What the server finds in a file after another program wrote a file that it watches."""
        event = lsp.FileEvent(self.uri(watched), lsp.FileChangeType.Changed)
        changed = lsp.DidChangeWatchedFilesParams([event])
        return self.after(name, lambda: self.client.workspace_did_change_watched_files(changed))

    def at(self, name: str, line: int, character: int) -> dict[str, Any]:
        return {"text_document": lsp.TextDocumentIdentifier(self.uri(name)), "position": lsp.Position(line, character)}

    def completed(self, name: str, line: int, character: int) -> dict[str, lsp.CompletionItem]:
        found = self.run(
            self.client.text_document_completion_async(lsp.CompletionParams(**self.at(name, line, character)))
        )
        return {item.label: item for item in found.items}

    def hovered(self, name: str, line: int, character: int) -> str:
        found = self.run(self.client.text_document_hover_async(lsp.HoverParams(**self.at(name, line, character))))
        return found.contents.value if found else ""

    def defined(self, name: str, line: int, character: int) -> list[tuple[str, int]]:
        ask = lsp.DefinitionParams(**self.at(name, line, character))
        found = self.run(self.client.text_document_definition_async(ask))
        return [(one.uri.rpartition("/")[2], one.range.start.line) for one in found]

    def close(self) -> None:
        async def end() -> None:
            await self.client.shutdown_async(None)
            self.client.exit(None)
            await self.client.stop()

        self.run(end())
        self.loop.call_soon_threadsafe(self.loop.stop)


def line_of(text: str, part: str) -> tuple[int, int]:
    before = text[: text.index(part)]
    return before.count("\n"), len(before) - before.rfind("\n") - 1
