"""Fills the pages about a whole specification, and about one of its tags."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.openapi.content.about.api_overview import AboutPage
from sphinx_docsjson.openapi.content.specification_texts import PageTexts, translated
from sphinx_docsjson.openapi.pages.grouping import OperationGroup, groups_of
from sphinx_docsjson.openapi.pages.reference import digest_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinx_docsjson.openapi.model.api import Operation, Specification
    from sphinx_docsjson.openapi.pages.reference import ApiReference

Content = tuple[list[nodes.Node], list[nodes.section]]


def about_content(
    reference: ApiReference, spec: Specification, tag: str, texts: PageTexts
) -> Content:
    """Return what stands at the top of the page, and its sections."""
    groups = groups_of(spec)
    page = AboutPage(
        spec=_translated_specification(spec, texts),
        groups=[_translated_group(group, texts) for group in groups],
        operations={
            operation.key: docname
            for operation in (*spec.operations, *spec.webhooks)
            if (docname := reference.page_of(spec, operation))
        },
        tags={
            name: docname
            for (key, name), docname in reference.about_pages.items()
            if key == spec.key and name
        },
        leads=reference.has_leads(spec),
        files=reference.files_of(spec),
        own_page=partial(reference.own_page, spec),
    )
    return page.tag(tag) if tag else page.whole()


def about_digest(reference: ApiReference, spec: Specification, tag: str) -> str:
    """Return a digest of what such a page shows."""
    operations = (*spec.operations, *spec.webhooks)
    shown: list[Any] = [
        tag,
        spec.title,
        repr(spec.info),
        repr((spec.tags, spec.tag_groups, spec.external_docs)),
        [(o.key, o.title, o.tags, o.hidden, reference.page_of(spec, o)) for o in operations],
        [page for page in reference.about_pages.items() if page[0][0] == spec.key],
        reference.files_of(spec),
        reference.has_leads(spec),
        [
            reference.own_page(spec, docs.url)
            for docs in (spec.external_docs, *(each.external_docs for each in spec.tags))
            if docs
        ],
        reference.about_labels.get(reference.about_pages.get((spec.key, tag), "")),
    ]
    if not tag:
        shown.append(repr((spec.servers, spec.security, spec.security_schemes)))
    return digest_of(shown)


def _translated_specification(spec: Specification, texts: PageTexts) -> Specification:
    if texts.idle:
        return spec
    return replace(
        spec,
        info=translated(spec.info, texts),
        servers=translated(spec.servers, texts),
        security_schemes=translated(dict(spec.security_schemes), texts),
        tags=tuple(
            replace(tag, title=texts.plain(tag.title) if tag.title else texts.plain(tag.name))
            for tag in translated(spec.tags, texts)
        ),
        external_docs=translated(spec.external_docs, texts),
    )


def _translated_group(group: OperationGroup, texts: PageTexts) -> OperationGroup:
    if texts.idle:
        return group
    return OperationGroup(
        title=texts.plain(group.title),
        tag=group.tag,
        name=group.name,
        operations=_with_titles(group.operations, texts),
        groups=[_translated_group(inner, texts) for inner in group.groups],
    )


def _with_titles(operations: Iterable[Operation], texts: PageTexts) -> list[Operation]:
    return [
        replace(operation, summary=texts.plain(operation.summary))
        if operation.summary
        else operation
        for operation in operations
    ]


def described_by(content: Sequence[nodes.Node]) -> str:
    """Return the text that says what the page is about: its first paragraph."""
    first = content[0] if content else None
    return first.astext() if isinstance(first, nodes.paragraph) else ""
