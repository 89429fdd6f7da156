"""Whatever a program could take for a mark of its own stays what it is: a character of a text."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from sphinx_docsjson.ext.openapi.content.markdown import without_html
from sphinx_docsjson.ext.openapi.model.api import Server, ServerVariable
from sphinx_docsjson.outputs.page_menu import MenuPage, page_menu
from sphinx_docsjson.site.model import Container, ContextualLink, Kind, Site
from sphinx_docsjson.yaml12 import read
from tests._support.building import build_site
from tests._support.inputs import input_data

CONTROLS = [chr(code) for code in (0, *range(1, 9), *range(0x0E, 0x1C), 0x1F, 0x7F, 0x80, 0x9F)]
PRIVATE = ["\ue000", "\ue001", "\uf8fe", "\uf8ff", "\U000f0000", "\U0010fffd", "\ufdd0", "\ufffe"]
_INPUTS = input_data(__file__, "texts_with_marks.yaml")

SPELLED = _INPUTS["spelled"]
MARKS = [*CONTROLS, *PRIVATE, *SPELLED]


def shown(mark: str) -> str:
    """Return what readers see: CommonMark replaces NUL."""
    return mark.replace("\0", "\ufffd")


@pytest.mark.parametrize(
    "form", ["begin {} end", "begin `{} x` end", "begin `x` <y {} and `z` > end"]
)
def test_the_html_of_a_description_leaves_every_mark_alone(form):
    for mark in MARKS:
        text = form.format(mark)

        assert without_html(f"<p>{text}</p>", lambda url: url) == text


def test_words_between_angles_are_no_tag():
    text = "Valid if `x` <y and `z` > 3, or a <b and c> d."

    assert without_html(f"<p>{text}</p>", lambda url: url) == text


def sentence(number: int, mark: str) -> str:
    return f"Begin{number} {mark} end{number}."


def described() -> dict[str, object]:
    """Return a description whose texts hold every mark, between HTML and without."""
    # The first paragraph is the title, and is not said again.
    plain = "\n\n".join(["Title.", *(sentence(n, mark) for n, mark in enumerate(MARKS))])
    marked = "".join(f"<p>{sentence(n, mark)} <b>`x`</b></p>" for n, mark in enumerate(MARKS))
    schema = {"type": "object", "properties": {"a": {"type": "string", "description": marked}}}
    body = {"application/json": {"schema": schema}}
    said = {"200": {"description": "Words."}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1", "description": marked},
        "tags": [{"name": "t", "description": marked}],
        "paths": {
            "/plain": {"get": {"tags": ["t"], "description": plain, "responses": said}},
            "/marked": {
                "post": {
                    "tags": ["t"],
                    "description": marked,
                    "parameters": [
                        {"name": "q", "in": "query", "description": marked, "schema": {}}
                    ],
                    "requestBody": {"description": marked, "content": body},
                    "responses": {"200": {"description": marked, "content": body}},
                }
            },
        },
    }


def test_every_mark_is_found_again_in_pages_and_twins(tmp_path):
    page = "# Page\n\n" + "\n\n".join(sentence(n, mark) for n, mark in enumerate(MARKS)) + "\n"
    navigation = [{"group": "A", "pages": ["index"]}, {"group": "B", "openapi": "api.json"}]
    files = {
        "docs.json": json.dumps({"name": "A", "navigation": navigation}),
        "index.md": page,
        "api.json": json.dumps(described()),
    }

    built = build_site(tmp_path / "src", files)

    told = [line for line in built.warning_lines if "[docsjson.encoding]" not in line]
    assert told == []
    for place, least in (("index.html", 1), ("post-marked.html", 4), ("get-plain.html", 1)):
        (file,) = [path for path in built.outdir.rglob("*.html") if path.name == place]
        html = unescape(re.sub(r"<[^>]*>", "", file.read_text("utf-8")))
        # A twin spells a character that Markdown means something by with a backslash.
        twin = file.with_suffix(".md").read_text("utf-8").replace("\\", "")
        for number, mark in enumerate(MARKS):
            wanted = " ".join(sentence(number, shown(mark)).split())
            assert " ".join(html.split()).count(wanted) >= least, (place, mark)
            assert " ".join(unescape(twin).split()).count(wanted) >= least, (place, mark)


def test_yaml_keeps_private_characters_beside_line_ends_of_other_versions():
    text = 'a: "x\x85y\u2028z \\uF8FF \\uf8fe \\U0000F8FD"\nb: \uf8fc\n'

    assert read(text).value == {"a": "x\x85y\u2028z \uf8ff \uf8fe \uf8fd", "b": "\uf8fc"}


def test_a_value_that_looks_like_the_next_mark_is_a_value():
    server = Server(
        url="https://{a}.{b}",
        variables=(ServerVariable(name="a", default="{b}"), ServerVariable(name="b", default="c")),
    )
    link = ContextualLink(title="T", description="", href="https://x.org/?u=$path")
    site = Site(name="T", navigation=Container(kind=Kind.SITE, label="T"))
    page = MenuPage(twin="", address="https://s.org/p", path="a/$page")
    menu = page_menu((link,), site, page)

    assert server.default_url == "https://{b}.c"
    assert menu.items[0].url == "https://x.org/?u=a/$page"
