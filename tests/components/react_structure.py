"""Where the words of a component stand in the elements of a page, here and in MDX with React.

Both sides draw each component as ``<platform-part name="Card">`` around what stands in it, so that
only the reading of the page is compared.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag

from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.domain import registry
from sphinx_docsjson.components.registry import InlineTag
from sphinx_docsjson.pages.inline_elements import HtmlBlock, HtmlInline
from tests._support import npm
from tests._support.building import build_site
from tests._support.pictures import picture
from tests.components.matrix import Case
from tests.pages.react_oracle import PACKAGES, SCRIPT

PART = "platform-part"
_WORD = re.compile(r"q\d+x\d+q")
_KEPT = re.compile(r"div|details|summary|li|blockquote|t[dh]|h[1-6]|pre|p|platform-part")


def differences(cases: Sequence[Case], folder: Path) -> Iterator[str]:
    """Yield each case whose words stand elsewhere in MDX."""
    files: dict[str, str | bytes] = {"images/sample.png": picture()}
    for number, case in enumerate(cases):
        files[f"p{number}.mdx"] = f"{case.head}\n\n{case.text}\n"
        files |= case.files
    pages = [f"p{number}" for number in range(len(cases))]
    navigation = [{"group": "All", "pages": pages}]
    files["docs.json"] = json.dumps({"name": "Parts", "navigation": navigation})
    with pytest.MonkeyPatch.context() as patch:
        parts = {component.name: _part(component) for component in registry}
        patch.setattr(registry, "_components", parts)
        built = build_site(folder / "site", files, each_place=True)
    names = sorted(component.name for component in registry)
    asked = [
        {"root": str(built.srcdir), "file": f"{page}.mdx", "components": names} for page in pages
    ]
    for page, case, answer in zip(pages, cases, npm.ask(SCRIPT, PACKAGES, asked), strict=True):
        if "error" in answer:
            continue  # MDX wants the last tag of several lines on a line of its own
        content = built.soup(page).select_one("article .dj-content > section")
        assert content is not None
        theirs = places(BeautifulSoup(answer["html"], "html.parser"))
        ours = [each for each in places(content) if each[0] in dict(theirs)]
        theirs = [each for each in theirs if each[0] in dict(ours)]
        if ours != theirs:
            yield f"{case.name}\n{case.text}\nours:  {ours}\nReact: {theirs}"


def places(root: Tag) -> list[tuple[str, str]]:
    """Return each word with the elements around it, from the outside."""
    found = []
    for text in root.find_all(string=_WORD):
        path: list[str] = []
        for element in text.parents:
            if element is root:
                break
            if name := _name(element, root):
                path.append(name)
        path.reverse()
        if "heading" in path:  # a heading holds text: of a box in it, the words are kept
            path = path[: path.index("heading") + 1]
        found += [(word, " ".join(path)) for word in _WORD.findall(text)]
    return found


def _name(element: Tag, root: Tag) -> str:
    """Return the name of an element that an author means; nothing for others."""
    classes = " ".join(element.get("class") or ())
    outer = element.parent
    if element.name == "div" and outer is not None and outer.name == "blockquote":
        return ""  # of docutils
    if not _KEPT.fullmatch(element.name) or re.search(r"\bdj-(?!s-)|highlight", classes):
        return "heading" if "dj-heading" in classes else ""
    if element.name == "p":
        # docutils has paragraphs in items and cells, and a component draws its own.
        own = outer is not None and outer.name in {"div", "details", "blockquote"}
        own &= element.get_text().strip() != "".join(p.get_text() for p in element(PART)).strip()
        return "p" if own and outer is not root else ""
    if re.fullmatch("h[1-6]", element.name):
        return "heading"
    return str(element.get("name")) if element.name == PART else element.name


def _part(component: Any) -> Any:
    given = {"tagname": PART, "attributes_html": {"name": component.name}}
    if component.inline is not None:

        def inline(tag: InlineTag) -> list[Any]:
            return [HtmlInline("", "", *tag.children, **given)]

        return replace(component, inline=inline)

    class Part(ComponentDirective):
        tag = component.name

        def build(self) -> list[Any]:
            node = HtmlBlock("", **given)
            self.parse_content(node)
            return [self.finish(node)]

    return replace(component, directive=Part)
