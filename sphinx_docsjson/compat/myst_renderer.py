"""MyST's renderer, opened where ours has to know or to say more than its methods offer.

MyST documents that renderers may be subclassed, and which method renders which token. Sections
and what happens before and after the tokens are its own matter.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from docutils import nodes
from myst_parser.mdit_to_docutils import base
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from myst_parser.mocking import MockState, MockStateMachine

if TYPE_CHECKING:
    from collections.abc import Iterator, MutableMapping

Levels = dict[int, "nodes.document | nodes.section"]


@contextmanager
def without_unused_document(document: nodes.document) -> Iterator[None]:
    """Let MyST's ``setup_render`` take *document* where it would make one.

    It makes a docutils document with all its settings, which it does not use when it is given
    one. For each page and each translated message that is 1.6 % of a build, and 42 % where a site
    is translated. Where the function has another name, only this time is lost.
    """
    name = "make_document"
    make = vars(base).get(name)
    if make is None:
        yield
        return
    setattr(base, name, lambda *args, **kwargs: document)
    try:
        yield
    finally:
        setattr(base, name, make)


class OpenRenderer(SphinxRenderer):
    """MyST's renderer with a beginning and with its sections."""

    def setup_render(self, options: dict[str, Any], env: MutableMapping[str, Any]) -> None:
        """Prepare for one page."""
        with without_unused_document(options["document"]):
            super().setup_render(options, env)
        self._own_levels: Levels = {0: self.document}

    def begin(self) -> None:
        """Write what stands above the first token."""

    def _render_initialise(self) -> None:
        """Begin after what MyST puts at the top of a document.

        No public method runs there. Where MyST has none of this name any more, ``render`` of ours
        begins before it, so that its metadata follow the title.
        """
        super()._render_initialise()
        self.begin()

    @property
    def levels(self) -> Levels:
        """The section that is open at each level of headings.

        MyST has no method that opens a section. Where it keeps them elsewhere, its headings do
        not know of our sections: they stand beside the title of the front matter, not below it.
        """
        found: Levels = vars(self).get("_level_to_section", self._own_levels)
        return found

    @levels.setter
    def levels(self, levels: Levels) -> None:
        self._own_levels = levels
        if "_level_to_section" in vars(self):
            self._level_to_section = levels

    @property
    def heading_offset(self) -> int:
        """How far headings are moved down; ``nested_render_text`` sets it for included text.

        Where MyST keeps it elsewhere, no heading is moved down below a title of the front matter.
        """
        return int(vars(self).get("_heading_offset", 0))

    @heading_offset.setter
    def heading_offset(self, offset: int) -> None:
        self._heading_offset = offset

    def note_slug(self, node: nodes.Element, identifier: str, text: str) -> None:
        """Let ``[](page.md#identifier)`` find a heading that MyST has not made.

        Where MyST keeps what it knows of headings elsewhere, our own resolver finds it.
        """
        slugs = vars(self).get("_heading_slugs")
        if slugs is not None:
            slugs[identifier] = (node.line, identifier, text)

    def is_nested_root(self) -> bool:
        """Whether text of a directive is rendered whose headings may be sections.

        ``nested_render_text`` notes it among what markdown-it keeps for a page. Where it does so
        elsewhere, such headings are rubrics.
        """
        root = self.md_env.get("temp_root_node")
        return root is not None and self.current_node == root

    def rst_state(self, line: int) -> tuple[Any, Any]:
        """Return what MyST gives a directive as the state and the machine of reStructuredText.

        ``run_directive`` of MyST would read the options from text, which attributes are not.
        """
        machine: Any = MockStateMachine(self, line)
        return MockState(self, machine, line), machine


BEGINS = hasattr(SphinxRenderer, "_render_initialise")
"""Whether MyST calls ``_render_initialise``."""
