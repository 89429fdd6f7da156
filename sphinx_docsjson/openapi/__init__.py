"""OpenAPI descriptions → documents: operations, schemas, examples, request samples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx


def setup_openapi(app: Sphinx) -> None:
    """Connect the API reference to the phases of a build."""
    from sphinx_docsjson.openapi.checks.check_runs import setup_checking
    from sphinx_docsjson.openapi.content.api_nodes import setup_nodes
    from sphinx_docsjson.openapi.content.playground_page import setup_playground
    from sphinx_docsjson.openapi.pages import changed_pages as freshness
    from sphinx_docsjson.openapi.pages.api_assets import setup_assets
    from sphinx_docsjson.openapi.pages.operation_role import setup_role
    from sphinx_docsjson.openapi.pages.reference_making import make_reference
    from sphinx_docsjson.openapi.pages.transform import BindPages

    app.add_config_value(
        "docsjson_allow_remote",
        [],
        "env",
        types=frozenset({list, tuple, set}),
        description="Origins, such as https://api.example.com, that OpenAPI files are read from.",
    )
    setup_nodes(app)
    setup_assets(app)
    setup_checking(app)
    setup_role(app)
    app.connect("builder-inited", make_reference, priority=200)
    app.connect("builder-inited", offer_titles, priority=210)
    app.connect("env-get-outdated", freshness.find_changed)
    app.connect("env-purge-doc", freshness.forget)
    app.connect("env-merge-info", freshness.merge)
    app.add_transform(BindPages)
    setup_playground(app)


def offer_titles(app: Sphinx) -> None:
    """Name the pages that have no title of their own after what they are bound to."""
    from sphinx_docsjson.openapi.pages.reference import ApiReference
    from sphinx_docsjson.openapi.pages.reference_making import reference_of
    from sphinx_docsjson.openapi.pages.transform import page_title
    from sphinx_docsjson.state import state_of

    state = state_of(app.config)
    if state is None:
        return
    reference = reference_of(app.config) or ApiReference(api=state.site.api)

    def title(docname: str, fields: Mapping[str, Any]) -> str | None:
        return page_title(reference, fields)

    state.rooms.setdefault("page titles", []).append(title)
