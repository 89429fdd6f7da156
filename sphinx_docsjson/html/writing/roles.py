"""What docutils and Sphinx write with a role or an element that its surroundings do not allow.

Citations have a deprecated role, which their list may not hold. The parameters of a signature that
is broken into lines are definitions without terms. Both become items of a list.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.theme_location import has_our_theme

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

_CITATION = ' role="doc-biblioentry"'
_LINES = re.compile(r'(<span class="sig-paren">[(\[]</span>\s*)<dl>(.*?)</dl>', re.DOTALL)


def mend_roles(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Listen to ``html-page-context``: give lists and their items their roles."""
    body = context.get("body") or ""
    if has_our_theme(app.config) and ("sig-paren" in body or _CITATION in body):
        context["body"] = with_roles(body)


def with_roles(html: str) -> str:
    """Return *html* with the roles of lists and items."""
    html = html.replace(_CITATION, ' role="listitem"')
    return _LINES.sub(_as_list, html)


def _as_list(found: re.Match[str]) -> str:
    items = found[2].replace("<dd>", "<li>").replace("</dd>", "</li>")
    return f'{found[1]}<ul class="dj-sig-lines">{items}</ul>'
