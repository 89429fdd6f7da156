"""Which tag names a page may use, and how the element of each behaves in the flow."""

from __future__ import annotations

from sphinx_docsjson.components.registry import Component, Content, registry
from sphinx_docsjson.mdx.shapes import Shape
from sphinx_docsjson.text.word_sets import words

HTML_BLOCKS = words(
    "address article aside audio blockquote center dd details dialog div dl dt embed "
    "fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr iframe "
    "legend li main menu nav noscript object ol p picture pre script section source style "
    "summary table tbody td template tfoot th thead tr track ul video caption colgroup "
    "col"
)

HTML_INLINES = words(
    "a abbr acronym b bdi bdo big br button cite code data del dfn em font i img input "
    "ins kbd label mark meter output progress q rp rt ruby s samp select option small "
    "span strike strong sub sup textarea time tt u var wbr link meta"
)

HTML_VERBATIM = frozenset({"svg", "math"})
"""Elements whose content is another language; they are passed on as they are."""


def is_inline(component: Component) -> bool:
    """Whether a component stands inside text: it has inline content, or only an inline form."""
    only_inline = component.inline is not None and component.directive is None
    return only_inline or component.content is Content.INLINE


def shape_of(name: str) -> Shape:
    """Return how the element *name* behaves; a fragment has no name."""
    if not name:
        return Shape.EITHER
    component = registry.get(name)
    if component is not None:
        return Shape.INLINE if is_inline(component) else Shape.BLOCK
    if name in HTML_BLOCKS:
        return Shape.BLOCK
    if name in HTML_INLINES:
        return Shape.INLINE
    if name in HTML_VERBATIM:
        return Shape.EITHER
    return Shape.UNKNOWN
