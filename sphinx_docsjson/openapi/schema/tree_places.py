"""Where in a field tree a field stands, and what is open around it. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from sphinx_docsjson.openapi.schema.view import SchemaView

_SLUG = re.compile(r"[^a-z0-9]+")


class TreePlace(NamedTuple):
    """Where in the tree a field stands.

    :param open: the types that are open around it: reference → anchor.
    :param merged: the references merged into what is around it, repeated as they occur.
    :param scope: the pointers of the schemas around it, outermost first (for ``$dynamicRef``).
    """

    anchor: str
    depth: int
    open: Mapping[str, str]
    merged: tuple[str, ...] = ()
    scope: tuple[str, ...] = ()

    def inside(self, view: SchemaView, *, deeper: bool) -> TreePlace:
        """Return the place of what stands inside the field at this place."""
        return self._replace(
            depth=self.depth + deeper,
            open={**self.open, **dict.fromkeys(view.chain, self.anchor)},
            merged=(*self.merged, *view.refs),
            scope=(*self.scope, view.pointer, *view.chain),
        )

    def of(self, name: str) -> TreePlace:
        """Return the place of the member *name* of what stands here."""
        return self._replace(anchor=f"{self.anchor}-{_slug(name).strip('-') or 'item'}")

    def beside(self, name: str) -> str:
        """Return the anchor of what is named only, and has no fields here."""
        return f"{self.anchor}-{_slug(name)}"


def _slug(name: str) -> str:
    return _SLUG.sub("-", name.lower())
