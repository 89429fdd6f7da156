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
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NEW_OBJECTS = 5_000
"""So many new objects are made before Python looks; more saves little and takes memory."""


def setup_garbage(app: Sphinx) -> None:
    """Look seldom from the start of the build to its end.

    Objects that were set apart are looked at when the next build of the same process begins.
    """
    before = gc.get_threshold()

    def look_seldom(*_args: object) -> None:
        if gc.get_freeze_count():
            gc.unfreeze()
            gc.collect()
        gc.set_threshold(max(NEW_OBJECTS, before[0]), *before[1:])

    def set_apart(*_args: object) -> None:
        gc.freeze()

    def look_as_before(*_args: object) -> None:
        gc.set_threshold(*before)

    app.connect("config-inited", look_seldom, priority=100)
    app.connect("builder-inited", set_apart, priority=900)
    app.connect("build-finished", look_as_before, priority=900)
