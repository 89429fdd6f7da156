"""Links of MyST: resolved by MyST, and where it finds nothing, as addresses of the site."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes
from myst_parser.sphinx_ext.myst_refs import MystReferenceResolver
from sphinx import addnodes
from sphinx.errors import NoUri
from sphinx.util.nodes import make_refnode

from sphinx_docsjson.build import build_of, the_build
from sphinx_docsjson.compat.myst_links import OpenResolver
from sphinx_docsjson.compat.registrations import replace_post_transform
from sphinx_docsjson.configuration import is_set
from sphinx_docsjson.files.theme_location import has_our_theme
from sphinx_docsjson.pages.headings.page_anchors import anchors_of, find_anchor, similar_anchor
from sphinx_docsjson.pages.links.other_outputs import OtherOutputs
from sphinx_docsjson.pages.links.page_addresses import Address, split_href
from sphinx_docsjson.text.near_names import did_you_mean
from sphinx_docsjson.urls import safe_url, scheme_of
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def setup_site_references(app: Sphinx) -> None:
    """Put our resolver in the place of MyST's."""
    replace_post_transform(app, MystReferenceResolver, SiteReferenceResolver)


class SiteReferenceResolver(OpenResolver):
    """MyST's resolver, which also knows the addresses and the anchors of the site."""

    def resolve_myst_ref_doc(self, node: addnodes.pending_xref) -> None:
        """Resolve a link to a place of a document; the place may be an anchor of ours."""
        docname, wanted = node["reftarget"], node.get("reftargetid")
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
            if self.speaks_of(wanted):
                self._dead_anchor(node, docname, wanted)
                node["reftargetid"] = None
        elif docname not in self.env.all_docs and self.speaks_of(docname):
            self._dead_page(node, docname)
            node.replace_self(_content(node))
            return
        super().resolve_myst_ref_doc(node)

    def find_elsewhere(
        self, node: nodes.Element, contnode: nodes.Element, target: str
    ) -> nodes.Element | None:
        """Resolve a target that MyST does not know as an address of this site.

        In our theme a link that leads nowhere is its text, with the message that pages in
        ``.mdx`` get; elsewhere MyST goes on, as it does without us.
        """
        # A project that lists its schemes means the others to be no addresses.
        if scheme_of(target) == "tel" and not is_set(self.env.config, "myst_url_schemes"):
            return nodes.reference("", "", contnode, refuri=safe_url(target), internal=False)
        build, refdoc = build_of(self.env.config), node.get("refdoc", self.env.docname)
        if build is None:
            return None
        own = find_anchor(anchors_of(self.env).get(refdoc, ()), target)
        if own is not None:
            return self._reference(node, contnode, Address(docname=refdoc, fragment=own))
        address = build.pages.find(target, refdoc)
        if address is None:
            found = self.other_output(refdoc, target, [contnode])
            if found is None and self.speaks_of(target):
                self._dead_page(node, target)
                return contnode
            return found
        if address.docname is not None and address.fragment:
            ids = anchors_of(self.env).get(address.docname, ())
            anchor = find_anchor(ids, address.fragment)
            if anchor is None and not self.speaks_of(target):
                return None
            if anchor is None:
                self._dead_anchor(node, address.docname, address.fragment)
            address = Address(docname=address.docname, fragment=anchor or "")
        return self._reference(node, contnode, address)

    def speaks_of(self, target: str) -> bool:
        """Whether a link to *target* that leads nowhere is told in our words: in our theme."""
        config = self.env.config
        if build_of(config) is None or not has_our_theme(config):
            return False
        quiet = {"myst", "myst.*", "myst.xref_missing"} & set(config.suppress_warnings)
        patterns = config.nitpick_ignore_regex
        ignored = ("myst", target) in config.nitpick_ignore or any(
            re.fullmatch(kind, "myst") and re.fullmatch(name, target) for kind, name in patterns
        )
        return not quiet and not ignored

    def _dead_page(self, node: nodes.Element, target: str) -> None:
        refdoc = node.get("refdoc", self.env.docname)
        ids = anchors_of(self.env).get(refdoc, ())
        build = the_build(self.env.config)
        if not re.search(r"[/.#]", target):  # a heading or a label of MyST, or a page beside it
            anchor, page = similar_anchor(ids, target), build.pages.suggestion(target)
            near = f"#{anchor}" if anchor else f"/{page}" if page else None
            what = "no page, heading or label"
        else:
            page = build.pages.suggestion(target)
            near, what = f"/{page}" if page else None, "no page or file"
        message = f"{what} {target!r}; the link is text only.{did_you_mean(near)}"
        warn(Warn.LINK, message, location=node)

    def _dead_anchor(self, node: nodes.Element, docname: str, fragment: str) -> None:
        close = similar_anchor(anchors_of(self.env).get(docname, ()), fragment)
        hint = did_you_mean(f"#{close}" if close else None)
        warn(Warn.ANCHOR, f"the page '/{docname}' has no '#{fragment}'.{hint}", location=node)

    def other_output(
        self, refdoc: str, target: str, content: list[nodes.Node]
    ) -> nodes.Element | None:
        """Return a link to what lies in the output and is no page, or ``None``."""
        build = build_of(self.env.config)
        path, fragment = split_href(target)
        if build is None or not path:
            return None
        others = OtherOutputs(build.builder, self.env, build.names_in_root)
        return others.reference(refdoc, build.pages.candidates(path, refdoc), fragment, content)

    def _reference(
        self, node: nodes.Element, contnode: nodes.Element, address: Address
    ) -> nodes.Element | None:
        if address.docname is None:
            return nodes.reference("", "", contnode, refuri=address.url, internal=False)
        if not node.get("refexplicit"):
            contnode = nodes.inline("", text_of(self.env, address.docname, address.fragment))
        build = build_of(self.env.config)
        if build is None:
            return None
        refdoc = node.get("refdoc", self.env.docname)
        try:
            return make_refnode(build.builder, refdoc, address.docname, address.fragment, contnode)
        except NoUri:
            return contnode


def _content(node: nodes.Element) -> nodes.Element:
    content = node[0].deepcopy()
    assert isinstance(content, nodes.Element)  # MyST wraps the text of each link
    return content


def text_of(env: BuildEnvironment, docname: str, anchor: str) -> str:
    """Return what a link without a text says: the title of the page, or of the place in it."""
    if not anchor:
        title = env.titles.get(docname)
        return title.astext() if title is not None else docname
    for found_in, label, text in env.domains.standard_domain.labels.values():
        if found_in == docname and label == anchor and text:
            return str(text)
    contents = env.tocs.get(docname, nodes.bullet_list())
    for entry in contents.findall(nodes.reference):
        if entry.get("anchorname") == f"#{anchor}":
            return entry.astext()
    return f"#{anchor}"
