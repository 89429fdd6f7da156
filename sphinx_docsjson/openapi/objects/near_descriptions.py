"""Which descriptions a page is nearest to: those of its part of the navigation. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sphinx_docsjson.openapi.objects.page_objects import ApiObject
from sphinx_docsjson.site.containers import Container, PageEntry

Specs = frozenset[str]


def near_descriptions(root: Container, shown: Mapping[str, Specs]) -> dict[str, Specs]:
    """Return page → the descriptions of the smallest part around it that shows any.

    A guide of version 2 is nearest to the API of version 2, in whatever tab that stands.

    :param shown: page → the descriptions that have something on it.
    """
    found: dict[str, Specs] = {}

    def inside(node: Container) -> tuple[Specs, list[str]]:
        """Return what a part shows, and its pages that are near to nothing yet."""
        specs, pages = Specs(), list[str]()
        for child in node.children:
            if isinstance(child, PageEntry):
                specs |= shown.get(child.path, Specs())
                pages.append(child.path)
            elif isinstance(child, Container):
                inner, waiting = inside(child)
                specs |= inner
                pages += waiting
        if specs:
            for page in pages:
                found.setdefault(page, specs)
            pages = []
        return specs, pages

    inside(root)
    return {page: shown.get(page) or specs for page, specs in found.items()} | dict(shown)


def shown_descriptions(pages: Mapping[str, Sequence[ApiObject]]) -> dict[str, Specs]:
    """Return page → the descriptions that it is wholly about."""
    found = {
        docname: Specs(each.spec for each in known if each.own) for docname, known in pages.items()
    }
    return {docname: specs for docname, specs in found.items() if specs}
