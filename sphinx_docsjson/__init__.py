"""Build a documentation site from ``docs.json`` and a folder of pages with Sphinx."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from sphinx_docsjson.version import __version__, env_version

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_docsjson.pages.project import GeneratedDocuments


__all__ = ["__version__", "generated_documents", "setup"]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Load the extension if the project requests it; else find out at ``config-inited``."""
    from sphinx_docsjson.activation import is_requested

    found: ExtensionMetadata = {
        "version": __version__,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
    if is_requested(app):
        from sphinx_docsjson.extension import setup_extension

        _loaded.add(app)
        setup_extension(app)
        # It is in searchindex.js, too, but not in a project that asks for nothing.
        found["env_version"] = env_version()
    else:
        app.add_builder(_late_builder())
        app.connect("config-inited", _load_if_used, priority=BEFORE)
        app.connect("config-inited", _load_parser, priority=FILE_TYPES)
        app.connect("config-inited", _finish_late_load, priority=AFTER)
    return found


def load(app: Sphinx) -> None:
    """Load everything now: a package that adds to us asks for it in its ``setup()``."""
    app.setup_extension(__name__)
    if app not in _loaded:
        _load(app)


def generated_documents(config: Config) -> GeneratedDocuments:
    """Return the documents of a build that no author wrote; other extensions add theirs.

    They do so at ``builder-inited``, with a priority below 400.

    :raises LookupError: when the build has no ``docs.json``.
    """
    from sphinx_docsjson.build import build_of

    build = build_of(config)
    if build is None:
        raise LookupError("this build has no docs.json")
    return build.documents


# A project that may turn out to ask for something: its theme inherits from ours, a page uses one
# of our directives. That is known when all extensions are loaded.

BEFORE, FILE_TYPES, AFTER = 400, 700, 900
"""The priorities of our steps at ``config-inited``."""

_loaded: WeakSet[Sphinx] = WeakSet()
_loaded_late: WeakSet[Sphinx] = WeakSet()
"""Those where Sphinx had begun with ``config-inited`` by then."""


def _load_if_used(app: Sphinx, config: Config) -> None:
    """Load the extension if a page or the theme uses it."""
    from sphinx_docsjson.activation import inherits_theme, uses_extension

    if app not in _loaded and (inherits_theme(app, config) or uses_extension(app, config)):
        _load_late(app, config)


def _load_parser(app: Sphinx, config: Config) -> None:
    """Load the extension if pages need its parser, and register that if it was loaded late."""
    from sphinx_docsjson.activation import needs_parser

    if app not in _loaded and needs_parser(app, config):
        _load_late(app, config)
    if app in _loaded_late:
        _run(app, config, FILE_TYPES)


def _finish_late_load(app: Sphinx, config: Config) -> None:
    if app in _loaded_late:
        _run(app, config, AFTER)


def _load_late(app: Sphinx, config: Config) -> None:
    _load(app)
    _loaded_late.add(app)
    _run(app, config, BEFORE)


def _load(app: Sphinx) -> None:
    from sphinx_docsjson.extension import setup_extension

    _loaded.add(app)
    # An environment that was stored without us is not enough.
    app.extensions[__name__].metadata["env_version"] = env_version()
    setup_extension(app)


def _run(app: Sphinx, config: Config, turn: int) -> None:
    """Run our steps of ``config-inited``, of which Sphinx knew nothing when it began with them."""
    from sphinx_docsjson.steps import Turn, run_steps

    run_steps(app, "config-inited", Turn(turn), config)


def _late_builder() -> Any:
    """Return what stands for our builder until someone asks for that."""
    from sphinx.builders import Builder

    class LateBuilder(Builder):
        """Loads our builder, and becomes it."""

        name = "docsjson-markdown"

        def __new__(cls, app: Sphinx, env: BuildEnvironment) -> Any:
            """Return our builder."""
            from sphinx_docsjson.outputs.twins import MarkdownBuilder

            _load(app)
            for turn in (BEFORE, FILE_TYPES, AFTER):
                _run(app, app.config, turn)
            return MarkdownBuilder(app, env)

    return LateBuilder
