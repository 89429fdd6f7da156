"""Which files of a documentation folder are no pages.

Files that a repository holds for other purposes (``README.md``, ``node_modules``) or for agents
(``AGENTS.md``), snippets, output of earlier builds, and what ``.mintignore`` names. A path that
the navigation or a toctree lists is always a page, and so is what a project read before it had a
``docs.json``. Nothing here changes ``exclude_patterns``: a change of that value would make Sphinx
read every document again.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.files.agent_files import is_agent_file
from sphinx_docsjson.pages.sources.gitignore import Rules, read_rules
from sphinx_docsjson.pages.sources.named_documents import files_meant, named_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

IGNORED_FOLDERS = frozenset(
    {"node_modules", "build", "_build", "dist", "coverage", "tmp", "temp", "_snippets"}
)
NEVER_READ = frozenset({"node_modules", "_build"})
"""Those of them that no project of Sphinx has pages in."""

IGNORED_AT_THE_TOP = frozenset({"snippets"})
IGNORED_FILES = frozenset({"README.md", "LICENSE.md", "CHANGELOG.md", "CONTRIBUTING.md"})
MARKS_OF_SPHINX_OUTPUT = frozenset({".buildinfo", "environment.pickle"})
PREFERRED_SUFFIX, OTHER_SUFFIX = ".mdx", ".md"


@dataclass(frozen=True, kw_only=True, slots=True)
class Ignored:
    """Patterns as in ``exclude_patterns``, and what is worth telling about them."""

    patterns: tuple[str, ...]
    notes: tuple[str, ...]
    hidden: tuple[tuple[str, str], ...] = ()
    """Pages in whose place another file of the same name is read: both paths."""


def find_ignored(
    srcdir: Path,
    suffixes: Sequence[str],
    listed: Collection[str],
    outputs: Iterable[Path] = (),
    own: Sequence[str] = (),
    *,
    is_book: bool = False,
    parts: Collection[str] = (),
) -> Ignored:
    """Look through *srcdir* for files that are no pages.

    :param suffixes: the endings of source files.
    :param listed: the paths that the navigation names, with or without extension.
    :param outputs: folders that this build writes to.
    :param own: the endings of files that Sphinx reads without us.
    :param parts: files that something else is made of: without front matter they are no pages.
    :param is_book: these files are a book already: Markdown that nothing names is no part of it.
    """
    written = tuple(outputs)
    known = frozenset(listed) | frozenset(_read_before(srcdir, tuple(own), written))
    while True:
        search = _Search(srcdir, tuple(suffixes), known)
        search.leaves_out_markdown = is_book and OTHER_SUFFIX not in own
        search.parts = parts
        search.leave_out_outputs(written)
        search.walk()
        named = search.named_in_toctrees()
        if named <= known:
            search.note_markdown()
            return Ignored(
                patterns=tuple(search.patterns),
                notes=tuple(search.notes),
                hidden=tuple(search.hidden),
            )
        known |= named


class _Search:
    def __init__(self, srcdir: Path, suffixes: tuple[str, ...], listed: Collection[str]) -> None:
        self.srcdir = srcdir
        self.suffixes = suffixes
        self.listed = listed
        self.listed_folders = {
            "/".join(parts[:end])
            for parts in (path.split("/") for path in listed)
            for end in range(1, len(parts))
        }
        self.rules: Rules = read_rules(srcdir / ".mintignore")
        self.patterns: list[str] = []
        self.notes: list[str] = []
        self.hidden: list[tuple[str, str]] = []
        self.outputs: set[str] = set()
        self.pages: list[str] = []
        self.left_out: list[str] = []
        self.leaves_out_markdown = False
        self.parts: Collection[str] = ()
        self.markdown_left_out: list[str] = []

    def leave_out_outputs(self, outputs: Iterable[Path]) -> None:
        for output in outputs:
            resolved, root = output.resolve(), self.srcdir.resolve()
            if resolved != root and resolved.is_relative_to(root):
                path = resolved.relative_to(root).as_posix()
                self.outputs.add(path)
                self.patterns.append(literal(path))

    def walk(self) -> None:
        for folder, folders, files in os.walk(self.srcdir, followlinks=True):
            relative = Path(folder).relative_to(self.srcdir).as_posix()
            prefix = "" if relative == "." else f"{relative}/"
            folders[:] = sorted(
                name for name in folders if not self._leaves_out_folder(f"{prefix}{name}")
            )
            if prefix and prefix[:-1] not in self.listed_folders and self._is_output(files):
                self._leave_out(prefix[:-1])
                folders.clear()
                continue
            self._look_at_files(prefix, files)

    def _is_output(self, files: Collection[str]) -> bool:
        return not MARKS_OF_SPHINX_OUTPUT.isdisjoint(files)

    def _leaves_out_folder(self, path: str) -> bool:
        if path in self.outputs:
            return True
        if path in self.listed_folders:
            return False
        name = path.rpartition("/")[2]
        ignored = (
            name.startswith(".")
            or name in IGNORED_FOLDERS
            or path in IGNORED_AT_THE_TOP
            or self.rules.match(path, is_folder=True)
        )
        if ignored:
            self._leave_out(path)
        return ignored

    def _leave_out(self, path: str) -> None:
        self.patterns.append(literal(path))
        self.left_out.append(path)

    def named_in_toctrees(self) -> frozenset[str]:
        """Return the files that are left out although a toctree of a page names them."""
        if not self.left_out:
            return frozenset()
        found: set[str] = set()
        for page in self.pages:
            for path in named_in(_text_of(self.srcdir / page), page):
                if any(_may_lead_to(path, each) for each in self.left_out):
                    found.update(files_meant(path, self.srcdir, self.suffixes))
        return frozenset(found)

    def _look_at_files(self, prefix: str, files: Iterable[str]) -> None:
        sources = {name for name in files if name.endswith(self.suffixes)}
        for name in sorted(sources):
            path = f"{prefix}{name}"
            stem, suffix = os.path.splitext(path)
            if stem in self.listed and not is_unwritable(path):
                if suffix == OTHER_SUFFIX:
                    self._prefer_mdx(path, stem, sources)
            elif path not in self.listed and self._leaves_out_file(path, name):
                self._leave_out(path)
                continue
            elif suffix == OTHER_SUFFIX:
                self._prefer_mdx(path, stem, sources)
            self.pages.append(path)

    def _leaves_out_file(self, path: str, name: str) -> bool:
        if is_unwritable(path):
            self.notes.append(f"{path!r} is left out: its name cannot be part of an address")
            return True
        if self.leaves_out_markdown and name.endswith(OTHER_SUFFIX):
            self.markdown_left_out.append(path)
            return True
        if path in self.parts and not _text_of(self.srcdir / path).startswith("---"):
            return True
        return (
            name.startswith(".")
            or name in IGNORED_FILES
            or is_agent_file(path, self.srcdir)
            or self.rules.match(path, is_folder=False)
        )

    def note_markdown(self) -> None:
        """Say which Markdown of a project without any is left out."""
        if paths := self.markdown_left_out:
            more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
            what_to_do = "name them in a toctree or in docs.json to make them pages"
            self.notes.append(f"{paths[0]}{more} left out: {what_to_do}")

    def _prefer_mdx(self, path: str, stem: str, sources: Collection[str]) -> None:
        other = f"{stem}{PREFERRED_SUFFIX}"
        if other.rpartition("/")[2] in sources:
            self.patterns.append(literal(path))
            self.hidden.append((path, other))


def _read_before(srcdir: Path, own: tuple[str, ...], outputs: Collection[Path]) -> Iterator[str]:
    """Yield the files that are left out by their name or that of their folder, and were pages."""
    written = {output.resolve() for output in outputs}
    for folder, folders, files in os.walk(srcdir, followlinks=True) if own else ():
        here = Path(folder)
        folders[:] = [
            name
            for name in folders
            if not (
                name.startswith(".") or name in NEVER_READ or (here / name).resolve() in written
            )
        ]
        if not MARKS_OF_SPHINX_OUTPUT.isdisjoint(files):
            folders.clear()
            continue
        parts = here.relative_to(srcdir).parts
        inside = not IGNORED_FOLDERS.isdisjoint(parts) or "".join(parts[:1]) in IGNORED_AT_THE_TOP
        for name in files:
            path = "/".join((*parts, name))
            other = inside or name in IGNORED_FILES or is_agent_file(path, srcdir)
            if name.endswith(own) and other:
                yield path


def _text_of(file: Path) -> str:
    """Return the text of a page; nothing of one that cannot be read, as Sphinx will say."""
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _may_lead_to(path: str, left_out: str) -> bool:
    """Whether an entry of a toctree may name *left_out*, or a file in that folder."""
    stem = os.path.splitext(left_out)[0]
    if path in (left_out, stem) or path.startswith(f"{left_out}/"):
        return True
    start = re.split(r"[*?\[]", path, maxsplit=1)[0]
    return start != path and (left_out.startswith(start) or start.startswith(f"{left_out}/"))


def is_unwritable(path: str) -> bool:
    """Whether a file name has control characters or bytes that are no text."""
    return not path.isprintable() or any("\ud800" <= char <= "\udfff" for char in path)


def literal(path: str) -> str:
    """Return a pattern of ``exclude_patterns`` for *path*.

    An opening bracket cannot be written literally there; it becomes "any one character".
    """
    return "".join(f"[{char}]" if char in "*?" else "?" if char == "[" else char for char in path)
