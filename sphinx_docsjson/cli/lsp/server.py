"""The language server: answers requests of an editor from the build that it keeps.

Two processes, as for ``serve``: this one answers, and never waits for a build; the other one keeps
an application of Sphinx, reads a page again whenever it is typed, and tells what is wrong and what
pages offer to links. Nothing but this module knows the protocol.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls import uris
from pygls.lsp.server import LanguageServer

from sphinx_docsjson.cli import (
    OUTPUT,
    alone_in,
    can_be_built,
    going_on,
    source_folder,
    usual_folder,
)
from sphinx_docsjson.cli.lsp import SiteIndex
from sphinx_docsjson.cli.lsp.completion import (
    CompletionChoice,
    LinkedPlace,
    choices_in_config,
    choices_in_page,
    explained_in_config,
    explained_in_page,
    place_of,
    target_at,
)
from sphinx_docsjson.cli.lsp.cursor import at_cursor
from sphinx_docsjson.cli.lsp.json_cursor import kind_of_field, read_json_text
from sphinx_docsjson.cli.lsp.messages import (
    EditorMessage,
    mends_of,
    messages_of,
    messages_while_typing,
    range_of,
)
from sphinx_docsjson.cli.lsp.page_links import (
    TextChange,
    change_for_redirect,
    changes_for_rename,
    leads_to,
    links_in,
)
from sphinx_docsjson.cli.serve.application import Folders
from sphinx_docsjson.cli.serve.session import BuildProcess, KnownContents, Watcher
from sphinx_docsjson.site.loading import load_site
from sphinx_docsjson.site.model import CONFIG_NAMES
from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

NAME = "sphinx-docsjson"
TRIGGERS = ["<", "{", ":", "`", "/", "#", '"', "'", "(", " ", "."]


def run(folder: Path | None) -> int:
    """Answer an editor on standard input and output until it ends.

    :param folder: the folder of the site; by default that of the workspace, or its ``docs``.
    """
    # Whatever a build or an extension prints would be in the middle of an answer.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    editor = Editor(folder)
    try:
        editor.server.start_io(sys.stdin.buffer, answers)
    finally:
        editor.close()
    return 0


class Editor:
    """One editor, and the site that it has open.

    :param given: the folder that the command line names.
    """

    def __init__(self, given: Path | None) -> None:
        self._given = given
        self._output: Path | None = None
        self._open = ExitStack()
        self._process: BuildProcess | None = None
        self._watcher: Watcher | None = None
        self._messages: dict[str, list[EditorMessage]] = {}
        self._published: dict[str, list[EditorMessage]] = {}
        self._stamps: dict[Path, int] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self.index = SiteIndex(folder=Path())
        self.server = LanguageServer(
            NAME, __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental
        )
        self._register()

    def _register(self) -> None:
        sources = lsp.FileOperationRegistrationOptions(
            filters=[
                lsp.FileOperationFilter(pattern=lsp.FileOperationPattern(glob="**/*.{md,mdx,rst}"))
            ]
        )
        answered: list[tuple[str, Callable[..., Any], Any]] = [
            (lsp.INITIALIZED, self.begin, None),
            (lsp.SHUTDOWN, lambda *_: self.close(), None),
            (lsp.TEXT_DOCUMENT_DID_OPEN, self.opened, None),
            (lsp.TEXT_DOCUMENT_DID_CHANGE, self.changed, None),
            (lsp.TEXT_DOCUMENT_DID_SAVE, self.saved, None),
            (lsp.TEXT_DOCUMENT_DID_CLOSE, self.closed, None),
            (
                lsp.TEXT_DOCUMENT_COMPLETION,
                self.completion,
                lsp.CompletionOptions(trigger_characters=TRIGGERS),
            ),
            (lsp.TEXT_DOCUMENT_HOVER, self.hover, None),
            (lsp.TEXT_DOCUMENT_DEFINITION, self.definition, None),
            (lsp.TEXT_DOCUMENT_REFERENCES, self.references, None),
            (lsp.TEXT_DOCUMENT_PREPARE_RENAME, self.prepare_rename, None),
            (
                lsp.TEXT_DOCUMENT_RENAME,
                self.rename,
                lsp.RenameOptions(prepare_provider=True),
            ),
            (lsp.WORKSPACE_WILL_RENAME_FILES, self.will_rename, sources),
            (
                lsp.TEXT_DOCUMENT_CODE_ACTION,
                self.code_action,
                lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]),
            ),
        ]
        for name, answer, options in answered:
            self.server.feature(name, options)(_without_server(answer))

    # --- the site and its build

    def begin(self, _params: lsp.InitializedParams) -> None:
        """Find the site in the workspace, and begin to build it."""
        self._loop = asyncio.get_running_loop()
        folders = [Path(path) for path in self._workspace_folders()]
        found = [source_folder(None, within) for within in folders]
        site = self._given or next((each for each in found if can_be_built(each)), None)
        if site is None or not can_be_built(site):
            return
        folder = site.resolve()
        self.index = SiteIndex(folder=folder)
        self._read_config()
        kept = self._open.enter_context(alone_in(usual_folder("lsp", folder)))
        # Beside the doctrees: where an editor ends its server by force, the next one empties it.
        self._output = kept / "html"
        shutil.rmtree(self._output, ignore_errors=True)
        self._output.mkdir()
        process = BuildProcess(
            Folders(
                source=folder,
                target=self._output,
                doctrees=kept / "doctrees",
                only_looks=True,
            )
        )
        self._process = process
        self._watch([])
        process.start(self._hear)
        for uri in list(self.server.workspace.text_documents):
            self._tell_typed(uri)

    def _watch(self, outside: list[str]) -> None:
        """Look at the source folder, and at others that pages are made of."""
        folder, process = self.index.folder, self._process
        folders = [folder, *map(Path, outside)]
        if process is None or (
            self._watcher is not None
            and self._watcher.folders == frozenset(each.resolve() for each in folders)
        ):
            return
        if self._watcher is not None:
            self._watcher.stop()
        outputs = (folder / OUTPUT, *filter(None, [self._output]))
        self._watcher = Watcher(folders, KnownContents(outputs), process.changed)
        self._watcher.start()

    def _read_config(self) -> None:
        """Read ``docs.json`` again, if it or a file of it has changed."""
        now = {path: _stamp(path) for path in self._stamps}
        if now and now == self._stamps:
            return
        loaded = load_site(self.index.folder)
        self._stamps = {path: _stamp(path) for path in loaded.files}
        self.index.site = loaded.site or self.index.site
        self.index.forget()

    def _workspace_folders(self) -> Iterator[str]:
        workspace = self.server.workspace
        for uri in workspace.folders:
            yield uris.to_fs_path(uri) or ""
        yield workspace.root_path or os.getcwd()

    def close(self) -> None:
        """End what was begun."""
        if self._watcher is not None:
            self._watcher.stop()
        if self._process is not None:
            self._process.stop()
            self._process = None
        if self._output is not None:
            shutil.rmtree(self._output, ignore_errors=True)
        self._open.close()

    def _hear(self, word: str, data: Any) -> None:
        """Take a word of the process that builds to the thread that answers."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._take, word, data)

    def _take(self, word: str, data: Any) -> None:
        with going_on(f"taking in {word!r}"):
            if word == "index":
                self._read_config()
                self.index.take(data)
            elif word == "watch":
                self._watch(data)
            elif word == "problems":
                self._messages = {}
                for message in messages_of(data, self.index.folder):
                    self._messages.setdefault(message.path, []).append(message)
                self._show()

    # --- texts that are typed

    def opened(self, params: lsp.DidOpenTextDocumentParams) -> None:
        """Look at a file that was opened."""
        self._tell_typed(params.text_document.uri)

    def changed(self, params: lsp.DidChangeTextDocumentParams) -> None:
        """Look at what was typed."""
        self._tell_typed(params.text_document.uri)

    def saved(self, params: lsp.DidSaveTextDocumentParams) -> None:
        """Read a configuration that was saved; the system reports pages that were saved."""
        if self._is_config(self._path(params.text_document.uri)):
            self._read_config()

    def closed(self, params: lsp.DidCloseTextDocumentParams) -> None:
        """Go by the file again, whatever was typed."""
        path = self._path(params.text_document.uri)
        if self._process is not None and self.index.docname_of(path):
            self._process.typed(str(path), None)

    def _tell_typed(self, uri: str) -> None:
        path = self._path(uri)
        if self._process is None:
            return
        if docname := self.index.docname_of(path):
            self._process.look([f"/{docname}"])
            self._process.typed(str(path), self._text(uri).replace("\r\n", "\n"))
        elif self._is_config(path):
            self._publish(str(path), self._config_messages(path))

    def _config_messages(self, path: Path) -> list[EditorMessage]:
        """Return what is wrong in a configuration that is typed and not saved."""
        before, text = self._messages.get(str(path), []), self._text(self._uri(path))
        return messages_while_typing(self.index.folder, path, text, before)

    def _is_config(self, path: Path) -> bool:
        return path.name in CONFIG_NAMES and path.parent == self.index.folder

    def _path(self, uri: str) -> Path:
        return Path(uris.to_fs_path(uri) or "").resolve()

    def _text(self, uri: str) -> str:
        """Return a text as the editor shows it, or as it is saved."""
        try:
            source: str = self.server.workspace.get_text_document(uri).source
        except (OSError, UnicodeDecodeError):
            return ""
        return source

    def _uri(self, path: Path | str) -> str:
        """Return the address that the editor has for a file."""
        wanted = Path(path)
        known = self.server.workspace.text_documents
        return next(
            (uri for uri in known if self._path(uri) == wanted),
            uris.from_fs_path(str(path)) or "",
        )

    # --- messages

    def _show(self) -> None:
        found = dict(self._messages)
        for path in map(self._path, self.server.workspace.text_documents):
            if self._is_config(path) and self._is_unsaved(path):
                found[str(path)] = self._config_messages(path)
        for name in {*self._published, *found}:
            self._publish(name, found.get(name, []))

    def _is_unsaved(self, path: Path) -> bool:
        try:
            return path.read_text(encoding="utf-8") != self._text(self._uri(path))
        except (OSError, UnicodeDecodeError):
            return True

    def _publish(self, path: str, found: list[EditorMessage]) -> None:
        """Show the messages on a file; of one that is open also where the letters are now."""
        uri = self._uri(path)
        if self._published.get(path, []) == found and (
            not found or uri not in self.server.workspace.text_documents
        ):
            return
        self._published[path] = found
        if not found:
            del self._published[path]
        text = self._text(uri) if found else ""
        self.server.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(
                uri=uri, diagnostics=[self._diagnostic(uri, text, each) for each in found]
            )
        )

    def _diagnostic(self, uri: str, text: str, message: EditorMessage) -> lsp.Diagnostic:
        level = lsp.DiagnosticSeverity
        return lsp.Diagnostic(
            range=self._range(uri, *range_of(message, text)),
            message=message.text,
            severity=level.Error if message.is_error else level.Warning,
            code=message.kind or None,
            source=NAME,
            data={"line": message.line},
        )

    def code_action(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """Propose what messages on the chosen lines ask for."""
        uri = params.text_document.uri
        text = self._text(uri)
        found = []
        for diagnostic in params.context.diagnostics:
            if diagnostic.source != NAME:
                continue
            data = diagnostic.data if isinstance(diagnostic.data, dict) else {}
            line = int(data.get("line") or diagnostic.range.start.line + 1)
            kind = str(diagnostic.code or "")
            message = EditorMessage(path="", text=diagnostic.message, line=line, kind=kind)
            found += [
                lsp.CodeAction(
                    title=mend.title,
                    kind=lsp.CodeActionKind.QuickFix,
                    diagnostics=[diagnostic],
                    edit=lsp.WorkspaceEdit(changes={uri: self._edits(uri, mend.changes)}),
                )
                for mend in mends_of(message, text)
            ]
        return found

    # --- what is at the cursor

    def completion(self, params: lsp.CompletionParams) -> lsp.CompletionList:
        """Return what may be written at the cursor."""
        uri, path, text, offset = self._asked(params)
        choices: list[CompletionChoice] = []
        if self._is_config(path):
            choices = choices_in_config(text, offset, self.index)
        elif docname := self.index.docname_of(path):
            at = at_cursor(text, offset, path.suffix)
            choices = choices_in_page(at, docname, self.index, text)
        items = [
            lsp.CompletionItem(
                label=each.label,
                kind=_KINDS.get(each.kind),
                detail=each.detail or None,
                documentation=_markdown(each.doc) if each.doc else None,
                sort_text=f"{number:04}",
                filter_text=each.text,
                text_edit=lsp.TextEdit(
                    range=self._range(uri, each.start, each.end), new_text=each.text
                ),
            )
            for number, each in enumerate(choices)
        ]
        return lsp.CompletionList(is_incomplete=True, items=items)

    def hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        """Say what is at the cursor."""
        uri, path, text, offset = self._asked(params)
        if self._is_config(path):
            found = explained_in_config(text, offset, self.index)
        elif docname := self.index.docname_of(path):
            found = explained_in_page(at_cursor(text, offset, path.suffix), docname, self.index)
        else:
            found = None
        if found is None:
            return None
        where = self._range(uri, found.start, found.end)
        return lsp.Hover(contents=_markdown(found.text), range=where)

    def definition(self, params: lsp.DefinitionParams) -> lsp.Location | None:
        """Return where what is at the cursor is written."""
        found = self._target(params)
        if found is None or not found[0].is_written:
            return None
        place = place_of(found)
        line = max(place.line - 1, 0) if place is not None else 0
        start = lsp.Position(line=line, character=0)
        return lsp.Location(uri=self._uri(found[0].path), range=lsp.Range(start=start, end=start))

    def references(self, params: lsp.ReferenceParams) -> list[lsp.Location]:
        """Return every link to the page at the cursor, or to the open page."""
        wanted = self._page_meant(params)
        return [
            lsp.Location(uri=uri, range=self._range(uri, link.start, link.end))
            for uri, docname, text, suffix in (self._sources() if wanted else ())
            for link in links_in(text, suffix)
            if leads_to(link, docname, self.index) == wanted
        ]

    # --- a page gets another name

    def prepare_rename(
        self, params: lsp.PrepareRenameParams
    ) -> lsp.PrepareRenamePlaceholder | None:
        """Return the name that can be changed: that of the page that is linked at the cursor."""
        uri, path, text, offset = self._asked(params)
        found = self._target(params)
        if found is None or not found[0].is_written:
            return None
        if self._is_config(path):
            here = read_json_text(text).text_at(offset)
            start, end = (here.start, here.end) if here is not None else (offset, offset)
        else:
            at = at_cursor(text, offset, path.suffix)
            start, end = at.start, at.end
        return lsp.PrepareRenamePlaceholder(
            range=self._range(uri, start, end), placeholder=found[0].docname
        )

    def rename(self, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        """Rename the page that is linked at the cursor, with all that leads to it."""
        found = self._target(params)
        if found is None or not found[0].is_written:
            return None
        page = found[0]
        old = Path(page.path)
        name = params.new_name.partition("#")[0].strip().strip("/")
        suffix = next((e for e in self.index.suffixes if name.endswith(e)), "")
        name = name.removesuffix(suffix)
        new = (self.index.folder / f"{name}{old.suffix}").resolve()
        if not name or new.exists() or not new.is_relative_to(self.index.folder):
            return None
        edits = self._renamed(page.docname, name)
        move = lsp.RenameFile(old_uri=self._uri(old), new_uri=uris.from_fs_path(str(new)) or "")
        return lsp.WorkspaceEdit(document_changes=[*edits, move])

    def will_rename(self, params: lsp.RenameFilesParams) -> lsp.WorkspaceEdit | None:
        """Return what changes when the editor renames files."""
        edits: list[lsp.TextDocumentEdit] = []
        for file in params.files:
            old = self.index.docname_of(self._path(file.old_uri))
            new = self.index.docname_of(self._path(file.new_uri))
            if old in self.index.pages and new and new != old:
                edits += self._renamed(old, new)
        return lsp.WorkspaceEdit(document_changes=[*edits]) if edits else None

    def _renamed(self, old: str, new: str) -> list[lsp.TextDocumentEdit]:
        edits = []
        for uri, docname, text, suffix in self._sources():
            changes = changes_for_rename(text, suffix, docname, old, new, self.index)
            path = self._path(uri)
            if self._is_config(path):
                redirect = change_for_redirect(text, old, new)
                if redirect is not None:
                    changes = [c for c in changes if not _overlap(c, redirect)] + [redirect]
            if changes:
                edits.append(
                    lsp.TextDocumentEdit(
                        text_document=lsp.OptionalVersionedTextDocumentIdentifier(uri=uri),
                        edits=[*self._edits(uri, changes)],
                    )
                )
        return edits

    def _sources(self) -> Iterator[tuple[str, str, str, str]]:
        """Yield each source: its address, its document, its text, its ending."""
        for page in self.index.pages.values():
            if page.is_written:
                uri = self._uri(page.path)
                yield uri, page.docname, self._text(uri), Path(page.path).suffix
        loaded = load_site(self.index.folder)
        for path in loaded.files:
            uri = self._uri(path)
            yield uri, "", self._text(uri), ".json"

    # --- between the protocol and texts

    def _asked(self, params: Any) -> tuple[str, Path, str, int]:
        """Return the address, the file, its text and the place that an editor asks about."""
        uri = params.text_document.uri
        document = self.server.workspace.get_text_document(uri)
        return uri, self._path(uri), document.source, document.offset_at_position(params.position)

    def _target(self, params: Any) -> LinkedPlace | None:
        _uri, path, text, offset = self._asked(params)
        if self._is_config(path):
            here = read_json_text(text).text_at(offset)
            if here is None or here.is_key or not kind_of_field(here.path):
                return None
            return self.index.find("/" + here.text.lstrip("/"), "") if here.text else None
        at = at_cursor(text, offset, path.suffix)
        return target_at(at, self.index.docname_of(path), self.index)

    def _page_meant(self, params: Any) -> str:
        found = self._target(params)
        return found[0].docname if found else self.index.docname_of(self._asked(params)[1])

    def _range(self, uri: str, start: int, end: int) -> lsp.Range:
        document = self.server.workspace.get_text_document(uri)
        text, lines = document.source, document.lines

        def position(offset: int) -> lsp.Position:
            line = text.count("\n", 0, offset)
            column = offset - (text.rfind("\n", 0, offset) + 1)
            return lsp.Position(line=line, character=column)

        there = lsp.Range(start=position(start), end=position(end))
        return document.position_codec.range_to_client_units(lines, there)

    def _edits(self, uri: str, changes: Iterable[TextChange]) -> list[lsp.TextEdit]:
        return [
            lsp.TextEdit(range=self._range(uri, each.start, each.end), new_text=each.text)
            for each in changes
        ]


_KINDS = {
    "class": lsp.CompletionItemKind.Class,
    "property": lsp.CompletionItemKind.Property,
    "value": lsp.CompletionItemKind.Value,
    "file": lsp.CompletionItemKind.File,
    "reference": lsp.CompletionItemKind.Reference,
    "function": lsp.CompletionItemKind.Function,
    "interface": lsp.CompletionItemKind.Interface,
    "icon": lsp.CompletionItemKind.Color,
}


def _without_server(answer: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that pygls may note something on, which it cannot on a method."""

    def answered(params: Any) -> Any:
        return answer(params)

    return answered


def _stamp(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _markdown(text: str) -> lsp.MarkupContent:
    return lsp.MarkupContent(kind=lsp.MarkupKind.Markdown, value=text)


def _overlap(one: TextChange, other: TextChange) -> bool:
    return one.start < other.end and other.start < one.end
