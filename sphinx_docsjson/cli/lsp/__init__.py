"""``sphinx-docsjson lsp``: a language server for the pages of a site and its ``docs.json``.

Two processes, as for ``serve``. One keeps an application of Sphinx and reads what is typed; the
other one answers the editor. This is what both know: what pages offer to links.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.build import base_path, build_of
from sphinx_docsjson.pages.project import listed_paths
from sphinx_docsjson.pages.redirects import Address, Pages
from sphinx_docsjson.site.validation import added_fields, set_added_fields

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.site.model import Site


# What is known about a page. It is plain data, which one process sends to the other.

HEADING = "heading"
UNTITLED = frozenset({"std", "docsjson", "index", "changeset", "citation", "math"})
"""Domains whose objects are not objects of a language or an API."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OfferedPlace:
    """A place of a page that a link can name.

    :param kind: :data:`HEADING`, or domain and type of an object: ``py:function``.
    :param name: the title, or the full name of the object.
    :param line: counted from 1; 0 if unknown.
    """

    anchor: str
    name: str
    kind: str = HEADING
    line: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class OfferedPage:
    """A page, and the places on it.

    :param path: its file; pages of operations have one that is generated.
    :param is_written: whether the file is one of the author.
    """

    docname: str
    path: str
    title: str
    description: str = ""
    is_written: bool = True
    places: tuple[OfferedPlace, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class OfferedOperation:
    """An operation of a description.

    :param name: as ``docs.json`` names it: ``GET /pets``.
    :param docname: its page, or nothing.
    """

    name: str
    summary: str = ""
    docname: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class OfferNews:
    """What changed in the index.

    :param pages: the pages that were read.
    :param docnames: all pages that there are now.
    :param labels: label of Sphinx → its document and its anchor.
    :param fields: what other packages added to ``docs.json``: name → schema.
    """

    pages: tuple[OfferedPage, ...]
    docnames: frozenset[str]
    operations: tuple[OfferedOperation, ...]
    labels: dict[str, tuple[str, str]]
    root: str
    base: str
    suffixes: tuple[str, ...]
    fields: dict[str, Any]


# The side that builds: anchors and their lines are seen while a page is read.


class OfferRecorder:
    """Notes what pages offer, each when it was read."""

    def __init__(self) -> None:
        self._lines: dict[str, dict[str, tuple[int, str]]] = {}
        self.known: dict[str, dict[str, tuple[int, str]]] = {}
        """Document → its anchors, of all that were read: id → line and title."""

    def look_at(self, app: Sphinx, doctree: nodes.document) -> None:
        """Note the anchors of a page that was read: id → line and title."""
        from docutils import nodes

        from sphinx_docsjson.base.titles import title_text

        found: dict[str, tuple[int, str]] = {}
        for node in doctree.findall(nodes.Element):
            if not node["ids"]:
                continue
            title = node.next_node(nodes.title) if isinstance(node, nodes.section) else None
            line = (title.line if title is not None else None) or node.line or 0
            for anchor in node["ids"]:
                found[anchor] = (line, title_text(title))
        docname = app.env.current_document.docname
        self._lines[docname] = self.known[docname] = found

    def take_over(self, known: dict[str, dict[str, tuple[int, str]]]) -> None:
        """Go on with what was noted before, as if it had been read now."""
        self.known, self._lines = dict(known), dict(known)

    def told(self, app: Sphinx) -> OfferNews:
        """Return what there is to tell of the pages that were read since the last time."""
        env = app.env
        lines, self._lines = self._lines, {}
        lines = {docname: found for docname, found in lines.items() if docname in env.found_docs}
        objects = _objects(env, lines)
        build = build_of(app.config)
        labels = env.domains.standard_domain.anonlabels
        return OfferNews(
            pages=tuple(_page(env, docname, lines[docname], objects) for docname in lines),
            docnames=frozenset(env.found_docs),
            operations=tuple(_operations(build)),
            labels={name: (found[0], found[1]) for name, found in labels.items()},
            root=app.config.root_doc,
            base=base_path(app.config) if build is not None else "",
            suffixes=tuple(app.config.source_suffix),
            fields=dict(added_fields()),
        )


def _objects(env: BuildEnvironment, wanted: Iterable[str]) -> dict[str, list[OfferedPlace]]:
    found: dict[str, list[OfferedPlace]] = {docname: [] for docname in wanted}
    for domain in env.domains.sorted():
        if domain.name in UNTITLED:
            continue
        for name, _shown, kind, docname, anchor, _priority in domain.get_objects():
            if docname in found:
                place = OfferedPlace(anchor=anchor, name=str(name), kind=f"{domain.name}:{kind}")
                found[docname].append(place)
    return found


def _page(
    env: BuildEnvironment,
    docname: str,
    lines: dict[str, tuple[int, str]],
    objects: dict[str, list[OfferedPlace]],
) -> OfferedPage:
    from sphinx_docsjson.base.titles import title_of

    path = Path(env.doc2path(docname))
    named = {place.anchor for place in objects[docname]}
    headings = [
        OfferedPlace(anchor=anchor, name=text, line=line)
        for anchor, (line, text) in lines.items()
        if anchor not in named
    ]
    told = [
        OfferedPlace(
            anchor=place.anchor,
            name=place.name,
            kind=place.kind,
            line=lines.get(place.anchor, (0, ""))[0],
        )
        for place in objects[docname]
    ]
    return OfferedPage(
        docname=docname,
        path=str(path),
        title=title_of(env, docname) or docname,
        description=str(env.metadata.get(docname, {}).get("description", "")),
        is_written=path.is_file() and path.is_relative_to(env.srcdir),
        places=(*headings, *told),
    )


def _operations(build: Any) -> Iterator[OfferedOperation]:
    from sphinx_docsjson.ext.openapi.pages.reference import known_reference

    reference = known_reference(build)
    for api in reference.known.values() if reference is not None else ():
        for operation in api.spec.operations:
            yield OfferedOperation(
                name=" ".join(operation.key),
                summary=operation.summary,
                docname=api.page_of(operation) or "",
            )


# The side that answers.


@dataclass(kw_only=True)
class SiteIndex:
    """What is known of a site.

    :param site: what ``docs.json`` says, where there is one.
    """

    folder: Path
    site: Site | None = None
    pages: dict[str, OfferedPage] = field(default_factory=dict)
    operations: tuple[OfferedOperation, ...] = ()
    labels: dict[str, tuple[str, str]] = field(default_factory=dict)
    root: str = "index"
    base: str = ""
    suffixes: tuple[str, ...] = (".md", ".mdx", ".rst")
    is_known: bool = False

    def take(self, news: OfferNews) -> None:
        """Take in what the process that builds tells."""
        self.pages.update((page.docname, page) for page in news.pages)
        for docname in self.pages.keys() - news.docnames:
            del self.pages[docname]
        self.operations, self.labels = news.operations, news.labels
        self.root, self.base, self.suffixes = news.root, news.base, news.suffixes
        set_added_fields(news.fields)
        self.is_known = True
        self.forget()

    def forget(self) -> None:
        """Forget what was found of the pages and of ``docs.json``."""
        vars(self).pop("links", None)

    @cached_property
    def links(self) -> Pages:
        """What finds the pages that links mean, as a build does."""
        if self.site is None:
            return Pages(self.pages, root=self.root, base=self.base)
        listed = [name for name in listed_paths(self.site.navigation) if name in self.pages]
        return Pages(self.pages, self.site.redirects, listed, self.root, self.base)

    def find(self, href: str, docname: str) -> tuple[OfferedPage, str] | None:
        """Return the page that a link leads to, and the fragment."""
        address: Address | None = self.links.find(href, docname)
        page = self.pages.get(address.docname or "") if address is not None else None
        return (page, address.fragment) if page is not None and address is not None else None

    def docname_of(self, path: Path) -> str:
        """Return the document of a file; nothing for one that is not a page."""
        if not path.is_relative_to(self.folder):
            return ""
        name = path.relative_to(self.folder).as_posix()
        suffix = next((each for each in self.suffixes if name.endswith(each)), "")
        return name.removesuffix(suffix) if suffix else ""

    def objects(self, role: str) -> Iterator[tuple[OfferedPage, OfferedPlace]]:
        """Yield the objects that a role such as ``py:func`` or ``func`` may name."""
        domain = role.partition(":")[0] if ":" in role else "py"
        for page in self.pages.values():
            for place in page.places:
                if place.kind.partition(":")[0] == domain and place.kind != HEADING:
                    yield page, place

    def named(self, role: str, name: str) -> tuple[OfferedPage, OfferedPlace] | None:
        """Return the object that a role names, by its full or by its last name."""
        name = name.lstrip("~.!").removesuffix("()")
        found = [each for each in self.objects(role) if each[1].name == name]
        found = found or [each for each in self.objects(role) if _ends(each[1].name, name)]
        return found[0] if found else None


def _ends(full: str, name: str) -> bool:
    return bool(name) and full.endswith(f".{name}")
