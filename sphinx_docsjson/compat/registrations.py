"""What extensions registered: Sphinx has methods that add to it, and none that tell."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sphinx.errors import ExtensionError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from docutils.parsers import Parser
    from sphinx.application import Sphinx
    from sphinx.transforms.post_transforms import SphinxPostTransform


def replace_post_transform(
    app: Sphinx, old: type[SphinxPostTransform], new: type[SphinxPostTransform]
) -> None:
    """Let *new* run in the place of *old*; a transform cannot be taken back in public.

    Where the list is elsewhere, *old* stays.
    """
    transforms: list[Any] = getattr(app.registry, "post_transforms", [])
    if old in transforms:
        transforms[transforms.index(old)] = new


def visitors_of_format(app: Sphinx, name: str) -> dict[str, Any]:
    """Return the visitors that ``app.add_node(…, name=(visit, depart))`` registered, by node.

    Sphinx hands them to translators of docutils only. Where they are elsewhere, only what such
    nodes hold is written.
    """
    handlers: Mapping[str, Any] = getattr(app.registry, "translation_handlers", {})
    return dict(handlers.get(name, {}))


def parsers_by_type(app: Sphinx) -> dict[str, type[Parser]]:
    """Return the parsers that are registered, by the type of files that they read.

    Where they are elsewhere, none is known: the files of other extensions have no tags then.
    """
    return dict(getattr(app.registry, "source_parsers", {}))


def register_parser(app: Sphinx, filetype: str, parser: type[Parser]) -> None:
    """Let *parser* read the files of one type, whoever read them before.

    ``app.add_source_parser`` registers a parser for all types that it supports or for none. It
    is what is left where the parsers are elsewhere; types that others have stay theirs.
    """
    parsers: dict[str, Any] | None = getattr(app.registry, "source_parsers", None)
    if parsers is not None:
        parsers[filetype] = parser
        return
    with suppress(ExtensionError):
        app.add_source_parser(parser)


def inline_math_renderers(app: Sphinx) -> list[str]:
    """Return the names of what can render formulas in HTML.

    Where they are elsewhere, a renderer that a project loads without naming it is not found, and
    formulas are MathML.
    """
    return list(getattr(app.registry, "html_inline_math_renderers", ()))
