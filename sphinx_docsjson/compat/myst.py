"""Private names of MyST-Parser: its links, parsers and renderer."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from docutils import nodes
from myst_parser.config.main import MdParserConfig
from myst_parser.mdit_to_docutils import base
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from myst_parser.mocking import MockState, MockStateMachine
from myst_parser.sphinx_ext.myst_refs import MystReferenceResolver
from sphinx import addnodes
from sphinx.errors import NoUri

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, MutableMapping, Sequence

    from markdown_it import MarkdownIt
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


# MyST's resolver of links, opened where a link has no target.


class OpenResolver(MystReferenceResolver):
    """MyST's resolver with a last question; MyST has neither an event nor a setting for it."""

    def find_elsewhere(
        self, node: nodes.Element, content: nodes.Element, target: str
    ) -> nodes.Element | None:
        """Return the reference for a target that no domain and no other project knows."""
        return None

    def _resolve_myst_ref_intersphinx(
        self,
        node: nodes.Element,
        contnode: nodes.Element,
        target: str,
        only_domains: list[str] | None,
    ) -> Any:
        """Ask other projects, which MyST does last, and then :meth:`find_elsewhere`.

        Where the method has another name, addresses of the site are not found, with MyST's
        warning.
        """
        found = super()._resolve_myst_ref_intersphinx(node, contnode, target, only_domains)
        if found is not None or node.get("reflocalid") or not target:
            return found
        return self.find_elsewhere(node, contnode, target)

    def find_as_myst(
        self, refdoc: str, target: str, *, explicit: bool, text: str
    ) -> nodes.reference | None:
        """Return what MyST makes of a link to *target*, ``None`` when it knows no such thing."""
        content = nodes.inline(text, text)
        node = addnodes.pending_xref(
            "", content, reftarget=target, refdoc=refdoc, refexplicit=explicit, reftype="myst"
        )
        node["refdomain"] = None
        domains: list[str] | None = self.env.config.myst_ref_domains
        try:
            found = self.resolve_myst_ref_any(refdoc, node, content.deepcopy(), domains)
            if found is None:
                found = super()._resolve_myst_ref_intersphinx(
                    node, content.deepcopy(), target, domains
                )
        except (NoUri, AttributeError):  # a method that has another name resolves nothing
            return None
        return found if isinstance(found, nodes.reference) else None

    def knows_place(self, docname: str, wanted: str) -> bool:
        """Whether MyST finds the place *wanted* of a document: a heading or a label there.

        Where it keeps the slugs of headings elsewhere, or asks for labels by another name, the
        anchor is looked for among those that we know.
        """
        slugs: dict[str, Sequence[Any]] = self.env.metadata[docname].get("myst_slugs", {})
        if wanted in slugs or any(entry[1] == wanted for entry in slugs.values()):
            return True
        labels: Any = getattr(self, "_std_label_in_doc", None)
        return labels is not None and labels(docname, wanted) is not None


# How MyST, and extensions on top of it, come to a Markdown parser.

MAKER = "create_md_parser"


def load_myst(app: Sphinx) -> None:
    """Load the settings and transforms of MyST, and leave its suffix and parser to others.

    An extension on top of MyST calls the same function; it says that this is what it is for.
    Releases in which a second call fails, or that have no such function, are loaded whole, which
    Sphinx does only once; then ``.md`` is MyST's first, and ours all the same.
    """
    from myst_parser.sphinx_ext import main

    setup = getattr(main, "setup_sphinx", None)
    if setup is not None and hasattr(main, "_SETUP_DONE_ATTR"):
        setup(app)
    else:
        app.setup_extension("myst_parser")


def myst_config(env: BuildEnvironment) -> MdParserConfig:
    """Return the settings of MyST, which it puts on the environment.

    Where it puts them elsewhere, they are made of those of the project.
    """
    found = getattr(env, "myst_config", None)
    if isinstance(found, MdParserConfig):
        return found
    made = _configs.get(id(env.config))
    if made is None:
        named = {field.name: f"myst_{field.name}" for field in fields(MdParserConfig)}
        set_values = {name: env.config[key] for name, key in named.items() if key in env.config}
        made = _configs[id(env.config)] = (env.config, MdParserConfig(**set_values))
    return made[1]


_configs: dict[int, tuple[Any, MdParserConfig]] = {}


@contextmanager
def parsers_made_by(make: Callable[..., MarkdownIt], parser: type, but: str) -> Iterator[None]:
    """Let the modules of *parser* and of the classes below it make Markdown parsers by *make*.

    A parser on top of MyST (that of ``myst_nb``) imports MyST's function by name and gives it a
    renderer of its own; there is no place to hand it a plugin. Where a parser does it in another
    way, its files have no tags, and the components stay there as directives.

    :param but: the module that is left alone, as it is ours.
    """
    modules = [sys.modules.get(base.__module__) for base in parser.__mro__]
    known = {id(each): each for each in modules if each and each.__name__ != but}
    changed = [(each, vars(each)[MAKER]) for each in known.values() if MAKER in vars(each)]
    try:
        for module, _ in changed:
            setattr(module, MAKER, make)
        yield
    finally:
        for module, usual in changed:
            setattr(module, MAKER, usual)


# MyST's renderer, opened where ours has to know or to say more than its methods offer.
#
# MyST documents that renderers may be subclassed, and which method renders which token. Sections
# and what happens before and after the tokens are its own matter.

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
        """Write what is above the first token."""

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
        not know of our sections: they are beside the title of the front matter, not below it.
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
        return _State(self, machine, line), machine


class _State(MockState):
    def inline_text(self, text: str, lineno: int) -> Any:
        """Read a text of an attribute; MyST takes the line for one that is counted from 0."""
        return super().inline_text(text, lineno - 1)


BEGINS = hasattr(SphinxRenderer, "_render_initialise")
"""Whether MyST calls ``_render_initialise``."""
