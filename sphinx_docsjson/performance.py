"""Makes builds faster than Sphinx alone: garbage collection, stems, templates, doctrees."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.build import build_of, the_build
from sphinx_docsjson.compat import builders, large_sites
from sphinx_docsjson.compat.docutils import forget_bytes, keep_in_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment


# When Python looks for cyclic garbage while a site is built: seldom.
#
# A build makes millions of small objects and drops few in cycles: doctrees, one a page. Python
# looks for cycles after every 700 new objects, and each time that the objects have grown by a
# quarter it looks at all of them: a tenth of the CPU of a large build. mypy and Black wait longer
# for the same reason.

NEW_OBJECTS = 5_000
"""So many new objects are made before Python looks; more saves little and takes memory."""


@dataclass
class GarbageState:
    """What is kept of a build.

    :param usual: how often Python looked for garbage before.
    """

    usual: tuple[int, int, int] | None = None


def raise_gc_threshold(app: Sphinx, config: Config) -> None:
    """Look seldom until the build ends."""
    before = gc.get_threshold()
    the_build(config).state(GarbageState).usual = before
    gc.set_threshold(max(NEW_OBJECTS, before[0]), *before[1:])


def restore_gc(app: Sphinx, _failure: Exception | None) -> None:
    """Look as often as before the build, however it ended."""
    build = build_of(app.config)
    if build is not None and (usual := build.state(GarbageState).usual):
        gc.set_threshold(*usual)


# The stems of the words for Sphinx's search index, where another theme or ``docsjson_search`` has
# it made: each is found once a build, not once a page, which is a tenth of such a build.
#
# Sphinx forgets them after each page; a reference of a thousand pages says the same words on all.


def cache_stems(app: Sphinx, _doctree: nodes.document, _docname: str) -> None:
    """Let the language of the search index remember what it has stemmed."""
    builders.stem_once(app.builder)


# What Sphinx would do again for each document of a site: here it is done once, or not at all.
#
# A reference has thousands of documents, and most of them are short.


def resolve_in_writers(app: Sphinx) -> None:
    """Let processes that write pages resolve them, where that is safe."""
    large_sites.resolve_in_writers(app)


# Templates are compiled once for all builds: a fifth of one in which nothing changed.


def keep_compiled_templates(app: Sphinx) -> None:
    """Keep compiled templates beside the doctrees."""
    builders.keep_compiled_templates(app.builder, Path(app.doctreedir, "docsjson-templates"))


# Where doctrees wait between reading and writing: in their files.
#
# A site has thousands of pages; waiting in memory they take more than everything else. To read one
# again takes a millisecond, which Python saves where it looks for garbage.


def wait_in_files(_app: Sphinx, env: BuildEnvironment, _names: Sequence[str]) -> None:
    """Let pages wait in their files."""
    keep_in_files(env)


def release_page(app: Sphinx, _doctree: nodes.document, docname: str) -> None:
    """Let the environment forget the bytes of a page that is about to be written."""
    forget_bytes(app.env, docname)
