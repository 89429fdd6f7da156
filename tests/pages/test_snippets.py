"""Snippets, functions and values that pages import."""

from __future__ import annotations

import pytest

from sphinx_docsjson.components.domain import registry


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


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "x/" * 3000])
def test_an_import_of_a_name_that_no_file_can_have_is_a_missing_file(site, name):
    built = site({"index.mdx": f"# T\n\nimport A from '/snippets/{name}'\n\n<A />\n\nText.\n"})

    assert "Text." in built.article("index").get_text()
    assert len(built.warning_lines) >= 1


LINKING = [
    component.name
    for component in registry
    if any(attribute.name == "href" for attribute in component.attributes)
]


def test_a_dead_link_of_every_component_has_its_line(site):
    def tag(name: str, at: str) -> str:
        return (
            f'<{name} title="[x](/{name}-title-{at})" href="/{name}-href-{at}">\n  x\n</{name}>\n'
        )

    def text(at: str) -> str:
        return "".join(f"\n{tag(name, at)}" for name in LINKING)

    functions = "".join(
        f"export const Made{name} = () => (\n  {tag(name, 'made')})\n\n" for name in LINKING
    )
    uses = "\n".join(f"<Made{name} />\n" for name in LINKING)
    page = f"import All from '/snippets/all.mdx'\n\n<All />\n{text('page')}\n{functions}\n{uses}"
    built = site({"index.mdx": page, "snippets/all.mdx": text("snippet")})

    places = {"snippets/all.mdx": text("snippet"), "index.mdx": page}
    assert len(built.warning_lines) >= 3 * len(LINKING)
    for line in built.warning_lines:
        file, number, _ = line.split(":", 2)
        written = places[file].splitlines()[int(number) - 1]
        target = line.partition("'/")[2].partition("'")[0]
        if target.endswith("-made"):
            assert written == f"<Made{target.partition('-')[0]} />"
        else:
            assert f"/{target}" in written
