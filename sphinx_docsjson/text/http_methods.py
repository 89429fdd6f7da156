"""How the method of an operation is told from the words around it. Pure."""

from __future__ import annotations

METHOD = (
    r"(?:(?i:GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|QUERY|CONNECT|COPY|LOCK|SEARCH)"
    r"|[A-Z][A-Z0-9_-]+(?=\s+/))"
)
"""A pattern: a method that is known, in any case, or a word in capitals before a path.

OpenAPI 3.2 describes methods of any name (``additionalOperations``), such as ``LINK``.
"""
