"""How MyST, and extensions on top of it, come to a Markdown parser."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from myst_parser.config.main import MdParserConfig

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from markdown_it import MarkdownIt
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

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
