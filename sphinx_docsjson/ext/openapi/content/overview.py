"""Pages about a whole API and about its tags, and the links between API pages, as nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson.base.nodes import title_ids
from sphinx_docsjson.ext.openapi.content.access import (
    depart_opening_line,
    opening_line,
    scheme_nodes,
    server_nodes,
    visit_opening_line,
)
from sphinx_docsjson.ext.openapi.content.links import (
    FileLinks,
    OwnPage,
    docs_link,
    file_link,
    object_link,
    page_link,
)
from sphinx_docsjson.ext.openapi.content.markdown import (
    first_sentence,
    link_target,
    to_nodes,
    to_sections,
)
from sphinx_docsjson.ext.openapi.content.nodes import method_classes
from sphinx_docsjson.ext.openapi.model.api import (
    Operation,
    OperationTag,
)
from sphinx_docsjson.ext.openapi.model.operations import absolute_url
from sphinx_docsjson.i18n import _
from sphinx_docsjson.urls import is_external
from sphinx_docsjson.warnings import safe_transform

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsjson.ext.openapi.model.api import ExternalDocs, Specification
    from sphinx_docsjson.ext.openapi.model.changes import Change, Changes
    from sphinx_docsjson.ext.openapi.pages.navigation import OperationGroup


TAG_NAME = "api_tag"
"""The attribute by which a section says about which tag it is."""


@dataclass(frozen=True, kw_only=True)
class OverviewPage:
    """What a page about a specification, or about one of its tags, is made of.

    :param spec: with its texts in the language of the build.
    :param groups: the operations, sorted.
    :param operations: method and path → document.
    :param tags: the documents of the tags that have one.
    :param leads: whether tags without a page are described here.
    :param file: the words and the path of the description that readers can have, or its URL.
    :param own_page: finds the page of the site that an address means.
    """

    spec: Specification
    groups: Sequence[OperationGroup]
    operations: Mapping[tuple[str, str], str]
    tags: Mapping[str, str] = field(default_factory=dict)
    leads: bool = True
    file: tuple[str, str] | None = None
    own_page: OwnPage = lambda _url: None

    def whole(self) -> tuple[list[nodes.Node], list[nodes.section]]:
        """Return the content of an overview: what is at its top, and its sections."""
        spec = self.spec
        before, described = to_sections(spec.info.description, spec.key)
        if spec.info.summary:
            before.insert(0, nodes.paragraph(spec.info.summary, spec.info.summary))
        top = [*before[:1], *self._facts(), *self._file(), *before[1:]]
        if before and not isinstance(before[0], nodes.paragraph):
            top = [*self._facts(), *self._file(), *before]
        sections = [
            *self._chapters(),
            _section(_("Servers"), server_nodes(spec.servers, spec.key)),
            _section(_("Authentication"), scheme_nodes(spec)),
            _section(self._listed_as(), list(self._groups(self.groups))),
        ]
        return top, [*described, *(section for section in sections if section is not None)]

    def tag(self, name: str) -> tuple[list[nodes.Node], list[nodes.section]]:
        """Return the content of the page of a tag: what is at its top, and its sections."""
        tag = self.spec.tag(name)
        before, described = to_sections(tag.description, self.spec.key)
        if tag.summary and tag.summary != tag.title:
            before.insert(0, nodes.paragraph(tag.summary, tag.summary))
        before += self._docs(tag.external_docs)
        group = next((g for g in self._walk(self.groups) if g.tag == name), None)
        if group is not None and described:
            listed = _section(self._listed_as(), list(self._inside(group)))
            described += [listed] if listed else []
        elif group is not None:
            before += self._inside(group)
        return before, described

    def _listed_as(self) -> str:
        return str(_("Channels") if self.spec.is_async else _("Operations"))

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
        title = self._listed_as()  # what would be below a heading with the same title is first
        for group in sorted(groups, key=lambda each: bool(each.tag) or each.title != title):
            if not group.tag and group.title == title:
                yield from self._inside(group)
            elif not (group.tag and group.tag in self.tags):
                content = [*self._lead(group), *self._inside(group)]
                section = _section(group.title, content, "tag-")
                if section is not None:
                    section[TAG_NAME] = group.tag
                    yield section

    def _lead(self, group: OperationGroup) -> list[nodes.Node]:
        """Return what is said about a tag that has no page."""
        if not group.tag or not self.leads:
            return []
        tag = self.spec.tag(group.tag)
        return [*to_nodes(tag.description, self.spec.key), *self._docs(tag.external_docs)]

    def _chapters(self) -> Iterator[nodes.section | None]:
        """Yield what is said about tags that no operation has: they are chapters of text."""
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
        if info.id:
            rows.append(("ID", [nodes.literal(info.id, info.id)]))
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
            rows.append((_("More information"), self._docs_link(docs)))
        listed = nodes.definition_list(classes=["dj-api-facts"])
        for label, content in rows:
            text = str(label)
            line = nodes.paragraph("", "", *content, translatable=False)
            listed.append(
                nodes.definition_list_item(
                    "", nodes.term(text, text, translatable=False), nodes.definition("", line)
                )
            )
        return [listed] if listed.children else []

    def _file(self) -> list[nodes.Node]:
        """Return the link to the description, if readers can have it."""
        if self.file is None:
            return []
        text, url = self.file
        link = (
            nodes.reference(text, text, refuri=url, internal=False)
            if is_external(url)
            else file_link(text, url)
        )
        return [nodes.paragraph("", "", link, classes=["dj-api-files"], translatable=False)]

    def _docs(self, docs: ExternalDocs | None) -> list[nodes.Node]:
        if docs is None:
            return []
        content = self._docs_link(docs)
        return [nodes.paragraph("", "", *content, classes=["dj-api-docs"], translatable=False)]

    def _docs_link(self, docs: ExternalDocs) -> list[nodes.Node]:
        link = docs_link(docs, self.own_page, lambda url: absolute_url(url, self.spec))
        return [link or nodes.Text(" ".join(docs.description.split()) or docs.url)]

    def _link(self, url: str | None, text: str) -> list[nodes.Node]:
        """Return a link to an address of the description; only its words if not allowed."""
        target = link_target(absolute_url(url, self.spec)) if url else None
        if target is None:
            return [nodes.Text(text)] if text else []
        return [nodes.reference(text, text, refuri=target, internal=False)]


def _section(title: object, content: list[nodes.Node], prefix: str = "") -> nodes.section | None:
    """Return a section, ``None`` when nothing is in it.

    :param prefix: what its ids begin with.
    """
    if not content:
        return None
    text = str(title)
    heading = nodes.title(text, text, translatable=False)
    ids = [f"{prefix}{name}" for name in title_ids(text, "part")]
    return nodes.section("", heading, *content, ids=ids)


# What is different since an older description: on the page of changes, and where it happened.

MARKS = {
    "new": _("new"),
    "changed": _("changed"),
    "deprecated": _("deprecated"),
    "removed": _("removed"),
}
CHANGE_TITLES = {
    "breaking": _("Breaking changes"),
    "warning": _("Changes that may break"),
    "info": _("Other changes"),
}
SHOWN_USERS = 3
MANY_CHANGES = 20
"""More changes that break nothing are folded."""


def change_sections(
    changes: Changes, page_of: Callable[[tuple[str, str]], str | None]
) -> tuple[list[nodes.Node], list[nodes.section]]:
    """Return what is at the top of the page of changes, and its sections, breaking ones first.

    :param page_of: finds the document of an operation or a schema.
    """
    listed = _once(changes.listed)
    counts = Counter[str](change.level for change in listed)
    words = [
        f"{title}: {counts[level]}" for level, title in CHANGE_TITLES.items() if counts[level]
    ]
    text = _(", ").join(words) if words else str(_("Nothing changed that a client could notice."))
    top: list[nodes.Node] = [nodes.paragraph(text, text, translatable=False)]
    if not changes.complete:
        said = str(_("Not everything was compared: there are too many schemas."))
        top.append(nodes.paragraph(said, said))
    sections = []
    for level, title in CHANGE_TITLES.items():
        content: list[nodes.Node] = []
        by_owner: dict[tuple[str, str], list[Change]] = {}
        for change in listed:
            if change.level == level:
                by_owner.setdefault(change.owner, []).append(change)
        for owner, own in by_owner.items():
            line = nodes.paragraph("", "", *_owner_link(owner, page_of), translatable=False)
            line += _users_of(owner, changes, page_of)
            content += [line, nodes.bullet_list("", *map(_change_item, own))]
        if level == "info" and counts[level] > MANY_CHANGES:
            folded = opening_line("", *content)
            folded["pieces"] = ((f"{title}: {counts[level]}", False),)
            folded["told"], folded["alone"] = True, False
            content = [folded]
        section = _section(title, content, "changes-")
        sections += [section] if section is not None else []
    return top, sections


def own_changes(listed: Sequence[Change], since: str, docname: str) -> list[nodes.section]:
    """Return the section about what changed in the subject of a page.

    :param docname: the page of all changes, nothing where there is none.
    """
    items = list(map(_change_item, _once(listed)))
    content: list[nodes.Node] = [nodes.bullet_list("", *items)] if items else []
    if items and docname:
        link = page_link(docname, str(_("All changes")), by_title=False)
        content.append(nodes.paragraph("", "", link, translatable=False))
    section = _section(_("Changes since %s") % since, content)
    return [section] if section is not None else []


def change_marks(listed: Sequence[Change], since: str) -> list[nodes.Node]:
    """Return the marks at the top of a page whose subject is new, deprecated or changed."""
    whole = [change.mark for change in listed if not change.place]
    mark = next((each for each in whole if each != "removed"), "changed" if listed else "")
    if not mark:
        return []
    words = {
        "new": _("new since %s"),
        "changed": _("changed since %s"),
        "deprecated": _("deprecated since %s"),
    }
    text = str(words[mark] % since)
    line = nodes.paragraph("", "", classes=["dj-api-badges"], translatable=False)
    level = "breaking" if any(change.level == "breaking" for change in listed) else mark
    line.append(nodes.inline(text, text, classes=["dj-tag", f"dj-change-{level}"]))
    return [line]


def _once(listed: Iterable[Change]) -> list[Change]:
    """Return changes without those that read like one before them, such as of the answer."""
    return list({(c.owner, c.place, c.text): c for c in reversed(list(listed))}.values())[::-1]


def _change_item(change: Change) -> nodes.list_item:
    """Return one change, below what it belongs to."""
    word = str(MARKS[change.mark])
    style = "breaking" if change.level == "breaking" else change.mark
    mark = nodes.inline(word, word, classes=["dj-tag", f"dj-change-{style}"])
    line = nodes.paragraph("", "", mark, translatable=False)
    if change.place:
        line += [nodes.Text(" "), nodes.literal(change.place, change.place)]
    line.append(nodes.Text(f" {change.text}"))
    return nodes.list_item("", line)


def _users_of(
    owner: tuple[str, str], changes: Changes, page_of: Callable[[tuple[str, str]], str | None]
) -> list[nodes.Node]:
    """Return which operations the changes of a schema concern."""
    concerned = changes.users.get(owner[1], ()) if owner[0] == "SCHEMA" else ()
    found: list[nodes.Node] = [nodes.Text(f" · {_('Used by')}: ")] if concerned else []
    for number, user in enumerate(concerned[:SHOWN_USERS]):
        found += [nodes.Text(_(", "))] if number else []
        found += _owner_link(user, page_of)
    more = len(concerned) > SHOWN_USERS
    return [*found, nodes.Text(f"{_(', ')}{_('and others')}")] if more else found


def _owner_link(
    owner: tuple[str, str], page_of: Callable[[tuple[str, str]], str | None]
) -> list[nodes.Node]:
    method, name = owner
    text = name if method == "SCHEMA" else f"{method} {name}"
    docname = page_of(owner)
    return [page_link(docname, text) if docname else nodes.literal(text, text)]


# Lists of operations and of tags, which lead to their pages, as nodes of every builder.


def operation_list(
    operations: Iterable[Operation], pages: Mapping[tuple[str, str], str]
) -> list[nodes.Node]:
    """Return a list of operations: method, title and path of each.

    :param pages: method and path → document.
    """
    items = [_operation_item(operation, pages.get(operation.key)) for operation in operations]
    return [nodes.bullet_list("", *items, classes=["dj-operations"])] if items else []


def _operation_item(operation: Operation, docname: str | None) -> nodes.list_item:
    method = str(_("Webhook")) if operation.kind == "webhook" else operation.method
    word = operation.method if operation.kind == "operation" else operation.kind.upper()
    line = nodes.paragraph("", "", nodes.strong(method, method, classes=method_classes(word)))
    is_named = operation.title not in (f"{operation.method} {operation.path}", operation.path)
    title = operation.title if is_named else operation.path
    link = page_link(docname, title) if docname else object_link(operation, title)
    line += [nodes.Text(" "), link]
    if is_named:
        line += [nodes.Text(" "), nodes.literal(operation.path, operation.path)]
    if operation.deprecated:
        text = str(_("deprecated"))
        line += [nodes.Text(" "), nodes.inline(text, text, classes=["dj-field-deprecated"])]
    line["translatable"] = False
    return nodes.list_item("", line)


def tag_list(tags: Iterable[tuple[OperationTag, str, int]]) -> list[nodes.Node]:
    """Return a list of tags that have pages.

    :param tags: each with its document and how many operations it has.
    """
    items = []
    for tag, docname, count in tags:
        line = nodes.paragraph("", "", page_link(docname, tag.label), translatable=False)
        text = str(_("1 operation") if count == 1 else _("%s operations") % count)
        about = first_sentence(tag.summary if tag.title != tag.summary else "")
        about = about or first_sentence(tag.description)
        content: list[nodes.Node] = [line]
        if about:
            content.append(nodes.paragraph(about, about, translatable=False))
        if count:
            content.append(
                nodes.paragraph(text, text, classes=["dj-api-count"], translatable=False)
            )
        items.append(nodes.list_item("", *content))
    return [nodes.bullet_list("", *items, classes=["dj-api-tags"])] if items else []


def setup_overviews(app: Sphinx) -> None:
    """Register the node and what resolves links."""
    app.add_node(opening_line, html=(visit_opening_line, depart_opening_line))
    app.add_post_transform(safe_transform(FileLinks))
