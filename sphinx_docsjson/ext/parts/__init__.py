"""Sites built in parts, and ``sphinx-docsjson join``, which joins them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.steps import Turn, add_step
from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the setting and add the steps."""
    from sphinx_docsjson.ext.parts import part

    app.add_config_value(
        "docsjson_part",
        None,
        "env",
        (str, type(None)),
        description="The path of this part in the joined site, such as `v1`; `/` for the part "
        "whose docs.json names the others.",
    )
    add_step(app, "builder-inited", Turn.AMONG, part.check_part, "check docsjson_part")
    add_step(
        app,
        "missing-reference",
        Turn.AFTER,
        part.leave_open,
        "leave references to other parts for `join` to resolve",
    )
    add_step(app, "build-finished", Turn.AMONG, part.write_part, "write the manifest of the part")
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
