"""Pages about a whole API and about its tags, and what leads from page to page, as nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import quote

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.base.nodes import title_ids
from sphinx_docsjson.build import build_of
from sphinx_docsjson.ext.openapi.content.markdown import (
    first_sentence,
    link_target,
    to_nodes,
    to_sections,
)
from sphinx_docsjson.ext.openapi.content.nodes import method_classes
from sphinx_docsjson.ext.openapi.model.api import (
    OAuthFlow,
    Operation,
    OperationTag,
    Requirement,
    Security,
    SecurityScheme,
    Server,
)
from sphinx_docsjson.ext.openapi.model.operations import PageAnchor, absolute_url
from sphinx_docsjson.ext.openapi.schema.fieldtree import ONE_PAGE, anchor_on_one_page
from sphinx_docsjson.i18n import _
from sphinx_docsjson.urls import is_external
from sphinx_docsjson.warnings import safe_transform

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsjson.ext.openapi.model.api import ExternalDocs, Specification
    from sphinx_docsjson.ext.openapi.model.changes import Change, Changes
    from sphinx_docsjson.ext.openapi.pages.navigation import OperationGroup


TAG_NAME = "api_tag"
"""The attribute by which a section says of which tag it is."""


@dataclass(frozen=True, kw_only=True)
class OverviewPage:
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
            _section(self._listed_as(), list(self._groups(self.groups))),
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
        for group in groups:
            if not group.tag and group.title == self._listed_as():
                yield from self._inside(group)  # below a heading with this title
            elif not (group.tag and group.tag in self.tags):
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
            text = str(label)
            line = nodes.paragraph("", "", *content, translatable=False)
            listed.append(
                nodes.definition_list_item(
                    "", nodes.term(text, text, translatable=False), nodes.definition("", line)
                )
            )
        return [listed] if listed.children else []

    def _files(self) -> list[nodes.Node]:
        """Return the links to what can be downloaded."""
        line = nodes.paragraph("", "", classes=["dj-api-files"], translatable=False)
        for text, url in self.files:
            line += [nodes.Text(" ")] if line.children else []
            if is_external(url):
                line.append(nodes.reference(text, text, refuri=url, internal=False))
            else:
                line.append(file_link(text, url))
        return [line] if line.children else []

    def _docs(self, docs: ExternalDocs | None) -> list[nodes.Node]:
        if docs is None:
            return []
        content = self._docs_link(docs)
        return [nodes.paragraph("", "", *content, classes=["dj-api-docs"], translatable=False)]

    def _docs_link(self, docs: ExternalDocs) -> list[nodes.Node]:
        link = docs_link(docs, self.own_page, lambda url: absolute_url(url, self.spec))
        return [link or nodes.Text(" ".join(docs.description.split()) or docs.url)]

    def _link(self, url: str | None, text: str) -> list[nodes.Node]:
        """Return a link to an address of the description; only its words where it may be none."""
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


def change_sections(
    changes: Changes, page_of: Callable[[tuple[str, str]], str | None]
) -> tuple[list[nodes.Node], list[nodes.section]]:
    """Return what stands at the top of the page of changes, and its sections, breaking ones first.

    :param page_of: finds the document of an operation or a schema.
    """
    counts = Counter[str](change.level for change in changes.listed)
    words = [
        f"{title}: {counts[level]}" for level, title in CHANGE_TITLES.items() if counts[level]
    ]
    text = ", ".join(words) if words else str(_("Nothing changed that a client could notice."))
    top: list[nodes.Node] = [nodes.paragraph(text, text, translatable=False)]
    if not changes.complete:
        said = str(_("Not everything was compared: there are too many schemas."))
        top.append(nodes.paragraph(said, said))
    sections = []
    for level, title in CHANGE_TITLES.items():
        listed = [change for change in changes.listed if change.level == level]
        items = [_change_item(change, page_of, changes.users) for change in listed]
        section = _section(title, [nodes.bullet_list("", *items)] if items else [], "changes-")
        sections += [section] if section is not None else []
    return top, sections


def own_changes(listed: Sequence[Change], since: str, docname: str) -> list[nodes.section]:
    """Return the section about what changed in the subject of a page.

    :param docname: the page of all changes, nothing where there is none.
    """
    items = [_change_item(change, None, {}) for change in listed]
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
    line.append(nodes.inline(text, text, classes=["dj-tag", f"dj-change-{mark}"]))
    return [line]


def _change_item(
    change: Change,
    page_of: Callable[[tuple[str, str]], str | None] | None,
    users: Mapping[str, Sequence[tuple[str, str]]],
) -> nodes.list_item:
    """Return one change; on its own page nobody has to be told what it belongs to.

    :param users: schema → the operations that it concerns.
    """
    word = str(MARKS[change.mark])
    classes = ["dj-tag", f"dj-change-{change.mark}"]
    line = nodes.paragraph("", "", nodes.inline(word, word, classes=classes), translatable=False)
    if page_of is not None:
        line += [nodes.Text(" "), *_owner_link(change.owner, page_of)]
    if change.place:
        line += [nodes.Text(" "), nodes.literal(change.place, change.place)]
    line.append(nodes.Text(f" {change.text}"))
    item = nodes.list_item("", line)
    concerned = users.get(change.owner[1], ()) if change.owner[0] == "SCHEMA" else ()
    if page_of is not None and concerned:
        more = nodes.paragraph("", f"{_('Used by')}: ", translatable=False)
        for number, owner in enumerate(concerned[:SHOWN_USERS]):
            more += [nodes.Text(", ")] if number else []
            more += _owner_link(owner, page_of)
        if len(concerned) > SHOWN_USERS:
            more.append(nodes.Text(f", {_('and others')}"))
        item.append(more)
    return item


def _owner_link(
    owner: tuple[str, str], page_of: Callable[[tuple[str, str]], str | None]
) -> list[nodes.Node]:
    method, name = owner
    text = name if method == "SCHEMA" else f"{method} {name}"
    docname = page_of(owner)
    return [page_link(docname, text) if docname else nodes.literal(text, text)]


# Links to further documentation that a description names: outside, or a page of the site.

OwnPage: TypeAlias = Callable[[str], PageAnchor | None]
"""Finds the page of the site that an address means."""


def docs_link(
    docs: ExternalDocs, own_page: OwnPage, address: Callable[[str], str]
) -> nodes.Node | None:
    """Return the link to further documentation, ``None`` where its address may be no link.

    :param address: what an address of the file is relative to.
    """
    text = " ".join(docs.description.split())
    page = own_page(docs.url)
    if page is not None and page.anchor:
        shown = text or docs.url
        return place_link(nodes.inline(shown, shown), page.docname, page.anchor, is_field=False)
    if page is not None:
        return page_link(page.docname, text or page.docname, by_title=not text)
    url = link_target(address(docs.url))
    if url is None:
        return None
    return nodes.reference(text or url, text or url, refuri=url, internal=False)


# Links to what only the build knows the address of: written files, and places in field trees.

DOMAIN, TYPE, PLACE = "docsjson", "written-file", "field-place"


def file_link(text: str, path: str) -> pending_xref:
    """Return a link to a file of the output.

    :param path: its path from the root of the site.
    """
    inner = nodes.inline(text, text)
    return pending_xref("", inner, refdomain=DOMAIN, reftype=TYPE, reftarget=path, refwarn=False)


def place_link(
    content: nodes.Node, docname: str, anchor: str, *, is_field: bool = True
) -> pending_xref:
    """Return a link to a place on a page, such as a field, which is known to its writer only."""
    found = pending_xref("", content, refdomain=DOMAIN, reftype=PLACE, reftarget=docname)
    found.attributes.update(anchor=anchor, is_field=is_field)
    return found


class FileLinks(SphinxPostTransform):
    """Writes the addresses of files and fields; their words stay where there is no site around."""

    default_priority = 5

    def run(self, **options: Any) -> None:
        """Resolve the links of the document."""
        build = build_of(self.config)
        for node in list(self.document.findall(pending_xref)):
            if node.get("refdomain") != DOMAIN or node.get("reftype") not in (TYPE, PLACE):
                continue
            builder = build.builder if build else None
            if builder is None or builder.format != "html" or builder.name == "epub":
                node.replace_self(node.children)
                continue
            here, target = self.env.docname, str(node["reftarget"])
            if node["reftype"] == PLACE:
                address = f"{builder.get_relative_uri(here, target)}#{node['anchor']}"
                if builder.name == ONE_PAGE:
                    anchor = str(node["anchor"])
                    is_field = node["is_field"]
                    address = f"#{anchor_on_one_page(target, anchor) if is_field else anchor}"
                node.replace_self(
                    nodes.reference("", "", *node.children, refuri=address, internal=True)
                )
                continue
            way = "../" * builder.get_target_uri(here).partition("#")[0].count("/")
            link = nodes.reference("", "", *node.children, refuri=f"{way}{quote(target)}")
            link["classes"].append("dj-file-link")
            node.replace_self(link)


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


def page_link(docname: str | None, text: str, *, by_title: bool = False) -> nodes.Node:
    """Return a link to a page of the site; only its words where there is none.

    :param by_title: the link says the title of the page, in the language of the build.
    """
    inner = nodes.inline(text, text)
    if docname is None:
        return inner
    return pending_xref(
        "",
        inner,
        refdomain="std",
        reftype="doc",
        reftarget=f"/{docname}",
        refexplicit=not by_title,
        refwarn=True,
    )


def object_link(operation: Operation, title: str) -> pending_xref:
    """Return a link to wherever an operation is shown; only its words where it is not."""
    inner = nodes.inline(title, title)
    word = "webhook" if operation.kind == "webhook" else operation.method
    is_channel = operation.channel is not None
    name = operation.key[1] if is_channel else f"{word} {operation.path}"
    return pending_xref(
        "",
        inner,
        refdomain="openapi",
        reftype="channel" if is_channel else "op",
        reftarget=f"{operation.spec} {name}",
        refexplicit=True,
        refwarn=False,
    )


# Where an API is reached, as nodes: servers with their variables.


def server_nodes(servers: tuple[Server, ...], source: str) -> list[nodes.Node]:
    """Return the servers with their variables."""
    if not servers:
        return []
    listed = nodes.definition_list(classes=["dj-servers"])
    for server in servers:
        url = server.url.rstrip("/") or "/"
        content = to_nodes(server.description, source)
        if server.protocol:
            content.insert(0, _line(f"{_('Protocol')}: {server.protocol}"))
        for variable in server.variables:
            line = nodes.paragraph("", "")
            line += [nodes.literal(variable.name, variable.name), nodes.Text(" ")]
            parts = [f"{_('default')}: {variable.default}"]
            parts += [f"{_('one of')}: {', '.join(variable.enum)}"] if variable.enum else []
            line.append(nodes.Text("; ".join(parts)))
            content += [line, *to_nodes(variable.description, source)]
        term = nodes.term("", "", nodes.literal(url, url))
        if server.name:
            term += [nodes.Text(" "), nodes.inline(server.name, server.name)]
        listed.append(nodes.definition_list_item("", term, nodes.definition("", *content)))
    return [listed]


# What a request must carry to be let in, as nodes.

PLACES = {"query": _("query parameter"), "header": _("header"), "cookie": _("cookie")}
PLACES |= {"user": _("as the user name"), "password": _("as the password")}
FLOWS = {
    "implicit": _("implicit flow"),
    "password": _("password flow"),
    "clientCredentials": _("client credentials flow"),
    "authorizationCode": _("authorization code flow"),
    "deviceAuthorization": _("device flow"),
}


def security_nodes(security: Security, source: str) -> list[nodes.Node]:
    """Return the alternatives: each a list of what holds together."""
    alternatives = [alternative for alternative in security if alternative]
    optional = len(alternatives) < len(security)
    found: list[nodes.Node] = []
    if len(alternatives) > 1:
        found.append(_line(str(_("One of these is needed:"))))
    for number, alternative in enumerate(alternatives, start=1):
        if len(alternatives) > 1 and len(alternative) > 1:
            found.append(_line(str(_("Alternative %s, all of:") % number)))
        listed = nodes.definition_list(classes=["dj-security"])
        listed += [_requirement(requirement, source) for requirement in alternative]
        found.append(listed)
    if optional and alternatives:
        found.append(_line(str(_("A request without authentication is allowed too."))))
    return found


SHOWN_WAYS = 2
"""The line names so many ways to be let in; of more it names the first."""


def security_line(security: Security, source: str) -> list[nodes.Node]:
    """Return the alternatives as one line, which opens where there is more to say of them."""
    content = security_nodes(security, source)
    if not content:
        return []
    pieces: list[tuple[str, bool]] = []
    alternatives = [alternative for alternative in security if alternative]
    # Schemes that differ in what is said of them alone, such as two kinds of keys, look the same.
    ways = list(dict.fromkeys(map(_way, alternatives)))
    named = ways if len(ways) <= SHOWN_WAYS else ways[:1]
    for number, way in enumerate(named):
        pieces += [(f" {_('or')} ", False)] if number else []
        pieces += way
    if others := len(ways) - len(named):
        pieces.append((f" {_('or %s other ways') % others}", False))
    if len(alternatives) < len(security):
        pieces.append((f" {_('or nothing')}", False))
    node = opening_line("", *content)
    # What the line says is not said again below it.
    definitions = [d for each in content for d in each.findall(nodes.definition)]
    node["pieces"], node["alone"] = tuple(pieces), len(definitions) == 1
    is_more = len(definitions) > 1 or len(alternatives) < len(security)
    node["told"] = is_more or any(each.children for each in definitions)
    return [node]


def _way(alternative: Sequence[Requirement]) -> tuple[tuple[str, bool], ...]:
    """Return what a request carries that is let in: each a text, and whether it is code."""
    pieces: list[tuple[str, bool]] = []
    for index, requirement in enumerate(alternative):
        pieces += [(" + ", False)] if index else []
        how = _how(requirement.scheme)
        pieces += [(part.astext(), isinstance(part, nodes.literal)) for part in how]
        if requirement.scheme.deprecated:
            pieces.append((f" · {_('deprecated')}", False))
    return tuple(pieces)


class opening_line(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """Content that HTML closes below a line of ``pieces``: each a text, and whether it is code.

    Other builders write the content, which says all of it. ``told`` is whether there is more than
    the line says, ``alone`` whether the line is the term of all that is said.
    """


def visit_opening_line(translator: Any, node: opening_line) -> None:
    """Write the line; where there is nothing more to say, it does not open."""
    line = "".join(
        f"<code>{escape(text)}</code>" if is_code else escape(text)
        for text, is_code in node["pieces"]
    )
    if not node["told"]:
        translator.body.append(f'<p class="dj-opening">{line}</p>\n')
        raise nodes.SkipNode
    name = "dj-opening dj-opening-alone" if node["alone"] else "dj-opening"
    opened = " open" if translator.builder.name == "epub" else ""
    translator.body.append(f'<details class="{name}"{opened}>')
    translator.body.append(f"<summary data-markdown-ignore>{line}</summary>\n")


def depart_opening_line(translator: Any, _node: opening_line) -> None:
    """Write the end of the content."""
    translator.body.append("</details>\n")


def setup_overviews(app: Sphinx) -> None:
    """Register the node and what resolves links."""
    app.add_node(opening_line, html=(visit_opening_line, depart_opening_line))
    app.add_post_transform(safe_transform(FileLinks))


def scheme_nodes(spec: Specification) -> list[nodes.Node]:
    """Return all security schemes in full, and which of them an operation needs."""
    listed = nodes.definition_list(classes=["dj-security"])
    for scheme in spec.security_schemes.values():
        name = [nodes.strong(scheme.key, scheme.key), nodes.Text(" · ")]
        anchor = f"security-{nodes.make_id(scheme.key) or 'scheme'}"
        listed.append(_requirement(Requirement(scheme=scheme), spec.key, name, anchor))
    if not listed.children:
        return []
    return [*_needed(spec.security), listed]


def _needed(security: Security) -> list[nodes.Node]:
    """Return the line that says what operations ask for that say nothing of their own."""
    alternatives = [alternative for alternative in security if alternative]
    if not alternatives:
        return []
    line = nodes.paragraph("", f"{_('Unless the page of an operation says otherwise, send')} ")
    for number, alternative in enumerate(alternatives):
        line += [nodes.Text(f" {_('or')} ")] if number else []
        for index, requirement in enumerate(alternative):
            line += [nodes.Text(" + ")] if index else []
            line.append(_code(requirement.scheme.key))
    optional = f", {_('or nothing')}" if len(alternatives) < len(security) else ""
    line.append(nodes.Text(f"{optional}."))
    return [line]


def _requirement(
    requirement: Requirement, source: str, name: Sequence[nodes.Node] = (), anchor: str = ""
) -> nodes.Node:
    scheme = requirement.scheme
    term = nodes.term("", "", *name, *_how(scheme), ids=[anchor] if anchor else [])
    if scheme.deprecated:
        term += [nodes.Text(" "), _words(str(_("deprecated")), "dj-field-deprecated")]
    content = to_nodes(scheme.description, source)
    if scheme.bearer_format:
        content.append(_line(f"{_('Format of the token')}: {scheme.bearer_format}"))
    if scheme.openid_url and (url := link_target(scheme.openid_url)):
        content.append(_link_line(str(_("Discovery")), url))
    for flow in scheme.flows:
        content += _flow(flow, requirement.scopes)
    if requirement.scopes and not scheme.flows:
        content.append(_codes(str(_("Scopes")), requirement.scopes))
    return nodes.definition_list_item("", term, nodes.definition("", *content))


def _how(scheme: SecurityScheme) -> list[nodes.Node]:
    """Return what a request carries for a scheme, in one line."""
    if scheme.type == "apiKey":
        place = str(PLACES.get(scheme.place, scheme.place))
        return [_code(scheme.parameter or scheme.key), nodes.Text(f" ({place})")]
    if scheme.type == "http":
        if scheme.scheme == "basic":
            return [_code("Authorization"), nodes.Text(f" ({_('user name and password')}, Basic)")]
        if scheme.scheme == "bearer":
            return [_code("Authorization: Bearer <token>"), nodes.Text(f" ({_('header')})")]
        return [_code("Authorization"), nodes.Text(f" ({scheme.scheme or 'http'})")]
    names = {
        "oauth2": "OAuth 2",
        "openIdConnect": "OpenID Connect",
        "mutualTLS": str(_("TLS certificate of the client")),
        "userPassword": str(_("User name and password")),
        "X509": str(_("X.509 certificate of the client")),
        "symmetricEncryption": str(_("Symmetric encryption")),
        "asymmetricEncryption": str(_("Asymmetric encryption")),
        "plain": "SASL PLAIN",
        "scramSha256": "SASL SCRAM-SHA-256",
        "scramSha512": "SASL SCRAM-SHA-512",
        "gssapi": "SASL GSSAPI (Kerberos)",
    }
    return [
        _words(names.get(scheme.type, scheme.type or scheme.key)),
        nodes.Text(f" ({scheme.key})"),
    ]


def _flow(flow: OAuthFlow, scopes: tuple[str, ...]) -> list[nodes.Node]:
    found: list[nodes.Node] = [_line(str(FLOWS.get(flow.name, flow.name)).capitalize())]
    listed = nodes.bullet_list()
    urls = (
        (_("Authorization URL"), flow.authorization_url),
        (_("Token URL"), flow.token_url),
        (_("Refresh URL"), flow.refresh_url),
        (_("Device URL"), flow.device_url),
    )
    for label, url in urls:
        if url:
            target = link_target(url)
            line = _link_line(str(label), target) if target else _line(f"{label}: {url}")
            listed.append(nodes.list_item("", line))
    for scope in scopes or tuple(flow.scopes):
        line = nodes.paragraph("", "", _code(scope))
        if about := flow.scopes.get(scope):
            line.append(nodes.Text(f" {about}"))
        listed.append(nodes.list_item("", line))
    if listed.children:
        found.append(listed)
    return found


def _line(text: str) -> nodes.paragraph:
    return nodes.paragraph(text, text)


def _code(text: str) -> nodes.literal:
    return nodes.literal(text, text)


def _words(text: str, css_class: str = "") -> nodes.inline:
    return nodes.inline(text, text, classes=[css_class] if css_class else [])


def _codes(label: str, values: tuple[str, ...]) -> nodes.paragraph:
    line = nodes.paragraph("", f"{label}: ")
    for index, value in enumerate(values):
        line += [nodes.Text(", ")] if index else []
        line.append(_code(value))
    return line


def _link_line(label: str, url: str) -> nodes.paragraph:
    return nodes.paragraph("", f"{label}: ", nodes.reference(url, url, refuri=url, internal=False))
