"""What was built, read by programs: MCP, and the documentation that a wheel brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.steps import Turn, add_step, always
from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the settings and add the steps."""
    from sphinx_docsjson.ext.agents import package

    app.add_config_value(
        package.SETTING,
        "",
        "html",
        str,
        description="The package whose wheel brings this documentation: `package/<name>` beside "
        "the output is a folder for it.",
    )
    app.add_config_value(
        package.HOST_SETTING,
        False,
        "html",
        bool,
        description="Write `mcp/worker.js` beside the output: by it a host answers MCP from the "
        "files of the site.",
    )
    add_step(
        app,
        "build-finished",
        Turn.AFTER,
        package.write_package,
        "the documentation that a wheel brings is written",
        when=always,
    )
    add_step(
        app,
        "build-finished",
        Turn.AFTER,
        package.write_worker,
        "the script by which a host answers MCP is written",
        when=always,
    )
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
