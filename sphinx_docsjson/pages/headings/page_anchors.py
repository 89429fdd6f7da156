"""The ids of every page, so that links can be checked without opening doctrees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.environment.collectors import EnvironmentCollector

from sphinx_docsjson.text.heading_slugs import loose
from sphinx_docsjson.text.near_names import near_heading

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

ATTRIBUTE = "docsjson_anchors"
EXTRA = "anchors"
"""The attribute in which a node that is data (a tree of fields) lists the ids it will write."""


class AnchorCollector(EnvironmentCollector):
    """Keeps the ids of each document in the environment."""

    def clear_doc(self, app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        """Forget a document."""
        anchors_of(env).pop(docname, None)

    def merge_other(
        self, app: Sphinx, env: BuildEnvironment, docnames: Set[str], other: BuildEnvironment
    ) -> None:
        """Take over what a worker has read."""
        theirs = anchors_of(other)
        anchors_of(env).update({name: theirs[name] for name in docnames if name in theirs})

    def process_doc(self, app: Sphinx, doctree: nodes.document) -> None:
        """Keep the ids of the document just read."""
        found: list[str] = []
        for node in doctree.findall(nodes.Element):
            found += node["ids"]
            found += node.get(EXTRA, ())
        env: BuildEnvironment = doctree.settings.env
        anchors_of(env)[env.docname] = tuple(dict.fromkeys(found))


def keep_ids_in_headings(app: Sphinx, doctree: nodes.document) -> None:
    """Take the ids of what stands in headings from their copies in titles and contents.

    Sphinx writes those beside the page, where each id would stand again.
    """
    env, docname = app.env, app.env.docname
    for copies in (env.tocs, env.titles, env.longtitles):
        if docname in copies:
            for node in copies[docname].findall(nodes.Element):
                node["ids"] = []


def anchors_of(env: BuildEnvironment) -> dict[str, tuple[str, ...]]:
    """Return the ids of every document of *env*, by docname."""
    holder: Any = env
    if not hasattr(holder, ATTRIBUTE):
        setattr(holder, ATTRIBUTE, {})
    found: dict[str, tuple[str, ...]] = getattr(holder, ATTRIBUTE)
    return found


def find_anchor(ids: tuple[str, ...], fragment: str) -> str | None:
    """Return the id that *fragment* means.

    The same id, else the one that differs only in case, dashes and punctuation: platforms make
    ids of headings by different rules.
    """
    if fragment in ids:
        return fragment
    wanted = loose(fragment)
    return next((name for name in ids if wanted and loose(name) == wanted), None)


def similar_anchor(ids: tuple[str, ...], fragment: str) -> str | None:
    """Return the id that *fragment* is meant to be, if that is likely."""
    return near_heading(fragment, ids)
