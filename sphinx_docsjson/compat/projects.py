"""A project of Sphinx that knows documents without a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx
    from sphinx.project import Project


def extend_project(app: Sphinx, over: Callable[[type[Project]], type[Project]]) -> Any:
    """Make the project of the build one of the class that *over* makes of its class; return it.

    Sphinx makes its project before extensions are loaded and hands it on; documents that are not
    files are a wish of 2014: https://github.com/sphinx-doc/sphinx/issues/1139. Whoever holds the
    project holds the extended one, as its class changes in place. Where that is not possible, a
    copy takes its place in the application and the environment, as far as they are known to have
    one, and others who keep a project do not know the documents.
    """
    project: Any = app.project
    extended = over(type(project))
    try:
        project.__class__ = extended
    except TypeError:
        copy: Any = extended(project.srcdir, project.source_suffix)
        copy.restore(project)
        app.project = app.env.project = project = copy
    return project
