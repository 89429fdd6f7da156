"""The rules of ``_redirects`` as hosts read them: the format of Netlify and Cloudflare Pages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from sphinx_docsjson.urls import host_of, is_external, rooted

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLLOWED = frozenset({301, 302, 303, 307, 308})
_PLACEHOLDER = re.compile(r":([A-Za-z_]\w*)")
_KEPT = "/:@!$'()*,;"
"""What of a path means the same in a path and in a query."""


@dataclass(frozen=True, kw_only=True)
class RedirectRule:
    """A line of the file.

    :param source: a path in which ``*``, at its end, stands for anything and ``:name`` for one
        segment.
    :param target: a path or a URL, with ``:splat`` and ``:name`` for what the source held.
    """

    source: str
    target: str
    status: int = 301
    forced: bool = False

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The expression that matches the paths of the rule, with or without a last slash."""
        source = self.source.rstrip("/")
        parts = [
            f"(?P<{part[1:]}>[^/]+)" if _PLACEHOLDER.fullmatch(part) else re.escape(part)
            for part in re.split(r"(:[A-Za-z_]\w*)", source.removesuffix("/*").removesuffix("*"))
        ]
        end = "/?"
        # A path may hold an encoded line feed, which a dot matches only if it is told to.
        if source.endswith("/*"):
            end = "(?:/(?P<splat>(?s:.*)))?"
        elif source.endswith("*"):
            end = "(?P<splat>(?s:.*))"
        return re.compile("".join(parts) + end)

    def leads(self, path: str) -> str | None:
        """Return where *path* leads by this rule, or ``None``.

        What the path holds stays a part of a path: it never chooses another host.
        """
        match = self.pattern.fullmatch(path)
        host = host_of(self.target)
        found = match.groupdict() if match else {}
        if match is None or any(name[1] in found for name in _PLACEHOLDER.finditer(host)):
            return None
        if is_external(self.target) and not host:
            return self.target

        def value(name: re.Match[str]) -> str:
            # The path is decoded: what it held is text, and a header holds no line feed.
            return quote(found[name[1]] or "", safe=_KEPT) if name[1] in found else name[0]

        filled = _PLACEHOLDER.sub(value, self.target[len(host) :])
        return host + filled if host else rooted(filled)


def rules_in(text: str) -> Iterator[RedirectRule]:
    """Yield the rules of a file; lines that do not redirect, or make no sense, are left out."""
    for line in text.splitlines():
        words = line.partition("#")[0].split() if line.lstrip().startswith("#") else line.split()
        if len(words) < 2 or not words[0].startswith("/"):
            continue
        status = words[2] if len(words) > 2 else "301"
        code = status.rstrip("!")
        if not code.isdigit() or int(code) not in FOLLOWED:
            continue
        if len(re.findall(r":([A-Za-z_]\w*)", words[0])) != len(
            set(re.findall(r":([A-Za-z_]\w*)", words[0]))
        ):
            continue
        yield RedirectRule(
            source=unquote(words[0]),
            target=words[1],
            status=int(code),
            forced=status.endswith("!"),
        )
