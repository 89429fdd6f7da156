"""Decides which tags and expressions of a page are ours. Others are left to MyST."""

from __future__ import annotations

from bisect import bisect_left
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Protocol

from sphinx_docsjson.mdx.formulas import formulas_in
from sphinx_docsjson.mdx.jsx import IDENTIFIER, AttributeValue
from sphinx_docsjson.mdx.scan import Scan, scan

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterator, MutableMapping

    from sphinx_docsjson.mdx.jsx import Tag
    from sphinx_docsjson.mdx.scan import Element


_JSX_ATTRIBUTES = frozenset({"classname", "htmlfor"})
_FROM_ROOT = frozenset({"href", "src"})


class PageNames(Protocol):
    """What the grammar needs from the renderer of the page."""

    def shape_of(self, name: str) -> Shape:
        """Return how the element *name* behaves."""

    def is_component(self, name: str) -> bool:
        """Whether *name* is a component, a snippet or a function of the page."""

    def similar_component(self, name: str) -> str | None:
        """Return the component that *name* is probably a slip for."""

    def owns_tags(self) -> bool:
        """Whether a tag that means nothing in HTML either is ours to report."""

    def inside_component(self) -> bool:
        """Whether the text being read is inside one of our elements."""

    def is_site_path(self, path: str) -> bool:
        """Whether a path from the root leads to a page or a file of the site."""

    def defined_names(self) -> Container[str]:
        """Return the names that the imports and exports of the page define."""


class Grammar:
    """The part of a text that is not MyST's.

    :param page: the page whose text is read.
    :param whole: whether every tag and every expression is ours, as in ``.mdx``. Else this holds
        inside our elements only; outside, ours are components, and HTML that means nothing
        without us: with attributes of JSX, with a path from the root of the site, or around one
        of ours. Where pages are ours, so are tags that mean nothing to anyone: they are reported.
    """

    def __init__(self, page: PageNames, *, whole: bool) -> None:
        self.page = page
        self._whole = whole

    def whole(self) -> bool:
        """Whether all tags are ours where the text being read is."""
        return self._whole or self.page.inside_component()

    def shape_of(self, name: str) -> Shape:
        """Return how the element *name* behaves."""
        return self.page.shape_of(name)

    def shape_of_element(self, element: Element) -> Shape:
        """Return how an element behaves; one that nobody knows is what is inside it."""
        shape = self.shape_of(element.tag.name)
        is_element = not element.unclosed and (self.whole() or element.tag.name[:1].isupper())
        return Shape.EITHER if shape is Shape.UNKNOWN and is_element else shape

    def takes(self, found: Scan, element: Element) -> bool:
        """Whether *element* is ours."""
        return self.whole() or element.tag.start in self._ours(found)

    def takes_tag(self, tag: Tag) -> bool:
        """Whether a tag without an element of its own, such as a stray closing tag, is ours."""
        return self.whole() or self.takes_name(tag.name)

    def takes_expression(self, source: str) -> bool:
        """Whether ``{source}`` is more than text."""
        if self.whole():
            return True
        match = IDENTIFIER.match(source.lstrip())
        return match is not None and match.group() in self.page.defined_names()

    def glued_lines(self, found: Scan) -> Collection[int]:
        """Return the lines that begin inside something of ours, so that they are not blocks."""
        if self.whole():
            return found.glued_lines
        if not found.glued_lines:
            return ()
        if found.our_glued_lines is None:
            found.our_glued_lines = frozenset(self._our_glued_lines(found))
        return found.our_glued_lines

    def _our_glued_lines(self, found: Scan) -> Iterator[int]:
        ours = self._ours(found)
        tags = [element.tag for element in found.elements.values()]
        extents = [(tag.start, tag.end) for tag in tags if tag.start in ours]
        extents += [(p, end) for p, end in found.comments.items() if found.text[p] == "{"]
        for begin, end in extents:
            yield from range(found.line_of(begin) + 1, found.line_of(end - 1) + 1)

    def _ours(self, found: Scan) -> Collection[int]:
        """Return where our elements start; found out once for each text."""
        if found.ours is None:
            elements = sorted(found.elements.values(), key=lambda element: element.tag.start)
            starts = [e.tag.start for e in elements if self._by_itself(e)]
            ours, end = set(starts), 0
            for element in elements:
                start = element.tag.start
                if start < end or start in ours or _holds(element, starts):
                    ours.add(start)
                    if self.page.shape_of(element.tag.name) is not Shape.UNKNOWN:
                        end = max(end, element.content_end)
            found.ours = frozenset(ours)
        return found.ours

    def _by_itself(self, element: Element) -> bool:
        tag = element.tag
        if not tag.name:
            return element.close is not None
        if self.takes_name(tag.name) or self._is_placeholder(element):
            return True
        return self.page.shape_of(tag.name) is not Shape.UNKNOWN and self._is_jsx(tag)

    def takes_name(self, name: str) -> bool:
        """Whether *name* is a component of the page, or would be one.

        A browser shows nothing of ``<Region/>`` and of ``List<String>``; ``<BR>`` is HTML.
        """
        if self.page.is_component(name):
            return True
        if not name[:1].isupper() or self.page.shape_of(name) is not Shape.UNKNOWN:
            return False
        if self.page.similar_component(name) is not None:
            return True
        is_html = name.isupper() and self.page.shape_of(name.lower()) is not Shape.UNKNOWN
        return self.page.owns_tags() and not is_html

    def _is_placeholder(self, element: Element) -> bool:
        """Whether an element is a word between angle brackets, such as ``<host>``.

        It is not an HTML element, nothing closes it, and it has no value.
        """
        tag = element.tag
        bare = all(each.kind is AttributeValue.BARE for each in tag.attributes)
        shapes = {self.page.shape_of(name) for name in (tag.name, tag.name.lower())}
        unknown = shapes == {Shape.UNKNOWN}
        return element.unclosed and bare and unknown and self.page.owns_tags()

    def _is_jsx(self, tag: Tag) -> bool:
        for attribute in tag.attributes:
            name = attribute.name.lower()
            if (
                attribute.kind in {AttributeValue.EXPRESSION, AttributeValue.SPREAD}
                or name in _JSX_ATTRIBUTES
            ):
                return True
            rooted = attribute.text.startswith("/") and not attribute.text.startswith("//")
            if name in _FROM_ROOT and rooted and self.page.is_site_path(attribute.text):
                return True
        return False


def _holds(element: Element, starts: list[int]) -> bool:
    """Whether one of the positions *starts* is inside *element*, which is closed."""
    if element.close is None:
        return False
    index = bisect_left(starts, element.tag.end)
    return index < len(starts) and starts[index] < element.content_end


# How the element of a name behaves in the flow, and the scan that the rules of a text share.

MAX_DEPTH = 24
"""How deep elements may be nested: real pages need nine levels, and their own components 16."""


class Shape(Enum):
    """How the element of a name behaves in the flow of a page."""

    BLOCK = auto()
    """Stands on its own, also directly below a line of text."""

    INLINE = auto()
    """Stands inside text; on lines of its own around other blocks it is a block."""

    EITHER = auto()
    """A block where it begins a line, inline elsewhere."""

    UNKNOWN = auto()
    """Shown as text."""


def scan_of(text: str, env: MutableMapping[str, Any], *, blocks: bool) -> Scan:
    """Return the scan of *text*, which is kept as long as the same text is asked for."""
    key = "docsjson_blocks" if blocks else "docsjson_inlines"
    recent: list[Scan] = env.setdefault(key, [])
    for known in recent:
        if known.text is text:
            return known
    # The text of an image inside the text of a paragraph: a few are in use at the same time.
    recent.insert(0, scan(text, blocks=blocks, formulas=formulas_in(env)))
    del recent[4:]
    return recent[0]
