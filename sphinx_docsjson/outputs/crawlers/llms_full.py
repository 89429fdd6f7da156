"""The text of ``llms-full.txt``: every page, one after the other, out of the twins. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sphinx_docsjson.outputs.crawlers.llms import plain
from sphinx_docsjson.text.spelling import joined


def full_text(
    name: str, summary: str, pages: Iterable[tuple[str, str]], *, absolute: bool
) -> Iterator[str]:
    """Yield the text of the file piece by piece: it may be longer than all else that is known.

    :param pages: the address and the twin of each page.
    :param absolute: whether the links in the twins are absolute.
    """
    note = "" if absolute else "Links are relative to the source of the page they stand in."
    yield joined([f"# {plain(name)}", f"> {plain(summary)}" if summary else "", note])
    for address, twin in pages:
        yield f"\n\n{with_source(address, twin)}"
    yield "\n"


def with_source(address: str, twin: str) -> str:
    """Return a twin without the pointer to the index, with its source under its title."""
    lines = twin.strip().split("\n")
    while lines and (lines[0].startswith(">") or not lines[0]):
        del lines[0]
    source = f"Source: {address}"
    if lines and lines[0].startswith("# "):
        return "\n".join([lines[0], "", source, *lines[1:]])
    return "\n".join([source, "", *lines])
