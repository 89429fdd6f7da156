"""A group of code as HTML: tabs for the script, and without it one open piece of code. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from sphinx_docsjson.locale import _


@dataclass(frozen=True, kw_only=True, slots=True)
class ShownCode:
    """A piece of highlighted code and its title."""

    title: str
    html: str


def example_group_html(
    panels: Sequence[ShownCode], *, request: bool, classes: Sequence[str] = ()
) -> str:
    """Return the group, as ``components/listings`` draws that of an author, in fewer bytes.

    What a tab is called and what it controls is filled in by the script, which shows the tabs.
    Without it the first piece is open, and the others can be opened.
    """
    label = escape(str(_("Request") if request else _("Response")))
    more = "".join(f" {escape(name)}" for name in classes)
    content = _tabs(panels, more) if len(panels) > 1 else _alone(panels[0], more)
    return (
        f'<div aria-label="{label}" class="dj-example dj-aside-part" role="group">\n'
        f"{content}</div>\n"
    )


def _alone(panel: ShownCode, more: str) -> str:
    title = f'<span class="dj-code-title">{escape(panel.title, quote=False)}</span>'
    header = f'<div class="dj-code-header">{title}</div>'
    return f'<div class="dj-code-block{more}">{header}\n{panel.html}</div>\n'


def _tabs(panels: Sequence[ShownCode], more: str) -> str:
    titles = [escape(panel.title, quote=False) for panel in panels]
    buttons = "".join(
        f'<button class="dj-tab-button" type="button">{title}</button>' for title in titles
    )
    bar = f'<div class="dj-tabbar"><div class="dj-tablist">{buttons}</div></div>'
    parts = [f'<div class="dj-code-group{more}" data-sync="true" data-tabs="">\n{bar}\n']
    for number, (panel, title) in enumerate(zip(panels, titles, strict=True)):
        block = f'<div class="dj-code-block">{panel.html}</div>'
        if number:
            name = f'<summary class="dj-panel-title">{title}</summary>'
            parts.append(f'<details class="dj-panel">{name}{block}</details>\n')
        else:
            name = f'<p class="dj-panel-title">{title}</p>'
            parts.append(f'<div class="dj-panel dj-panel-active">{name}{block}</div>\n')
    return "".join((*parts, "</div>\n"))


def rest_html(rest: str) -> str:
    """Return the *rest* of a long piece of code, which can be opened below its begin.

    It has no colours: they would take five times as much.
    """
    return (
        f'<details class="dj-code-rest"><summary class="dj-code-more">{escape(str(_("Show all")))}'
        f"</summary><pre>{escape(rest, quote=False)}</pre></details>\n"
    )
