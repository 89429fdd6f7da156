"""A line of short labels, each of which is translated separately."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class labels(nodes.paragraph, addnodes.translatable):  # noqa: N801 (docutils spells its nodes so)
    """A line of short texts; each element with a ``label`` is a message of its own."""

    def preserve_original_messages(self) -> None:
        """Do nothing: the originals are the sources of the elements."""

    def apply_translated_message(self, original_message: str, translated_message: str) -> None:
        """Write a translation in place of the original."""
        for part in self._parts():
            if part.rawsource == original_message:
                part[:] = [nodes.Text(translated_message)]

    def extract_original_messages(self) -> Sequence[str]:
        """Return the texts."""
        return [part.rawsource for part in self._parts()]

    def _parts(self) -> Iterator[nodes.TextElement]:
        return (part for part in self.findall(nodes.TextElement) if part.get("label"))
