"""Finds where pages need JavaScript to run, because an expression is not only data. Pure.

The names of each file contain, below :data:`SCRIPTS`, the engine that runs its code. So it is
available wherever the names are: in snippets, in content inside a tag, in attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from sphinx_docsjson.mdx.tokens import NotConstant, Undefined

SCRIPTS = "$scripts"
"""The name below which a scope holds :class:`FileScripts`; nobody can write it."""


def can_run(scripts: FileScripts | None) -> bool:
    """Whether something runs the JavaScript of a file."""
    return scripts is not None and scripts.engine() is not None


def why_not(error: NotConstant, names: Mapping[str, Any]) -> str:
    """Return why something has no value, for its author: it goes on behind what has none.

    Nothing is returned if only an engine is missing.

    :param names: the names that it could use.
    """
    if isinstance(error, Undefined):
        return f"uses the name {error}, which is not defined"
    if not can_run(names.get(SCRIPTS)):
        return ""
    return f"cannot be drawn when the site is built: {error}"


class Engine(Protocol):
    """What runs the JavaScript of a page; :mod:`sphinx_docsjson.ext.jsx` is one."""

    def value(self, file: str, source: str, names: Mapping[str, Any]) -> Any:
        """Return the value of an expression in a file.

        :param names: values that it may use beside those of the file.
        :raises NotConstant: when it has none; the text says why.
        """

    def component(self, file: str, name: str, props: Mapping[str, Any]) -> Any:
        """Return what a component of a file shows for some attributes.

        :raises NotConstant: when it cannot be drawn; the text says why.
        """


@dataclass(frozen=True, slots=True)
class FileScripts:
    """The engine for the code of one file.

    :param engine: asks for it when the first code needs it.
    """

    file: str
    engine: Callable[[], Engine | None]

    def value(self, source: str, names: Mapping[str, Any], error: NotConstant) -> Any:
        """Return the value of an expression; *error* is raised where nothing runs it."""
        engine = self.engine()
        if engine is None:
            raise error
        return engine.value(self.file, source, names)

    def component(self, name: str, props: Mapping[str, Any], error: NotConstant) -> Any:
        """Return what a component of the file shows; *error* is raised where nothing runs it."""
        engine = self.engine()
        if engine is None:
            raise error
        return engine.component(self.file, name, props)
