"""Steps of a build: a function, the event at which Sphinx calls it, and when it runs.

The kernel's steps are the table in :mod:`sphinx_docsjson.extension`. A feature adds its own with
:func:`add_step`, and so can any other extension.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary

from sphinx.errors import SphinxError
from sphinx.util import logging

from sphinx_docsjson.build import build_of, shown_build
from sphinx_docsjson.warnings import report_failure, warn_of_missing_source

if TYPE_CHECKING:
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)

Listener: TypeAlias = Callable[..., Any]
Condition: TypeAlias = Callable[["Sphinx"], bool]


class Turn(IntEnum):
    """When a step runs, relative to the listeners of Sphinx and of other extensions.

    The number is the priority of :meth:`sphinx.application.Sphinx.connect`. Others listen at 500
    unless they say otherwise, and Sphinx finishes ``config-inited`` at 800. Steps of one turn run
    in the order in which they were added: the kernel's first, then those of the features.
    """

    EARLY = 200
    """Before other extensions add their documents, at 300 (docs/navigation/outside.md)."""

    DOCUMENTS = 350
    """After other extensions added their documents: documents without a file are generated."""

    BEFORE = 400
    """Before Sphinx and other extensions handle the configuration, a document or a page."""

    AMONG = 500
    """With the others, because the order does not matter."""

    FILE_TYPES = 700
    """After other extensions registered what they read at ``config-inited``; Sphinx takes it in at
    800, and two extensions that register one suffix end the build."""

    AFTER = 900
    """After Sphinx and other extensions."""

    LAST = 950
    """After the features have added their data: the page is rendered."""


# Conditions of steps.


def always(_app: Sphinx) -> bool:
    """Run in every project that loads the extension, even after a failed build."""
    return True


def with_site(app: Sphinx) -> bool:
    """Run if there is a ``docs.json``."""
    return build_of(app.config) is not None


def with_theme(app: Sphinx) -> bool:
    """Run if there is a ``docs.json``, or our theme shows the toctrees without one."""
    return shown_build(app.config) is not None


def with_toctrees(app: Sphinx) -> bool:
    """Run if our theme shows the toctrees of a project without a ``docs.json``."""
    shown = shown_build(app.config)
    return shown is not None and shown.from_toctrees


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """A function that Sphinx calls at an event.

    :param description: what the step does, in the imperative, for the documentation.
    :param otherwise: what is returned to Sphinx if the step fails for a page.
    """

    event: str
    turn: Turn
    run: Listener
    description: str
    when: Condition
    otherwise: Any = None


_steps: WeakKeyDictionary[Sphinx, list[Step]] = WeakKeyDictionary()


def add_step(
    app: Sphinx,
    event: str,
    turn: Turn,
    run: Listener,
    description: str,
    *,
    when: Condition = with_site,
    otherwise: Any = None,
) -> None:
    """Call *run* at an event of Sphinx.

    :param event: the name of the event, such as ``html-page-context``.
    :param run: a listener of the event, with the arguments that Sphinx passes.
    :param description: what the step does, in the imperative, for the documentation.
    :param when: whether the step runs in this build; by default, if there is a ``docs.json``.
    :param otherwise: what is returned to Sphinx if *run* raises an exception for a page.
    """
    step = Step(
        event=event, turn=turn, run=run, description=description, when=when, otherwise=otherwise
    )
    _steps.setdefault(app, []).append(step)
    app.connect(event, listener(step), priority=turn)


def steps_of(app: Sphinx) -> Iterator[Step]:
    """Yield the steps that were added, in the order in which they were added."""
    yield from _steps.get(app, ())


def run_steps(app: Sphinx, event: str, turn: Turn, *args: Any) -> None:
    """Run the steps of an event and a turn that were added too late for Sphinx to call them.

    :param args: the arguments of the event after the application.
    """
    for step in tuple(steps_of(app)):
        if step.event == event and step.turn == turn:
            listener(step)(app, *args)


NOTHING: dict[str, list[str]] = {
    "env-get-outdated": [],
    "env-updated": [],
    "env-get-updated": [],
    "html-collect-pages": [],
}
"""What a step that does not run returns; Sphinx expects a list from these events."""


PAGE_OF: dict[str, Callable[..., str]] = {
    "source-read": lambda _app, docname, _source: docname,
    "doctree-read": lambda _app, tree: tree.settings.env.docname,
    "doctree-resolved": lambda _app, _tree, docname: docname,
    "html-page-context": lambda _app, page, *_others: page,
}
"""The events that concern one page, and which page that is."""


def listener(step: Step) -> Listener:
    """Return the listener for a step: its function, if the step runs in this build.

    After a failed build, only the steps that always run are called. A step that fails for one
    page affects only that page.
    """
    run, event = step.run, step.event

    @wraps(run)
    def call(app: Sphinx, *args: Any) -> Any:
        failed = event == "build-finished" and args[0] is not None
        if step.when is not always and (failed or not step.when(app)):
            return NOTHING.get(event)
        try:
            return run(app, *args)
        except SphinxError:
            raise
        except Exception as error:  # whatever a step raises must not cost the other pages
            folders = (app.srcdir, app.outdir, app.doctreedir)
            if not isinstance(error, FileNotFoundError) or not warn_of_missing_source(
                error, *folders
            ):
                page = PAGE_OF[event](app, *args) if event in PAGE_OF else None
                known = page if page and page in app.env.found_docs else None
                report_failure(f"{run.__module__}.{run.__name__}", error, known)
            return NOTHING.get(event, step.otherwise)

    return call
