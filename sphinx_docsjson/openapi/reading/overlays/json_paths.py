"""The one touch of the package that reads JSONPath (RFC 9535), which only overlays need."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sphinx_docsjson.text.nesting import MAX_DEPTH

Parts = tuple[str | int, ...]
"""The keys and numbers that lead from the document to one of its values."""

NEEDED = "overlays need the package python-jsonpath: pip install 'sphinx-docsjson[overlays]'"


class BadPath(ValueError):
    """A text that is no JSONPath; the message says why."""


class NoPaths(ImportError):
    """The package is not installed."""


class JsonPaths:
    """Selects values of documents.

    :raises NoPaths: when the package is not installed.
    """

    def __init__(self) -> None:
        try:
            import jsonpath
        except ImportError:
            raise NoPaths(NEEDED) from None
        self._error: type[Exception] = jsonpath.JSONPathError
        self._environment: Any = jsonpath.JSONPathEnvironment(strict=True)
        self._environment.max_recursion_depth = MAX_DEPTH + 1

    def select(self, path: str, document: Any) -> list[Parts]:
        """Return where in *document* the values are that *path* selects, each once.

        :raises BadPath: when *path* is no JSONPath.
        """
        return list(dict.fromkeys(self._selected(path, document)))

    def _selected(self, path: str, document: Any) -> Iterator[Parts]:
        try:
            for match in self._environment.finditer(path, document):
                yield tuple(match.parts)
        except self._error as error:
            raise BadPath(" ".join(str(error).split())) from None
        except RecursionError:
            raise BadPath("it is nested too deeply") from None
