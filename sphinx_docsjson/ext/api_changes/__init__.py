"""Changes since older API descriptions, for badges, a page and ``check``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.config import ENUM

from sphinx_docsjson.steps import Turn, add_step
from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the setting; add the step where descriptions are read."""
    app.add_config_value(
        "docsjson_fail_on",
        "",
        "env",
        types=ENUM("", "breaking"),
        description="`breaking`: warn of changes since the older description in `since` that "
        "break clients. `sphinx-docsjson check --fail-on breaking` sets it.",
    )
    if "sphinx_docsjson.ext.openapi" in app.extensions:
        from sphinx_docsjson.ext.api_changes.older import compare_with_older
        from sphinx_docsjson.ext.openapi.pages.loading import DESCRIPTIONS_READ

        add_step(
            app,
            DESCRIPTIONS_READ,
            Turn.AMONG,
            compare_with_older,
            "within `builder-inited`, compare OpenAPI files with older ones",
        )
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
