"""OpenAPI descriptions → documents: operations, schemas, examples, request samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.config import ENUM

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_openapi(app: Sphinx) -> None:
    """Register the settings, nodes and transforms of the API reference."""
    from sphinx_docsjson.openapi.checks.runs import setup_checking
    from sphinx_docsjson.openapi.content.examples import setup_example_groups
    from sphinx_docsjson.openapi.content.nodes import setup_nodes
    from sphinx_docsjson.openapi.content.overview import setup_overviews
    from sphinx_docsjson.openapi.content.playground import setup_playground
    from sphinx_docsjson.openapi.domain.roles import setup_domain
    from sphinx_docsjson.openapi.pages.directives import setup_directives
    from sphinx_docsjson.openapi.pages.sdk import ShowSdkLead
    from sphinx_docsjson.openapi.pages.transform import BindPages
    from sphinx_docsjson.warnings import safe_transform

    app.add_config_value(
        "docsjson_allow_remote",
        [],
        "env",
        types=frozenset({list, tuple, set}),
        description="Origins, such as https://api.example.com, that OpenAPI files are read from.",
    )
    app.add_config_value(
        "docsjson_root",
        "",
        "env",
        types=frozenset({str}),
        description="The folder, from that of conf.py, whose OpenAPI files docs.json may name; by "
        "default the repository.",
    )
    app.add_config_value(
        "docsjson_openapi_content",
        False,
        "env",
        types=frozenset({bool}),
        description="Read `x-mint.content` of OpenAPI files as pages are read, with components.",
    )
    app.add_config_value(
        "docsjson_openapi_slugs",
        "hosted",
        "env",
        types=ENUM("hosted", "words"),
        description="How pages of operations are called: as on the hosted platform, or in words.",
    )
    setup_nodes(app)
    setup_example_groups(app)
    setup_overviews(app)
    setup_checking(app)
    setup_domain(app)
    setup_directives(app)
    app.add_transform(safe_transform(BindPages))
    app.add_transform(safe_transform(ShowSdkLead))
    setup_playground(app)
