"""How often Python looks for cyclic garbage: seldom while a site is built.

A build makes millions of small objects and drops few in cycles: doctrees, one a page. Python
looks for cycles after every 700 new objects, which is a tenth of the CPU of a large build.
mypy and Black wait longer for the same reason.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NEW_OBJECTS = 5_000
"""So many new objects are made before Python looks; more saves little and takes memory."""


def setup_garbage(app: Sphinx) -> None:
    """Look seldom from the start of the build to its end."""
    before = gc.get_threshold()

    def look_seldom(*_args: object) -> None:
        gc.set_threshold(max(NEW_OBJECTS, before[0]), *before[1:])

    def look_as_before(*_args: object) -> None:
        gc.set_threshold(*before)

    app.connect("config-inited", look_seldom, priority=100)
    app.connect("build-finished", look_as_before, priority=900)
