"""The texts of docs.json are messages of a catalogue of their own."""

from __future__ import annotations

import json
import os
import re

from tests._support.inputs import input_data
from tests.translation.catalogues import build_in, extract, fill, machine

CONFIG = input_data(__file__, "site.yaml")
FILES = {
    "docs.json": json.dumps(CONFIG, indent=2),
    "one.md": '---\ntitle: origOne\nsidebarTitle: origSide\ntag: origBadge\n'
    'description: origFirst page\n---\n\nWith {{product}}.\n',
    "two.mdx": "# origTwo\n\n## origPart\n",
    "three.rst": "origThree\n=========\n",
}  # fmt: skip


def words_of(text):
    """Return an output without ids, and without the values that stay what they are."""
    text = re.sub(r'\bid="[^"]*"|#[\w-]+', "", text)
    return text.replace("origType", "").replace("origProduct", "").replace("tradProduct", "")


def test_everything_around_a_page_is_translated(tmp_path):
    srcdir = tmp_path / "site"
    before = build_in(srcdir, FILES)
    names = ("one.html", "two.html", "three.html", "404.html", "search.html", "llms.txt", "one.md")
    originals = {name: words_of(before.text(name)) for name in names}
    fill(srcdir, extract(srcdir, FILES))
    after = build_in(srcdir, FILES)

    assert after.warning_lines == []
    for name in names:
        assert machine(originals[name]) == words_of(after.text(name)), name
        assert "trad" in after.text(name), name
    title = after.soup("one").title.get_text()
    assert "tradOne" in title
    assert "tradName" in title


def test_the_messages_name_their_lines(tmp_path):
    found = extract(tmp_path / "site", FILES)
    lines = FILES["docs.json"].splitlines()

    assert {m.id for m in found.catalogues["docsjson"] if m.id} == {
        "origName", "origSummary", "origBanner **origStrong**", "origTop", "origButton",
        "origColumn", "origFoot", "origSearch", "origLost", "origNowhere", "origOg", "origTab",
        "origGroup", "origTag", "origInner", "origOther", "origAnchor",
    }  # fmt: skip
    for message in found.catalogues["docsjson"]:
        if message.id:
            for path, line in message.locations:
                assert path.endswith("site/docs.json")
                around = "\n".join(lines[line - 1 : line + 4])
                assert message.id.split()[0] in around, (message.id, line)
    one = {m.id: m.locations[0][1] for m in found.catalogues["one"] if m.id}
    assert one == {
        "origOne": 2, "origSide": 3, "origBadge": 4, "origFirst page": 5, "With {{product}}.": 8
    }  # fmt: skip


def test_no_catalogue_changes_the_name_of_a_file(tmp_path):
    srcdir = tmp_path / "site"
    fill(srcdir, extract(srcdir, FILES))
    built = build_in(srcdir, FILES, "latex")

    names = {path.name for path in built.outdir.glob("*.tex")}
    assert names == {"origname-origtab.tex", "origname-origother.tex"}


def test_a_new_translation_of_a_name_writes_the_pages_again(tmp_path):
    srcdir = tmp_path / "site"
    found = extract(srcdir, FILES)
    fill(srcdir, found)
    build_in(srcdir, FILES)
    fill(srcdir, found, lambda text: machine(text).replace("tradGroup", "Gruppe"))
    for path in (srcdir / "locale").rglob("*.po"):
        later = path.with_suffix(".mo").stat().st_mtime_ns + 2_000_000_000
        os.utime(path, ns=(later, later))
    sidebar = build_in(srcdir, FILES).soup("two").select_one("#dj-sidebar").get_text()

    assert "Gruppe" in sidebar
    assert "tradGroup" not in sidebar


def test_one_catalogue_for_everything_holds_the_names_too(tmp_path):
    conf = {"gettext_compact": "docs"}
    srcdir = tmp_path / "site"
    found = extract(srcdir, FILES, conf)
    fill(srcdir, found)

    assert set(found.catalogues) == {"docs"}
    text = words_of(build_in(srcdir, FILES, conf=conf).text("two.html"))
    assert "tradGroup" in text
    assert not re.search(r"\borig", text)
