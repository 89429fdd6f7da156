"""Method and address of an operation as HTML. Pure."""

from __future__ import annotations

import re
from html import escape

from sphinx_docsjson.locale import _

_VARIABLE = re.compile(r"\{[^{}]+\}")
_WORD = re.compile(r"[^a-z]+")


def method_classes(method: str) -> list[str]:
    """Return the classes of the badge of a method."""
    return ["dj-method", f"dj-method-{_WORD.sub('', method.lower()) or 'other'}"]


def method_html(method: str) -> str:
    """Return the badge of a method."""
    return f'<span class="{" ".join(method_classes(method))}">{escape(method)}</span>'


def endpoint_html(method: str, path: str, base: str = "", *, copy: bool = True) -> str:
    """Return the line with method and address; the variables of the path stand out."""
    shown = escape(path)
    if path.startswith("/"):
        shown = shown.replace("/", "/<wbr>")
    shown = _VARIABLE.sub(
        lambda match: f'<span class="dj-endpoint-variable">{match.group()}</span>', shown
    )
    before = f'<span class="dj-endpoint-base">{escape(base)}</span>' if base else ""
    button = ""
    if copy:
        button = (
            f'<button type="button" class="dj-endpoint-copy" data-copied="{escape(_("Copied"))}" '
            f'data-copy-text="{escape(base + path)}" hidden>{escape(_("Copy"))}</button>'
        )
    return (
        f'<div class="dj-endpoint">{method_html(method)} '
        f'<code class="dj-endpoint-path">{before}{shown}</code>{button}</div>\n'
    )
