"""Files, names and escapes that no tool writes cost a warning and their own piece."""

from __future__ import annotations

import json
from itertools import product

import pytest
from sphinx import version_info

from sphinx_docsjson.base.messages import well_formed
from sphinx_docsjson.ext.openapi.reading.parse import parse
from sphinx_docsjson.mdx.javascript import evaluate
from sphinx_docsjson.pages.sources import decoded
from tests._support.building import build_site

CAFE = "# Café\n\nCrème.\n"


def config(*pages: str, **fields: object) -> str:
    navigation = [{"group": "Start", "pages": ["index", *pages]}]
    return json.dumps({"name": "A", "navigation": navigation} | fields)


@pytest.mark.skipif(version_info < (9,), reason="this Sphinx reads such pages by itself")
def test_a_page_in_another_encoding_is_shown_and_reported(tmp_path):
    pages = {
        "latin.md": CAFE.encode("latin-1"),
        "wide.md": CAFE.encode("utf-16"),
        "latin-rst.rst": "Café\n====\n\nCrème.\n".encode("cp1252"),
        "good.md": CAFE,
    }
    names = [name.partition(".")[0] for name in pages]

    built = build_site(
        tmp_path / "src", {"docs.json": config(*names), "index.md": "# Start\n", **pages}
    )

    assert all("Crème." in built.article(name).get_text() for name in names)
    reported = [line for line in built.warning_lines if "[docsjson.encoding]" in line]
    assert [line.partition(" WARNING")[0] for line in sorted(reported)] == [
        "latin-rst.rst:1:",
        "latin.md:1:",
        "wide.md:1:",
    ]
    assert "is read as UTF-16; save it as UTF-8." in built.warnings


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_is_decoded_as_it_was_written(encoding):
    assert decoded("Café – crème".encode(encoding)) == "Café – crème"


def test_a_page_with_nul_is_shown_and_reported(tmp_path):
    names = ("include", "literalinclude", "figure", "image")
    rst = "Odd\n===\n\n" + "".join(f".. {name}:: \0\n\n" for name in names)
    rst += ".. raw:: html\n   :file: \0\n\n.. csv-table::\n   :file: a\0b\n\n:download:`\0` end\n"
    pages = {"odd.rst": rst, "odd-too.md": "# Odd\n\n```{include} a\0b\n```\n\n![](\0) end\n"}

    built = build_site(
        tmp_path / "src",
        {"docs.json": config("odd", "odd-too"), "index.md": "# Start\n", **pages},
    )

    assert all("end" in built.article(name).get_text() for name in ("odd", "odd-too"))
    reported = [line for line in built.warning_lines if "[docsjson.encoding]" in line]
    assert sorted(line.partition(" WARNING")[0] for line in reported) == [
        "odd-too.md:3:",
        "odd.rst:4:",
    ]
    assert not any("\0" in page.read_text("utf-8") for page in built.outdir.rglob("*.html"))


def test_directives_that_nobody_closes_stay_text_from_the_thirtieth_on(tmp_path):
    page = ":::{note}\n" * 160 + "The end.\n"

    built = build_site(tmp_path / "src", {"docs.json": config(), "index.md": page})

    assert "The end." in built.article("index").get_text()
    assert [line for line in built.warning_lines if "docsjson.nesting" in line] == [
        (
            "index.md:63: WARNING: more than 30 levels of content; close the elements around it. "
            "[docsjson.nesting]"
        )
    ]


@pytest.mark.parametrize("name", ["a" * 300 + ".svg", "a\0b.svg", "\ud800.svg"])
def test_a_logo_with_a_name_that_no_file_can_have_is_left_out(tmp_path, name):
    files = {"docs.json": config(logo=name, favicon=name), "index.md": "# Start\n"}

    built = build_site(tmp_path / "src", files)

    assert built.article("index").h1.get_text() == "Start"
    assert built.warnings.count("[docsjson.config]") == 2


HALF = "\ufffd"


def test_half_a_surrogate_pair_is_replaced_wherever_a_file_can_say_it():
    assert well_formed("a\ud83d\ude00b\ud800c") == f"a\U0001f600b{HALF}c"
    assert parse('{"a\\ud800": ["\\udfff", "\\ud83d\\ude00"]}', is_json=True)[0] == {
        f"a{HALF}": [HALF, "\U0001f600"]
    }
    assert evaluate(r'"\ud83d\ude00 \ud800"', {}) == f"\U0001f600 {HALF}"
    assert evaluate(r"`\ud800`", {}) == HALF


PIECES = (r"\ud83d", r"\uDE00", r"\ud800", "\\\\", "x", r"\n", '\\"', "u", "\ud83d", "\ude00")


def test_no_half_of_a_pair_is_overlooked_in_any_json():
    for pieces in product(PIECES, repeat=4):
        text = f'["{"".join(pieces)}"]'
        found = parse(text, is_json=True)[0]
        assert found == [well_formed(json.loads(text)[0])], text


@pytest.mark.parametrize("name", ["a" * 300, "a\0b"])
def test_an_icon_an_image_and_a_reference_with_such_a_name_are_left_out(tmp_path, name):
    navigation = [{"group": "Start", "pages": ["index", {"$ref": f"./{name}.json"}]}]
    page = (
        f'---\nicon: "/{"a" * 300}.svg"\n---\n\n# Start\n\n<Icon icon="/{name}.svg" />\n\n'
        f'<Card title="Card" img="/{name}.png">Text.</Card>\n\n![Picture](/{name}.png)\n'
    )

    built = build_site(
        tmp_path / "src", {"docs.json": config(navigation=navigation), "index.mdx": page}
    )

    assert built.article("index").select_one(".dj-card").get_text().split() == ["Card", "Text."]
    assert "docsjson.icon" in built.warnings
    assert "docsjson.image" in built.warnings


DEEP = {
    "lists": "- " * 400 + "a",
    "quotes": "".join(" " * n + f"a{n}\n\n" for n in range(400)),
    "terms": "".join(" " * n + f"a{n}\n" for n in range(400)),
    "directives": "".join("   " * n + ".. note::\n\n" for n in range(200)) + "   " * 200 + "a",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_a_page_that_docutils_cannot_read_is_shown_as_it_is_written(tmp_path, text: str):
    page = f"Deep\n====\n\n.. |x| replace:: y\n\n[1]_ |x| :ref:`b`\n\n.. [1] Foot.\n\n{text}\n"
    files = {"docs.json": config("deep", "good"), "index.md": "# Start\n", "deep.rst": page}

    built = build_site(tmp_path / "src", {**files, "good.rst": "Good\n====\n\nText.\n"})

    assert "====" in built.article("deep").get_text()
    assert "Text." in built.article("good").get_text()
    said = "the page is nested too deeply and is shown as it is written; flatten it."
    assert built.warning_lines == [f"deep.rst:1: WARNING: {said} [docsjson.nesting]"]
