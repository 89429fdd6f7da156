"""What an editor asks about a page or ``docs.json`` that is being written, and gets."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sphinx_docsjson.cli.check_messages import explanations
from sphinx_docsjson.cli.lsp import OfferedPage, SiteIndex
from sphinx_docsjson.cli.lsp.completion import (
    attribute_of,
    choices_in_config,
    component_of,
    explained_in_config,
    front_matter_fields,
)
from sphinx_docsjson.cli.lsp.cursor import at_cursor
from sphinx_docsjson.cli.lsp.json_cursor import read_json_text
from sphinx_docsjson.cli.lsp.messages import EditorMessage, mends_of, quoted_in, range_of
from sphinx_docsjson.cli.lsp.page_links import change_for_redirect, changes_for_rename, links_in
from sphinx_docsjson.cli.main import main
from sphinx_docsjson.components.domain import registry
from sphinx_docsjson.pages.front_matter import FIELDS, FIELDS_WITHOUT_EFFECT
from sphinx_docsjson.site.validation import schema
from tests._support.building import write_files
from tests._support.editor import WAIT, applied, editing
from tools import field_texts

ROOT = Path(__file__).resolve().parents[2]


def stands(marked: str, suffix: str = ".md") -> tuple[str, ...]:
    offset = marked.index("|")
    found = at_cursor(marked.replace("|", "", 1), offset, suffix)
    return (found.element.value, found.text, found.typed, found.owner, found.name)


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        ("<Ca|", ("component", "Ca", "Ca", "", "")),
        ("Words <Ca|rd title='x'>", ("component", "Card", "Ca", "", "")),
        ("<Card ti|tle='x'", ("attribute", "title", "ti", "Card", "")),
        ("<Card title='a < b' ic|", ("attribute", "ic", "ic", "Card", "")),
        ('<Card\n  icon="ro|\n  href="a" />', ("value", "ro", "ro", "Card", "icon")),
        ('<Card icon={"ro|ck"} />', ("value", "rock", "ro", "Card", "icon")),
        ("<Card>ti|", ("nothing", "", "", "", "")),
        ("a < b an|d", ("nothing", "", "", "", "")),
        ("```{ca|", ("component", "ca", "ca", "", "")),
        ("```{card} T\n:ic|", ("attribute", "ic", "ic", "card", "")),
        (":::{card}\n:icon: ro|cket\n", ("value", "rocket", "ro", "card", "icon")),
        ("```python\n:ic|", ("nothing", "", "", "", "")),
        ("[x](guide/st|art#a) b", ("link", "guide/start#a", "guide/st", "", "")),
        ("[a]: gu|ide", ("link", "guide", "gu", "", "")),
        ("{py:func}`brew.m|ake`", ("role", "brew.make", "brew.m", "", "py:func")),
        ("{doc}`te|xt <guide>`", ("role", "guide", "", "", "doc")),
        ("---\ntitle: x\nic|\n---\n", ("field", "ic", "ic", "", "")),
        ("---\nicon: ro|\n---\n", ("field value", "ro", "ro", "", "icon")),
        ('---\nicon: "ro|ck"\n---\n', ("field value", "rock", "ro", "", "icon")),
        ("---\nrelated:\n  - gu|\n---\n", ("field value", "gu", "gu", "", "related")),
    ],
)
def test_what_stands_at_the_cursor_of_markdown_is_known(marked, found):
    assert stands(marked) == found


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        (".. ca|", ("component", "ca", "ca", "", "")),
        (".. ca|rd:: T", ("component", "card", "ca", "", "")),
        (".. card:: T\n   :ic|", ("attribute", "ic", "ic", "card", "")),
        (".. card:: T\n   :icon: ro|cket\n", ("value", "rocket", "ro", "card", "icon")),
        ("`text <gui|de>`_", ("link", "guide", "gui", "", "")),
        (":py:func:`~brew.m|ake`", ("role", "~brew.make", "~brew.m", "", "py:func")),
        ("<Ca|", ("nothing", "", "", "", "")),
    ],
)
def test_what_stands_at_the_cursor_of_restructuredtext_is_known(marked, found):
    assert stands(marked, ".rst") == found


def test_no_place_of_a_page_is_too_much():
    for path in ("docs/components/cards.md", "docs/sphinx/kitchen-sink.rst"):
        text = (ROOT / path).read_text(encoding="utf-8")
        for offset in range(0, len(text), 11):
            found = at_cursor(text[:offset], offset, Path(path).suffix)
            assert 0 <= found.start <= found.end <= offset


def test_each_component_is_found_by_its_tag_and_by_its_directive():
    names = [(each, component_of(name)) for each in registry
             for name in (each.name, each.directive_name)]  # fmt: skip

    assert [each.name for each, found in names if found is not each] == []


@pytest.mark.parametrize(
    ("written", "suffix"),
    [
        ('<{component.name} a="b" {name}="|"', ".mdx"),
        ("```{{{component.directive_name}}} T\n:a: b\n:{name}: |", ".md"),
        (".. {component.directive_name}:: T\n   :a: b\n   :{name}: |", ".rst"),
    ],
)
def test_each_attribute_of_each_component_is_known_in_each_syntax(written, suffix):
    lost = []
    for component in registry:
        for attribute in component.attributes:
            marked = written.format(component=component, name=attribute.name)
            offset = marked.index("|")
            at = at_cursor(marked.replace("|", ""), offset, suffix)
            if attribute_of(at.owner, at.name) is not attribute:
                lost.append(f"{component.name}.{attribute.name}")

    assert lost == []


def test_the_editor_says_of_a_field_of_front_matter_what_the_documentation_says():
    written = field_texts.WRITTEN.read_text(encoding="utf-8")

    assert written == field_texts.text(), "run python3 tools/dev.py renew"
    missing = FIELDS - FIELDS_WITHOUT_EFFECT.keys() - front_matter_fields().keys()
    assert missing == set(), "give each a row in docs/pages/front-matter.md"


# docs.json


def site(*names: str, **titles: str) -> SiteIndex:
    pages = {
        name: OfferedPage(docname=name, path=f"/site/{name}.md", title=titles.get(name, name))
        for name in names
    }
    return SiteIndex(folder=Path("/site"), pages=pages)


def offered(marked: str, index: SiteIndex | None = None) -> list[str]:
    offset = marked.index("|")
    found = choices_in_config(marked.replace("|", "", 1), offset, index or site())
    return [each.label for each in found]


def test_a_docs_json_that_is_no_json_yet_is_completed_by_the_schema():
    assert offered('{ "name": "A", "col|') == ["colors"]
    assert offered('{ "colors": { "pri|" } }') == ["primary"]
    assert offered('{ "appearance": { "default": "|" } }') == ["system", "light", "dark"]
    assert offered('{ "navigation": [ { "icon": "rocke|" } ] }')[0] == "rocket"
    pages = site("index", "guide/start")
    nested = '{ "navigation": { "groups": [ { "group": "A", "pages": ["gui|'
    assert offered(nested, pages) == ["guide/start"]
    assert offered('{ "redirects": [{ "destination": "/gui|', pages) == ["/guide/start"]


def test_every_field_of_the_schema_that_does_something_is_described_where_it_stands():
    for name, field in schema()["properties"].items():
        if field.get("x-effect") != "none" and field.get("description"):
            text = json.dumps({name: 1})
            found = explained_in_config(text, 3, site())
            assert found is not None
            assert found.text == field["description"]


def test_any_beginning_of_a_file_is_gone_through():
    text = (ROOT / "docs/docs.json").read_text(encoding="utf-8")
    whole = [each.text for each in read_json_text(text).texts]

    for end in range(0, len(text), 97):
        begun = [each.text for each in read_json_text(text[:end]).texts]
        assert begun[:-1] == whole[: len(begun)][:-1]


# Links, and pages that get another name


@pytest.mark.parametrize(
    ("text", "suffix", "links"),
    [
        ("[a](b) ![c](d.png) [e]: no\n[f]: g\n", ".md", ["b", "d.png", "g"]),
        ('<Card href="a" /> <Link to={"b"} />', ".mdx", ["a", "b"]),
        ("```\n[a](b)\n```\n`[c](d)` [e](f)", ".md", ["f"]),
        ("```{card}\n:href: a\n[b](c)\n```\n{doc}`t <d>`", ".md", ["a", "c", "d"]),
        ("---\nrelated:\n  - a\n  - T: /b\n---\n[c](d)", ".md", ["a", "/b", "d"]),
        ("`a <b>`_ :doc:`c` :py:func:`d`", ".rst", ["b", "c"]),
        (".. toctree::\n   :maxdepth: 1\n\n   a\n   T <b>\n\nc\n", ".rst", ["a", "b"]),
        ("```{toctree}\na\nT <b>\n```\n[c](d)", ".md", ["a", "b", "d"]),
        (
            '{"navigation": ["a", {"group": "G", "pages": ["b"]}], "name": "c"}',
            ".json",
            ["a", "b"],
        ),
    ],
)
def test_the_links_of_a_source_are_found_where_they_stand(text, suffix, links):
    found = list(links_in(text, suffix))

    assert [each.href for each in found] == links
    assert [text[each.start : each.end] for each in found] == links


@pytest.mark.parametrize(
    ("docname", "before", "after"),
    [
        ("index", "[a](/guide/start#x)", "[a](/begin/first#x)"),
        ("index", "[a](guide/start.md) [b](./guide/start)",
         "[a](begin/first.md) [b](./begin/first)"),
        ("guide/next", "[a](start) [b](../index)", "[a](../begin/first) [b](../index)"),
        ("guide/next", "{doc}`start` [a](/guide/)", "{doc}`../begin/first` [a](/guide/)"),
        ("guide/start", "[a](next) [b](#x) [c](/index)", "[a](../guide/next) [b](#x) [c](/index)"),
    ],
)  # fmt: skip
def test_a_link_is_written_as_before_when_its_page_moves(docname, before, after):
    index = site("index", "guide/index", "guide/start", "guide/next")
    changes = changes_for_rename(before, ".md", docname, "guide/start", "begin/first", index)
    for each in sorted(changes, key=lambda change: -change.start):
        before = before[: each.start] + each.text + before[each.end :]

    assert before == after


@pytest.mark.parametrize(
    ("before", "redirects"),
    [
        ('{"name": "A"}', {"/a": "/b"}),
        ("{}", {"/a": "/b"}),
        ('{"redirects": []}', {"/a": "/b"}),
        ('{"redirects": [{"source": "/c", "destination": "/d"}]}', {"/a": "/b", "/c": "/d"}),
        ('{"redirects": [{"source": "/a", "destination": "/b"}]}', {"/a": "/b"}),
        ('{"redirects": [{"source": "/b", "destination": "/a"}]}', {"/a": "/b"}),
    ],
)
def test_the_old_address_of_a_page_leads_to_the_new_one(before, redirects):
    change = change_for_redirect(before, "a", "b")
    if change is not None:
        before = before[: change.start] + change.text + before[change.end :]

    found = json.loads(before)["redirects"]
    assert {each["source"]: each["destination"] for each in found} == redirects


# Messages


MEANT = {
    kind: known
    for kind, known in explanations().items()
    if "did you mean" in known.get("says", "").casefold() and "mended" in known
}


@pytest.mark.parametrize("kind", MEANT)
def test_what_a_message_proposes_mends_its_example(kind):
    text, says = MEANT[kind]["wrong"], MEANT[kind]["says"]
    lines = enumerate(text.splitlines(), 1)
    line = next((n for n, each in lines if any(w in each for w in quoted_in(says))), 1)
    message = EditorMessage(path="page", text=says, line=line, kind=f"docsjson.{kind}")
    (mend,) = mends_of(message, text)
    for each in sorted(mend.changes, key=lambda change: -change.start):
        text = text[: each.start] + each.text + text[each.end :]

    assert text == MEANT[kind]["mended"]


def test_a_message_is_shown_at_the_word_that_it_is_about():
    text = "# T\r\n\r\n[a](/strat) and strata\r\n"
    message = EditorMessage(path="p", text="no page or file '/strat'; it stays.", line=3)

    start, end = range_of(message, text)

    assert (text[start:end], start) == ("/strat", text.index("/strat"))


# By the protocol


FILES = {
    "docs.json": """{
  "name": "Acme",
  "navigation": [
    "index",
    { "group": "Guide", "icon": "rocket", "pages": ["guide/start", "guide/next"] },
    { "group": "API", "openapi": "pets.json" }
  ]
}
""",
    "index.md": """---
title: Home
description: Where it begins.
---

[Start](/guide/start#install) and 🐸 [next](/guide/next)

```{card} Start
:icon: rokcet
:href: /guide/start
Text.
```
""",
    "guide/start.mdx": """---
title: Start
---

## Install

<Card title="Home" icn="rocket" href="/index">Text</Card>
""",
    "guide/next.rst": """Next
====

.. py:function:: brew(leaves)

   Make tea.

:py:func:`brew` and :doc:`/guide/start`

.. card:: Home
   :href: /indx

   Text.
""",
    "pets.json": json.dumps({
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "paths": {"/pets": {"get": {"responses": {"200": {"description": "Pets"}}}}},
    }),
}  # fmt: skip


@pytest.fixture(scope="module")
def editor(tmp_path_factory):
    folder = tmp_path_factory.mktemp("edited")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    with editing(folder) as editor:
        for name in ("index.md", "guide/start.mdx", "guide/next.rst"):
            editor.write(name, FILES[name])
            editor.wait_for(name, bool)
        yield editor


SLIPS = {
    "index.md": ("rokcet", "rocket"),
    "guide/start.mdx": ("icn", "icon"),
    "guide/next.rst": ("/indx", "/index"),
}


@pytest.mark.parametrize("name", SLIPS)
def test_what_is_typed_is_judged_in_each_syntax_and_the_proposal_mends_it(editor, name):
    wrong, right = SLIPS[name]
    editor.write(name, FILES[name])
    (message,) = editor.wait_for(name, lambda found: len(found) == 1)
    assert wrong in message["message"]

    (action,) = editor.ask(
        "textDocument/codeAction",
        textDocument={"uri": editor.uri(name)},
        range=message["range"],
        context={"diagnostics": [message]},
    )
    (edits,) = action["edit"]["changes"].values()
    mended = applied(FILES[name], edits)

    assert mended == FILES[name].replace(wrong, right)
    editor.write(name, mended)
    assert editor.wait_for(name, lambda found: not found) == []


PAGES = ("index.md", "guide/start.mdx", "guide/next.rst")


def test_the_next_editor_reads_what_changed_and_says_the_same(tmp_path):
    folder, cache = tmp_path / "again", tmp_path / "again-cache"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")

    def times(pattern):
        return {path: path.stat().st_mtime_ns for path in cache.rglob(pattern)}

    def look(link="/indx"):
        """Return the messages of each page, and which pages were read.

        :param link: the one of the last page that leads nowhere.
        """

        def is_said(found):
            return any("icon" in each["message"] or link in each["message"] for each in found)

        before, kept = times("*.doctree"), times("look.pickle")
        with editing(folder) as editor:
            editor.write("index.md", FILES["index.md"])
            said = {name: editor.wait_for(name, is_said) for name in PAGES}
            place = "\n[a](/guide/start#i|"
            offered = editor.offered("index.md", FILES["index.md"] + place)
            assert offered[:1] == ["/guide/start#install"]
            editor.write("index.md", FILES["index.md"])
            for _ in range(WAIT * 20):
                if times("look.pickle") != kept:
                    break
                threading.Event().wait(0.05)
            else:
                pytest.fail("nothing was kept")
            editor.end()
        read = {path.stem for path, time in times("*.doctree").items() if time != before.get(path)}
        return said, read

    first, read = look()
    assert {"index", "start", "next"} <= read
    assert look() == (first, {"index"})

    (folder / "guide" / "next.rst").write_text(FILES["guide/next.rst"].replace("/indx", "/inde"))
    said, read = look("'/inde'")
    assert read == {"index", "next"}
    assert len(said["guide/next.rst"]) == 1
    assert said["guide/start.mdx"] == first["guide/start.mdx"]


def test_docs_json_is_judged_before_it_is_saved(editor):
    editor.write("docs.json", FILES["docs.json"].replace('"name"', '"colour": 1, "name"'))
    (message,) = editor.wait_for("docs.json", bool)
    assert "'colour' is not a field" in message["message"]
    editor.write("index.md", FILES["index.md"] + "\n<Noet>x</Noet>\n")
    editor.wait_for("index.md", lambda found: len(found) == 2)
    assert editor.messages[editor.uri("docs.json")] == [message]

    editor.write("docs.json", FILES["docs.json"])
    assert editor.wait_for("docs.json", lambda found: not found) == []


@pytest.mark.parametrize(
    ("name", "added", "first"),
    [
        ("index.md", "\n<CardG|", "CardGroup"),
        ("index.md", "\n```{car|", "card"),
        ("guide/next.rst", "\n.. accordiong|", "accordiongroup"),
        ("guide/next.rst", "\n.. card:: T\n   :hr|", "href"),
        ("guide/start.mdx", '\n<Card icon="rocke|" />', "rocket"),
        ("index.md", "\n[a](/guide/n|", "/guide/next"),
        ("index.md", "\n[a](/guide/start#i|", "/guide/start#install"),
        ("index.md", "\n{py:func}`br|`", "brew"),
        ("index.md", "\n{op}`GET|`", "GET /pets"),
        ("guide/next.rst", "\n:doc:`/guide/s|`", "/guide/start"),
    ],
)
def test_what_may_be_written_is_offered(editor, name, added, first):
    assert editor.offered(name, FILES[name] + added)[:1] == [first]


def test_front_matter_and_docs_json_are_completed(editor):
    assert editor.offered("index.md", "---\nsidebarT|\n---\n") == ["sidebarTitle"]
    assert editor.offered("index.md", "---\nmode: w|\n---\n")[:1] == ["wide"]
    config = FILES["docs.json"]
    assert "GET /pets" in editor.offered("docs.json", config.replace('["guide/start"', '["GET|"'))
    assert editor.offered("docs.json", config.replace('"name"', '"redi|", "name"')) == [
        "redirects"
    ]


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("index.md", "{card}", "{ca|rd}", "**Card**"),
        ("index.md", ":href", ":hr|ef", "`href` (href)"),
        ("index.md", "title", "ti|tle", "The heading of the page"),
        ("index.md", "start#", "sta|rt#", "Start › Install"),
        ("guide/start.mdx", '"rocket"', '"rock|et"', "**Card**"),
        ("guide/next.rst", "`brew", "`br|ew", "`brew` (function)"),
        ("docs.json", '"rocket"', '"rock|et"', "data:image/svg+xml"),
        ("docs.json", "guide/next", "guide/ne|xt", "**Next**"),
    ],
)
def test_what_stands_at_the_cursor_is_explained(editor, name, old, new, words):
    if name == "guide/start.mdx":
        old, new = "<Card", "<Ca|rd"

    assert words in editor.said(name, FILES[name].replace(old, new, 1))


def test_a_link_leads_to_its_heading_and_a_role_to_its_object(editor):
    heading = editor.at("definition", "index.md", FILES["index.md"].replace("start#", "st|art#"))
    assert heading["uri"] == editor.uri("guide/start.mdx")
    assert heading["range"]["start"]["line"] == 4

    function = editor.at("definition", "index.md", FILES["index.md"] + "\n{py:func}`br|ew`")
    assert function["uri"] == editor.uri("guide/next.rst")
    assert function["range"]["start"]["line"] == 3


def test_a_page_is_renamed_with_its_links_its_entry_and_a_redirect(editor):
    for name in SLIPS:
        editor.write(name, FILES[name])
    marked = FILES["index.md"].replace("start#", "st|art#")
    uses = editor.at("references", "index.md", marked, context={"includeDeclaration": False})
    assert sorted({each["uri"].rpartition("/")[2] for each in uses}) == [
        "docs.json", "index.md", "next.rst",
    ]  # fmt: skip

    answer = editor.at("rename", "index.md", marked, newName="begin/first")
    *edits, moved = answer["documentChanges"]
    after = {
        each["textDocument"]["uri"]: each["edits"] for each in edits
    }  # the texts are those that the editor shows
    texts = {name: applied(FILES[name], after.get(editor.uri(name), [])) for name in FILES}

    assert moved["kind"] == "rename"
    assert moved["newUri"] == editor.uri("begin/first.mdx")
    assert texts["index.md"] == FILES["index.md"].replace("guide/start", "begin/first")
    assert texts["guide/next.rst"] == FILES["guide/next.rst"].replace("guide/start", "begin/first")
    config = json.loads(texts["docs.json"])
    assert config["navigation"][1]["pages"] == ["begin/first", "guide/next"]
    assert config["redirects"] == [{"source": "/guide/start", "destination": "/begin/first"}]


def test_the_explorer_of_the_editor_may_rename_a_page_as_well(editor):
    files = [{"oldUri": editor.uri("guide/next.rst"), "newUri": editor.uri("guide/later.rst")}]
    answer = editor.ask("workspace/willRenameFiles", files=files)
    (index,) = [
        each["edits"]
        for each in answer["documentChanges"]
        if each["textDocument"]["uri"] == editor.uri("index.md")
    ]

    assert "🐸 [next](/guide/later)" in applied(FILES["index.md"], index)


def test_the_server_ends_when_the_editor_does_and_leaves_nothing(editor):
    assert editor.end() == 0
    assert sorted(each.name for each in editor.folder.iterdir()) == [
        "docs.json", "guide", "index.md", "pets.json",
    ]  # fmt: skip


def test_without_pygls_the_command_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(__import__("sys").modules, "pygls", None)
    monkeypatch.delitem(__import__("sys").modules, "sphinx_docsjson.cli.lsp.server", raising=False)

    assert main(["lsp"]) == 2
    assert 'pip install "sphinx-docsjson[lsp]"' in capsys.readouterr().err


NEOVIM = """\
message 11 docsjson.link
completion Callout
hover **Note**: Information that supplements the text
definition guide/start.md
uses 2
mend Write /guide/start
renamed 3
"""


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_neovim_is_answered(tmp_path):
    page = "---\ntitle: Home\n---\n\n<Note>Hello</Note>\n\n<Ca\n\n[x](guide/start)\n\n"
    page += "[y](/guide/strat)\n"
    config = {"name": "A", "navigation": ["index", "guide/start"]}
    files = {"docs.json": json.dumps(config), "index.md": page, "guide/start.md": "# Start\n"}
    write_files(tmp_path, files)
    told = {"SITE": str(tmp_path), "PYTHON": sys.executable, "PYTHONPATH": str(ROOT)}
    script = Path(__file__).parent / "inputs" / "neovim.lua"

    command = ["nvim", "--headless", "-u", "NONE", "-S", str(script)]
    done = subprocess.run(command, env={**os.environ, **told}, capture_output=True, text=True)

    assert re.sub(r"\s*\n", "\n", done.stderr.replace("\r", "")) + "\n" == NEOVIM
