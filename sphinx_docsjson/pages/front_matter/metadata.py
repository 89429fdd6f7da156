"""The front matter of pages, as Sphinx keeps metadata: names with strings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.environment.collectors import EnvironmentCollector

from sphinx_docsjson.pages.front_matter.block import TEXT_FIELDS, FrontMatter
from sphinx_docsjson.text.word_sets import words

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

OWN_FIELDS = TEXT_FIELDS | words(
    "boost contextual deprecated groups hidden hideapimarker hidefooterpagination keywords "
    "lastupdateddate noindex public searchable timestamp"
)
"""The fields that docs.json sites read, in lower case; what else is there is Sphinx's."""

SPHINX_FIELDS = words("nocomments no-search nosearch orphan tocdepth")
"""The fields of a page that Sphinx reads, in lower case."""

KEPT = "docsjson_fields"
"""The key in Sphinx's data of the page being read that holds its own fields."""

DEPTH = "tocdepth"
"""The field that Sphinx compares with numbers; 0 shows all headings."""


def keep_metadata(env: BuildEnvironment, front: FrontMatter) -> None:
    """Keep all fields as Sphinx keeps those of other pages."""
    metadata: dict[str, Any] = env.metadata[env.docname]
    for name in front.fields:
        if name != "myst":
            metadata[name] = _value(front, name)
    _hide(metadata, front)


def keep_own_fields(env: BuildEnvironment, front: FrontMatter) -> None:
    """Keep the fields of docs.json of a page whose other fields MyST keeps."""
    metadata: dict[str, Any] = env.metadata[env.docname]
    own = {name: _value(front, name) for name in front.fields if name.casefold() in OWN_FIELDS}
    metadata.update(own)
    _hide(metadata, front)
    env.current_document[KEPT] = own


def keep_field(env: BuildEnvironment, name: str, value: Any) -> None:
    """Keep another value of a field, such as its translation."""
    env.metadata[env.docname][name] = value
    kept: Any = env.current_document
    kept.setdefault(KEPT, {})[name] = value


def _value(front: FrontMatter, name: str) -> Any:
    value = front.fields[name]
    if name == DEPTH:
        depth = front.text(name)
        return int(depth) if depth.isascii() and depth.isdecimal() and len(depth) < 4 else 0
    return value if isinstance(value, dict | list) else front.text(name)


def _hide(metadata: dict[str, Any], front: FrontMatter) -> None:
    if front.text("hidden") == "true":
        metadata.setdefault("orphan", "")


class OwnFields(EnvironmentCollector):
    """Puts the fields of docs.json back after Sphinx has read the front matter as MyST wrote it.

    MyST reads YAML 1.1, in which a page titled ``1.10`` is called 1.1.
    """

    def clear_doc(self, app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        """Forget nothing: Sphinx does."""

    def merge_other(
        self, app: Sphinx, env: BuildEnvironment, docnames: Set[str], other: BuildEnvironment
    ) -> None:
        """Merge nothing: Sphinx does."""

    def process_doc(self, app: Sphinx, doctree: nodes.document) -> None:
        """Listen to ``doctree-read``, after Sphinx's own collector."""
        env: BuildEnvironment = doctree.settings.env
        env.metadata[env.docname].update(env.current_document.get(KEPT) or {})
