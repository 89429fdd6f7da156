"""Snippets, functions and values that pages import."""

# ruff: noqa: E501  (pages are written as their authors write them)

from __future__ import annotations

import pytest

from sphinx_docsjson.mdx.javascript.literals import evaluate
from sphinx_docsjson.mdx.javascript.values import NotConstant, as_text


def shown(site, files: dict[str, str], page: str = "index") -> str:
    built = site(files)
    assert built.warning_lines == []
    return built.doctree(page).astext()


def config() -> str:
    return '{"name": "T", "navigation": [{"group": "G", "pages": ["index"]}]}'


def files(body: str, **snippets: str) -> dict[str, str]:
    found = {f"snippets/{name}.mdx": text for name, text in snippets.items()}
    return {"index.mdx": body, "docs.json": config(), **found}


def test_a_default_import_is_the_content_of_the_file(site):
    text = shown(site, files("import A from '/snippets/a.mdx'\n\n<A />", a="From **a**"))
    assert "From a" in text


def test_an_import_may_stand_in_the_middle_and_be_relative(site):
    text = shown(site, files("text\n\nimport A from './snippets/a.mdx'\n\n<A />", a="one"))
    assert "one" in text


def test_properties_are_put_into_text_attributes_and_code(site):
    body = 'import A from "/snippets/a.mdx"\n\n<A name="Ann" plan={{tier: "pro"}} />'
    snippet = "Hi {name}, {plan.tier} {props.name}.\n\n<Card title={name}>x</Card>\n\n```sh\nrun {name} {other}\n```\n"
    text = shown(site, files(body, a=snippet))
    assert "Hi Ann, pro Ann." in text
    assert "run Ann {other}" in text


def test_named_imports_are_functions_and_constants(site):
    snippet = (
        "export const where = {tf: 'https://x.y/tf'}\n\n"
        "export const Badge2 = ({ version, kind = 'new' }) => {\n  return (\n    <Note>\n      {kind} in "
        "<code>{version}</code>\n    </Note>\n  );\n};\n"
    )
    body = 'import { Badge2, where } from "/snippets/a.mdx"\n\n<Badge2 version="2.0" />\n\n<a href={where.tf}>x</a> {where.tf}'
    text = shown(site, files(body, a=snippet))
    assert "new in 2.0" in text
    assert "https://x.y/tf" in text


def test_a_function_shows_its_children_and_chooses(site):
    body = (
        "export const Box = ({ children, big }) => (big ? <Tip>{children}</Tip> : <Note>{children}</Note>)\n\n"
        "<Box big>\n\n- one\n- two\n\n</Box>\n"
    )
    built = site(files(body))
    assert built.warning_lines == []
    found = [
        n["component"]
        for n in built.doctree("index").findall()
        if getattr(n, "get", lambda _: None)("component")
    ]
    assert found == ["Tip"]
    assert "one" in built.doctree("index").astext()


def test_a_function_that_needs_javascript_shows_its_children_and_is_told_once(site):
    body = (
        "export const Count = ({children}) => {\n  const [n, set] = useState(0)\n  return <b>{n}</b>\n}\n\n"
        "<Count>inside</Count>\n\n<Count>again</Count>\n"
    )
    built = site(files(body))
    assert len(built.warning_lines) == 1
    assert "needs JavaScript" in built.warning_lines[0]
    assert "inside" in built.doctree("index").astext()


def test_the_snippet_tag_reads_from_the_snippet_folders(site):
    text = shown(
        site,
        {
            **files('<Snippet file="a.mdx" x="1" />\n\n<Snippet file="b.mdx" />', a="A{x}"),
            "_snippets/b.mdx": "BB",
        },
    )
    assert "A1" in text
    assert "BB" in text


def test_a_snippet_that_holds_a_fence_is_a_tab_of_a_code_group(site):
    body = "import A from '/snippets/a.mdx'\nimport B from '/snippets/b.mdx'\n\n<CodeGroup>\n<A />\n<B />\n</CodeGroup>"
    built = site(files(body, a="```python Python\nx\n```", b="```js Node\ny\n```"))
    assert built.warning_lines == []
    html = built.text("index.html")
    assert "Python" in html
    assert "Node" in html


def test_warnings_in_a_snippet_name_the_snippet(site):
    built = site(
        files("import A from '/snippets/a.mdx'\n\n<A />", a="---\ntitle: x\n---\n\none\n\n<Nope/>")
    )
    assert len(built.warning_lines) == 1
    assert built.warning_lines[0].startswith("snippets/a.mdx:7:")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("import A from '/snippets/gone.mdx'\n\n<A />", "does not exist"),
        ("import A from '../../../etc/passwd'\n\n<A />", "does not exist"),
        ("import { Gone } from '/snippets/a.mdx'\n\n<Gone />", "exports no 'Gone'"),
        ("import B from '/snippets/b.mdx'\n\n<B />", "imports itself"),
        ('<Snippet file="gone.mdx" />', "does not exist"),
    ],
)
def test_what_cannot_be_imported_is_told_once_where_it_is_asked_for(site, body: str, message: str):
    built = site(files(body, a="x", b="import B from './b.mdx'\n\nb <B />"))
    assert len(built.warning_lines) == 1
    assert message in built.warning_lines[0]
    assert "[docsjson.snippet]" in built.warning_lines[0]


def test_a_change_of_a_snippet_rebuilds_the_pages_that_use_it(site, tmp_path):
    source = tmp_path / "s"
    first = files("import A from '/snippets/a.mdx'\n\n<A />", a="old words")
    first |= {"other.mdx": "x"}
    site(first, srcdir=source)
    built = site({**first, "snippets/a.mdx": "new words, more"}, srcdir=source)
    assert "new words" in built.text("index.html")
    assert "0 added, 1 changed, 0 removed" in built.status


def test_variables_of_the_configuration_are_text(site):
    built = site(
        {"index.mdx": "Version {{version}} of {{what}} and {{unknown}}."},
        config={"variables": {"version": "2.1", "what": "<b>{x}</b>"}},
    )
    text = built.doctree("index").astext()
    assert "Version 2.1 of <b>{x}</b> and {{unknown}}." in text


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
