"""The index: the same bytes however a site was built, and nothing of what is not to be found."""

from __future__ import annotations

import json
import random

import pytest

from sphinx_docsjson.ext.search import index
from sphinx_docsjson.ext.search.answers import data_of
from sphinx_docsjson.ext.search.records import FoundFragment, FragmentKind, page_record
from tests._support.building import build_site
from tests.benchmarks.generate import page_text
from tests.search.asking import ask

PAGES = {
    "index.md": "---\ntitle: Start\n---\n\nWelcome to the site.\n",
    "one.md": "---\ntitle: Deploy\n---\n\n## Rollback\n\nTake the former release.\n",
    "two.md": "---\ntitle: Errors\nkeywords: [crash, boom]\n---\n\nWhat went wrong.\n",
    "three.md": "---\ntitle: Deploy in secret\nhidden: true\n---\n\nHush.\n",
    "four.md": "---\ntitle: Unsought\nnoindex: true\n---\n\nDeploy.\n",
    "five.rst": "Library\n=======\n\n.. py:function:: acme.charge_card(amount)\n\n   Take it.\n",
    "outside.md": "---\ntitle: Outside\n---\n\nDeploy outside.\n",
}
NAMES = ["index", "one", "two", "three", "four", "five"]
CONFIG = {"name": "Acme", "navigation": [{"group": "All", "pages": NAMES}]}
CONF = {"html_theme": "docsjson"}
CHILD = '[theme]\ninherit = "docsjson"\n'


def site(tmp_path, name, pages=PAGES, conf=CONF, **options):
    files = {**pages, "docs.json": json.dumps(CONFIG)}
    return build_site(tmp_path / name, files, conf=conf, **options)


def index_of(built):
    folder = built.outdir / "_static" / "search"
    return {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.js")}


def uris(answer):
    return [found["uri"] for found in answer["found"]]


def test_the_same_pages_make_the_same_files(tmp_path):
    alone = index_of(site(tmp_path, "alone"))
    together = index_of(site(tmp_path, "together", parallel=2))
    before = {**PAGES, "one.md": "---\ntitle: Former\n---\n\nFormer.\n", "six.md": "# Six\n"}
    site(tmp_path, "later", before)
    (tmp_path / "later" / "six.md").unlink()
    later = site(tmp_path, "later")

    assert alone == together == index_of(later)
    assert later.warning_lines == []


def test_what_is_hidden_is_not_found(tmp_path):
    built = site(tmp_path, "site")
    deploy, crash = ask(built.outdir, "deploy", "crash")

    assert uris(deploy) == ["one.html"]
    assert uris(crash) == ["two.html"]
    assert "Hush" not in "".join(index_of(built).values())


def test_an_object_of_autodoc_is_a_place(tmp_path):
    (answer,) = ask(site(tmp_path, "site").outdir, "charge_card")

    assert answer["found"][0]["places"][0] == ["acme.charge_card", 4, "acme.charge_card"]


def test_authors_say_which_page_counts_more(tmp_path):
    text = "---\ntitle: Topic\n{}---\n\nAll of the topic.\n"
    pages = {**PAGES, "one.md": text.format(""), "two.md": text.format("boost: 3\n")}
    (answer,) = ask(site(tmp_path, "site", pages).outdir, "topic")

    assert uris(answer) == ["two.html", "one.html"]


def test_parts_of_the_navigation_count_more_and_less(tmp_path):
    text = "---\ntitle: Topic\n{}---\n\nAll of the topic.\n"
    names = ["one", "two", "three"]
    boosts = dict(zip(names, ("", "boost: 2\n", "boost: twice\n"), strict=True))
    files = {f"{name}.md": text.format(boost) for name, boost in boosts.items()}
    inner = {"group": "Inner", "boost": 4, "pages": ["one"]}
    groups = [
        {"group": "Outer", "boost": 0.5, "pages": [inner, "two"]},
        {"group": "Wrong", "boost": -1, "pages": ["three"]},
    ]
    files["docs.json"] = json.dumps({"name": "Acme", "navigation": groups})
    built = build_site(tmp_path / "site", files, conf=CONF)
    (answer,) = ask(built.outdir, "topic")

    # 0.5 · 4, then 0.5 · 2 and 1, in the order of the names.
    assert uris(answer) == ["one.html", "three.html", "two.html"]
    front, config = sorted(built.warning_lines, key=lambda line: "docs.json" in line)
    assert "three.md:3: WARNING: boost: 'twice' is left out; boost is a number above 0" in front
    assert "-1 is left out; boost is a number above 0" in config


def test_texts_are_loaded_where_they_are_shown(tmp_path):
    parts = [f"## Part {n}\n\n{f'Unlike{n} words follow here. ' * 160}\n\n" for n in range(9)]
    pages = {**PAGES, "one.md": "---\ntitle: Long\n---\n\n" + "".join(parts)}
    built = site(tmp_path, "site", pages)
    (answer,) = ask(built.outdir, "unlike7")
    files = index_of(built)
    loaded = [name for name in answer["loaded"] if "-" in name]

    assert answer["found"][0]["places"] == [["part-7", 1, "Part 7"]]
    assert answer["found"][0]["texts"][0].startswith("Unlike7 words")
    assert len(loaded) == 1
    group = loaded[0].partition("-")[0]
    assert "Unlike7" not in files[f"{group}.js"]
    assert sum(name.startswith(f"{group}-") for name in files) > 1


def test_what_is_typed_quickly_is_asked_once(tmp_path):
    pages = {f"p{n}.md": f"# Page {n}\n\n{'Deploying it. ' * n}\n" for n in range(1, 9)}
    # So many words that begin alike stand in several files.
    letters = "abcdefghijklmnopqrst"
    deep = [f"de{one}{two}" for one in letters for two in letters]
    pages |= {f"q{n}.md": f"# Depth {n}\n\n{f'{n} '.join(deep)}\n" for n in range(1, 9)}
    built = build_site(tmp_path / "site", {**PAGES, **pages}, conf=CONF)
    at_once, typed, rested = ask(
        built.outdir,
        "deploying",
        {"typed": "deploying", "every": 100},
        {"typed": "deploying", "every": 2_000},
    )

    assert typed["loaded"] == at_once["loaded"]
    assert typed["found"] == at_once["found"] == rested["found"]
    assert len(rested["loaded"]) > len(typed["loaded"])


def test_a_phrase_is_found_in_one_order(tmp_path):
    filler = "Some other words. " * 200
    pages = {
        "index.md": "# Start\n",
        "one.md": f"# One\n\n{filler}\n\n## Here\n\nThe former release is kept.\n",
        "two.md": "# Release\n\nThe release, the former one.\n",
        "three.md": "# 三\n\n全文搜索很快。\n",
    }
    built = build_site(tmp_path / "site", pages, conf=CONF)
    free, marked, quotes, chinese, other = ask(
        built.outdir,
        "former release",
        '"former release"',
        "„Former Release“ kept",
        "「全文搜索」",
        "「搜索全文」",
    )

    assert set(uris(free)) == {"one.html", "two.html"}
    assert uris(marked) == uris(quotes) == ["one.html"]
    assert uris(chinese) == ["three.html"]
    assert uris(other) == []


def test_a_name_in_a_cell_of_its_own_is_what_the_row_is_about(tmp_path):
    table = "| Option | What |\n|---|---|\n| `--watch`, `-w` | Build again |\n"
    mention = "Add `--watch` to it. `--watch` is good, `--watch` is quick.\n"
    pages = {
        **PAGES,
        "one.md": f"---\ntitle: Other\n---\n\n{mention}",
        "two.md": f"---\ntitle: Commands\n---\n\n{'Many words about it. ' * 90}\n\n{table}",
    }
    (answer,) = ask(site(tmp_path, "site", pages).outdir, "--watch")

    assert uris(answer) == ["two.html", "one.html"]


def test_words_that_say_nothing_alone_count_in_titles_only(tmp_path):
    pages = {f"p{n}.md": f"# Page {n}\n\nHow and what of it, and how.\n" for n in range(12)}
    pages["index.md"] = "# Start\n"
    pages["test.md"] = "# Tests\n\nRun them.\n"
    pages["how.md"] = "# How\n\nThe title.\n"
    sought, alone = ask(
        build_site(tmp_path / "site", pages, conf=CONF).outdir, "how do I test", "how"
    )

    assert uris(sought)[0] == "test.html"
    assert uris(alone)[0] == "how.html"


def test_a_question_may_be_a_whole_page(tmp_path):
    built = site(tmp_path, "site")
    pasted = ["deploy " + "x" * 10_000, "deploy " * 1_500, "検索" * 5_000, "aB" * 5_000]
    answers = ask(built.outdir, *pasted)

    assert uris(answers[0]) == uris(answers[1]) == ["one.html"]
    assert all(len(answer["loaded"]) < 20 for answer in answers)


def test_the_words_around_a_page_are_not_on_it(tmp_path):
    built = site(tmp_path, "site")

    assert "Copy page" in built.text("one.html")
    assert "Copy page" not in "".join(index_of(built).values())


def test_an_index_of_sphinx_is_made_where_it_is_asked(tmp_path):
    built = site(tmp_path, "ours")
    assert not (built.outdir / "searchindex.js").exists()
    assert (built.outdir / "search.html").exists()

    built = site(tmp_path, "sphinx", conf={**CONF, "docsjson_search": "sphinx"})
    assert (built.outdir / "searchindex.js").exists()
    assert "searchtools.js" in built.text("search.html")
    assert index_of(built) == {}

    built = site(tmp_path, "alabaster", conf={"html_theme": "alabaster"})
    assert (built.outdir / "searchindex.js").exists()
    assert index_of(built) == {}


READS = "load('searchindex.js')"
EXTENSION = "def setup(app):\n    pass  # it reads searchindex.js in the output\n"


@pytest.mark.parametrize(
    ("files", "conf"),
    [
        ({"_static/find.js": READS}, {"html_static_path": ["_static"]}),
        ({"_static/find.js": READS}, {"html_static_path": ["_static/find.js"]}),
        (
            {"_static/deep/find.mjs": READS},
            {"html_static_path": ["_static"], "html_js_files": ["deep/find.mjs"]},
        ),
        ({"_templates/page.html": f"{{# {READS} #}}"}, {"templates_path": ["_templates"]}),
        ({"extra/find.html": READS}, {"html_extra_path": ["extra"]}),
        ({"conf.py": EXTENSION}, {}),
        ({"index_reader.py": EXTENSION}, {"extensions": ["sphinx_docsjson", "index_reader"]}),
        (
            {"themes/house/theme.toml": CHILD, "themes/house/find.html": READS},
            {"html_theme": "house", "html_theme_path": ["themes"]},
        ),
        ({}, {"html_search_options": {"type": "any"}}),
    ],
)
def test_an_index_of_sphinx_is_made_where_something_reads_it(files, conf, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path / "site")
    pages = {"index.md": PAGES["index.md"]}

    built = build_site(tmp_path / "site", pages | files, conf={**CONF, **conf})

    assert "welcom" in built.text("searchindex.js")
    assert index_of(built)  # ours is there as well


def test_an_extension_that_reads_no_index_has_none(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path / "site")
    files = {"index.md": PAGES["index.md"], "other_reader.py": "def setup(app):\n    pass\n"}
    conf = {**CONF, "extensions": ["sphinx_docsjson", "other_reader", "sphinx.ext.autodoc"]}

    assert not (build_site(tmp_path / "site", files, conf=conf).outdir / "searchindex.js").exists()


def test_a_path_to_another_site_that_is_none_is_reported(tmp_path):
    wrong = ["https://x.test/", {"label": "No path"}, "../v1"]
    built = site(tmp_path, "site", conf={**CONF, "docsjson_search_indexes": wrong})

    assert [line.count("docsjson_search_indexes") for line in built.warning_lines] == [1, 1]
    assert '{"label":"v1","path":"../v1"}' in built.text("_static/docsjson-search.js")


def test_a_site_without_a_page_has_an_index(tmp_path):
    pages = {"index.md": "---\ntitle: Start\nnosearch: true\n---\n"}
    built = build_site(tmp_path / "site", pages, conf=CONF)

    assert built.warning_lines == []
    assert ask(built.outdir, "start")[0]["found"] == []


READERS = {
    "index.md": "---\ntitle: Start\n---\n\nWelcome to all of it.\n",
    "one.md": "---\ntitle: Commands\n---\n\n| Option | What |\n|---|---|\n"
    "| `--fail-on`, `-f` | Ends the check |\n| `--cache` | Where it is kept |\n| Words | None |\n",
    "two.md": "---\ntitle: Quickstart\n---\n\n## Install\n\nInstall the quickstart. "
    "A quickstart is short.\n\n## Quickstart for teams\n\nThe same.\n",
    "three.md": "---\ntitle: Slips\n---\n\nWho writes quikstart is led on.\n\n"
    ":::{container} no-search\nA sample of marmalade.\n:::\n",
    "four.md": "---\ntitle: What you see\n---\n\nWhat do I see of it, and how do I see it.\n",
    "five.md": "---\ntitle: Logo\n---\n\nA picture in the header.\n",
}


def test_readers_ask_in_sentences_with_slips_and_by_names_of_rows(tmp_path):
    conf = {**CONF, "myst_enable_extensions": ["colon_fence"]}
    built = site(tmp_path, "site", READERS, conf)
    other = site(tmp_path, "other", READERS, {"html_theme": "basic"})
    option, slip, sample, sentence = ask(
        built.outdir, "--fail-on", "quikstart", "marmalade", "how do I see what the logo is"
    )

    assert option["found"][0]["places"][0] == ["fail-on", 3, "--fail-on, -f"]
    assert [row["id"] for row in built.soup("one").select("tr[id]")] == ["fail-on", "cache"]
    assert other.soup("one").select("tr[id]") == []
    # A page about slips has the word; the page that is meant comes with it.
    assert set(uris(slip)) == {"two.html", "three.html"}
    assert uris(sample) == []
    assert uris(sentence)[0] == "five.html"


def test_an_index_is_made_again_only_where_something_of_it_changed(tmp_path, monkeypatch):
    made = []
    texts = index.index_texts
    monkeypatch.setattr(index, "index_texts", lambda *a, **k: made.append(1) or texts(*a, **k))
    files = {"index.md": "# One\n\nWords.\n", "two.md": "# Two\n\nMore words.\n"}
    folder = site(tmp_path, "s", files).outdir / index.FOLDER

    def again(changed=()):
        made.clear()
        build_site(tmp_path / "s", dict(changed), conf=CONF)
        return len(made), {path.name: path.read_bytes() for path in folder.glob("*.js")}

    before = {path.name: path.read_bytes() for path in folder.glob("*.js")}
    assert again() == (0, before)
    (folder / "index.js").unlink()
    (folder / "other.js").write_text("left")
    assert again() == (1, before)
    count, now = again({"two.md": "# Two\n\nAnother text.\n"})
    assert count == 1
    assert now != before
    assert again()[0] == 0
    assert again({"index.md": "---\nboost: 2\n---\n# One\n\nWords.\n"})[0] == 1
    assert again({"docs.json": json.dumps({**CONFIG, "navigation": ["two", "index"]})})[0] == 1


def written(texts):
    """Return the files of an index of pages by their names."""
    pages = []
    for name, text in sorted(texts.items()):
        told = FoundFragment(anchor="", kind=FragmentKind.PAGE, title=name, texts=[text])
        record = page_record(name, "", [told])
        pages.append(index.IndexedPage(record=record, uri=f"{name}.html", path=[]))
    return index.index_texts(pages, facets={}, suggested=[], languages=set(), stopped=set())


def page_texts(names):
    return {name: page_text(name, names, random.Random(name)) for name in names}


NAMES_OF_MANY = [f"tab-{number // 50}/page-{number:03}" for number in range(300)]


def changed_files(before, after):
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def test_a_page_that_is_added_changes_one_group_and_the_files_of_words():
    texts = page_texts(NAMES_OF_MANY)
    before = written(texts)
    after = written({**texts, "tab-3/page-150-more": page_text("more", ["a/1"], random.Random(1))})
    changed = changed_files(before, after)
    groups = {name.partition("-")[0].removesuffix(".js") for name in changed if name[0] == "p"}

    assert len(before) <= 0.5 * len(texts)  # a site of n pages has 2 n files without the search
    assert len(changed) <= 20
    assert len(groups) == 1


def test_a_change_of_a_page_changes_the_files_of_its_group_and_no_others():
    texts = page_texts(NAMES_OF_MANY)
    before = written(texts)
    changed = changed_files(before, written(texts | {NAMES_OF_MANY[150]: "More words."}))
    first = data_of(before["index.js"])[1]

    assert (
        len(
            {name.partition("-")[0].removesuffix(".js") for name in changed}
            & {f"p{name}" for name in first["groups"]}
        )
        == 1
    )
    assert all(
        data_of(text)[0] == index.mark_of(name.removesuffix(".js"), first)
        for name, text in before.items()
        if name != index.FIRST
    )


@pytest.mark.nightly
def test_a_site_has_few_files_and_a_page_that_is_added_changes_few(tmp_path):
    folder, names = tmp_path / "site", NAMES_OF_MANY
    files = {f"{name}.md": text for name, text in page_texts(names).items()}

    def build(added=()):
        groups = [
            {"group": f"Group {at // 5}", "pages": names[at : at + 5]}
            for at in range(0, len(names), 5)
        ]
        groups[len(groups) // 2]["pages"][1:1] = [name.removesuffix(".md") for name in added]
        config = {"name": "Many", "navigation": groups}
        pages = {**files, "docs.json": json.dumps(config), "index.md": "# Many\n", **dict(added)}
        out = build_site(folder, pages, conf=CONF).outdir
        return {
            path.relative_to(out).as_posix(): path.read_bytes()
            for path in out.rglob("*")
            if path.is_file()
        }

    before = build()
    after = build({"more.md": page_text("more", names, random.Random(1))})

    assert len(before) <= 2.5 * len(names) + 60  # each site has about sixty files of the theme
    # Each page has the sidebar, which a page more changes.
    changed = [name for name in changed_files(before, after) if not name.endswith(".html")]
    assert len(changed) <= 30
