"""The newest components of the hosted platform held against ours, attribute by attribute.

The attributes are those of the types of its package (npm ``@mintlify/components``), which
``newest_oracle.mjs`` walks, and those that its documentation writes on its pages;
``inputs/newest.json`` keeps both. ``python -m tests.components.newest --write`` asks the newest
package, and with ``--docs FOLDER`` a checkout of the documentation. Then ``python -m
tests.site.newest --write`` writes the page of our docs.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.components.attributes import read_attributes, same_name
from sphinx_docsjson.components.directive import COMMON
from sphinx_docsjson.components.domain import registry
from tests._support import npm

HERE = Path(__file__).parent
ORACLE = HERE / "newest_oracle.mjs"
KEPT = HERE / "inputs" / "newest.json"

EFFECT, NONE, UNKNOWN = "has its effect", "has none", "is no field"

OURS = {
    "Accordion.Group": ("AccordionGroup",),
    "Property": ("ParamField", "ResponseField"),
    "Steps.Item": ("Step",),
    "Tabs.Item": ("Tab",),
}
"""What a component of the package is called in pages, where it is called otherwise."""

PARTS_OF_THE_PLATFORM = {
    "BaseCodeBlock": "what `CodeBlock` is made of",
    "CodeGroupSelect": "what the pages of an API are made of",
    "CodeSnippet": "what `CodeGroup` is made of",
    "DeprecatedPill": "what fields are made of",
    "DropdownMenu": "what menus are made of",
    "DropdownMenuContent": "what menus are made of",
    "DropdownMenuItem": "what menus are made of",
    "DropdownMenuTrigger": "what menus are made of",
    "GenericCard": "what `Card` is made of",
    "InfoPill": "what fields are made of",
    "ParamHead": "what fields are made of",
    "RequiredPill": "what fields are made of",
    "Search": "the search of the platform",
    "SearchButton": "the search of the platform",
    "SearchHit": "the search of the platform",
    "SearchProvider": "the search of the platform",
    "ZoomControls": "what `Mermaid` is made of",
}
"""Components that the package gives to the platform and not to pages."""

GIVEN_BY_THE_PLATFORM = words(
    "_disabled _hasContext _onKeyDownCapture anchor anchorRef as askAiButton basePath "
    "codeBlockTheme codeBlockThemeObject copyButtonProps data-child-heading-ids "
    "data-child-tab-ids defaultLabel deprecatedLabel feedbackButton feedbackModalOpen "
    "getInitialOpenFromUrl hasContext hasScrolledToAnchorRef isLast isSmallText isVisible items "
    "location mRef navigateToHeaderAriaLabel noMargins overrideColor overrideSize pageType "
    "panelsRef renderDescription requiredLabel scrollElementIntoView topOffset trackClose "
    "trackOpen uniqueParamId"
)
"""Attributes that the platform gives to its components: functions, parts of pages, texts."""

HTML = {
    "a": "className download href key rel target",
    "h": "className noAnchor",
    "iframe": "allow allowFullScreen className frameBorder src title",
    "img": "actions actionsPlacement alt className noZoom src style",
    "video": "autoPlay className controls loop muted playsInline src",
}
"""Elements of HTML with a meaning of the platform, and their attributes: all have their effect."""

OF_THE_DOCUMENTATION = {
    "Component": "a name in an example",
    "Snippet": "inserts a file: no component of ours, but it has its effect",
}
"""What the pages of the documentation write that is no component."""

Rows = list[tuple[str, list[str]]]


def newest(version: str = "latest") -> Rows:
    """Return the components of the newest package with their attributes."""
    packages = [f"@mintlify/components@{version}", "typescript@5", "@types/react@18"]
    return [(name, found) for name, found in npm.ask(ORACLE, packages, None)]


def kept() -> dict[str, Rows]:
    """Return what was asked for last: ``types`` of the package, ``pages`` of the documentation."""
    found = json.loads(KEPT.read_text(encoding="utf-8"))
    return {part: [(name, list(own)) for name, own in found[part]] for part in ("types", "pages")}


_TAG = re.compile(
    r"<([A-Z][\w.]*|img|h[1-6]|iframe|video|a)\b"
    r"((?:\s+[\w:-]+(?:=(?:\"[^\"]*\"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}))?)*)\s*/?>"
)
_ATTRIBUTE = re.compile(r"([\w:-]+)(?:=(?:\"[^\"]*\"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}))?")
_DEFINED = re.compile(
    r"(?:export|const|function|import)\s+(?:const\s+|function\s+|\{\s*)?([A-Z]\w*)"
)


def documented(folder: Path) -> Rows:
    """Return the tags that the pages of a checkout write, but those that a page defines itself."""
    found: dict[str, set[str]] = {}
    defined: set[str] = set()
    for path in [*folder.rglob("*.mdx"), *folder.rglob("*.jsx")]:
        if path.relative_to(folder).parts[0] in {"es", "fr", "zh"}:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        defined.update(_DEFINED.findall(text))
        for name, written in _TAG.findall(text) if path.suffix == ".mdx" else ():
            own = found.setdefault("h" if re.fullmatch("h[1-6]", name) else name, set())
            own.update(_ATTRIBUTE.findall(written))
    return [(name, sorted(own)) for name, own in sorted(found.items()) if name not in defined]


def judged(name: str, attribute: str) -> tuple[str, str]:
    """Return which of the three words is true of an attribute, and what we say of it."""
    plain = same_name(attribute)
    common = plain in {"children", *map(same_name, COMMON)}
    if re.fullmatch("on[A-Z].*", attribute):
        return (
            NONE,
            "Write it in braces on an HTML element, such as `<div onClick={…}>`.",
        )
    if name in HTML:
        return (EFFECT if attribute in HTML[name].split() else ""), ""
    judgements = set()
    said = ""
    for own in OURS.get(name, (name,)):
        component = registry.get(own)
        if component is None:
            return (UNKNOWN if name in PARTS_OF_THE_PLATFORM else ""), ""
        declared = {same_name(n): a for a in component.attributes for n in (a.name, *a.aliases)}
        found = declared.get(plain)
        if found is not None:
            said = found.instead
            judgements.add(NONE if said else EFFECT)
        elif common:
            judgements.add(EFFECT)
        else:
            warned = attribute.startswith("data-") or bool(
                read_attributes(component, {attribute: "x"}).problems
            )
            judgements.add(UNKNOWN if attribute in GIVEN_BY_THE_PLATFORM and warned else "")
    return (judgements.pop() if len(judgements) == 1 else ""), said


def without_a_word(rows: Iterable[tuple[str, list[str]]]) -> list[str]:
    """Return the components and attributes that stand in none of the three lists."""
    found = []
    for name, attributes in rows:
        known = name in {*PARTS_OF_THE_PLATFORM, *OF_THE_DOCUMENTATION, *HTML}
        if not known and any(own not in registry for own in OURS.get(name, (name,))):
            found.append(f"<{name}>")
            continue
        if name not in {*PARTS_OF_THE_PLATFORM, *OF_THE_DOCUMENTATION}:
            found += [f"<{name} {one}>" for one in attributes if not judged(name, one)[0]]
    return found


def rows() -> Rows:
    """Return each of our components with the attributes that it has here or there."""
    found = {each.name: {own.name for own in each.attributes} for each in registry}
    for part in kept().values():
        for name, attributes in part:
            for own in OURS.get(name, (name,)):
                found.get(own, set()).update(set(attributes) - {"children"})
    return [(name, sorted(own)) for name, own in sorted(found.items())]


def judgements() -> list[str]:
    """Return the word of each attribute of each of our components."""
    return [judged(name, one)[0] for name, own in rows() for one in own]


def section() -> str:
    """Return the part of the page of the docs that is about components."""
    idle: dict[tuple[str, str], list[str]] = {}
    for component in registry:
        if component.instead:
            idle.setdefault(("all", component.instead), []).append(component.name)
        for attribute in component.attributes:
            if attribute.instead:
                key = (attribute.name, attribute.instead)
                idle.setdefault(key, []).append(component.name)
    listed = "".join(
        f"| {', '.join(f'`{name}`' for name in names)} | {_called(attribute)} | {said} |\n"
        for (attribute, said), names in sorted(idle.items(), key=lambda each: each[1][0])
    )
    return HEAD.format(listed=listed)


def _called(attribute: str) -> str:
    return "the component" if attribute == "all" else f"`{attribute}`"


HEAD = """
## Components

The build ignores these attributes without a warning:

| Component | Attribute | Instead |
|---|---|---|
{listed}| all | `onClick` and other events | Write a `.js` file beside `docs.json`. |
"""


def main() -> int:
    """Compare with the newest package; write what it knows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep the attributes")
    parser.add_argument(
        "--docs", type=Path, help="a checkout of the documentation of the platform"
    )
    arguments = parser.parse_args()
    found = {"types": newest(), "pages": kept()["pages"] if KEPT.exists() else []}
    if arguments.docs:
        found["pages"] = documented(arguments.docs)
    if arguments.write:
        parts = [
            f'"{part}": [\n' + ",\n".join(json.dumps(row) for row in found[part]) + "\n]"
            for part in found
        ]
        KEPT.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
    left = without_a_word([*found["types"], *found["pages"]])
    print(
        f"{sum(len(own) for part in found.values() for _, own in part)} attributes",
        *left,
        sep="\n  ",
    )
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
