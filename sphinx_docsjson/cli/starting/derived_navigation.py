"""The toctrees of a project, as Sphinx has read them → the navigation of a ``docs.json``.

Each page stands where Sphinx comes to it first: the root document, then the entries of its
toctrees in order, each followed by what its own toctrees list.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from sphinx import addnodes

from sphinx_docsjson.urls import is_external, safe_url

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.environment import BuildEnvironment

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
                yield {"group": caption, "pages": entries}
            else:
                yield from entries

    def _entry(self, title: str | None, target: str) -> Iterator[Entry]:
        if is_external(target):
            if (url := safe_url(target)) is not None:
                self.links += 1
                yield {"group": title or url, "href": url}
            return
        if target not in self.env.found_docs or target in self.seen:
            return  # ``self`` is the document around, which stands before; others are no pages
        self.seen.append(target)
        own = self.env.titles[target].astext() if target in self.env.titles else target
        entries = list(self.below(target))
        if entries:
            yield {"group": title or own, "root": target, "pages": entries}
        elif title and title != own:
            yield {"page": target, "title": title}
        else:
            yield target
