"""Turns links into references, which are resolved when all documents are read."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from myst_parser.sphinx_ext.myst_refs import MystReferenceResolver
from sphinx import addnodes
from sphinx.errors import NoUri
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode
from sphinx.util.osutil import relative_uri

from sphinx_docsjson.base.files import find_file, meant_files, relative_path
from sphinx_docsjson.base.near_names import did_you_mean
from sphinx_docsjson.base.source_files import await_files, find_extra_file
from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.base.titles import title_of
from sphinx_docsjson.build import (
    base_path,
    base_url,
    open_address,
    page_build,
    part_of,
)
from sphinx_docsjson.compat.myst import OpenResolver
from sphinx_docsjson.compat.sphinx import replace_post_transform
from sphinx_docsjson.configuration import build_of_page, is_set
from sphinx_docsjson.pages.headings import INCOMPLETE, anchors_of, find_anchor, similar_anchor
from sphinx_docsjson.pages.project import listed_paths
from sphinx_docsjson.pages.redirects import Address, Pages, own_path, split_href
from sphinx_docsjson.urls import (
    LINK_SCHEMES,
    below_base,
    is_external,
    path_of_site,
    safe_url,
    scheme_of,
)
from sphinx_docsjson.warnings import Warn, safe_transform, warn

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.site.model import Site


def setup_links(app: Sphinx) -> None:
    """Register what finds the targets of links."""
    app.add_transform(safe_transform(StaticFiles))
    app.add_post_transform(safe_transform(HrefResolver))


def remember_builder(app: Sphinx) -> None:
    """Keep the builder where a transform finds it without deprecated attributes."""
    page_build(app.config).builder = app.builder


def index_pages(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Index the pages of this build by address, before the first one is read."""
    build = page_build(app.config)
    build.pages = pages_of(build.full_site, env, app.config)


def pages_of(site: Site, env: BuildEnvironment, config: Config) -> Pages:
    """Return the pages that links of this build can mean."""
    known = [name for name in listed_paths(site.navigation) if name in env.found_docs]
    base, part = base_path(config), part_of(config)
    return Pages(env.found_docs, site.redirects, known, config.root_doc, base, part)


class StaticFiles(SphinxTransform):
    """Turns links to files of the source directory into downloads, which Sphinx copies.

    A file may be named by its address on this site, and so may an image.
    """

    default_priority = 870

    def apply(self, **kwargs: Any) -> None:
        """Replace the links of the document that lead to files."""
        build = page_build(self.config)
        base = base_path(self.config)
        for node in list(self.document.findall(addnodes.pending_xref)):
            if not _is_href(node):
                continue
            path, _ = split_href(node["reftarget"])
            docname = node.get("refdoc") or self.env.docname
            if not path or path.endswith("/") or build.pages.find(path, docname):
                continue
            found = find_file(self.env, path, docname, base)
            if found is not None:
                self._replace(node, f"/{found}", docname)
            else:
                await_files(self.env, meant_files(path, docname, base))
        if not (base_url(self.config) and build_of_page(self.env, self.env.docname)):
            return
        for image in self.document.findall(nodes.image):
            image["uri"] = own_path(self.env, image["uri"])
        for link in list(self.document.findall(nodes.reference)):
            target = link.get("refuri", "")
            if (file := own_path(self.env, target)) != target:
                link["classes"] = [each for each in link["classes"] if each != "external"]
                self._replace(link, file, self.env.docname)

    def _replace(self, node: nodes.Element, file: str, docname: str) -> None:
        download = addnodes.download_reference(
            reftarget=file,
            refdoc=docname,
            refdomain=None,
            reftype="download",
            refexplicit=True,
            classes=[*node["classes"], "download"],
        )
        download += node.children
        keep_attributes(node, download)
        download.source, download.line = node.source, node.line
        node.replace_self(download)


LINK_ATTRIBUTES = {"reftitle": "title", "target": "target", "rel": "rel"}
"""What a link may say beside its address: the attribute of the node, and that of HTML."""


def keep_attributes(link: nodes.Element, replacement: nodes.Element) -> None:
    """Give what is in place of a link its anchors, and what its author wrote of it."""
    for key in ("ids", "names"):
        replacement[key] += link[key]
    for key in LINK_ATTRIBUTES:
        if text := link.get(key):
            replacement[key] = text


class HrefResolver(SphinxPostTransform):
    """Replaces the links that ``references.reference_to`` made by references."""

    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        """Resolve every link of the document."""
        build = page_build(self.config)
        myst = SiteReferenceResolver(self.document)
        for node in list(self.document.findall(addnodes.pending_xref)):
            if _is_href(node):
                _Link(node, build.pages, self.env, build.builder, myst).resolve()


def _is_href(node: addnodes.pending_xref) -> bool:
    return bool(node.get("refdomain") == "docsjson" and node.get("reftype") == "href")


@dataclass(eq=False)
class _Link:
    """One link on its way to a reference."""

    node: addnodes.pending_xref
    pages: Pages
    env: BuildEnvironment
    builder: Builder
    myst: SiteReferenceResolver

    def __post_init__(self) -> None:
        self.docname: str = self.node["refdoc"]
        self.href: str = self.node["reftarget"]

    def resolve(self) -> None:
        if leads_to_whole_site(self.href, self.env.config):
            self.dead_page()
            return
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
        self.dead_anchor(docname, fragment, similar_anchor(self.env, docname, fragment))
        return None if docname == self.docname else self.reference(docname, "")

    def other_output(self) -> nodes.Element | None:
        """Return a link to what is in the output and is not a page."""
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
            text.append(nodes.Text(self.myst.texts.of(docname, anchor)))
        try:
            return make_refnode(self.builder, self.docname, docname, anchor, text)
        except NoUri:
            return None

    def replace(self, reference: nodes.reference | None) -> None:
        """Put *reference* in place of the link; without one its text stays."""
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
        keep_attributes(self.node, reference)
        reference.source, reference.line = self.node.source, self.node.line
        self.node.replace_self(reference)

    def dead_page(self) -> None:
        if found := in_other_part(self.href, self.env.config, titled=self.wants_text()):
            self.replace(found)
            if not found.children:
                found += nodes.Text(self.href)
            return
        if self.node.get("refwarn", True):
            close = self.pages.suggestion(self.href)
            hint = f" Did you mean '/{close}'?" if close else ""
            self.warn(Warn.LINK, f"no page or file {self.href!r}; the link stays as it is.{hint}")
        self.replace(as_written(self.href, self.builder))

    def dead_anchor(self, docname: str, fragment: str, close: str | None) -> None:
        if self.node.get("refwarn", True) and INCOMPLETE not in self.env.metadata[docname]:
            hint = f" Did you mean '#{close}'?" if close else ""
            self.warn(Warn.ANCHOR, f"the page '/{docname}' has no anchor '#{fragment}'.{hint}")

    def warn(self, kind: Warn, message: str) -> None:
        source, line = self.node.source, self.node.line
        located = f"{source}:{line}" if source and line else (self.docname, line)
        warn(kind, message, location=located)


# Links of MyST: resolved by MyST, and where it finds nothing, as addresses of the site.


def setup_site_references(app: Sphinx) -> None:
    """Put our resolver in place of MyST's."""
    replace_post_transform(app, MystReferenceResolver, safe_transform(SiteReferenceResolver))


class SiteReferenceResolver(OpenResolver):
    """MyST's resolver, which also knows the addresses and the anchors of the site."""

    @cached_property
    def texts(self) -> LinkTitles:
        """What links of the document say that have no text."""
        return LinkTitles(self.env)

    def resolve_myst_ref_doc(self, node: addnodes.pending_xref) -> None:
        """Resolve a link to a place of a document; the place may be an anchor of ours."""
        docname, wanted = node["reftarget"], node.get("reftargetid")
        refdoc = node.get("refdoc", self.env.docname)
        if wanted and docname in self.env.all_docs and not self.knows_place(docname, wanted):
            anchor = find_anchor(anchors_of(self.env).get(docname, ()), wanted)
            if anchor is not None:
                address = Address(docname=docname, fragment=anchor)
                reference = self._reference(node, _content(node), address)
                if reference is not None:
                    if "reftitle" in node and isinstance(reference, nodes.reference):
                        reference["reftitle"] = node["reftitle"]
                    node.replace_self(reference)
                    return
            if self.reports_target(refdoc, wanted):
                self._dead_anchor(node, docname, wanted)
                node["reftargetid"] = None
        elif docname not in self.env.all_docs and self.reports_target(refdoc, docname):
            target = self._from_page(node, docname)
            self._dead_page(node, target)
            node.replace_self(self._as_written(node, target, _content(node)))
            return
        super().resolve_myst_ref_doc(node)

    def _from_page(self, node: nodes.Element, docname: str) -> str:
        """Return the path to a document; one outside the site as its author wrote it.

        MyST gives the absolute path of such a file, which is of no interest here.
        """
        if not posixpath.isabs(docname):
            return docname
        page = self.env.doc2path(node.get("refdoc", self.env.docname))
        return relative_path(Path(docname), Path(page).parent)

    def find_elsewhere(
        self, node: nodes.Element, contnode: nodes.Element, target: str
    ) -> nodes.Element | None:
        """Resolve a target that MyST does not know as an address of this site.

        In our theme a link without a target becomes its text, with the same message as in ``.mdx``
        pages; in other themes MyST handles it as it does without us.
        """
        # A project that lists its schemes wants all others not to be addresses.
        url = safe_url(target) if scheme_of(target) in LINK_SCHEMES else None
        if url and not is_set(self.env.config, "myst_url_schemes"):
            return nodes.reference("", "", contnode, refuri=url, internal=False)
        refdoc = node.get("refdoc", self.env.docname)
        build = build_of_page(self.env, refdoc)
        if build is None:
            return None
        own = find_anchor(anchors_of(self.env).get(refdoc, ()), target)
        if own is not None:
            return self._reference(node, contnode, Address(docname=refdoc, fragment=own))
        is_root = leads_to_whole_site(target, self.env.config)
        address = None if is_root else build.pages.find(target, refdoc)
        in_part = address is not None and part_of(self.env.config) and not address.fragment
        classes = _classes_of_myst(target) if in_part else []
        if address is None:
            found = None if is_root else self.other_output(refdoc, target, [contnode])
            if found is None:
                explicit = node.get("refexplicit")
                words = contnode if explicit else nodes.inline("", target)
                found = in_other_part(target, self.env.config, words, titled=not explicit)
                if found is not None and "#" not in target and not is_root:
                    words["classes"] = _classes_of_myst(target)
            if found is None and self.reports_target(refdoc, target):
                self._dead_page(node, target)
                return self._as_written(node, target, contnode)
            return found
        if address.docname is not None and address.fragment:
            ids = anchors_of(self.env).get(address.docname, ())
            anchor = find_anchor(ids, address.fragment)
            if anchor is None and not self.reports_target(refdoc, target):
                return None
            if anchor is None:
                self._dead_anchor(node, address.docname, address.fragment)
            address = Address(docname=address.docname, fragment=anchor or "")
        return self._reference(node, contnode, address, classes)

    def reports_target(self, refdoc: str, target: str) -> bool:
        """Whether a link to *target* that has no target is reported in our words: in our theme."""
        config = self.env.config
        if build_of_page(self.env, refdoc) is None or not has_our_theme(config):
            return False
        quiet = {"myst", "myst.*", "myst.xref_missing"} & set(config.suppress_warnings)
        patterns = config.nitpick_ignore_regex
        ignored = ("myst", target) in config.nitpick_ignore or any(
            re.fullmatch(kind, "myst") and re.fullmatch(name, target) for kind, name in patterns
        )
        return not quiet and not ignored

    def _as_written(
        self, node: nodes.Element, target: str, content: nodes.Element
    ) -> nodes.Element:
        """Return a link to what the author wrote, around *content*."""
        build, fragment = page_build(self.env.config), node.get("reftargetid")
        href = f"{target}#{fragment}" if fragment else target
        found = as_written(href, build.builder, content)
        return content if found is None else found

    def _dead_page(self, node: nodes.Element, target: str) -> None:
        refdoc = node.get("refdoc", self.env.docname)
        build = page_build(self.env.config)
        if not re.search(r"[/.#]", target):  # a heading or a label of MyST, or a page beside it
            anchor, page = similar_anchor(self.env, refdoc, target), build.pages.suggestion(target)
            near = f"#{anchor}" if anchor else f"/{page}" if page else None
            what = "no page, heading or label"
        else:
            page = build.pages.suggestion(target)
            near, what = f"/{page}" if page else None, "no page or file"
        message = f"{what} {target!r}; the link stays as it is.{did_you_mean(near)}"
        warn(Warn.LINK, message, location=node)

    def _dead_anchor(self, node: nodes.Element, docname: str, fragment: str) -> None:
        if INCOMPLETE in self.env.metadata[docname]:
            return
        close = similar_anchor(self.env, docname, fragment)
        hint = did_you_mean(f"#{close}" if close else None)
        warn(
            Warn.ANCHOR, f"the page '/{docname}' has no anchor '#{fragment}'.{hint}", location=node
        )

    def other_output(
        self, refdoc: str, target: str, content: list[nodes.Node]
    ) -> nodes.Element | None:
        """Return a link to what is in the output and is not a page, or ``None``."""
        build = page_build(self.env.config)
        path, fragment = split_href(target)
        if not path:
            return None
        others = OtherOutputs(build.builder, self.env, build.names_in_root)
        return others.reference(refdoc, build.pages.candidates(path, refdoc), fragment, content)

    def _reference(
        self,
        node: nodes.Element,
        contnode: nodes.Element,
        address: Address,
        classes: Iterable[str] = (),
    ) -> nodes.Element | None:
        if address.docname is None:
            return nodes.reference("", "", contnode, refuri=address.url, internal=False)
        if not node.get("refexplicit"):
            contnode = nodes.inline("", self.texts.of(address.docname, address.fragment))
        if classes:
            contnode["classes"] = [*classes]
        build = page_build(self.env.config)
        refdoc = node.get("refdoc", self.env.docname)
        try:
            return make_refnode(build.builder, refdoc, address.docname, address.fragment, contnode)
        except NoUri:
            return contnode


def _classes_of_myst(target: str) -> list[str]:
    """Return what MyST calls the words of a link to a page or a label that it knows itself.

    In an article, it makes no difference whether a page is in another part or in the same one.
    """
    return ["doc", "std", "std-doc"] if target.startswith("/") else ["std", "std-ref"]


def leads_to_whole_site(href: str, config: Config) -> bool:
    """Whether a link in a part leads to the first page of the whole site, which the part lacks."""
    path = split_href(href)[0]
    return bool(part_of(config)) and path.startswith("/") and not path.strip("/")


def in_other_part(
    target: str, config: Config, *content: nodes.Node, titled: bool
) -> nodes.reference | None:
    """Return a link of a part of a site to what another one may have; ``None`` where it cannot.

    That is a path from the root of the site, or the name of a label. ``join`` knows both.

    :param titled: the link has no words of its own, and shows the title of what it leads to.
    """
    part, path = part_of(config), split_href(target)[0]
    if part is None or is_external(target):
        return None
    if not path.startswith("/"):
        if not path or "/" in path or "." in path:
            return None
        target = f"std:label:{path}"
    elif part and below_base(path, base_path(config)) is not None:
        return None  # it would be in this part
    refuri = open_address(target, titled=titled)
    return nodes.reference("", "", *content, refuri=refuri, internal=True)


def as_written(href: str, builder: Builder, *content: nodes.Node) -> nodes.reference | None:
    """Return a link that leads to nothing we know: to what its author wrote.

    The target may be added later, or by another program: losing a link would be worse than one
    without a target. An address with another scheme or host stays text, and so does a link in a
    book.
    """
    is_page = builder.format in ("html", "docsjson_markdown") and builder.name != "epub"
    if not is_page or is_external(href):
        return None
    url = safe_url(href)
    if not url:
        return None
    uri = path_of_site(url)
    return nodes.reference("", "", *content, refuri=uri, internal=True, as_written=True)


def _content(node: nodes.Element) -> nodes.Element:
    content = node[0].deepcopy()
    assert isinstance(content, nodes.Element)  # MyST wraps the text of each link
    return content


class LinkTitles:
    """What links without a text say: tables of the places, for the links of one document."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env
        self._entries: dict[str, dict[str, str]] = {}

    def of(self, docname: str, anchor: str) -> str:
        """Return the title of the page, or of the place in it."""
        if not anchor:
            return title_of(self._env, docname) or docname
        if text := self._labels.get((docname, anchor)):
            return text
        if docname not in self._entries:
            self._entries[docname] = self._entries_of(docname)
        return self._entries[docname].get(f"#{anchor}", f"#{anchor}")

    @cached_property
    def _labels(self) -> dict[tuple[str, str], str]:
        found: dict[tuple[str, str], str] = {}
        for docname, label, text in self._env.domains.standard_domain.labels.values():
            if text:
                found.setdefault((docname, label), str(text))
        return found

    def _entries_of(self, docname: str) -> dict[str, str]:
        found: dict[str, str] = {}
        contents = self._env.tocs.get(docname, nodes.bullet_list())
        for entry in contents.findall(nodes.reference):
            if anchor := entry.get("anchorname"):
                found.setdefault(anchor, entry.astext())
        return found


# What links may lead to in the output that is not a page of an author, and no file of the source.
#
# Extra files (``html_extra_path``), what Sphinx makes (``genindex``, ``search``, the indices of
# its domains, ``html_additional_pages``), and what other rooms write beside the pages
# (``llms.txt``).


class OtherOutputs:
    """What one build writes beside the pages; formats other than HTML have it, but no way there.

    :param names: the files that other rooms write into the root of the output.
    """

    def __init__(self, builder: Builder, env: BuildEnvironment, names: Collection[str]) -> None:
        self._builder = builder
        self._env = env
        self._names = names

    def reference(
        self, docname: str, candidates: Iterable[str], fragment: str, content: list[nodes.Node]
    ) -> nodes.Element | None:
        """Return a link from a document to the first of *candidates* that is there.

        :param candidates: paths from the root of the output, without slashes around them.
        :return: ``None`` if it does not exist; if the format cannot link to it, the words alone.
        """
        found = next((found for path in candidates if (found := self._find(path))), None)
        if found is None:
            return None
        if not self._is_html():
            return nodes.inline("", "", *content)
        uri = path_of_site(relative_uri(self._builder.get_target_uri(docname), found))
        refuri = f"{uri}#{fragment}" if fragment else uri
        return nodes.reference("", "", *content, refuri=refuri, internal=True)

    def has(self, path: str) -> bool:
        """Whether something is at *path*, from the root of the output."""
        return self._find(path) is not None

    def _is_html(self) -> bool:
        return self._builder.format == "html" and self._builder.name != "epub"

    def _find(self, path: str) -> str | None:
        if path in self._names:
            return path
        page = path.removesuffix(".html")
        if page in self._pages_of_sphinx():
            return self._builder.get_target_uri(page) if self._is_html() else page
        extra = find_extra_file(Path(self._builder.confdir), self._env.config, path)
        return extra[0] if extra else None

    def _pages_of_sphinx(self) -> Iterator[str]:
        config = self._env.config
        yield from ("search", *config.html_additional_pages)
        if config.html_use_index:
            yield "genindex"
        wanted = config.html_domain_indices
        for domain in self._env.domains.sorted() if wanted else ():
            for index in domain.indices:
                name = f"{domain.name}-{index.name}"
                if (wanted is True or name in wanted) and index(domain).generate()[0]:
                    yield name
