"""Which addresses in text are links: ours, and those of micromark."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.autolinks import IN_LINK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt

FILE = Path(__file__).with_name("addresses.txt")

_MEANT = re.compile(r"http://www\.?(?![^\W_]|\.?[a-z0-9-])", re.IGNORECASE)
"""What is no link of ours on purpose: ``www.`` without a name behind it."""

PIECES = (
    *("https://", "http://", "HTTP://", "www.", "Www.", "example.com", "a.b", "x", "1", "é", "点"),
    *("_", "__", "*", "**", "~", "~~", "(", ")", "[", "]", "](", "[x](", "!", ".", ",", ";", ":"),
    *("?", "&", "&amp;", "&copy;", "'", '"', "`", "@", "me@x.org", "foo+bar@baz.co", "mailto:"),
    *("-", "/", "/path", "?q=1", "#frag", "\n", "|", *(" " for _ in range(14))),
)


def cases() -> list[tuple[str, list[str]]]:
    """Return texts and the addresses in them that micromark makes links of."""
    found = []
    for part in FILE.read_text(encoding="utf-8").split("\n\n"):
        lines = part.strip("\n").split("\n")
        texts = [line for line in lines if not line.startswith("=> ")]
        found.append(("\n".join(texts), [line[3:] for line in lines if line.startswith("=> ")]))
    return found


def random_texts(count: int, seed: int) -> list[str]:
    """Return texts that are nearly addresses."""
    chosen = random.Random(seed)
    return ["".join(chosen.choices(PIECES, k=chosen.randint(2, 9))) for _ in range(count)]


def of_text(text: str, parser: MarkdownIt, env: dict[str, Any] | None = None) -> list[str]:
    """Return the addresses that our parser makes links of, in order."""
    found: list[str] = []
    for block in parser.parse(text, env):
        for token in (block, *(block.children or ())):
            if token.type == "link_open" and token.info == "auto":
                found.append(str(token.attrs["href"]))
            elif token.type == "docsjson_element":
                linked = any(each.name == "href" for each in token.meta["tag"].attributes)
                within = {IN_LINK: True} if linked else env
                found += of_text(token.content, parser, within)
    return found


def of_tree(node: dict[str, Any]) -> Iterator[str]:
    """Give the addresses in a tree of micromark, but for those in elements that are links."""
    children = node.get("children", [])
    if node["type"] == "link" and len(children) == 1:
        words, url = children[0].get("value", ""), node["url"]
        if not _MEANT.match(url) and url in (words, f"http://{words}", f"mailto:{words}"):
            yield url
    if "href" not in [name for name, *_ in node.get("attributes", ())]:
        for child in children:
            yield from of_tree(child)
