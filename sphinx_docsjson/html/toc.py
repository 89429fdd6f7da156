"""The contents list of a page out of what Sphinx renders: without the title of the page itself."""

from __future__ import annotations

import re

from markupsafe import Markup

_TITLE_ITEM = re.compile(r"\s*<ul[^>]*>\s*<li>\s*<a [^>]*>.*?</a>\s*(?=<ul)", re.DOTALL)
_END = re.compile(r"\s*</li>\s*</ul>\s*$")


def contents_list(toc: str) -> Markup:
    """Return the list of the headings below the title, empty when there are none.

    :param toc: Sphinx's ``toc``: a list whose one item is the title of the page, with the
        headings below it in a list of its own. A page with several titles keeps them all.
    """
    head = _TITLE_ITEM.match(toc)
    if head is None:
        several = toc.count("<li") > 1
        return Markup(toc if several else "")
    inner = toc[head.end() :]
    end = _END.search(inner)
    if "<li" not in inner:
        return Markup("")
    if end is None or not _is_one_list(inner[: end.start()]):
        return Markup(toc)
    return Markup(inner[: end.start()])


def _is_one_list(html: str) -> bool:
    """Whether *html* is one balanced ``<ul>``, so that nothing but the title was cut off."""
    depth = 0
    for tag in re.finditer(r"<(/?)ul[^>]*>", html):
        depth += -1 if tag.group(1) else 1
        if depth == 0:
            return not html[tag.end() :].strip()
    return False
