"""The words of an entry of the sidebar as HTML: its label, its method, its badges. Pure."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, TypeAlias

from sphinx_docsjson.text.line_ends import breakable

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_docsjson.navigation.pageinfo import PageInfo
    from sphinx_docsjson.site.appearance import Icon

    IconHtml: TypeAlias = Callable[[Icon, str], str | None]
    """An icon and the way to the root of the site → HTML."""

LONG_LABEL = 24
"""A longer label takes several lines, which may end inside of a path or a dotted name."""

SHORT_METHODS = {"DELETE": "DEL", "OPTIONS": "OPT", "WEBHOOK": "HOOK"}


def page_words(info: PageInfo, deprecated: str, *, brief: bool) -> str:
    """Return what the entry of a page says.

    :param deprecated: the badge of a deprecated page; without words there is none.
    :param brief: whether it says so in few elements.
    """
    method, label = "", info.label
    if info.method:
        label = label.removeprefix(f"{info.method} ")
        word, name = SHORT_METHODS.get(info.method, info.method), info.method.lower()
        method = f'<span class="dj-method dj-method-{name}">{word}</span> '
        method = f'<b class="dj-method-{name}">{word}</b> ' if brief else method
    mark = (
        f' <span class="dj-tag dj-tag-deprecated">{escape(deprecated)}</span>'
        if deprecated
        else ""
    )
    words = f"<span>{_breakable(label)}</span>" if brief else label_html(label)
    return f"{method}{words}{tag_html(info.tag)}{mark if deprecated else ''}"


def label_html(text: str) -> str:
    """Return the label of an entry."""
    return f'<span class="dj-entry-label">{_breakable(text)}</span>'


def _breakable(text: str) -> str:
    """Return a label of which a long path may take several lines."""
    shown = escape(text)
    return breakable(shown) if len(text) > LONG_LABEL else shown


def tag_html(tag: str | None) -> str:
    """Return the badge beside a label, or nothing."""
    return f' <span class="dj-tag">{escape(tag)}</span>' if tag else ""
