"""For a page that plain MyST can read, translators get what they get without this extension."""

from __future__ import annotations

import pytest

from tests._support.inputs import input_text
from tests.translation.catalogues import build_in, extract, fill, machine

PAGE = input_text(__file__, "plain.mdx")
CONF = {
    "html_theme": "alabaster",
    "myst_enable_extensions": ["deflist", "fieldlist", "colon_fence", "dollarmath"],
}
FILES = {"index.md": PAGE, "grey.png": b""}
SITE = {"docs.json": '{"name": "X", "navigation": {"pages": ["index"]}}'}


def messages(srcdir, files, extension, **conf):
    found = extract(srcdir, files, {**CONF, "extensions": [extension], **conf})
    assert found.built.warning_lines == []
    return {
        # A picture is found from the root of the site, and a block of code ends with its text.
        (message.id.rstrip("\n").replace(":: /", ":: "), line)
        for message in found.catalogues["index"]
        if message.id
        for _path, line in message.locations
    }


@pytest.mark.parametrize("targets", [[], ["literal-block", "image", "index", "doctest-block"]])
def test_the_messages_are_those_of_plain_myst(tmp_path, targets):
    plain = messages(tmp_path / "a", FILES, "myst_parser", gettext_additional_targets=targets)
    ours = messages(
        tmp_path / "b", FILES | SITE, "sphinx_docsjson", gettext_additional_targets=targets
    )

    assert ours == plain
    assert len(ours) > 30 + 4 * bool(targets)


def test_ids_of_messages_and_catalogues_of_single_pages(tmp_path):
    files = {**SITE, "index.md": "# origOne\n", "deep/page.mdx": "# origTwo\n"}
    conf = {"gettext_uuid": True, "gettext_compact": False}
    srcdir = tmp_path / "site"
    found = extract(srcdir, files, conf)

    assert set(found.catalogues) == {"index", "deep/page", "docsjson"}
    text = found.built.text("deep/page.pot")
    assert len(text.partition("page.mdx:1\n#: ")[2].partition("\n")[0]) == 32
    names = found.built.text("docsjson.pot")
    assert names == extract(srcdir, files, conf, fresh=True).built.text("docsjson.pot")
    fill(srcdir, found)
    assert build_in(srcdir, files, conf=conf).article("deep/page").h1.get_text() == "tradTwo"


def test_code_and_pictures_are_translated_where_they_are_asked_for(tmp_path):
    page = '# One\n\n```python\nx = "origCode"\n```\n\n![](grey.png)\n\n{index}`origEntry`\n'
    files = {**SITE, "index.md": page, "grey.png": b"", "deutsch.png": b""}
    conf = {"gettext_additional_targets": ["literal-block", "image", "index"]}
    srcdir = tmp_path / "site"
    fill(
        srcdir,
        extract(srcdir, files, conf),
        lambda text: machine(text).replace("grey", "deutsch"),
    )
    built = build_in(srcdir, files, conf=conf)

    assert built.warning_lines == []
    article = built.article("index")
    assert article.pre.get_text() == 'x = "tradCode"\n'
    assert article.select_one("pre .s2")
    assert article.img["src"].endswith("deutsch.png")
    assert "tradEntry" in built.text("genindex.html")


def test_many_pages_are_read_in_parallel(tmp_path):
    pages = {
        f"p{n}.mdx": f"---\nsidebarTitle: origSide{n}\n---\n# origPage{n}\n" for n in range(8)
    }
    listed = ", ".join(f'"{name[:2]}"' for name in pages)
    files = {
        "docs.json": f'{{"name": "X", "navigation": {{"pages": [{listed}]}}}}',
        **pages,
    }
    srcdir = tmp_path / "site"
    fill(srcdir, extract(srcdir, files))
    built = build_in(srcdir, files, parallel=2)

    sidebar = built.soup("p0").select_one("#dj-sidebar").get_text(" ", strip=True)
    assert sidebar.split() == [f"tradSide{n}" for n in range(8)]
    assert [built.article(f"p{n}").h1.get_text() for n in range(8)] == [
        f"tradPage{n}" for n in range(8)
    ]


def test_messages_hold_the_values_of_snippets_and_the_names_of_variables(tmp_path):
    files = {
        "docs.json": '{"name": "X", "variables": {"v": "1.2", "unused": "e"},'
        ' "navigation": {"pages": ["index"]}}',
        "snippets/hello.mdx": "origHello {name}, **origWelcome**.\n",
        "index.mdx": "import Hello from '/snippets/hello.mdx'\nexport const year = 2026\n\n"
        "# origVersion {{ v }}\n\n<Hello name='Ada' />\n\n<Hello name='Bob' />\n\n"
        "origSince {year}, origVersion {{v}}.\n",
    }
    srcdir = tmp_path / "site"
    found = extract(srcdir, files)
    fill(srcdir, found)
    built = build_in(srcdir, files)

    assert built.warning_lines == []
    assert found.messages["origHello Ada, **origWelcome**."] == [("snippets/hello.mdx", 1)]
    assert "origSince {year}, origVersion {{v}}." in found.messages
    assert "origVersion {{ v }}" in found.messages
    text = built.article("index").get_text(" ", strip=True)
    for words in (
        "tradHello Ada,",
        "tradHello Bob,",
        "tradSince 2026, tradVersion 1.2.",
        "tradVersion 1.2 ",
    ):
        assert words in text
