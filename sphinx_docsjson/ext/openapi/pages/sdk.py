"""The SDK reference: turns ``sdk`` in the navigation into pages, groups and links.

Python is described by autodoc, which imports it: that happens only where conf.py loads
``sphinx.ext.autodoc``, because docs.json runs no code. An ``objects.inv`` becomes links.
"""

from __future__ import annotations

import pkgutil
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.inventory import InventoryFile

from sphinx_docsjson.base.files import slug
from sphinx_docsjson.build import build_of, the_build
from sphinx_docsjson.compat.sphinx import import_as_autodoc
from sphinx_docsjson.ext.openapi.pages.documents import free_name, position_after_title
from sphinx_docsjson.ext.openapi.pages.navigation import beside
from sphinx_docsjson.ext.openapi.pages.reference import ApiState
from sphinx_docsjson.ext.openapi.reading.parse import MAX_BYTES, UnreadableFile
from sphinx_docsjson.i18n import _
from sphinx_docsjson.pages.front_matter import DESCRIBED
from sphinx_docsjson.site.model import Container, Kind, LinkEntry, Node, PageEntry, SdkSource
from sphinx_docsjson.urls import WEB_SCHEMES, safe_url
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsjson.build import Build

logger = logging.getLogger(__name__)

AUTODOC = "sphinx.ext.autodoc"
MAX_LINKS = 300
"""How many links of an inventory a sidebar has; what is omitted is said."""

MAX_MODULES = 1000


def make_sdk_pages(app: Sphinx) -> None:
    """Add the pages, groups and links of every ``sdk`` of the navigation."""
    build = the_build(app.config)
    root = build.full_site.navigation
    if not any(isinstance(node, Container) and node.sdk for _above, node in root.walk()):
        return
    maker = _SdkPages(app, build)
    build.full_site = replace(build.full_site, navigation=maker.container(root))


class _SdkPages:
    """Fills the containers of one build."""

    def __init__(self, app: Sphinx, build: Build) -> None:
        self.application = app
        self.build = build
        self.taken: set[str] = {document.docname for document in build.documents}

    def container(self, node: Container) -> Container:
        """Return a container with what its ``sdk`` adds below the author's own entries."""
        children = tuple(
            self.container(child) if isinstance(child, Container) else child
            for child in node.children
        )
        done = replace(node, children=children)
        if node.sdk is None:
            return done
        try:
            added = self.entries(node.sdk, node)
        except UnreadableFile as error:
            message = f"{node.sdk.source!r}: {error}. The pages of this SDK are left out"
            warn(Warn.SDK, message, location=node.sdk.location)
            return done
        return beside(done, added, label=str(_("SDK reference")))

    def entries(self, sdk: SdkSource, node: Container) -> list[Node]:
        """Return the entries of one SDK, whose pages are added to the build.

        :raises UnreadableFile: when its source cannot be read.
        """
        match sdk.kind:
            case "python":
                found = list(self.modules(sdk))
            case "inventory":
                found = list(self.links(sdk))
        loose = [each for each in found if not isinstance(each, Container)]
        if not loose or node.kind is Kind.GROUP:
            return found
        groups = [each for each in found if isinstance(each, Container)]
        return [Container(kind=Kind.GROUP, label="", children=tuple(loose)), *groups]

    def add(self, sdk: SdkSource, name: str, front: dict[str, Any], text: str) -> str:
        """Add a page and return its name."""
        docname = free_name(f"{sdk.directory.strip('/')}/{name}", self.taken)
        origin = None if sdk.kind == "python" else self.build.srcdir / sdk.source
        self.build.documents.add(docname, text, front=front, origin=origin)
        return docname

    # Python

    def modules(self, sdk: SdkSource) -> Iterator[Node]:
        """Add the pages of a Python package and yield their entries.

        :raises UnreadableFile: when autodoc is not loaded or the package does not import.
        """
        if AUTODOC not in self.application.extensions:
            raise UnreadableFile(
                f"autodoc would import it, and conf.py does not load it; add {AUTODOC!r} to "
                "extensions"
            )
        yield from self.module(sdk, sdk.source, set())

    def module(self, sdk: SdkSource, name: str, seen: set[str]) -> Iterator[Node]:
        seen.add(name)
        module = self.imported(name)
        last = name.removeprefix(sdk.source).strip(".")
        path = "/".join(slug(part) for part in (last or sdk.source).split("."))
        described = str(getattr(module, "__doc__", "") or "").strip().partition("\n")[0]
        front = {"title": name, "sidebarTitle": last or name}
        folders = getattr(module, "__path__", None)
        names = [
            f"{name}.{found.name}"
            for found in (pkgutil.iter_modules(folders) if folders else ())
            if not found.name.startswith("_") and f"{name}.{found.name}" not in seen
        ]
        options = self.application.config.autodoc_default_options
        asked = "" if options else "".join(f"   :{each}:\n" for each in _OPTIONS)
        text = f"\n```{{eval-rst}}\n.. automodule:: {name}\n{asked}```\n"
        docname = self.add(sdk, path, front, text)
        self.build.state(ApiState).sdk_pages[docname] = described
        page = PageEntry(path=docname, location=sdk.location)
        below: list[Node] = []
        for each in names[: max(0, MAX_MODULES - len(seen))]:
            try:
                below += self.module(sdk, each, seen)
            except UnreadableFile as error:
                warn(Warn.SDK, f"{each!r}: {error}. It is left out", location=sdk.location)
        if name == sdk.source:
            yield page
            yield from below
        elif below:
            yield _group(last, (page, *below))
        else:
            yield page

    def imported(self, name: str) -> Any:
        """Return a module, as autodoc will import it."""
        try:
            return import_as_autodoc(name, self.application.config.autodoc_mock_imports)
        except (Exception, SystemExit) as error:  # a module may raise anything
            reason = " ".join(str(error).split())[:200]
            what = f"{type(error).__name__}: {reason}".removesuffix(": ")
            raise UnreadableFile(
                f"Python cannot import it ({what}); install it, add its folder to sys.path "
                "in conf.py, or add what it lacks to autodoc_mock_imports"
            ) from None

    # other sites

    def links(self, sdk: SdkSource) -> Iterator[Node]:
        """Yield groups of links to what an ``objects.inv`` lists."""
        if "://" in sdk.source:
            raise UnreadableFile("a build does not read URLs; save the file in the source folder")
        path = self.build.srcdir / sdk.source
        if path.stat().st_size > MAX_BYTES:
            raise UnreadableFile("the file is too large")
        try:
            inventory = InventoryFile.loads(path.read_bytes(), uri="").data
        except (ValueError, zlib.error) as error:
            raise UnreadableFile(f"it is not an objects.inv ({error})") from None
        found = [
            (title, name, href)
            for kind, title in _LINKED.items()
            for name, item in inventory.get(kind, {}).items()
            if not any(part.startswith("_") for part in name.split("."))
            and (href := safe_url(urljoin(sdk.url, item.uri), schemes=WEB_SCHEMES))
        ]
        if not found:
            raise UnreadableFile("it lists no module, class or function")
        if (left := len(found) - MAX_LINKS) > 0:
            logger.info("%s: %d objects of %s are not linked", sdk.location, left, sdk.source)
        listed: dict[str, list[Node]] = {}
        for title, name, href in found[:MAX_LINKS]:
            link = LinkEntry(kind=Kind.GROUP, label=name, href=href, location=sdk.location)
            listed.setdefault(title, []).append(link)
        for title, links in listed.items():
            yield _group(self.build.texts(title, None), links)


_OPTIONS = ("members", "undoc-members", "show-inheritance")
"""What autodoc shows where conf.py has no ``autodoc_default_options``."""


def _group(label: str, children: Iterable[Node]) -> Container:
    return Container(kind=Kind.GROUP, label=label, children=tuple(children))


_LINKED = {
    f"{domain}:{kind}": title
    for title, kinds in {
        "Modules": ("module", "namespace"),
        "Classes": ("class", "struct", "exception"),
        "Functions": ("function", "func"),
    }.items()
    for kind in kinds
    for domain in ("py", "js", "cpp", "c", "php", "rb", "dn")
}
"""What a sidebar links to → its group; members stand on the pages of these."""


class ShowSdkLead(SphinxTransform):
    """Show the first line of a module's docstring as the lead of its page.

    It runs before Sphinx looks up translations (priority 20).
    """

    default_priority = 6

    def apply(self, **kwargs: Any) -> None:
        """Move the paragraph, if this is a page of an SDK that has one."""
        build, docname = build_of(self.config), self.env.docname
        summary = build.state(ApiState).sdk_pages.get(docname) if build is not None else None
        if not summary:
            return
        self.env.metadata[docname]["description"] = summary
        parent, index = position_after_title(self.document)
        for lead in [each for node in parent[index:] for each in node.findall(nodes.paragraph)]:
            if " ".join(lead.astext().split()).startswith(summary):
                lead["classes"].append("dj-lead")
                self.document[DESCRIBED] = True
                if lead.parent is not parent:
                    lead.parent.remove(lead)
                    parent.insert(index, lead)
                return
