"""When Python looks for cyclic garbage while a site is built: seldom, and not everywhere.

A build makes millions of small objects and drops few in cycles: doctrees, one a page. Python
looks for cycles after every 700 new objects, and each time that the objects have grown by a
quarter it looks at all of them: a tenth of the CPU of a large build. mypy and Black wait longer
for the same reason.

What stays until the end, modules and specifications, is set apart before the first page is read.
Processes of a parallel build then copy less of the memory that they share. Doctrees are not: they
are garbage once their page is written, and a site may have thousands.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, ClassVar

from sphinx_docsjson.build import build_of, the_build

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

NEW_OBJECTS = 5_000
"""So many new objects are made before Python looks; more saves little and takes memory."""


class Apart:
    """Whether a build of this process has set objects apart; a host program may do so too."""

    by_us: ClassVar[bool] = False


def look_seldom(app: Sphinx, config: Config) -> None:
    """Look seldom until the build ends, and now at what an earlier build has set apart."""
    if Apart.by_us:
        gc.unfreeze()
        gc.collect()
        Apart.by_us = False
    before = gc.get_threshold()
    the_build(config).usual_garbage = before
    gc.set_threshold(max(NEW_OBJECTS, before[0]), *before[1:])


def set_apart(_app: Sphinx) -> None:
    """Set apart what there is now; it is not looked at again until the next build begins."""
    if not gc.get_freeze_count():
        gc.freeze()
        Apart.by_us = True


def look_as_before(app: Sphinx, _failure: Exception | None) -> None:
    """Look as often as before the build, however it ended."""
    build = build_of(app.config)
    if build is not None and build.usual_garbage is not None:
        gc.set_threshold(*build.usual_garbage)
