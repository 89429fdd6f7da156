"""Which file a generated document was made of, and how every message says so.

The text of a generated document lies below the doctree directory. A path there says nothing to
anybody, differs from machine to machine and is gone after ``make clean``; so translation
templates name the origin, and so does each message, whoever wrote it: this project, Sphinx,
docutils or another extension.
"""

from __future__ import annotations

import logging
import os
import re
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson.compat.log_messages import change_messages

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class OriginsInMessages(logging.Filter):
    """Replaces the paths of generated documents in messages.

    The line goes with the path: it counts in a text that nobody wrote.

    :param folder: where the texts of generated documents lie.
    :param origins: the path of such a text below *folder* → what to say instead.
    """

    def __init__(self, folder: Path, origins: Mapping[str, str]) -> None:
        super().__init__()
        self._folder = f"{folder}{os.sep}"
        self._origins = origins
        endings = "|".join(sorted({re.escape(os.path.splitext(name)[1]) for name in origins}))
        self._path = re.compile(rf"{re.escape(self._folder)}(.+?(?:{endings}))(?![\w/])(?::\d+)?")

    def filter(self, record: logging.LogRecord) -> bool:
        """Change what the record says; let every record through."""
        location = getattr(record, "location", None)
        if isinstance(location, str) and self._folder in location:
            record.location = self._without_paths(location)
        text = str(record.msg)
        if record.args:
            try:
                text = text % record.args
            except (TypeError, ValueError):
                return True
        if self._folder in text:
            record.msg, record.args = self._without_paths(text), ()
        return True

    def _without_paths(self, text: str) -> str:
        def origin(match: re.Match[str]) -> str:
            return self._origins.get(match[1], match[1])

        return self._path.sub(origin, text)


def name_origins_in_messages(folder: Path, origins: Mapping[str, str]) -> None:
    """Let every message of this build name the origins of generated documents."""
    if origins:
        change_messages(OriginsInMessages(folder, origins))


def name_origin_in_doctree(doctree: nodes.document, stub: str, origin: str) -> None:
    """Let the nodes of a generated document name what it was made of."""
    for node in doctree.findall(nodes.Element):
        if node.source == stub:
            node.source = origin
