"""What extensions registered: Sphinx has methods that add to it, and none that tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

    Sphinx hands them to translators of docutils only. They are looked for in whatever the
    registry keeps by format; where nothing is, only what such nodes hold is written.
    """
    for kept in vars(app.registry).values():
        if isinstance(kept, dict) and isinstance(kept.get(name), dict):
            return dict(kept[name])
    return {}


def parsers_by_type(app: Sphinx) -> dict[str, type[Parser]]:
    """Return the parsers that are registered, by the type of files that they read.

    Where they are elsewhere, none is known: the files of other extensions have no tags then, and
    those of types that we read are ours.
    """
    return dict(getattr(app.registry, "source_parsers", {}))


def register_parser(app: Sphinx, filetype: str, parser: type[Parser]) -> None:
    """Let *parser* read the files of one type, whoever read them before.

    This is public, but ``app.add_source_parser`` takes all types that a parser supports.
    """
    alone: Any = type(parser.__name__, (parser,), {"supported": (filetype,), "__doc__": None})
    app.add_source_parser(alone, override=True)


def inline_math_renderers(app: Sphinx) -> list[str]:
    """Return the names of what can render formulas in HTML.

    Where they are elsewhere, a renderer that a project loads without naming it is not found, and
    formulas are MathML.
    """
    return list(getattr(app.registry, "html_inline_math_renderers", ()))


def theme_folders(app: Sphinx) -> dict[str, str]:
    """Return the folders of the themes that extensions registered, by name.

    Where they are elsewhere, a theme that inherits from ours is found in ``html_theme_path`` only.
    """
    return {name: str(path) for name, path in getattr(app.registry, "html_themes", {}).items()}


def translator_class(app: Sphinx) -> type[Any]:
    """Return the class that writes pages; extensions may have set one (``app.set_translator``).

    Where nobody can be asked, it is the builder's own, and that of an extension is not used.
    """
    ask: Any = getattr(app.registry, "get_translator_class", None)
    found: type[Any] = app.builder.default_translator_class if ask is None else ask(app.builder)
    return found
