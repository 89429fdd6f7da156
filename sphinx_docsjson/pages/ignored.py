"""Finds the files of a documentation folder that are not pages.

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
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

from sphinx_docsjson.base.files import is_file
from sphinx_docsjson.base.source_files import is_agent_file

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence


NEVER_READ = frozenset({"node_modules", "_build"})
IGNORED_FOLDERS = NEVER_READ | frozenset(
    {"build", "dist", "coverage", "tmp", "temp", "_snippets", "site-packages", "vendor", "target"}
)
"""The folders of other tools. No project of Sphinx has pages in :data:`NEVER_READ`."""

IGNORED_AT_THE_TOP = frozenset({"snippets"})
IGNORED_FILES = frozenset({"README.md", "LICENSE.md", "CHANGELOG.md", "CONTRIBUTING.md"})
MARKS_OF_SPHINX_OUTPUT = frozenset({".buildinfo", "environment.pickle"})
MARKS = MARKS_OF_SPHINX_OUTPUT | {"pyvenv.cfg", "CACHEDIR.TAG"}
"""Files that only output, a virtual environment or a cache has (bford.info/cachedir)."""

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
    """Look through *srcdir* for files that are not pages.

    :param suffixes: the endings of source files.
    :param listed: the paths that the navigation names, with or without extension.
    :param outputs: folders that this build writes to.
    :param own: the endings of files that Sphinx reads without us.
    :param parts: files that something else is made of: without front matter they are not pages.
    :param is_book: these files are a book already: Markdown that nothing names is not part of it.
    """
    written = tuple(outputs)
    # Without docs.json a project reads what it always read.
    marks = MARKS if listed else MARKS_OF_SPHINX_OUTPUT
    known = frozenset(listed) | frozenset(_read_before(srcdir, tuple(own), written, marks))
    while True:
        search = _Search(srcdir, tuple(suffixes), known, marks)
        markdown = (OTHER_SUFFIX, PREFERRED_SUFFIX) if is_book else ()
        search.unread_before = tuple(each for each in markdown if each not in own)
        search.parts = parts
        search.leave_out_outputs(written)
        search.walk()
        if listed:
            search.leave_out_imported()
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
    def __init__(
        self,
        srcdir: Path,
        suffixes: tuple[str, ...],
        listed: frozenset[str],
        marks: Collection[str],
    ) -> None:
        self.srcdir = srcdir
        self.marks = marks
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
        self.unread_before: tuple[str, ...] = ()
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
        return any(name in self.marks for name in files)

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

    def leave_out_imported(self) -> None:
        """Leave out snippets outside their folder: a page imports them, and nothing names them.

        A file with front matter is also a page of its own.
        """
        imported: set[str] = set()
        for page in self.pages:
            if page.endswith((PREFERRED_SUFFIX, OTHER_SUFFIX)):
                imported.update(imported_in(_text_of(self.srcdir / page), page))
        for path in sorted(imported.intersection(self.pages)):
            stem = os.path.splitext(path)[0]
            is_named = not self.listed.isdisjoint({path, stem}) or stem == "index"
            if not is_named and not _text_of(self.srcdir / path).startswith("---"):
                self._leave_out(path)
                self.pages.remove(path)

    def named_in_toctrees(self) -> frozenset[str]:
        """Return the files that are omitted although a toctree of a page names them."""
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
        if self.unread_before and name.endswith(self.unread_before):
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
        """Say which Markdown of a project without any is omitted."""
        if paths := self.markdown_left_out:
            more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
            what_to_do = "name them in a toctree or in docs.json to make them pages"
            self.notes.append(f"{paths[0]}{more} left out: {what_to_do}")

    def _prefer_mdx(self, path: str, stem: str, sources: Collection[str]) -> None:
        other = f"{stem}{PREFERRED_SUFFIX}"
        if other.rpartition("/")[2] in sources:
            self.patterns.append(literal(path))
            self.hidden.append((path, other))


def _read_before(
    srcdir: Path, own: tuple[str, ...], outputs: Collection[Path], marks: Collection[str]
) -> Iterator[str]:
    """Yield the files that are omitted by their name or that of their folder, and were pages."""
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
        if any(name in marks for name in files):
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


_IMPORT = re.compile(r"^import\s[^'\"\n;]*\bfrom\s*['\"]([^'\"\n]+)['\"]", re.MULTILINE)
_CODE = re.compile(r"^ *(`{3,}|~{3,})[^\n]*\n.*?(?:^ *\1|\Z)", re.MULTILINE | re.DOTALL)


def imported_in(text: str, page: str) -> Iterator[str]:
    """Yield the paths that the imports of a page may mean, from the source directory."""
    for found in _IMPORT.finditer(_CODE.sub("", text)) if "import" in text else ():
        written = found[1]
        folders = ["", dirname(page)] if not written.startswith("/") else [""]
        for folder in folders:
            path = normpath(join(folder, written.lstrip("/")))
            yield from (path + suffix for suffix in ("", PREFERRED_SUFFIX, OTHER_SUFFIX))


def _may_lead_to(path: str, left_out: str) -> bool:
    """Whether an entry of a toctree may name *left_out*, or a file in that folder."""
    stem = os.path.splitext(left_out)[0]
    if path in (left_out, stem) or path.startswith(f"{left_out}/"):
        return True
    start = re.split(r"[*?\[]", path, maxsplit=1)[0]
    return start != path and (left_out.startswith(start) or start.startswith(f"{left_out}/"))


def is_unwritable(path: str) -> bool:
    """Whether a file name has control characters or bytes that are not text."""
    return not path.isprintable() or any("\ud800" <= char <= "\udfff" for char in path)


def literal(path: str) -> str:
    """Return a pattern of ``exclude_patterns`` for *path*.

    An opening bracket cannot be written literally there; it becomes "any one character".
    """
    return "".join(f"[{char}]" if char in "*?" else "?" if char == "[" else char for char in path)


# The rules of a file in the syntax of ``.gitignore``, which ``.mintignore`` uses.
#
# Sources of the rules: gitignore(5), "Pattern format", and ``wildmatch.c`` of git for brackets and
# stars. ``pathspec`` is not used: it judges only files, so it differs from git when a folder is
# included again (see ``tests/pages/test_gitignore.py``).

MAX_RULES = 10_000

CLASSES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": r"\x20\t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": r"\x20-~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\s",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}
"""What git reads in ``[[:alpha:]]``, as a regular expression writes it."""

_TOKEN = re.compile(
    r"(?P<stars>\*+)|(?P<any>\?)|(?P<bracket>\[[!^]?)|\\(?P<escaped>.)|(?P<char>[^\\])", re.DOTALL
)
_MEMBER = re.compile(
    r"\[:(?P<name>[^]]*):\]|\\?(?P<first>(?<=\\).|[^\\])(?:-(?!\])\\?(?P<last>(?<=\\).|[^\\]))?",
    re.DOTALL,
)


class Nothing(Exception):
    """A pattern that no path matches: an open bracket, a backslash at the end."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """One line: what it matches, and whether it takes a match back."""

    pattern: re.Pattern[str]
    negated: bool
    folders_only: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Rules:
    """All lines of a file; the last one that matches decides."""

    rules: tuple[Rule, ...] = ()

    def match(self, path: str, *, is_folder: bool) -> bool:
        """Whether *path*, relative to the folder of the file, is to be ignored.

        The folders around it are not looked at.
        """
        ignored = False
        for rule in self.rules:
            if rule.negated != ignored or (rule.folders_only and not is_folder):
                continue
            if rule.pattern.fullmatch(path):
                ignored = not rule.negated
        return ignored

    def ignores_file(self, path: str) -> bool:
        """Whether the file *path*, or a folder around it, is to be ignored."""
        parts = path.split("/")
        folders = ("/".join(parts[:end]) for end in range(1, len(parts)))
        return self.match(path, is_folder=False) or any(
            self.match(folder, is_folder=True) for folder in folders
        )


def read_rules(path: Path) -> Rules:
    """Return the rules of a file; none when it does not exist or is not text."""
    try:
        return parse_rules(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        return Rules()


def parse_rules(text: str) -> Rules:
    """Return the rules of the text of a file."""
    rules = map(parse_rule, text.split("\n")[:MAX_RULES])
    return Rules(rules=tuple(rule for rule in rules if rule is not None))


def _without_last_spaces(line: str) -> str:
    """Return *line* without spaces at its end, but one behind a backslash that is for it."""
    text = line.rstrip(" ")
    backslashes = len(text) - len(text.rstrip("\\"))
    return f"{text} " if backslashes % 2 and text != line else text


def parse_rule(line: str) -> Rule | None:
    """Return the rule of a line, or ``None`` for blank lines, comments and nonsense."""
    text = _without_last_spaces(line.removesuffix("\r"))
    if text.startswith("#"):
        return None
    negated = text.startswith("!")
    text = text[1:] if negated else text
    folders_only = text.endswith("/")
    text = text[:-1] if folders_only else text
    if not text:
        return None
    try:
        expression = _translate(text.removeprefix("/"), of_path="/" in text)
    except Nothing:
        return None
    start = "" if "/" in text else "(?:.*/)?"
    pattern = re.compile(start + expression, re.DOTALL)
    return Rule(pattern=pattern, negated=negated, folders_only=folders_only)


def _translate(glob: str, *, of_path: bool) -> str:
    """Return *glob* as a regular expression.

    :param of_path: it is compared with a whole path, and not with the name of a file.
    :raises Nothing: when it can match none.
    """
    result = []
    position, literal = 0, True
    while position < len(glob):
        token = _TOKEN.match(glob, position)
        if token is None:
            raise Nothing
        # The literal text that git compares first does not count as text before stars.
        is_start = literal or glob[position - 1] == "/"
        position = token.end()
        literal = literal and token["char"] is not None
        if token["stars"]:
            is_segment = is_start and glob[position : position + 1] in "/"
            is_deep = of_path and is_segment and len(token["stars"]) > 1
            if is_deep and position < len(glob):
                position += 1
                result.append("(?:.*/)?")
            else:
                result.append(".*" if is_deep else "[^/]*")
        elif token["any"]:
            result.append("[^/]")
        elif token["bracket"]:
            members, position = _members(glob, position)
            result.append(f"[^/{members}]" if len(token["bracket"]) > 1 else f"(?!/)[{members}]")
        else:
            result.append(re.escape(token["escaped"] or token["char"]))
    return "".join(result)


def _members(glob: str, position: int) -> tuple[str, int]:
    """Return what is in a bracket, as regular expressions write it, and where it ends."""
    members: list[str] = []
    start = position
    while position == start or glob[position : position + 1] != "]":
        member = _MEMBER.match(glob, position)
        if member is None:
            raise Nothing
        position = member.end()
        first, last = member["first"], member["last"]
        if first is None:
            if member["name"] not in CLASSES:
                raise Nothing
            members.append(CLASSES[member["name"]])
        elif last is None or last < first:
            members.append(re.escape(first))
        else:
            members.append(f"{re.escape(first)}-{re.escape(last)}")
    return "".join(members), position + 1


# Which documents the toctrees of source texts name, known before any document is read.

_OPENING = re.compile(
    r"^(?P<indent>[ \t]*)(?:\.\.[ \t]+toctree::|(?P<fence>`{3,}|~{3,}|:{3,})[ \t]*\{toctree\})"
)
_AUTOSUMMARY = re.compile(r"^[ \t]*:toctree:[ \t]*(\S+)", re.MULTILINE)
_GLOB = re.compile(r"[*?\[]")


def is_book(srcdir: Path, root_doc: str, suffixes: Iterable[str]) -> bool:
    """Whether the author made a book of the pages: of toctrees in the root document."""
    root = srcdir / root_doc
    files = [root.with_name(f"{root.name}{suffix}") for suffix in suffixes]
    texts = [path.read_text("utf-8", errors="replace") for path in files if is_file(path)]
    return any(_OPENING.match(line) for text in texts for line in text.splitlines())


def named_in(text: str, docname: str) -> Iterator[str]:
    """Yield the paths from the root that toctrees in the text of *docname* name.

    A path may have the extension of its file, or be a pattern. ``:toctree:`` of autosummary
    names a folder.
    """
    if "toctree" not in text:
        return
    folder = dirname(docname)
    for entry in _entries(text):
        path = _path_of(entry)
        if "://" not in path:
            yield _from_root(path, folder)
    for found in _AUTOSUMMARY.finditer(text):
        yield _from_root(found[1], folder) + "/*"


def _path_of(entry: str) -> str:
    """Return the path of an entry, which may be ``title <path>``."""
    title, _opening, rest = entry.rpartition("<")
    path = rest.removesuffix(">")
    is_titled = bool(title and path) and path != rest and ">" not in path
    return (path if is_titled else entry).strip()


def _from_root(path: str, folder: str) -> str:
    return normpath(path.lstrip("/") if path.startswith("/") else join(folder, path))


def _entries(text: str) -> Iterator[str]:
    """Yield the lines in toctrees, without their options."""
    indent, fence = -1, ""
    for line in text.splitlines():
        stripped = line.strip()
        if opening := _OPENING.match(line):
            indent, fence = len(opening["indent"]), opening["fence"] or ""
        elif indent < 0 or not stripped:
            continue
        elif (fence and stripped.startswith(fence)) or (
            not fence and len(line) - len(line.lstrip()) <= indent
        ):
            indent = -1
        elif not stripped.startswith((":", "#")):
            yield stripped


def files_meant(path: str, srcdir: Path, suffixes: tuple[str, ...]) -> Iterator[str]:
    """Yield the source files, from the root, that *path* names: as it is, or as a pattern."""
    if path.startswith(".."):
        return
    for name in (path, *(f"{path}{suffix}" for suffix in suffixes)):
        if not name.endswith(suffixes):
            continue
        if not _GLOB.search(name):
            found = [srcdir / name]
        else:
            try:
                found = sorted(srcdir.glob(name))
            except (OSError, ValueError):  # too long, or nothing that pathlib knows: ``a**``
                found = []
        yield from (file.relative_to(srcdir).as_posix() for file in found if is_file(file))
