"""A page that is asked for before its turn: read and written at once, in a copy of the process.

Sphinx writes no page before it has read all of them, as any may name any other. The copy reads the
one page, takes the titles of the others from the heads of their files, writes, and ends: what it
knows by guess is gone with it. Where a system cannot copy a process, the page waits for its turn.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson.build import build_of
from sphinx_docsjson.cli.live.building.kept_application import document_at
from sphinx_docsjson.cli.live.going_on import going_on
from sphinx_docsjson.compat.resident_builds import write_document, write_documents

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsjson.cli.live.building.build_messages import BuildMessages
    from sphinx_docsjson.cli.live.building.build_words import BuildWords

AT_ONCE = 2
HEAD = 2000
_TITLE = re.compile(r"^(?:title:[ \t]*(?P<quote>[\"']?)(.+?)(?P=quote)[ \t]*|#[ \t]+(.+))$", re.M)
_UNDERLINED = re.compile(r"^(\S.*)\n([=*#~^\"-])\2{2,}[ \t]*$", re.M)


class EarlyPages:
    """The pages that are written before their turn.

    :param app: the application, which is reading.
    """

    def __init__(self, app: Sphinx, messages: BuildMessages) -> None:
        self._app = app
        self._messages = messages
        self._running: dict[int, str] = {}
        self._tried: set[str] = set()

    def answer(self, words: BuildWords) -> None:
        """Begin to write the pages that are asked for, and tell of those that are there."""
        words.listen()
        while words.asked:
            with going_on("writing a page before its turn"):
                self.write(words.asked.popleft())
        if self.written():
            words.tell("written")

    def write(self, path: str) -> None:
        """Begin to write the page at a path, unless it was tried or cannot be."""
        docname = document_at(self._app, path)
        if docname is None or docname in self._tried or not hasattr(os, "fork"):
            return
        if len(self._running) >= AT_ONCE:
            return
        self._tried.add(docname)
        process = os.fork()
        if process:
            self._running[process] = path
            return
        code = 1
        try:
            self._messages.muted = True
            self._write(docname)
            code = 0
        finally:
            os._exit(code)

    def written(self) -> list[str]:
        """Return the paths that have been written since the last time."""
        done = []
        for process in list(self._running):
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                path = self._running.pop(process)
                done += [path] if status == 0 else []
        return done

    def end(self) -> None:
        """Wait for those that are being written: what comes next writes the same files."""
        for process in self._running:
            os.waitpid(process, 0)
        self._running.clear()

    def _write(self, docname: str) -> None:
        app = self._app
        build = build_of(app.config)
        shown = {docname}
        if build is not None:
            build.is_ahead = True
            if docname == app.config.root_doc:
                shown |= {build.nav.tree.home() or docname}
        for name in shown - app.env.all_docs.keys():
            app.env.clear_doc(name)
            app.builder.read_doc(name)
        self._guess_titles()
        app.emit("env-updated", app.env)

        def write(_docnames: object) -> None:
            write_document(app, docname)

        write_documents(app, {docname}, write)

    def _guess_titles(self) -> None:
        env = self._app.env
        for docname in env.found_docs:
            if docname not in env.titles:
                text = quick_title(Path(env.doc2path(docname))) or docname.rpartition("/")[2]
                title = nodes.title("", "", nodes.Text(text))
                env.titles[docname] = env.longtitles[docname] = title
                env.tocs.setdefault(docname, nodes.bullet_list(""))
                env.toc_num_entries.setdefault(docname, 0)


def quick_title(path: Path) -> str:
    """Return what the head of a page says that its title is, most likely."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            head = file.read(HEAD)
    except OSError:
        return ""
    if path.suffix == ".rst":
        match = _UNDERLINED.search(head)
        return match[1].strip() if match else ""
    match = _TITLE.search(head)
    return (match[2] or match[3] or "").strip() if match else ""
