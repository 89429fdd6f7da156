"""An editor that speaks the Language Server Protocol, as far as tests need one."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WAIT = 60
"""Seconds after which an answer that does not come fails a test."""


class TestEditor:
    """Starts ``sphinx-docsjson lsp`` for a folder, and asks it.

    A place in a text is written as a mark ``|`` in it.
    """

    __test__ = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sphinx_docsjson", "lsp"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(sys.path),
                "DOCSJSON_CACHE": str(self.folder.parent / f"{self.folder.name}-cache"),
            },
        )
        self.messages: dict[str, list[dict[str, Any]]] = {}
        self.came = threading.Condition()
        self._answers: dict[int, queue.Queue[dict[str, Any]]] = {}
        self._number = 0
        self._versions: dict[str, int] = {}
        self._texts: dict[str, str] = {}
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self.capabilities = self.ask(
            "initialize",
            processId=os.getpid(),
            rootUri=self.folder.as_uri(),
            workspaceFolders=[{"uri": self.folder.as_uri(), "name": "site"}],
            capabilities={"general": {"positionEncodings": ["utf-16"]}},
        )["capabilities"]
        self.tell("initialized")

    def tell(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self._answers[self._number] = answers
        self._send({"id": self._number, "method": method, "params": params})
        answer = answers.get(timeout=WAIT)
        assert "error" not in answer, answer
        return answer.get("result")

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def write(self, name: str, text: str) -> None:
        """Show *text* of a file, without saving it."""
        uri = self.uri(name)
        version = self._versions[uri] = self._versions.get(uri, 0) + 1
        self._texts[name] = text
        document = {"uri": uri, "version": version}
        if version == 1:
            self.tell("textDocument/didOpen", textDocument={
                **document, "languageId": "markdown", "text": text,
            })  # fmt: skip
        else:
            self.tell(
                "textDocument/didChange", textDocument=document, contentChanges=[{"text": text}]
            )

    def at(self, method: str, name: str, marked: str, **more: Any) -> Any:
        """Show a text, and ask something about the place of its mark."""
        before, _, after = marked.partition("|")
        if self._texts.get(name) != before + after:
            self.write(name, before + after)
        line = before.count("\n")
        character = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
        return self.ask(
            f"textDocument/{method}",
            textDocument={"uri": self.uri(name)},
            position={"line": line, "character": character},
            **more,
        )

    def offered(self, name: str, marked: str) -> list[str]:
        return [each["label"] for each in self.at("completion", name, marked)["items"]]

    def said(self, name: str, marked: str) -> str:
        found = self.at("hover", name, marked)
        return found["contents"]["value"] if found else ""

    def wait_for(self, name: str, wanted: Callable[[list[dict[str, Any]]], bool]) -> list[Any]:
        """Return the messages on a file as soon as they are as *wanted*."""
        uri = self.uri(name)
        with self.came:
            there = self.came.wait_for(lambda: wanted(self.messages.get(uri, [])), WAIT)
        assert there, self.messages
        return self.messages.get(uri, [])

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _listen(self) -> None:
        out = self.process.stdout
        while header := out.readline():
            length = int(header.split(b":")[1])
            while out.readline().strip():
                continue
            message = json.loads(out.read(length))
            if message.get("method") == "textDocument/publishDiagnostics":
                with self.came:
                    params = message["params"]
                    self.messages[params["uri"]] = params["diagnostics"]
                    self.came.notify_all()
            elif "method" not in message:
                self._answers.pop(message["id"]).put(message)

    def end(self) -> int:
        self.ask("shutdown")
        self.tell("exit")
        return self.process.wait(WAIT)

    def close(self) -> None:
        """End the server, however it is."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._listener.join(WAIT)
        self.process.stdin.close()
        self.process.stdout.close()


@contextmanager
def editing(folder: Path) -> Iterator[TestEditor]:
    """Yield an editor of a folder, and end it."""
    editor = TestEditor(folder)
    try:
        yield editor
    finally:
        editor.close()


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    """Return a text after the changes of an answer."""
    lines = text.split("\n")

    def offset(place: dict[str, int]) -> int:
        line = lines[place["line"]]
        column = len(line.encode("utf-16-le")[: 2 * place["character"]].decode("utf-16-le"))
        return sum(len(each) + 1 for each in lines[: place["line"]]) + column

    for edit in sorted(edits, key=lambda each: -offset(each["range"]["start"])):
        start, end = (offset(edit["range"][each]) for each in ("start", "end"))
        text = text[:start] + edit["newText"] + text[end:]
    return text
