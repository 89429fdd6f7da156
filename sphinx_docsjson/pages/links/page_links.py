"""Links of pages → references: resolved once all documents are read, for every builder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.errors import NoUri
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

from sphinx_docsjson.build import base_path, build_of, the_build
from sphinx_docsjson.files.named_files import find_file
from sphinx_docsjson.pages.headings.page_anchors import anchors_of, find_anchor, similar_anchor
from sphinx_docsjson.pages.links.page_addresses import Address, Pages, split_href
from sphinx_docsjson.pages.links.site_references import SiteReferenceResolver, text_of
from sphinx_docsjson.site.containers import Container, PageEntry
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.site.model import Site


def setup_links(app: Sphinx) -> None:
    """Register what finds the targets of links."""
    app.add_transform(StaticFiles)
    app.add_post_transform(HrefResolver)


def remember_builder(app: Sphinx) -> None:
    """Keep the builder where a transform finds it without deprecated attributes."""
    the_build(app.config).builder = app.builder


def know_pages(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Keep what the pages of this build are called, before the first of them is read."""
    build = the_build(app.config)
    build.pages = pages_of(build.placed, env, app.config)


def pages_of(site: Site, env: BuildEnvironment, config: Config) -> Pages:
    """Return the pages that links of this build can mean."""
    listed = [
        node.path.strip("/") if isinstance(node, PageEntry) else str(node.root).strip("/")
        for _, node in site.navigation.walk()
        if isinstance(node, PageEntry) or (isinstance(node, Container) and node.root)
    ]
    known = [name for name in listed if name in env.found_docs]
    return Pages(env.found_docs, site.redirects, known, config.root_doc, base_path(config))


class StaticFiles(SphinxTransform):
    """Turns links to files of the source directory into downloads, which Sphinx copies."""

    default_priority = 870

    def apply(self, **kwargs: Any) -> None:
        """Replace the links of the document that lead to files."""
        build = build_of(self.config)
        if build is None:
            return
        base = base_path(self.config)
        for node in list(self.document.findall(addnodes.pending_xref)):
            if not _is_href(node):
                continue
            path, _ = split_href(node["reftarget"])
            docname = node.get("refdoc") or self.env.docname
            if not path or path.endswith("/") or build.pages.find(path, docname):
                continue
            found = find_file(self.env, path, docname, base)
            if found is None:
                continue
            file = addnodes.download_reference(
                reftarget=f"/{found}",
                refdoc=docname,
                refdomain=None,
                reftype="download",
                refexplicit=True,
                classes=[*node["classes"], "download"],
            )
            file += node.children
            file.source, file.line = node.source, node.line
            node.replace_self(file)


class HrefResolver(SphinxPostTransform):
    """Replaces the links that ``references.reference_to`` made by references."""

    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        """Resolve every link of the document."""
        build = build_of(self.config)
        if build is None:
            return
        myst = SiteReferenceResolver(self.document)
        for node in list(self.document.findall(addnodes.pending_xref)):
            if _is_href(node):
                _Link(node, build.pages, self.env, build.builder, myst).resolve()


def _is_href(node: addnodes.pending_xref) -> bool:
    return bool(node.get("refdomain") == "docsjson" and node.get("reftype") == "href")


class _Link:
    """One link on its way to a reference."""

    def __init__(
        self,
        node: addnodes.pending_xref,
        pages: Pages,
        env: BuildEnvironment,
        builder: Builder,
        myst: SiteReferenceResolver,
    ) -> None:
        self.node = node
        self.myst = myst
        self.pages = pages
        self.env = env
        self.builder = builder
        self.docname: str = node["refdoc"]
        self.href: str = node["reftarget"]

    def resolve(self) -> None:
        address = self.pages.find(self.href, self.docname)
        if address is None:
            label = self.label(self.href)
            if label:
                self.replace(self.reference(*label))
            elif found := self.known_to_myst(self.href):
                self.replace(found)
            elif other := self.other_output():
                self.replace(other if isinstance(other, nodes.reference) else None)
            else:
                self.dead_page()
            return
        if address.docname is None:
            reference = nodes.reference("", "", refuri=address.url, internal=False)
            self.replace(reference)
            return
        self.replace(self.to_page(address, address.docname))

    def to_page(self, address: Address, docname: str) -> nodes.reference | None:
        """Return the reference to a page, at the place that the fragment means."""
        fragment = address.fragment
        if not fragment or fragment == "top":
            return self.reference(docname, "")
        ids = anchors_of(self.env).get(docname, ())
        anchor = find_anchor(ids, fragment)
        if anchor is not None:
            return self.reference(docname, anchor)
        if label := self.label(fragment):
            return self.reference(*label)
        if docname == self.docname and (found := self.known_to_myst(fragment)):
            return found
        self.dead_anchor(docname, fragment, similar_anchor(ids, fragment))
        return None if docname == self.docname else self.reference(docname, "")

    def other_output(self) -> nodes.Element | None:
        """Return a link to what lies in the output and is no page."""
        text: list[nodes.Node] = [nodes.Text(self.href)] if self.wants_text() else []
        return self.myst.other_output(self.docname, self.href, text)

    def label(self, name: str) -> tuple[str, str] | None:
        """Return the place of a label (``(name)=``, ``.. _name:``) of any document."""
        domain = self.env.domains.standard_domain
        found = domain.anonlabels.get(nodes.fully_normalize_name(name))
        return (found[0], found[1]) if found and found[0] else None

    def known_to_myst(self, target: str) -> nodes.reference | None:
        """Return a link to an object of any domain, here or in another project."""
        text = self.node.astext()
        found = self.myst.find_as_myst(self.docname, target, explicit=bool(text), text=text)
        if not isinstance(found, nodes.reference):
            return None
        if not self.wants_text():
            found.children = []
        elif not found.astext():
            found.children = []
            found += nodes.literal(target, target)
        return found

    def wants_text(self) -> bool:
        """Whether the link says nothing and shows what it leads to."""
        return not self.node.children and not self.node["refexplicit"]

    def reference(self, docname: str, anchor: str) -> nodes.reference | None:
        text: list[nodes.Node] = []
        if self.wants_text():
            text.append(nodes.Text(text_of(self.env, docname, anchor)))
        try:
            return make_refnode(self.builder, self.docname, docname, anchor, text)
        except NoUri:
            return None

    def replace(self, reference: nodes.reference | None) -> None:
        """Put *reference* in the place of the link; without one its text stays."""
        children = self.node.children
        if reference is None:
            kept = {key: self.node[key] for key in ("ids", "names", "classes") if self.node[key]}
            self.node.parent.replace(
                self.node, nodes.inline("", "", *children, **kept) if kept else list(children)
            )
            return
        self.node.children = []
        reference += children
        reference["classes"] += [c for c in self.node["classes"] if c not in reference["classes"]]
        for key in ("ids", "names"):
            reference[key] += self.node[key]
        if title := self.node.get("reftitle"):
            reference["reftitle"] = title
        reference.source, reference.line = self.node.source, self.node.line
        self.node.replace_self(reference)

    def dead_page(self) -> None:
        if self.node.get("refwarn", True):
            close = self.pages.suggestion(self.href)
            hint = f" Did you mean '/{close}'?" if close else ""
            self.warn(Warn.LINK, f"no page or file {self.href!r}; the link is text only.{hint}")
        self.replace(None)

    def dead_anchor(self, docname: str, fragment: str, close: str | None) -> None:
        if self.node.get("refwarn", True):
            hint = f" Did you mean '#{close}'?" if close else ""
            self.warn(Warn.ANCHOR, f"the page '/{docname}' has no '#{fragment}'.{hint}")

    def warn(self, kind: Warn, message: str) -> None:
        source, line = self.node.source, self.node.line
        located = f"{source}:{line}" if source and line else (self.docname, line)
        warn(kind, message, location=located)
