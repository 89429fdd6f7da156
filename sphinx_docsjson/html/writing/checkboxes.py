"""The checkboxes of task lists get a name, which MyST leaves out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import escape

from sphinx_docsjson.locale import _
from sphinx_docsjson.theme_location import has_our_theme

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

_BOX = '<input class="task-list-item-checkbox"'


def name_checkboxes(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Listen to ``html-page-context``: tell screen readers what a checkbox says."""
    body = context.get("body") or ""
    if not has_our_theme(app.config) or _BOX not in body:
        return
    done, open_ = escape(str(_("Done"))), escape(str(_("To do")))
    checked = f'{_BOX} checked="checked"'
    body = body.replace(checked, f'{_BOX[:6]} aria-label="{done}"{checked[6:]}')
    context["body"] = body.replace(f"{_BOX} ", f'{_BOX[:6]} aria-label="{open_}"{_BOX[6:]} ')
