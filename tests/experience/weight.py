"""What a page weighs on its way: each file packed by gzip, and the frame without the article."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

ARTICLE = re.compile(r"<article\b.*</article>", re.DOTALL)
PACKED_ALREADY = frozenset({"font", "image", "media"})
KB = 1000


def packed(data: bytes) -> int:
    """Return how many bytes *data* takes, packed as servers pack it."""
    return len(gzip.compress(data, 9, mtime=0))


@dataclass(frozen=True, kw_only=True)
class Site:
    """A built site that is served.

    :param folder: where it lies.
    :param base: its address, without a trailing slash.
    """

    folder: Path
    base: str

    def content(self, url: str) -> bytes:
        """Return what the server answers, or nothing where it is asked of another host."""
        if not url.startswith(f"{self.base}/"):
            return b""
        path = unquote(urlsplit(url).path).lstrip("/") or "index.html"
        file = self.folder / path
        if file.is_dir():
            file /= "index.html"
        if not file.is_file():
            file = self.folder / "404.html"
        return file.read_bytes() if file.is_file() else b""


@dataclass
class Weight:
    """The requests of one page, and what their answers weigh."""

    requests: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    frame: int = 0


def weight_of(site: Site, asked: Iterable[tuple[str, str]]) -> Weight:
    """Return what a page weighs that asked for *asked*: kinds of resources, as browsers call them,
    and addresses."""
    weight = Weight()
    for kind, url in asked:
        data = site.content(url)
        weight.requests += 1
        weight.kinds[kind] += len(data) if kind in PACKED_ALREADY else packed(data)
        if kind == "document":
            weight.frame = packed(ARTICLE.sub("", data.decode("utf-8", "replace")).encode())
    return weight
