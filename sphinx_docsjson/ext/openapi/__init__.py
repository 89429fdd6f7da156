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
    for event, turn, when, run, says in (
        (
            "env-before-read-docs",
            Turn.LAST,
            always,
            directives.register_older_names,
            "so do directives that show an API",
        ),
        (
            "builder-inited",
            Turn.EARLY,
            with_site,
            loading.make_reference,
            "OpenAPI files are read, operations placed",
        ),
        (
            "builder-inited",
            Turn.EARLY,
            with_site,
            sdk.make_sdk_pages,
            "the code of SDKs gets its pages",
        ),
        (
            "builder-inited",
            Turn.EARLY,
            with_site,
            documents.answer_kernel,
            "pages are named after their operations",
        ),
        (
            "builder-inited",
            Turn.AMONG,
            with_site,
            playground.write_files,
            "the playground's script is written",
        ),
        (
            "env-get-outdated",
            Turn.AMONG,
            with_site,
            transform.find_changed_pages,
            "pages whose operation changed are read",
        ),
        (
            "env-purge-doc",
            Turn.AMONG,
            always,
            transform.forget_dependencies,
            "what an API page depends on is forgotten",
        ),
        (
            "env-merge-info",
            Turn.AMONG,
            always,
            transform.merge_dependencies,
            "what other processes learned of API pages is kept",
        ),
        (
            "missing-reference",
            Turn.BEFORE,
            always,
            roles.name_of_inventory,
            "a name is written as the inventory of another project has it",
        ),
        (
            "warn-missing-reference",
            Turn.AMONG,
            always,
            roles.report_unknown,
            "a name that no API has is reported with others",
        ),
        (
            "html-page-context",
            Turn.AMONG,
            always,
            loading.load_files,
            "an API page loads its files",
        ),
        (
            "html-page-context",
            Turn.AMONG,
            always,
            playground.load_files,
            "a page with a playground loads its files",
        ),
        (
            "build-finished",
            Turn.AMONG,
            with_site,
            downloads.write_downloads,
            "OpenAPI files are written",
        ),
    ):
        add_step(app, event, turn, run, says, when=when)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
