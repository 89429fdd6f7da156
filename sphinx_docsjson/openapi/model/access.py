"""Where an API is reached and what lets a request in, as frozen data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import quote

from sphinx_docsjson.urls import without_ways_up

_NO_PATH = re.compile(r"[\x00-\x20?#\\]")
_VARIABLE = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True, kw_only=True, slots=True)
class OAuthFlow:
    """An OAuth 2 flow."""

    name: str
    authorization_url: str | None = None
    token_url: str | None = None
    refresh_url: str | None = None
    device_url: str | None = None
    scopes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class SecurityScheme:
    """A way to authenticate.

    :param key: its name in the file.
    :param type: ``apiKey``, ``http``, ``oauth2``, ``openIdConnect`` or ``mutualTLS``.
    :param place: for ``apiKey``: ``query``, ``header`` or ``cookie``.
    :param parameter: for ``apiKey``: the name of that parameter.
    :param scheme: for ``http``: ``basic``, ``bearer``, ``digest`` …, lower-case.
    """

    key: str
    type: str
    description: str = ""
    place: str = ""
    parameter: str = ""
    scheme: str = ""
    bearer_format: str = ""
    flows: tuple[OAuthFlow, ...] = ()
    openid_url: str | None = None
    deprecated: bool = False
    extensions: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Requirement:
    """A scheme that a request must satisfy, with the scopes it needs."""

    scheme: SecurityScheme
    scopes: tuple[str, ...] = ()


Security: TypeAlias = tuple[tuple[Requirement, ...], ...]
"""The alternatives (OR), each a set of requirements that hold together (AND).

An empty alternative ``()`` means that no authentication is a choice; no alternatives at all
mean that the operation is open.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ServerVariable:
    """A variable of a server's URL."""

    name: str
    default: str
    enum: tuple[str, ...] = ()
    description: str = ""

    @property
    def start(self) -> str:
        """What stands for it in a URL: its default, or a value that it may have, or its name."""
        return self.default or next((value for value in self.enum if value), self.name)


@dataclass(frozen=True, kw_only=True, slots=True)
class Server:
    """A base URL; ``{name}`` in it stands for a variable."""

    url: str
    description: str = ""
    name: str = ""
    variables: tuple[ServerVariable, ...] = ()

    @property
    def starts(self) -> dict[str, str]:
        """What each variable of the URL begins with: one that nobody describes, its name."""
        known = {variable.name: variable.start for variable in self.variables}
        return {name: known.get(name, name) for name in _VARIABLE.findall(self.url)}

    @property
    def default_url(self) -> str:
        """The URL with every variable at its default, without a slash at the end."""
        return self.with_values(self.starts).rstrip("/")

    def with_values(self, values: Mapping[str, str]) -> str:
        """Return the URL with *values* for its variables; one without a value stays.

        A value stays within the segments that it stands in.
        """
        return "/".join(
            without_ways_up(_filled(segment, values)) if "{" in segment else segment
            for segment in self.url.split("/")
        )


def _filled(segment: str, values: Mapping[str, str]) -> str:
    """Return a segment of a URL with values for its variables, put in in one step."""

    def value(found: re.Match[str]) -> str:
        if found[1] not in values:
            return found[0]
        return _NO_PATH.sub(lambda match: quote(match[0]), values[found[1]])

    return _VARIABLE.sub(value, segment)
