"""What a description says of the whole API, or of one tag, as the content of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson.anchors import title_ids
from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.content.about.docs_links import OwnPage, docs_link
from sphinx_docsjson.openapi.content.about.file_links import file_link
from sphinx_docsjson.openapi.content.about.operation_lists import operation_list, tag_list
from sphinx_docsjson.openapi.content.about.server_rows import server_nodes
from sphinx_docsjson.openapi.content.markdown_nodes import to_nodes, to_sections
from sphinx_docsjson.openapi.content.outside_markdown import link_target
from sphinx_docsjson.openapi.content.security_rows import scheme_nodes
from sphinx_docsjson.openapi.model.relative_urls import absolute_url
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.model.api import ExternalDocs, OperationTag, Specification
    from sphinx_docsjson.openapi.pages.grouping import OperationGroup


TAG_NAME = "api_tag"
"""The attribute by which a section says of which tag it is."""


@dataclass(frozen=True, kw_only=True)
class AboutPage:
    """What a page about a specification, or about one of its tags, is made of.

    :param spec: with its texts in the language of the build.
    :param groups: the operations, sorted.
    :param operations: method and path → document.
    :param tags: the documents of the tags that have one.
    :param leads: whether tags without a page are described here.
    :param files: the words and paths of the files that readers can have; URLs of others.
    :param own_page: finds the page of the site that an address means.
    """

    spec: Specification
    groups: Sequence[OperationGroup]
    operations: Mapping[tuple[str, str], str]
    tags: Mapping[str, str] = field(default_factory=dict)
    leads: bool = True
    files: Sequence[tuple[str, str]] = ()
    own_page: OwnPage = lambda _url: None

    def whole(self) -> tuple[list[nodes.Node], list[nodes.section]]:
        """Return the content of an overview: what stands at its top, and its sections."""
        spec = self.spec
        before, described = to_sections(spec.info.description, spec.key)
        if spec.info.summary:
            before.insert(0, nodes.paragraph(spec.info.summary, spec.info.summary))
        top = [*before[:1], *self._facts(), *self._files(), *before[1:]]
        if before and not isinstance(before[0], nodes.paragraph):
            top = [*self._facts(), *self._files(), *before]
        sections = [
            *self._chapters(),
            _section(_("Servers"), server_nodes(spec.servers, spec.key)),
            _section(_("Authentication"), scheme_nodes(spec)),
            _section(_("Operations"), list(self._groups(self.groups))),
        ]
        return top, [*described, *(section for section in sections if section is not None)]

    def tag(self, name: str) -> tuple[list[nodes.Node], list[nodes.section]]:
        """Return the content of the page of a tag: what stands at its top, and its sections."""
        tag = self.spec.tag(name)
        before, described = to_sections(tag.description, self.spec.key)
        if tag.summary and tag.summary != tag.title:
            before.insert(0, nodes.paragraph(tag.summary, tag.summary))
        before += self._docs(tag.external_docs)
        group = next((g for g in self._walk(self.groups) if g.tag == name), None)
        if group is not None and described:
            listed = _section(_("Operations"), list(self._inside(group)))
            described += [listed] if listed else []
        elif group is not None:
            before += self._inside(group)
        return before, described

    def _inside(self, group: OperationGroup) -> Iterator[nodes.Node]:
        yield from operation_list(group.listed, self.operations)
        yield from self._groups(group.groups)

    def _groups(self, groups: Sequence[OperationGroup]) -> Iterator[nodes.Node]:
        """Yield tags with pages as one list, and a section for each other group."""
        cards: list[tuple[OperationTag, str, int]] = []
        for group in groups:
            docname = self.tags.get(group.tag) if group.tag else None
            count = sum(len(each.listed) for each in group.walk())
            if docname is not None:
                cards.append((self.spec.tag(group.tag), docname, count))
        yield from tag_list(cards)
        for group in groups:
            if not (group.tag and group.tag in self.tags):
                content = [*self._lead(group), *self._inside(group)]
                section = _section(group.title, content, "tag-")
                if section is not None:
                    section[TAG_NAME] = group.tag
                    yield section

    def _lead(self, group: OperationGroup) -> list[nodes.Node]:
        """Return what is said of a tag that has no page."""
        if not group.tag or not self.leads:
            return []
        tag = self.spec.tag(group.tag)
        return [*to_nodes(tag.description, self.spec.key), *self._docs(tag.external_docs)]

    def _chapters(self) -> Iterator[nodes.section | None]:
        """Yield what is said of tags that no operation has: they are chapters of text."""
        known = {group.tag for group in self._walk(self.groups)} | self.tags.keys()
        for tag in self.spec.tags if self.leads else ():
            if tag.name not in known:
                before, described = to_sections(tag.description, self.spec.key)
                content = [*before, *self._docs(tag.external_docs), *described]
                yield _section(tag.label, content, "tag-")

    def _walk(self, groups: Sequence[OperationGroup]) -> Iterator[OperationGroup]:
        for group in groups:
            yield from group.walk()

    def _facts(self) -> list[nodes.Node]:
        """Return who answers for the API, and on which terms it may be used."""
        info, docs = self.spec.info, self.spec.external_docs
        rows: list[tuple[str, list[nodes.Node]]] = []
        if info.version:
            rows.append((_("Version"), [nodes.literal(info.version, info.version)]))
        if contact := info.contact:
            found = self._link(contact.url, contact.name or contact.url or "")
            if contact.email:
                found += [nodes.Text(" · ")] if found else []
                found += self._link(f"mailto:{contact.email}", contact.email)
            rows.append((_("Contact"), found))
        if licence := info.licence:
            url = licence.url
            if url is None and licence.identifier:
                url = f"https://spdx.org/licenses/{licence.identifier}.html"
            rows.append((_("License"), self._link(url, licence.name)))
        if info.terms:
            rows.append((_("Terms of service"), self._link(info.terms, info.terms)))
        if docs:
            rows.append((_("More about it"), self._docs_link(docs)))
        listed = nodes.definition_list(classes=["dj-api-facts"])
        for label, content in rows:
            words = str(label)
            line = nodes.paragraph("", "", *content, translatable=False)
            listed.append(
                nodes.definition_list_item(
                    "", nodes.term(words, words, translatable=False), nodes.definition("", line)
                )
            )
        return [listed] if listed.children else []

    def _files(self) -> list[nodes.Node]:
        """Return the links to what can be downloaded."""
        line = nodes.paragraph("", "", classes=["dj-api-files"], translatable=False)
        for words, url in self.files:
            line += [nodes.Text(" ")] if line.children else []
            if is_external(url):
                line.append(nodes.reference(words, words, refuri=url, internal=False))
            else:
                line.append(file_link(words, url))
        return [line] if line.children else []

    def _docs(self, docs: ExternalDocs | None) -> list[nodes.Node]:
        if docs is None:
            return []
        content = self._docs_link(docs)
        return [nodes.paragraph("", "", *content, classes=["dj-api-docs"], translatable=False)]

    def _docs_link(self, docs: ExternalDocs) -> list[nodes.Node]:
        link = docs_link(docs, self.own_page, lambda url: absolute_url(url, self.spec))
        return [link or nodes.Text(" ".join(docs.description.split()) or docs.url)]

    def _link(self, url: str | None, words: str) -> list[nodes.Node]:
        """Return a link to an address of the description; only its words where it may be none."""
        target = link_target(absolute_url(url, self.spec)) if url else None
        if target is None:
            return [nodes.Text(words)] if words else []
        return [nodes.reference(words, words, refuri=target, internal=False)]


def _section(title: object, content: list[nodes.Node], prefix: str = "") -> nodes.section | None:
    """Return a section, ``None`` when nothing is in it.

    :param prefix: what its ids begin with.
    """
    if not content:
        return None
    words = str(title)
    heading = nodes.title(words, words, translatable=False)
    ids = [f"{prefix}{name}" for name in title_ids(words, "part")]
    return nodes.section("", heading, *content, ids=ids)
