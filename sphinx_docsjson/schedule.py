"""The words of the schedule: where among the listeners of an event, and in which builds.

The schedule itself is the table in :mod:`sphinx_docsjson.extension`.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping
from enum import Enum, IntEnum
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeAlias

from sphinx.errors import SphinxError

from sphinx_docsjson.build import build_of
from sphinx_docsjson.warnings import tell_gone

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Turn(IntEnum):
    """When a step has its turn among the listeners of Sphinx and of other extensions.

    The number is Sphinx's priority. They listen at 500 unless they say otherwise, and finish
    ``config-inited`` at 800.
    """

    EARLY = 200
    """Before other extensions add their documents, at 300 (docs/navigation/outside.md)."""

    BEFORE = 400
    """Before Sphinx and others look at the configuration, at a document, at a page."""

    AMONG = 500
    """Beside the others, because the order does not matter."""

    AFTER = 900
    """After Sphinx and others have done their part: what we see is what will be."""


class When(Enum):
    """In which builds a step acts."""

    ALWAYS = "always"
    """In every project that loads the extension, and whether or not the build succeeds."""

    SITE = "site"
    """Where there is a ``docs.json``."""

    EPUB = "epub"
    """Where there is a ``docs.json`` and the book is an EPUB."""

    def holds(self, app: Sphinx) -> bool:
        """Whether a step acts in this build."""
        if self is When.ALWAYS:
            return True
        return build_of(app.config) is not None and (
            self is When.SITE or app.builder.name == "epub"
        )


Listener: TypeAlias = Callable[..., Any]
Step: TypeAlias = tuple[When, Listener, str]
"""In which builds, which function, and in one sentence what comes of it."""

Schedule: TypeAlias = Mapping[tuple[str, Turn], tuple[Step, ...]]
"""An event of Sphinx and a place among its listeners → the steps, one after the other."""


def connect(app: Sphinx, schedule: Schedule) -> None:
    """Let Sphinx call the steps.

    It calls listeners of one priority in the order in which they were connected.
    """
    for (event, place), steps in schedule.items():
        for when, run, _says in steps:
            app.connect(event, listener(run, when, event), priority=place)


DISK = frozenset({errno.ENOSPC, errno.EROFS, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC)})
"""What is wrong with a disk, and not with the extension that writes to it."""


class DiskError(SphinxError):
    """Sphinx would take what no extension can help for a mistake of the one that met it."""

    category = "Disk error"

    def __init__(self, error: OSError, folder: Any) -> None:
        place = error.filename or folder
        super().__init__(f"{place}: {error.strerror}; the output is incomplete, build again.")


NOTHING: dict[str, list[str]] = {"env-get-outdated": [], "env-updated": []}
"""What Sphinx is told by a step that does not act: these events ask for documents."""


def listener(run: Listener, when: When, event: str) -> Listener:
    """Return what Sphinx calls: *run*, in the builds that it is for.

    A build that failed is not finished: only what always acts is called then.
    """

    @wraps(run)
    def in_its_builds(app: Sphinx, *args: Any) -> Any:
        failed = event == "build-finished" and args[0] is not None
        if when is not When.ALWAYS and (failed or not when.holds(app)):
            return NOTHING.get(event)
        try:
            return run(app, *args)
        except FileNotFoundError as error:
            if not tell_gone(error, app.srcdir, app.outdir, app.doctreedir):
                raise
            return NOTHING.get(event)
        except OSError as error:
            if error.errno in DISK:
                raise DiskError(error, app.outdir) from error
            raise

    return in_its_builds
