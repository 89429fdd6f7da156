"""Sites whose pages hold what is tried: in front matter, attributes, text and names of files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import sphinx_docsjson.components.domain  # noqa: F401 - fills the registry
from sphinx_docsjson.components.registry import Attribute, Component, Content, registry
from sphinx_docsjson.pages.front_matter import OWN_FIELDS
from tests.hostile.site_parts import Attack, Handing

LONGEST_NAME = 180
NUMBER = 4
"""How many elements try an attribute that is read as one address, colour or number."""

MORE_FIELDS = (
    *("og:title", "og:image", "og:url", "twitter:card", "twitter:image", "robots", "author"),
    *("authMethod", "playground", "api", "url", "canonical", "version", "any", "myst"),
)
TEXTS = frozenset({"text", "markdown", "list"})


def front_matter(handing: Handing) -> Iterator[tuple[str, str]]:
    """Yield pages with what is tried in every field."""
    names = sorted({*OWN_FIELDS, *MORE_FIELDS} - {"openapi", "asyncapi"})
    for number in range(NUMBER):
        fields = {
            name: handing.several(f"{name} {number}") if number % 2 else handing.one(name)
            for name in names
            if name not in ("hidden", "noindex", "public", "groups", "mode")
        }
        fields[handing.one("a name of a field")] = handing.one("of any name")
        fields["contextual"] = {"options": [{"title": handing.several("t"), "href": "/"}]}
        lines = "".join(f"{json.dumps(k)}: {json.dumps(v)}\n" for k, v in fields.items())
        yield f"front{number}.{('mdx', 'md')[number // 2]}", f"---\n{lines}---\n\nText.\n"


def _values(attribute: Attribute, handing: Handing, path: str) -> Iterator[str]:
    if attribute.type in TEXTS:
        yield handing.several(path)
    for _ in range(NUMBER):
        yield handing.one(path)


def _attributes(handing: Handing, syntax: str) -> Iterator[tuple[Component, Attribute, str]]:
    for component in registry:
        for attribute in component.attributes:
            path = f"{component.name} {attribute.name} {syntax}"
            for value in _values(attribute, handing, path):
                yield component, attribute, value


def tags(handing: Handing) -> str:
    """Return the text of a page in ``.mdx`` with every attribute of every component."""
    parts = []
    for component, attribute, value in _attributes(handing, "tag"):
        needed = " ".join(
            f'{one.name}="x"'
            for one in component.attributes
            if one.required and one.name != attribute.name
        )
        start = f"<{component.name} {needed} {attribute.name}={{{json.dumps(value)}}}"
        empty = component.content is Content.NONE
        parts.append(f"{start} />" if empty else f"{start}>x</{component.name}>")
    return "---\ntitle: Tags\n---\n\n" + "\n\n".join(parts)


def directives(handing: Handing, syntax: str) -> str:
    """Return the text of a page in ``.md`` or ``.rst`` with every option of every directive."""
    parts = []
    for component, attribute, value in _attributes(handing, syntax):
        if component.directive is None:
            continue
        line = " ".join(value.split())
        if syntax == "md":
            main = line if component.main == attribute.name else ""
            name = f"{{{component.directive_name}}} {main}"
            parts.append(f"::::{name}\n:{attribute.name}: {json.dumps(line)}\n\nx\n::::")
        else:
            parts.append(
                f".. {component.directive_name}::\n   :{attribute.name.lower()}: {line}\n\n   x"
            )
    return (
        "# Options\n\n" + "\n\n".join(parts)
        if syntax == "md"
        else ("Options\n=======\n\n" + "\n\n".join(parts))
    )


def texts(handing: Handing, count: int) -> Iterator[tuple[str, str]]:
    """Yield pages and snippets with what is tried; scripts and rules are their authors' own."""
    for number in range(count):
        page = f"---\ntitle: Text {number}\n---\n\nimport P from '/snippets/p{number}.mdx'\n\n"
        yield f"text{number}.mdx", page + "<P />\n\n" + handing.several(f"text {number}", "\n\n")
        yield f"snippets/p{number}.mdx", handing.several(f"snippet {number}", "\n\n")


def names(handing: Handing, count: int) -> Iterator[tuple[str, str]]:
    """Yield pages and pictures with what is tried as their names."""
    for number in range(count):
        name = handing.one(f"name {number}").translate({ord(c): "-" for c in "/\\\0\n\r"})
        name = name.encode()[:LONGEST_NAME].decode(errors="ignore").strip(". ")
        yield f"n{number} {name}.{('mdx', 'md')[number % 2]}", f"![x](<p{number}.png>)\n"
        yield f"p{number}.png", "\x89PNG"


def pages(start: int, tried: Sequence[str], *, count: int = 12) -> Attack:
    """Return a site whose pages try *tried*."""
    handing = Handing(tried, start=start)
    own = ("<script", "<style")
    quiet = Handing(
        [text for text in tried if not any(tag in text.lower() for tag in own)], start=start
    )
    files: dict[str, str | bytes] = {
        "index.md": "# Start\n",
        **dict(front_matter(handing)),
        "tags.mdx": tags(handing),
        "options.md": directives(handing, "md"),
        "options-rst.rst": directives(handing, "rst"),
        **dict(names(handing, count)),
        **dict(texts(quiet, count)),
    }
    handing.fields.update(quiet.fields)
    listed = [name.rpartition(".")[0] for name in files if name.endswith((".md", ".mdx", ".rst"))]
    shown = [name for name in listed if not name.startswith("snippets/")]
    files["docs.json"] = json.dumps(
        {
            "name": "T",
            "navigation": [{"group": "G", "pages": shown}],
            "variables": {"word": "x"},
            "redirects": [
                {"source": f"/{handing.one('redirect')}", "destination": handing.one("redirect")}
                for _ in range(count)
            ],
        }
    )
    return Attack(name=f"pages {start}", files=files, handing=handing, strict=False)
