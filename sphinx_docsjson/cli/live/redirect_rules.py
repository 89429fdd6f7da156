"""The rules of ``_redirects`` as hosts read them: the format of Netlify and Cloudflare Pages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

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
        """Return where *path* leads by this rule, or ``None``."""
        match = self.pattern.fullmatch(path)
        if match is None:
            return None
        # The path is decoded: what it held is text, and a header holds no line feed.
        found = {name: quote(held or "", safe=_KEPT) for name, held in match.groupdict().items()}
        return _PLACEHOLDER.sub(lambda name: found.get(name[1], name[0]), self.target)


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
