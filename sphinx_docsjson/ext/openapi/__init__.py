"""Pages for OpenAPI descriptions: operations, schemas, examples, request samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.steps import Turn, add_step, always, with_site
from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the settings, nodes and transforms of the API reference, and add the steps."""
    from sphinx_docsjson.ext.openapi.content import playground
    from sphinx_docsjson.ext.openapi.content.examples import setup_example_groups
    from sphinx_docsjson.ext.openapi.content.nodes import setup_nodes
    from sphinx_docsjson.ext.openapi.content.overview import setup_overviews
    from sphinx_docsjson.ext.openapi.content.playground import setup_playground
    from sphinx_docsjson.ext.openapi.content.printed import (
        MethodsToPrint,
        OperationsToPrint,
        QuietHeadings,
    )
    from sphinx_docsjson.ext.openapi.content.searched import setup_search
    from sphinx_docsjson.ext.openapi.domain import roles
    from sphinx_docsjson.ext.openapi.domain.roles import setup_domain
    from sphinx_docsjson.ext.openapi.pages import (
        directives,
        documents,
        downloads,
        loading,
        sdk,
        transform,
    )
    from sphinx_docsjson.ext.openapi.pages.directives import setup_directives
    from sphinx_docsjson.ext.openapi.pages.sdk import ShowSdkLead
    from sphinx_docsjson.ext.openapi.pages.transform import BindPages
    from sphinx_docsjson.warnings import safe_transform

    app.add_config_value(
        "docsjson_allow_remote",
        [],
        "env",
        types=frozenset({list, tuple, set}),
        description="Origins, such as https://api.example.com, to read OpenAPI files from.",
    )
    app.add_config_value(
        "docsjson_root",
        "",
        "env",
        types=frozenset({str}),
        description="The folder, relative to conf.py, that may contain OpenAPI files. "
        "Default: the repository.",
    )
    app.add_config_value(
        "docsjson_openapi_content",
        False,
        "env",
        types=frozenset({bool}),
        description="Parse `x-mint.content` of OpenAPI files like pages, with components.",
    )
    app.add_event(loading.DESCRIPTIONS_READ)
    setup_search()
    setup_nodes(app)
    setup_example_groups(app)
    setup_overviews(app)
    setup_domain(app)
    setup_directives(app)
    app.add_transform(safe_transform(BindPages))
    app.add_transform(safe_transform(ShowSdkLead))
    for printing in (OperationsToPrint, QuietHeadings, MethodsToPrint):
        app.add_post_transform(safe_transform(printing))
    setup_playground(app)
    for event, turn, when, run, description in (
        (
            "env-before-read-docs",
            Turn.LAST,
            always,
            directives.register_older_names,
            "register unused names of sphinxcontrib-openapi",
        ),
        (
            "builder-inited",
            Turn.EARLY,
            with_site,
            loading.make_reference,
            "read OpenAPI files and add operations to the navigation",
        ),
        ("builder-inited", Turn.EARLY, with_site, sdk.make_sdk_pages, "generate SDK pages"),
        (
            "builder-inited",
            Turn.EARLY,
            with_site,
            documents.provide_operation_titles,
            "provide titles and downloads of operations to the kernel",
        ),
        (
            "builder-inited",
            Turn.AMONG,
            with_site,
            playground.write_files,
            "write the playground script",
        ),
        (
            "env-get-outdated",
            Turn.AMONG,
            with_site,
            transform.find_changed_pages,
            "reread pages whose operation changed",
        ),
        (
            "env-purge-doc",
            Turn.AMONG,
            always,
            transform.forget_dependencies,
            "drop the page's API dependencies",
        ),
        (
            "env-merge-info",
            Turn.AMONG,
            always,
            transform.merge_dependencies,
            "merge API dependencies from parallel readers",
        ),
        (
            "missing-reference",
            Turn.BEFORE,
            always,
            roles.use_inventory_name,
            "match names with other projects' inventories",
        ),
        (
            "warn-missing-reference",
            Turn.AMONG,
            always,
            roles.report_unknown,
            "report unknown API names with suggestions",
        ),
        (
            "html-page-context",
            Turn.AMONG,
            always,
            loading.load_files,
            "load styles and scripts of API pages",
        ),
        (
            "html-page-context",
            Turn.AMONG,
            always,
            playground.load_files,
            "load styles and scripts of the playground",
        ),
        (
            "build-finished",
            Turn.AMONG,
            with_site,
            downloads.write_downloads,
            "write downloadable OpenAPI files",
        ),
    ):
        add_step(app, event, turn, run, description, when=when)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
