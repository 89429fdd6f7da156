"""A small site that uses every kind of file, and the kinds of change that its authors make."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests._support.inputs import input_data

Files = dict[str, str | bytes]

PNG = b"\x89PNG\r\n\x1a\n"
SVG = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><path d='M0 0h1v1z'/></svg>"

CONFIG: dict[str, Any] = input_data(__file__, "changing_site-config.yaml")
API: dict[str, Any] = input_data(__file__, "changing_site-api.yaml")
ORDER = {"type": "object", "properties": {"size": {"type": "string", "description": "How much."}}}


def site() -> Files:
    """Return the files before any change."""
    return {
        "docs.json": json.dumps(CONFIG, indent=2),
        "index.mdx": (
            "---\ntitle: Home\n---\n\n"
            "About {{product}}: [one](/guide/one#brew), [two](/guide/two).\n"
        ),
        "guide/one.mdx": (
            "---\ntitle: One\ndescription: The first page.\n---\n\n"
            "import Tip from '/snippets/tip.mdx'\n\n"
            "## Brew\n\n<Tip />\n\n<Card title='Two' href='/guide/two'>Go on.</Card>\n\n"
            "![cup](/images/cup.png)\n"
        ),
        "guide/two.md": (
            "# Two\n\nSee [](/classic) and {ref}`a label <grind>`.\n\n"
            "```{literalinclude} code.py\n```\n\n"
            "{download}`the code <code.py>`\n"
        ),
        "guide/three.mdx": (
            "---\ntitle: Three\nicon: rocket\n---\n\n"
            "<Note>Note **this**.</Note>\n\n[Two](/guide/two)\n"
        ),
        "guide/code.py": "print('one')\n",
        "classic.rst": (
            "Classic\n=======\n\n.. _grind:\n\nGrind\n-----\n\n"
            ".. glossary::\n\n   crema\n      The foam.\n\n"
            ".. include:: /part.txt\n\n:doc:`guide/two` :term:`crema`\n"
        ),
        "part.txt": "A part of the classic page.\n",
        "snippets/tip.mdx": "Use fresh {{product}}.\n",
        "images/cup.png": PNG,
        "logo.svg": SVG,
        "api/openapi.json": json.dumps(API, indent=2),
        "api/order.json": json.dumps(ORDER, indent=2),
    }


Change = Callable[[Files], None]


def _text(name: str, old: str, new: str) -> Change:
    def change(files: Files) -> None:
        text = files[name]
        assert isinstance(text, str)
        assert old in text, f"{old!r} is not in {name}"
        files[name] = text.replace(old, new)

    return change


def _data(name: str, edit: Callable[[Any], object]) -> Change:
    def change(files: Files) -> None:
        value = json.loads(files[name])
        edit(value)
        files[name] = json.dumps(value, indent=2)

    return change


def _config(edit: Callable[[Any], object]) -> Change:
    return _data("docs.json", edit)


def _put(name: str, content: str | bytes) -> Change:
    return lambda files: files.update({name: content})


def _remove(name: str) -> Change:
    return lambda files: files.pop(name) and None


def _rename(old: str, new: str) -> Change:
    return lambda files: files.update({new: files.pop(old)})


def _groups(config: Any) -> list[Any]:
    groups: list[Any] = config["navigation"]["tabs"][0]["groups"]
    return groups


CHANGES: dict[str, Change] = {
    "words of a page": _text("guide/three.mdx", "Note **this**", "Note **that**"),
    "title of a page": _text("guide/two.md", "# Two", "# Second"),
    "title in front matter": _text("guide/three.mdx", "title: Three", "title: Third"),
    "icon of a page": _text("guide/three.mdx", "icon: rocket", "icon: star"),
    "title for the sidebar": _text(
        "guide/one.mdx", "title: One", "title: One\nsidebarTitle: First"
    ),
    "description of a page": _text("guide/one.mdx", "The first page.", "Where to begin."),
    "a heading more": _text("guide/one.mdx", "## Brew", "## Grind\n\nFine.\n\n## Brew"),
    "a heading that a link names": _text("guide/one.mdx", "## Brew", "## Boil"),
    "a snippet": _text("snippets/tip.mdx", "fresh", "cold"),
    "a picture": _put("images/cup.png", PNG + b"\0"),
    "no picture any more": _remove("images/cup.png"),
    "the picture again": _put("images/cup.png", PNG),
    "no snippet any more": _remove("snippets/tip.mdx"),
    "the snippet again": _put("snippets/tip.mdx", "Use {{product}}.\n"),
    "no logo any more": _remove("logo.svg"),
    "the logo again": _put("logo.svg", SVG),
    "no schema file any more": _remove("api/order.json"),
    "the schema file again": _put("api/order.json", json.dumps(ORDER)),
    "no API file any more": _remove("api/openapi.json"),
    "the API file again": _put("api/openapi.json", json.dumps(API)),
    "a label": _text("classic.rst", ".. _grind:\n\nGrind", ".. _grind:\n\nMill"),
    "a term": _text("classic.rst", "The foam.", "The golden foam."),
    "an included file": _text("part.txt", "A part", "One part"),
    "included code": _text("guide/code.py", "'one'", "'two'"),
    "nothing": lambda files: None,
    "a title that a link shows": _text("classic.rst", "Classic\n=======", "Classical\n========="),
    "a label that nobody has any more": _text("classic.rst", ".. _grind:\n\n", ""),
    "the label again": _text(
        "classic.rst", "Mill\n-----", "Mill\n-----\n\n.. _grind:\n\nFine\n~~~~"
    ),
    "a term that links name": _text("classic.rst", "   crema\n", "   crema : coffee\n"),
    "what is downloaded": _text("guide/code.py", "'two'", "'three'"),
    "a style of the site": _put("site.css", ".a { color: red }\n"),
    "another style of the site": _put("site.css", ".a { color: blue }\n"),
    "a script of the site": _put("site.js", "window.a = 1;\n"),
    "a space at the end of a page": _text("guide/three.mdx", "</Note>\n", "</Note>\n\n"),
    "name of the site": _config(lambda c: c.update(name="Changed")),
    "colours": _config(lambda c: c["colors"].update(primary="#8a3ffc")),
    "a logo": _put("logo.svg", SVG.replace("h1", "h2")),
    "a variable": _config(lambda c: c["variables"].update(product="Tea")),
    "order of pages": _config(lambda c: _groups(c)[0]["pages"].reverse()),
    "name of a group": _config(lambda c: _groups(c)[1].update(group="Other")),
    "a page into another group": _config(
        lambda c: _groups(c)[1]["pages"].append(_groups(c)[0]["pages"].pop())
    ),
    "a banner": _config(lambda c: c.update(banner={"content": "New: **tea**"})),
    "a footer": _config(lambda c: c.update(footer={"socials": {"github": "https://x.example"}})),
    "a new page": lambda files: (
        _put("guide/four.mdx", "---\ntitle: Four\n---\n\n[one](one)\n")(files),
        _config(lambda c: _groups(c)[0]["pages"].append("guide/four"))(files),
    )[0],
    "a page without a place": _put("guide/loose.md", "# Loose\n\n[two](two.md)\n"),
    "a page that is hidden": _text("guide/four.mdx", "title: Four", "title: Four\nhidden: true"),
    "another syntax": _rename("guide/four.mdx", "guide/four.md"),
    "another name": _rename("guide/loose.md", "guide/free.md"),
    "a page less": _remove("guide/free.md"),
    "a page less that links name": _remove("guide/two.md"),
    "the page again": _put("guide/two.md", "# Two\n\nBack, with a {ref}`a label <grind>`.\n"),
    "other redirects": _config(
        lambda c: c.update(redirects=[{"source": "/older", "destination": "/guide/one"}])
    ),
    "no redirects": _config(lambda c: c.pop("redirects")),
    "front matter that is wrong": _text("guide/three.mdx", "title: Third", "title: Third: three"),
    "a tag that is not closed": _text("guide/three.mdx", "</Note>", ""),
    "summary of an operation": _data(
        "api/openapi.json", lambda a: a["paths"]["/orders"]["get"].update(summary="All orders")
    ),
    "description of an API": _data(
        "api/openapi.json", lambda a: a["info"].update(description="New.")
    ),
    "a schema in another file": _data(
        "api/order.json", lambda o: o["properties"].update(milk={"type": "boolean"})
    ),
    "an operation more": _data(
        "api/openapi.json",
        lambda a: a["paths"].update({"/beans": {"get": {"summary": "Beans", "responses": {}}}}),
    ),
    "an operation less": _data("api/openapi.json", lambda a: a["paths"]["/orders"].pop("post")),
    "a tag of an API": _data(
        "api/openapi.json", lambda a: a["tags"][0].update(description="Cups.")
    ),
    "a version of an API": _data("api/openapi.json", lambda a: a["info"].update(version="2")),
    "no API any more": _config(lambda c: c["navigation"]["tabs"].pop()),
    "rules of what is ignored": _put(".mintignore", "guide/three.mdx\n"),
}
"""What is changed → how, one after the other."""
