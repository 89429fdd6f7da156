"""Reads a project with a ``conf.py`` through Sphinx, and returns the navigation for docs.json.

Each page is where Sphinx comes to it first: the root document, then the entries of its
toctrees in order, each followed by what its own toctrees list.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from sphinx import addnodes
from sphinx.errors import SphinxError

from sphinx_docsjson.base.titles import title_of
from sphinx_docsjson.cli.check_build import scratch_application
from sphinx_docsjson.cli.check_messages import reason
from sphinx_docsjson.urls import is_external, safe_url

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


PLAIN = ("root_doc", "master_doc", "source_suffix", "exclude_patterns", "include_patterns")
"""Settings that say what the pages are, where conf.py cannot be run."""

MARKDOWN = "myst_parser"


@dataclass(frozen=True, kw_only=True)
class ReadProject:
    """What a project is called, and how it is navigated.

    :param without: why the conf.py did not count, and which extensions were left out; empty when
        Sphinx could read the project as a build does.
    """

    name: str
    navigation: DerivedNavigation
    without: str = ""


def read_project(folder: Path) -> ReadProject:
    """Let Sphinx read the project in *folder*, write nothing, and return what its toctrees say.

    If its conf.py fails, as it does in an environment without its extensions, the pages are read
    without it: from plain assignments in its text, and with the extensions that are installed.

    :raises SphinxError: when they cannot be read that way either; it says why the conf.py failed.
    """
    try:
        with scratch_application(folder, folder, {}, "dummy") as app:
            app.builder.read()
            return _found(app, "")
    except (Exception, SystemExit) as error:
        text = reason(error)
    known = plain_settings((folder / "conf.py").read_text(encoding="utf-8", errors="replace"))
    wanted = [name for name in known.get("extensions", ()) if isinstance(name, str)]
    here = [name for name in wanted if _is_here(name)]
    settings = {name: known[name] for name in PLAIN if name in known}
    if "master_doc" in settings:
        settings["root_doc"] = settings.pop("master_doc")
    if MARKDOWN not in here:
        here.append(MARKDOWN)
    name = str(known.get("project") or folder.resolve().parent.name)
    settings |= {"extensions": here, "project": name}
    try:
        with scratch_application(folder, None, settings, "dummy") as app:
            app.builder.read()
            return _found(app, text)
    except SphinxError as error:
        raise SphinxError(text) from error


def _found(app: Sphinx, without: str) -> ReadProject:
    navigation = derive_navigation(app.env)
    return ReadProject(name=app.config.project, navigation=navigation, without=without)


def plain_settings(conf: str) -> dict[str, Any]:
    """Return the names of a conf.py that are given a plain value at its top level."""
    found: dict[str, Any] = {}
    try:
        statements = ast.parse(conf).body
    except SyntaxError:
        return found
    for statement in statements:
        if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or statement.value is None:
            continue
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        try:
            value = ast.literal_eval(statement.value)
        except ValueError:
            continue
        found |= {target.id: value for target in targets if isinstance(target, ast.Name)}
    return found


def _is_here(name: str) -> bool:
    """Whether an extension is installed, and reads pages without importing the project."""
    if name.startswith("sphinx.ext.auto"):
        return False
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False


Entry: TypeAlias = str | dict[str, Any]
"""The path of a page, or a group."""


@dataclass(frozen=True, kw_only=True)
class DerivedNavigation:
    """What the toctrees of a project say.

    :param entries: the value of ``navigation``.
    :param pages: the pages in it, in order.
    :param links: how many entries lead to other sites.
    :param globs: how many toctrees list what matches a pattern.
    """

    entries: tuple[Entry, ...]
    pages: tuple[str, ...]
    links: int
    globs: int


def derive_navigation(env: BuildEnvironment) -> DerivedNavigation:
    """Return the navigation of a project that Sphinx has read."""
    walk = _ToctreeWalk(env=env)
    root = env.config.root_doc
    walk.seen.append(root)
    entries = tuple(walk.below(root))
    return DerivedNavigation(
        entries=(root, *entries),
        pages=tuple(walk.seen),
        links=walk.links,
        globs=len(env.glob_toctrees),
    )


@dataclass(kw_only=True)
class _ToctreeWalk:
    """A walk through the toctrees that comes to each page once."""

    env: BuildEnvironment
    seen: list[str] = field(default_factory=list)
    links: int = 0

    def below(self, docname: str) -> Iterator[Entry]:
        """Yield what the toctrees of a document list."""
        tree = self.env.tocs.get(docname)
        for toctree in tree.findall(addnodes.toctree) if tree is not None else ():
            entries = [entry for each in toctree["entries"] for entry in self._entry(*each)]
            caption = toctree.get("caption")
            if caption and entries:
                yield from _named(caption, entries)
            else:
                yield from entries

    def _entry(self, title: str | None, target: str) -> Iterator[Entry]:
        if is_external(target):
            if (url := safe_url(target)) is not None:
                self.links += 1
                yield {"group": title or url, "href": url}
            return
        if target not in self.env.found_docs or target in self.seen:
            return  # ``self`` is the document around, which is before; others are not pages
        self.seen.append(target)
        own = title_of(self.env, target) or target
        entries = list(self.below(target))
        if entries:
            yield {"group": title or own, "root": target, "pages": entries}
        elif title and title != own:
            yield {"page": target, "title": title}
        else:
            yield target


def _named(caption: str, entries: list[Entry]) -> Iterator[Entry]:
    """Yield a group, or the only group in it where both are called the same."""
    only = entries[0] if len(entries) == 1 else None
    if isinstance(only, dict) and "pages" in only and _same(str(only["group"]), caption):
        yield only
    else:
        yield {"group": caption, "pages": _without_twins(caption, entries)}


def _without_twins(caption: str, entries: list[Entry]) -> list[Entry]:
    """Return the entries of a group; one called as the group is, has its pages beside it."""
    found: list[Entry] = []
    for entry in entries:
        if (
            isinstance(entry, dict)
            and "root" in entry
            and "pages" in entry
            and _same(str(entry["group"]), caption)
        ):
            found += [entry["root"], *entry["pages"]]
        else:
            found.append(entry)
    return found


def _same(one: str, other: str) -> bool:
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def in_groups(name: str, entries: list[Entry]) -> list[Entry]:
    """Return a navigation in which no pages are between groups, as bullets between boxes.

    Pages in front of the first group, and between groups, get a group of their own. A navigation
    that has no groups stays a list.
    """
    if not any(isinstance(entry, dict) and "pages" in entry for entry in entries):
        return entries
    found: list[Entry] = []
    loose: list[Entry] = []
    for entry in [*entries, None]:
        if isinstance(entry, str) or (isinstance(entry, dict) and "pages" not in entry):
            loose.append(entry)
            continue
        if loose and not found and len(loose) == 1:
            found += loose  # the start page, above the groups
        elif loose:
            found.append({"group": MORE_PAGES if found else name, "pages": loose})
        loose = []
        if entry is not None:
            found.append(entry)
    return found


MORE_PAGES = "More"
