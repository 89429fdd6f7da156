"""Checks API descriptions, their examples and the examples of pages against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.steps import Turn, add_step
from sphinx_docsjson.version import __version__
from sphinx_docsjson.warnings import safe_transform

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the settings; add the checks where descriptions are read."""
    app.add_config_value(
        "docsjson_openapi_check_examples",
        True,
        "env",
        types=frozenset({bool, str}),
        description="Validate the examples and defaults of OpenAPI files, and the examples of "
        'their pages. Equal problems are one message. `"all"` reports each one, and also '
        "validates the first request of each form and the responses of each page, which takes "
        "longer; `sphinx-docsjson check` always does.",
    )
    app.add_config_value(
        "docsjson_openapi_check_specification",
        True,
        "env",
        types=frozenset({bool}),
        description="Check OpenAPI files against the schema of the OpenAPI Specification.",
    )
    if "sphinx_docsjson.ext.openapi" in app.extensions:
        from sphinx_docsjson.ext.api_checks.runs import CheckPage, check_specifications

        app.add_transform(safe_transform(CheckPage))
        add_step(
            app,
            "env-check-consistency",
            Turn.AMONG,
            check_specifications,
            "check changed OpenAPI files",
        )
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
