"""Style sheets and scripts of sphinx-design stay off the pages that have none of its parts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

_ASSET = re.compile(r"(?:sphinx-design|design-tabs)[\w.-]*\.(?:css|js)$")
_PART = re.compile(r'class="[^"]*\bsd-')


def drop_unused_assets(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Listen to ``html-page-context``, after all who add files for one page."""
    if app.config.html_theme != "docsjson" or _PART.search(context.get("body") or ""):
        return
    for name in ("css_files", "script_files"):
        context[name] = [
            file
            for file in context.get(name, ())
            if not _ASSET.search(str(getattr(file, "filename", file) or ""))
        ]
