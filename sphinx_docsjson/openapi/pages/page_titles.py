"""The titles of pages: what one is called that has none of its own, and what follows on it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.build import the_build
from sphinx_docsjson.openapi.pages.binding import read_binding
from sphinx_docsjson.openapi.pages.document_names import schema_title
from sphinx_docsjson.openapi.pages.reference import ApiReference

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsjson.openapi.model.api import Specification
    from sphinx_docsjson.openapi.schema.fieldtree import Target


def offer_titles(app: Sphinx) -> None:
    """Name the pages that have no title of their own after what they are bound to."""
    build = the_build(app.config)
    build.title_of = partial(page_title, build.reference)


def page_title(reference: ApiReference, fields: Mapping[str, Any], docname: str) -> str | None:
    """Return the title of a page that has none, by what its *fields* bind it to."""
    if bound := reference.bound_operation(fields, docname):
        return bound[1].title
    if schema := reference.bound_schema(fields, docname):
        return title_of_schema(*schema)
    if about := reference.bound_about(fields, docname):
        spec, tag = about
        return spec.tag(tag).label if tag else spec.title or spec.stem
    if fields.get("api"):
        binding = read_binding(str(fields["api"]))
        return f"{binding.method} {binding.path}" if binding else None
    return None


def title_of_schema(spec: Specification, target: Target) -> str:
    """Return the title of a schema's page."""
    title = schema_title(target)
    return f"{title} ({target.offset + 1}…)" if target.offset else title


def place_after_title(document: nodes.document) -> tuple[nodes.Element, int]:
    """Return the section of the page's title, and the place after its title and lead."""
    sections = [node for node in document.children if isinstance(node, nodes.section)]
    top: nodes.Element = sections[0] if sections else document
    index = 0
    for index, node in enumerate(top.children):
        lead = isinstance(node, nodes.paragraph) and "dj-lead" in node["classes"]
        if not isinstance(node, nodes.title) and not lead:
            return top, index
    return top, len(top.children)
