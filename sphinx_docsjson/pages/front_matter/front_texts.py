"""The words of the front matter that no node shows, as messages for translators.

The title and the description stand in the page. What the navigation, the search and the head of
a page show beside them is taken from Sphinx's metadata, which is translated here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from sphinx_docsjson.pages.front_matter.metadata import keep_field
from sphinx_docsjson.site.shown_texts import is_spoken
from sphinx_docsjson.text.word_sets import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sphinx.application import Sphinx

    from sphinx_docsjson.pages.front_matter.block import FrontMatter

SHOWN = words("sidebartitle tag")

DESCRIBED = "docsjson_described"
"""The attribute of a document whose text says all that its ``description`` says."""


class front_text(nodes.comment, addnodes.translatable):  # noqa: N801 (docutils spells its nodes so)
    """A field of the front matter; no builder writes it, as no builder writes a comment.

    ``field`` is its name, ``texts`` what it holds, ``translations`` what translators wrote.
    """

    def preserve_original_messages(self) -> None:
        """Do nothing: ``texts`` stay."""

    def apply_translated_message(self, original_message: str, translated_message: str) -> None:
        """Remember a translation."""
        self["translations"] = {**self["translations"], original_message: translated_message}

    def extract_original_messages(self) -> Sequence[str]:
        """Return the texts."""
        texts: Sequence[str] = self["texts"]
        return texts


class TranslatedFrontMatter(SphinxTransform):
    """Puts translations into the metadata, after Sphinx has looked them up (priority 20)."""

    default_priority = 30

    def apply(self, **kwargs: Any) -> None:
        """Translate the fields of the page."""
        metadata = self.env.metadata[self.env.docname]
        for node in self.document.findall(front_text):
            if known := node["translations"]:
                translated = _translated(metadata.get(node["field"]), known)
                keep_field(self.env, node["field"], translated)


def setup_front_texts(app: Sphinx) -> None:
    """Register the node and what it changes."""
    app.add_node(front_text, html=(_skip, None))
    app.add_transform(TranslatedFrontMatter)


def front_texts(front: FrontMatter, lines: Mapping[str, int], source: str) -> Iterator[front_text]:
    """Yield a node for each field that readers see somewhere."""
    for name in front.fields:
        lower = name.casefold()
        value = front.fields[name]
        texts = value if isinstance(value, list) else [front.text(name)]
        texts = [text for text in texts if isinstance(text, str) and text]
        if texts and (lower in SHOWN or is_spoken(name)):
            node = front_text("", "", field=name, texts=texts, translations={})
            node.source, node.line = source, lines.get(lower, 1)
            yield node


def _translated(value: Any, known: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [known.get(item, item) if isinstance(item, str) else item for item in value]
    return known.get(value, value)


def _skip(translator: Any, node: nodes.Element) -> None:
    raise nodes.SkipNode
