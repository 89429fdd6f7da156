"""Built documentation for programs: the MCP server, and documentation in wheels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_docsjson.steps import Turn, add_step, always
from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

PACKAGE = "docsjson_package"
WORKER = "docsjson_mcp"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the settings and add the steps."""
    app.add_config_value(
        PACKAGE,
        "",
        "html",
        str,
        description="The package whose wheel includes this documentation. It is written to "
        "`package/<name>` beside the output.",
    )
    app.add_config_value(
        WORKER,
        False,
        "html",
        bool,
        description="Write `mcp/worker.js`, with which a host serves MCP, beside the output.",
    )
    add_step(
        app,
        "html-page-context",
        Turn.LAST,
        keep_page,
        "collect search records for a wheel, if the search does not",
        when=always,
    )
    add_step(
        app,
        "build-finished",
        Turn.AFTER,
        write_package,
        "write the documentation for the wheel",
        when=always,
    )
    add_step(
        app, "build-finished", Turn.AFTER, write_worker, "write the MCP worker script", when=always
    )
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def keep_page(
    app: Sphinx, pagename: str, _template: str, _context: dict[str, Any], doctree: Any
) -> None:
    """Keep what a page is found by, where a setting names a package and the search does not."""
    if app.config[PACKAGE]:
        from sphinx_docsjson.ext.search import index, settings

        if not settings.writes_index(app):
            index.keep_page(app, pagename, doctree)


def write_package(app: Sphinx, failure: Exception | None) -> None:
    """Write the folder that a wheel takes in, where the setting names a package."""
    if app.config[PACKAGE]:
        from sphinx_docsjson.ext.agents import package

        package.write_package(app, failure)


def write_worker(app: Sphinx, failure: Exception | None) -> None:
    """Write the script and the schemas, where the setting asks for them."""
    if app.config[WORKER]:
        from sphinx_docsjson.ext.agents import package

        package.write_worker(app, failure)
