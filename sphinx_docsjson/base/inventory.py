"""The objects of a built site, as ``objects.inv`` lists them for intersphinx."""

from __future__ import annotations

import zlib
from collections.abc import Iterator


def inventory_lines(data: bytes) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield type, name, priority, address and shown text of what an ``objects.inv`` has.

    A name may have spaces: it ends before the first word with a colon that a number follows
    (``sphinx.util.inventory``, version 2).
    """
    head = data.split(b"\n", 4)
    if len(head) < 5 or not head[0].startswith(b"# Sphinx inventory version 2"):
        return
    try:
        text = zlib.decompress(head[4]).decode("utf-8", "replace")
    except zlib.error:
        return
    for line in text.splitlines():
        words = line.rstrip().split(" ")
        for at in range(1, len(words) - 2):
            if ":" in words[at] and words[at + 1].lstrip("-").isdigit():
                name, uri = " ".join(words[:at]), words[at + 2]
                uri = uri[:-1] + name if uri.endswith("$") else uri
                yield words[at], name, words[at + 1], uri, " ".join(words[at + 3 :]) or "-"
                break
