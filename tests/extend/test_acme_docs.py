"""A package outside of the repository adds to a site what our own features add."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest

from sphinx_docsjson.cli.lsp.json_cursor import fields_at
from sphinx_docsjson.cli.main import main
from sphinx_docsjson.components.registry import registry
from tests._support.building import build_site

SAMPLE = Path(__file__).parents[1] / "samples" / "acme_docs"

PAGES = ("tag", "myst", "rst")
SITE = {
    "docs.json": json.dumps(
        {
            "name": "Acme",
            "acmeSupport": "help@acme.example",
            "navigation": ["tag", "myst", "rst", "plain"],
        }
    ),
    "tag.mdx": '---\ntitle: Tag\n---\n\n<Price amount="9">\n  A month.\n</Price>\n',
    "myst.md": "# Tag\n\n:::{price} \n:amount: 9\n\nA month.\n:::\n",
    "rst.rst": "Tag\n===\n\n.. price::\n   :amount: 9\n\n   A month.\n",
    "plain.md": "# Plain\n\nWords only.\n",
}


@pytest.fixture(autouse=True)
def _on_the_path(monkeypatch):
    monkeypatch.syspath_prepend(str(SAMPLE))
    importlib.invalidate_caches()


@pytest.fixture
def built(tmp_path):
    return build_site(tmp_path / "site", SITE, conf={"extensions": ["acme_docs"]})


def test_the_package_has_fewer_than_a_hundred_lines():
    lines = [
        line
        for path in (SAMPLE / "acme_docs").glob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]
    assert len(lines) < 100


def test_a_component_is_a_tag_and_two_directives(built):
    assert built.warning_lines == []
    prices = (built.article(name).select_one("section.acme-price") for name in PAGES)
    assert set(map(str, prices)) == {
        '<section class="acme-price">\n<p>9 €</p>\n<p>A month.</p>\n</section>'
    }
    assert "**Price:** 9 €\n\nA month." in built.text("tag.md")


def test_a_page_with_the_component_loads_its_style_and_others_do_not(built):
    assert "acme.css" in built.text("tag.html")
    assert "acme.css" not in built.text("plain.html")


def test_a_file_is_written_for_each_page_and_goes_with_it(built):
    told = json.loads(built.text("plain.words.json"))
    assert told == {
        "page": "plain",
        "support": "help@acme.example",
        "words": ["plain", "words"],
    }

    (built.srcdir / "plain.md").unlink()
    config = json.loads(SITE["docs.json"]) | {"navigation": ["tag", "myst", "rst"]}
    left = {name: text for name, text in SITE.items() if name != "plain.md"}
    again = build_site(
        built.srcdir, left | {"docs.json": json.dumps(config)}, conf={"extensions": ["acme_docs"]}
    )
    assert not (again.outdir / "plain.words.json").exists()


def test_a_wrong_value_of_the_field_is_told_as_one_of_ours_is(tmp_path):
    config = json.loads(SITE["docs.json"]) | {"acmeSupport": 3}
    files = SITE | {"docs.json": json.dumps(config, indent=2)}
    built = build_site(tmp_path / "site", files, conf={"extensions": ["acme_docs"]})
    misspelt = SITE | {"docs.json": SITE["docs.json"].replace("acmeSupport", "acmeSuport")}
    other = build_site(tmp_path / "other", misspelt, conf={"extensions": ["acme_docs"]})

    (line,) = built.warning_lines
    assert line.startswith(
        "docs.json:3:18: WARNING: acmeSupport: 3 is ignored; it must be a string"
    )
    assert "Did you mean 'acmeSupport'?" in other.warnings


def test_an_editor_completes_the_field(built):
    assert fields_at(()).get("acmeSupport") == "Where readers ask for help."


def test_another_build_of_the_process_knows_nothing_of_the_package(built, tmp_path):
    assert registry.get("Price") is not None
    other = {"index.md": "# A\n", "docs.json": '{"name": "A", "navigation": ["index"]}'}
    build_site(tmp_path / "other", other)

    assert registry.get("Price") is None
    assert "acmeSupport" not in fields_at(())


def test_a_command_of_the_package_is_one_of_ours(tmp_path, capsys):
    (tmp_path / "a.mdx").write_text("<Price amount='1' />")
    (tmp_path / "b.mdx").write_text("Nothing.")

    assert main(["prices", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "a.mdx\n"
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "prices" in capsys.readouterr().out


def test_a_name_that_is_taken_is_an_error(tmp_path):
    from sphinx_docsjson.site.validation import schema

    assert "acmeSupport" not in schema()["properties"]
    with pytest.raises(ValueError, match="component Note is declared twice"):
        registry.add_other(registry.get("Note"))
