"""Lists of operations and of tags, which lead to their pages, as nodes of every builder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from docutils import nodes
from sphinx.addnodes import pending_xref

from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.content.endpoint_html import method_classes
from sphinx_docsjson.openapi.content.outside_markdown import first_sentence
from sphinx_docsjson.openapi.model.api import Operation, OperationTag


def operation_list(
    operations: Iterable[Operation], pages: Mapping[tuple[str, str], str]
) -> list[nodes.Node]:
    """Return a list of operations: method, title and path of each.

    :param pages: method and path → document.
    """
    items = [_operation_item(operation, pages.get(operation.key)) for operation in operations]
    return [nodes.bullet_list("", *items, classes=["dj-operations"])] if items else []


def _operation_item(operation: Operation, docname: str | None) -> nodes.list_item:
    method = operation.method if operation.kind == "operation" else str(_("Webhook"))
    word = operation.method if operation.kind == "operation" else "WEBHOOK"
    line = nodes.paragraph("", "", nodes.strong(method, method, classes=method_classes(word)))
    is_named = operation.title != f"{operation.method} {operation.path}"
    title = operation.title if is_named else operation.path
    link = page_link(docname, title) if docname else object_link(operation, title)
    line += [nodes.Text(" "), link]
    if is_named:
        line += [nodes.Text(" "), nodes.literal(operation.path, operation.path)]
    if operation.deprecated:
        words = str(_("deprecated"))
        line += [nodes.Text(" "), nodes.inline(words, words, classes=["dj-field-deprecated"])]
    line["translatable"] = False
    return nodes.list_item("", line)


def tag_list(tags: Iterable[tuple[OperationTag, str, int]]) -> list[nodes.Node]:
    """Return a list of tags that have pages.

    :param tags: each with its document and how many operations it has.
    """
    items = []
    for tag, docname, count in tags:
        line = nodes.paragraph("", "", page_link(docname, tag.label), translatable=False)
        words = str(_("1 operation") if count == 1 else _("%s operations") % count)
        about = first_sentence(tag.summary if tag.title != tag.summary else "")
        about = about or first_sentence(tag.description)
        content: list[nodes.Node] = [line]
        if about:
            content.append(nodes.paragraph(about, about, translatable=False))
        if count:
            content.append(
                nodes.paragraph(words, words, classes=["dj-api-count"], translatable=False)
            )
        items.append(nodes.list_item("", *content))
    return [nodes.bullet_list("", *items, classes=["dj-api-tags"])] if items else []


def page_link(docname: str | None, words: str, *, by_title: bool = False) -> nodes.Node:
    """Return a link to a page of the site; only its words where there is none.

    :param by_title: the link says the title of the page, in the language of the build.
    """
    inner = nodes.inline(words, words)
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
    return pending_xref(
        "",
        inner,
        refdomain="openapi",
        reftype="op",
        reftarget=f"{operation.spec} {word} {operation.path}",
        refexplicit=True,
        refwarn=False,
    )
