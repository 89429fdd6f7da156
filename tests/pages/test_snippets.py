"""Snippets, functions and values that pages import."""

from __future__ import annotations

import pytest

from sphinx_docsjson.mdx.javascript.literals import evaluate
from sphinx_docsjson.mdx.javascript.values import NotConstant, as_text


def config() -> str:
    return '{"name": "T", "navigation": [{"group": "G", "pages": ["index"]}]}'


def files(body: str, **snippets: str) -> dict[str, str]:
    found = {f"snippets/{name}.mdx": text for name, text in snippets.items()}
    return {"index.mdx": body, "docs.json": config(), **found}


def test_warnings_in_a_snippet_name_the_snippet(site):
    built = site(
        files("import A from '/snippets/a.mdx'\n\n<A />", a="---\ntitle: x\n---\n\none\n\n<Nope/>")
    )
    assert len(built.warning_lines) == 1
    assert built.warning_lines[0].startswith("snippets/a.mdx:7:")


def test_a_change_of_a_snippet_rebuilds_the_pages_that_use_it(site, tmp_path):
    source = tmp_path / "s"
    first = files("import A from '/snippets/a.mdx'\n\n<A />", a="old words")
    first |= {"other.mdx": "x"}
    site(first, srcdir=source)
    built = site({**first, "snippets/a.mdx": "new words, more"}, srcdir=source)
    assert "new words" in built.text("index.html")
    assert "0 added, 1 changed, 0 removed" in built.status


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("'a\\n\\u0041'", "a\nA"),
        ("`a${1 + 2}b`", "a3b"),
        ("[1, -2.5, true, null,]", [1, -2.5, True, None]),
        ("{a: {b: [1]}, 'c d': \"e\"}", {"a": {"b": [1]}, "c d": "e"}),
        ("x.y[0] ?? 'no'", 7),
        ("x.gone ?? 'no'", "no"),
        ("x && !x.gone ? 'yes' : 'no'", "yes"),
        ("'a' + 1", "a1"),
        ("/* c */ 3 // d", 3),
    ],
)
def test_constant_javascript_has_a_value(source: str, value: object):
    assert evaluate(source, {"x": {"y": [7]}}) == value


@pytest.mark.parametrize("source", ["f()", "new X", "a", "1 2", "{", "`${", "[" * 100, "..."])
def test_what_is_not_constant_is_refused(source: str):
    with pytest.raises(NotConstant):
        evaluate(source, {})


def test_data_is_passed_on_as_json():
    assert as_text([1, {"a": True}]) == '[1, {"a": true}]'


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "x/" * 3000])
def test_an_import_of_a_name_that_no_file_can_have_is_a_missing_file(site, name):
    built = site({"index.mdx": f"# T\n\nimport A from '/snippets/{name}'\n\n<A />\n\nText.\n"})

    assert "Text." in built.article("index").get_text()
    assert len(built.warning_lines) >= 1
