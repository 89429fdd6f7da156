"""Several builds become one site: as one build would have made it, and part by part."""

from __future__ import annotations

import json
import re
import shutil

import pytest
from sphinx.util.inventory import InventoryFile

from sphinx_docsjson.cli.main import main
from sphinx_docsjson.ext.parts.part import FILE
from tests._support.browser import serving
from tests._support.building import build_site, write_files
from tests._support.shared_builds import built_once

BASE = "https://acme.example/docs/"


def page(part, number, parts, pages):
    """Return a page that refers in each way to a page of another part, and to its own."""
    other = f"s{(part + 1) % parts}"
    name, own = f"{other}/p{number}", f"p{(number + 1) % pages}"
    return (
        f"---\ntitle: Page {number} of {part}\n---\n\n(label-s{part}-{number})=\n"
        f"## Part {number}\n\n[words](/{name}), [](/{name}), [place](/{name}#part-{number}), "
        f"[this]({own}.md), [also this](/s{part}/{own}), [itself](/s{part}/p{number}), "
        f"{{ref}}`label-{other}-{number}`, {{ref}}`so <label-{other}-{number}>`, "
        f"[](label-{other}-{number}), [so](label-{other}-{number}), {{doc}}`/{name}`, "
        f"{{doc}}`so </{name}>`, {{term}}`word {other} {number}`, {{py:func}}`{other}.run{number}`"
        f"\n\n```{{glossary}}\nword s{part} {number}\n: What {part} {number} says.\n```\n\n"
        f"```{{eval-rst}}\n.. py:function:: s{part}.run{number}(x)\n```\n\n"
        f'<Card title="There" href="/{other}/p0">Text.</Card>\n'
    )


HOME = "---\ntitle: Home\n---\n\nSee [](/s0/p0).\n"


def sources(parts, pages):
    """Return folder → files: the whole site as ``one``, and the same as parts."""
    groups = {
        part: {"group": f"Group {part}", "pages": [f"p{number}" for number in range(pages)]}
        for part in range(parts)
    }
    home = {"group": "Home", "pages": ["index"]}
    whole = [
        {"group": group["group"], "pages": [f"s{part}/{name}" for name in group["pages"]]}
        for part, group in groups.items()
    ]
    texts = {
        (part, number): page(part, number, parts, pages)
        for part in range(parts)
        for number in range(pages)
    }
    found = {
        "one": {
            "docs.json": config([home, *whole]),
            "index.md": HOME,
            **{f"s{part}/p{number}.md": text for (part, number), text in texts.items()},
        },
        "base": {
            "docs.json": config([home, *({"sourceRef": f"s{part}"} for part in groups)]),
            "index.md": HOME,
        },
    }
    for part, group in groups.items():
        found[f"s{part}"] = {
            "docs.json": config([group]),
            **{f"p{number}.md": texts[part, number] for number in range(pages)},
        }
    return found


def config(groups, name="Acme"):
    return json.dumps({"name": name, "navigation": {"groups": groups}})


def build_part(folder, name, files, **conf):
    """Build a part; ``one`` is the whole site."""
    mount = {} if name == "one" else {"docsjson_part": "/" if name == "base" else name}
    settings = {"html_baseurl": BASE, **mount, **conf}
    built = build_site(folder / name, files, conf=settings)
    assert built.warning_lines == []
    return built


def built_parts(folder, parts=2, pages=2):
    for name, files in sources(parts, pages).items():
        build_part(folder, name, files)


def outputs(folder, names):
    return [str(folder / f"{name}-out" / "html") for name in names]


def joined(folder, names):
    return main(["join", "-W", *outputs(folder, names), "-o", str(folder / "joined")])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with the whole site as ``one-out``, and in two parts as ``joined``."""

    def build(where):
        built_parts(where)
        assert joined(where, ["base", "s0", "s1"]) == 0

    return built_once(tmp_path_factory, "joined-site", build)


def cut(text, pattern):
    return (re.search(pattern, text, re.DOTALL) or [""])[0]


SEEN = {
    "article": r"<article>.*?</article>",
    "sidebar": r'<nav id="dj-sidebar".*?</nav>',
    "neighbours": r'<nav class="dj-pagination.*?</nav>',
    "contents": r'<aside class="dj-toc.*?</aside>',
}


def differences(folder):
    """Yield what a page of the joined site shows in another way than that of the one build."""
    one = folder / "one-out" / "html"
    names = sorted(path.relative_to(one).as_posix() for path in one.rglob("p*.html"))
    assert names
    for name in (*names, "index.html"):
        whole = (one / name).read_text(encoding="utf-8")
        ours = (folder / "joined" / name).read_text(encoding="utf-8")
        for what, pattern in SEEN.items():
            assert cut(whole, pattern) or what == "contents"
            if cut(whole, pattern) != cut(ours, pattern):
                yield name, what


def test_a_page_is_the_same_whether_its_site_is_one_build_or_several(folder):
    assert list(differences(folder)) == []


@pytest.mark.nightly
@pytest.mark.parametrize(("parts", "pages"), [(4, 5), (10, 2)])
def test_a_page_is_the_same_in_four_and_in_ten_parts(parts, pages, tmp_path):
    built_parts(tmp_path, parts, pages)
    names = ["base", *(f"s{part}" for part in range(parts))]

    assert joined(tmp_path, names) == 0
    assert list(differences(tmp_path)) == []


def test_nothing_that_a_part_left_open_stays_open(folder):
    texts = {path: path.read_bytes() for path in (folder / "joined").rglob("*") if path.is_file()}
    assert [str(path) for path, text in texts.items() if b"docsjson-part:" in text] == []
    assert [str(path) for path, text in texts.items() if b"<!--docsjson" in text] == []
    twin = (folder / "joined/s0/p0.md").read_text()
    assert f"[Page 0 of 1]({BASE}s1/p0.md)" in twin
    assert f"[Part 0]({BASE}s1/p0.md#label-s1-0)" in twin


def test_indexes_of_a_joined_site_name_those_of_its_parts(folder):
    out = folder / "joined"
    sitemap = (out / "sitemap.xml").read_text()

    assert re.findall("<loc>(.*?)</loc>", sitemap) == [
        f"{BASE}{name}" for name in ("sitemap-pages.xml", "s0/sitemap.xml", "s1/sitemap.xml")
    ]
    assert f"<loc>{BASE}s0/p0.html</loc>" in (out / "s0/sitemap.xml").read_text()
    assert f"## Parts\n\n- [Acme s0]({BASE}s0/llms.txt)\n" in (out / "llms.txt").read_text()
    assert f"Sitemap: {BASE}sitemap.xml" in (out / "robots.txt").read_text()
    assert not (out / "s0/robots.txt").exists()
    assert '["s1/p1.html","Page 1 of 1"]' in (out / "_static/not-found-pages.js").read_text()


def test_other_projects_find_what_every_part_has_in_one_inventory(folder):
    found = InventoryFile.loads((folder / "joined/objects.inv").read_bytes(), uri="")

    assert found["std:doc", "s1/p0"].uri == "s1/p0.html"
    assert found["std:label", "label-s0-1"].uri == "s0/p1.html#label-s0-1"
    assert found["py:function", "s1.run0"].uri == "s1/p0.html#s1.run0"
    assert found["std:label", "search"].uri == "search.html"


def test_a_part_that_is_built_again_is_joined_without_building_the_others(folder, tmp_path):
    work = tmp_path / "work"
    shutil.copytree(folder, work)
    before = {path: path.stat().st_mtime_ns for path in (work / "joined").rglob("*.html")}
    files = sources(2, 2)["s1"]
    files["p1.md"] = "---\ntitle: Another name\n---\n\n(label-s1-1)=\n## Part 1\n"
    del files["p0.md"]
    (work / "s1/p0.md").unlink()
    files["docs.json"] = config([{"group": "Group 1", "pages": ["p1"]}])
    build_part(work, "s1", files)

    # Links of the other part lead to the page that is gone: told, and the site is made.
    assert joined(work, ["base", "s0", "s1"]) == 1
    out = work / "joined"
    assert "Another name" in cut((out / "s0/p0.html").read_text(), SEEN["sidebar"])
    assert "Another name" in cut((out / "s0/p1.html").read_text(), SEEN["article"])
    assert not (out / "s1/p0.html").exists()
    times = {path: path.stat().st_mtime_ns for path in before if path.exists()}
    assert joined(work, ["base", "s0", "s1"]) == 1
    assert {path: path.stat().st_mtime_ns for path in times} == times


@pytest.fixture
def published(folder, monkeypatch):
    """Return the address where a part is published, by itself, and no proxy is asked for it."""
    monkeypatch.setenv("no_proxy", "*")
    with serving(folder / "s1-out" / "html") as address:
        yield address


def test_a_part_at_an_address_stays_there_and_the_others_lead_to_it(folder, published, tmp_path):
    out = tmp_path / "out"
    assert main(["join", "-W", *outputs(folder, ["base", "s0"]), published, "-o", str(out)]) == 0

    assert not (out / "s1").exists()
    there = f"{published}/p0.html"
    one = (folder / "joined/s0/p0.html").read_text()
    page = (out / "s0/p0.html").read_text()
    # All is as if the part were here, but for where its pages are.
    for what in ("article", "sidebar", "neighbours", "contents"):
        expected = cut(one, SEEN[what]).replace("../s1/", f"{published}/")
        assert cut(page, SEEN[what]) == expected
    assert there in cut(page, SEEN["sidebar"])
    links = re.findall(rf'href="{re.escape(published)}/([^"]*)"', cut(page, SEEN["article"]))
    assert {each.partition("#")[2] for each in links} == {
        "", "part-0", "label-s1-0", "term-word-s1-0", "s1.run0",
    }  # fmt: skip
    assert f"]({there})" in (out / "s0/p0.md").read_text()
    assert "/s1/" not in (out / "sitemap.xml").read_text()
    assert f"{published}/llms.txt" in (out / "llms.txt").read_text()
    inventory = InventoryFile.loads((out / "objects.inv").read_bytes(), uri="")
    assert [("std:doc", f"{part}/p0") in inventory for part in ("s0", "s1")] == [True, False]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/gone", "no part of a site is here (docsjson-part.json: File not found)"),
        ("/page", "its docsjson-part.json does not describe a part; build it again"),
        (":no-port", "no part of a site is here (docsjson-part.json: nonnumeric port"),
    ],
)
def test_an_address_without_a_part_is_told_in_one_line(
    folder, monkeypatch, tmp_path, capsys, path, reason
):
    monkeypatch.setenv("no_proxy", "*")
    write_files(tmp_path / "page", {FILE: "<!doctype html><title>Sign in</title>"})
    with serving(tmp_path) as address:
        named = f"http://127.0.0.1{path}" if path[0] == ":" else address + path
        assert main(["join", *outputs(folder, ["base", "s0"]), named, "-o", "out"]) == 2

    said = capsys.readouterr().err.splitlines()
    assert [line for line in said if line.startswith(f"{named}: ERROR: {reason}")] != []
    assert [line for line in said if "Traceback" in line] == []


VERSIONS = {
    "base": {
        "docs.json": json.dumps(
            {
                "name": "Acme",
                "navigation": {
                    "versions": [
                        {"version": "2.0", "sourceRef": "v2"},
                        {"version": "1.0", "sourceRef": "v1"},
                    ]
                },
            }
        ),
        "index.md": "---\ntitle: Home\n---\n\nText.\n",
    },
    **{
        part: {
            "docs.json": json.dumps(
                {
                    "name": f"Acme {part}",
                    "navigation": {
                        "tabs": [
                            {"tab": "Use", "groups": [{"group": "Use", "pages": pages}]},
                            {"tab": "API", "groups": [{"group": "API", "pages": ["api"]}]},
                        ]
                    },
                    "redirects": [{"source": "/old", "destination": f"/{pages[0]}"}],
                }
            ),
            **{f"{name}.md": f"---\ntitle: {name} {part}\n---\n\nText.\n" for name in pages},
            "api.md": "---\ntitle: API\n---\n\nText.\n",
        }
        for part, pages in {"v1": ["use", "more"], "v2": ["use", "new"]}.items()
    },
}


def test_versions_that_are_parts_have_a_menu_that_stays_on_the_page(tmp_path):
    for name, files in VERSIONS.items():
        build_part(tmp_path, name, files)
    assert joined(tmp_path, ["base", "v1", "v2"]) == 0
    out = tmp_path / "joined"

    def menu(name):
        return re.findall(
            r'<a href="([^"]*)"[^>]* data-choice="([^"]*)"', (out / name).read_text()
        )

    assert menu("v1/use.html") == [("../v2/use.html", "2.0"), ("#", "1.0")]
    assert menu("v1/more.html") == [("../v2/use.html", "2.0"), ("#", "1.0")]
    assert menu("v2/api.html") == [("#", "2.0"), ("../v1/api.html", "1.0")]
    assert menu("v1/search.html")[1] == ("use.html", "1.0")
    tabs = re.findall(r'nav-tabs-item" href="([^"]*)"', (out / "v1/more.html").read_text())
    assert tabs == ["use.html", "api.html"]
    assert "dj-has-tabs" in cut((out / "index.html").read_text(), "<html[^>]*>")
    script = (out / "v1/_static/docsjson-search.js").read_text()
    assert '"sites":[{"label":"Acme","path":"../"},{"label":"Acme v2","path":"../v2/"}]' in script
    lines = (out / "_redirects").read_text().splitlines()
    assert lines[1:] == [
        "/docs/v1/old /docs/v1/use.html 301",
        "/docs/v2/old /docs/v2/use.html 301",
    ]


# Versions and languages: what search engines and readers of an old version are told.

EDITIONS = {"v1": ("use", "more"), "v2": ("use", "new")}
LANGUAGES = ("en", "de")


def edition(part, before=""):
    """Return the languages of a version, each with two tabs."""
    return [
        {
            "language": code,
            "tabs": [
                {
                    "tab": f"{code} use",
                    "groups": [
                        {"group": "Use", "pages": [f"{before}{code}/{n}" for n in EDITIONS[part]]}
                    ],
                },
                {
                    "tab": f"{code} API",
                    "groups": [{"group": "API", "pages": [f"{before}{code}/api"]}],
                },
            ],
        }
        for code in LANGUAGES
    ]


def editions():
    """Return folder → files: the whole site as ``one``, and a version of it in each part."""
    organization = {"name": "Acme Ltd", "url": "https://acme.example"}
    common = {"name": "Acme", "seo": {"organization": organization}}
    redirects = [{"source": "/start", "destination": "/v2/en/use"}]
    texts = {
        (part, f"{code}/{name}.md"): f"---\ntitle: {name} {code} {part}\n---\n\n"
        f"[home](/), [](/), [other](/v1/{code}/use).\n"
        for part, names in EDITIONS.items()
        for code in LANGUAGES
        for name in (*names, "api")
    }
    own = "---\ntitle: Own\ncanonical: https://other.example/x\n---\n\nText.\n"
    texts["v1", "en/more.md"] = own
    found = {
        "one": {
            "docs.json": json.dumps(
                {
                    **common,
                    "redirects": redirects,
                    "navigation": {
                        "versions": [
                            {"version": name, "languages": edition(name, f"{name}/")}
                            for name in ("v2", "v1")
                        ]
                    },
                }
            ),
            "index.md": HOME.replace("/s0/p0", "/v2/en/use"),
            **{f"{part}/{name}": text for (part, name), text in texts.items()},
        },
        "base": {
            "docs.json": json.dumps(
                {
                    **common,
                    "redirects": redirects,
                    "navigation": {
                        "versions": [{"version": name, "sourceRef": name} for name in ("v2", "v1")]
                    },
                }
            ),
            "index.md": HOME.replace("/s0/p0", "/v2/en/use"),
        },
    }
    for part in EDITIONS:
        config = {**common, "navigation": {"languages": edition(part)}}
        pages = {name: text for (of, name), text in texts.items() if of == part}
        found[part] = {"docs.json": json.dumps(config), **pages}
    return found


TOLD = (
    r'<meta property="og:url"[^>]*>',
    r'<link rel="canonical"[^>]*>',
    r'<link rel="alternate" hreflang[^>]*>',
    r'<script type="application/ld\+json">.*?</script>',
    r'<p class="dj-other-version".*?</p>',
    SEEN["article"],
    SEEN["sidebar"],
)


def test_versions_and_languages_in_parts_are_told_as_by_one_build(tmp_path):
    for name, files in editions().items():
        build_part(tmp_path, name, files)
    assert joined(tmp_path, ["base", "v1", "v2"]) == 0
    one, out = tmp_path / "one-out/html", tmp_path / "joined"
    names = [
        "index.html",
        *(path.relative_to(one).as_posix() for path in one.rglob("v?/*/*.html")),
    ]

    def told_on(folder, name):
        text = (folder / name).read_text(encoding="utf-8")
        return [re.findall(pattern, text, re.DOTALL) for pattern in TOLD]

    assert len(names) == 13
    assert {name: told_on(out, name) for name in names} == {
        name: told_on(one, name) for name in names
    }
    assert "dj-other-version" in (out / "v1/en/use.html").read_text()
    assert (out / "_redirects").read_text().splitlines()[1:] == [
        line for line in (one / "_redirects").read_text().splitlines() if not line.startswith("#")
    ]
    assert 'url=v2/en/use.html"' in (out / "start.html").read_text()
    script = (out / "v1/_static/docsjson-search.js").read_text()
    assert [each["label"] for each in json.loads(cut(script, r'(?<="sites":)\[.*?\]'))] == [
        "Acme",
        "Acme v2",
    ]


# What is wrong with parts, without a build: each is said in one line.


def told(part="", *, pages=("index",), parts=(), **more):
    """Return the file in which a part says what it is."""
    entries = [{"is": "PageEntry", "path": name} for name in pages]
    group = {"is": "Container", "kind": "group", "label": "G", "children": entries}
    named = [
        {
            "is": "Container",
            "kind": "tab",
            "label": name,
            "part": name,
            "children": [],
            "location": f"docs.json:{number}:5",
        }
        for number, name in enumerate(parts, 3)
    ]
    texts = dict.fromkeys(("description", "base"), "")
    return {
        "format": 1,
        "part": part,
        "name": part or "Acme",
        "language": "en",
        **texts,
        "icons": "lucide",
        "eyebrows": "section",
        "header": {},
        "stand_ins": {},
        "beside": {},
        "pages": {name: {"uri": f"{name}.html", "title": name, "label": name} for name in pages},
        "navigation": {
            "is": "Container",
            "kind": "site",
            "label": "",
            "children": [group, *named],
        },
        **more,
    }


A = {"a": told("a")}
WRONG = [
    (
        {"base": told(parts=["a"])},
        (
            "docs.json:3:5: ERROR: the part 'a' is missing; build it with `-D docsjson_part=a` "
            "and name its output folder"
        ),
    ),
    (
        {"base": told(parts=["a"]), **A, "b": told("a")},
        "b: ERROR: '/a' is also the place of a; build one of them with another docsjson_part",
    ),
    (
        {"base": told(parts=["a"], pages=("index", "a/index")), **A},
        (
            "a: ERROR: 'a/index.html' is also in base; rename the page in one of them, or build "
            "this part with another docsjson_part"
        ),
    ),
    (
        {"base": told(parts=["a"]), "a": told("a", format=2)},
        "a: ERROR: it was built by another release of sphinx-docsjson; build it again",
    ),
    (
        {"base": told(parts=["a"]), "a": told("a") | {"pages": 3}},
        f"a: ERROR: its {FILE} does not describe a part; build it again",
    ),
    (
        {"base": told(parts=["a"]), "a": None},
        (
            f"a: ERROR: no part of a site is here ({FILE}: No such file or directory); build it "
            "with `-D docsjson_part=PATH`, PATH being its place in the site"
        ),
    ),
    (
        A,
        (
            "join: ERROR: no part names the others; build the folder of the docs.json that does, "
            "by `sourceRef`, with `-D docsjson_part=/`, and name it as well"
        ),
    ),
    (
        {"base": told(parts=["a"]), "a": told("a", parts=["a"])},
        "docs.json:3:5: ERROR: the part 'a' names itself; remove this sourceRef",
    ),
    (
        {"base": told(), **A},
        (
            "a: WARNING: no sourceRef in docs.json names 'a', so nothing in the navigation leads "
            "to this part"
        ),
    ),
]


@pytest.mark.parametrize(("parts", "message"), WRONG, ids=lambda value: str(value)[:60])
def test_parts_that_do_not_go_together_are_told_in_one_line(
    parts, message, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    for name, data in parts.items():
        files = {} if data is None else {FILE: json.dumps(data)}
        for each in data["pages"] if data and data["pages"] != 3 else ():
            files[f"{each}.html"] = "<html></html>"
        (tmp_path / name).mkdir()
        write_files(tmp_path / name, files)

    assert main(["join", "-W", *parts, "-o", "out"]) in {1, 2}
    lines = capsys.readouterr().err.splitlines()
    assert f"{message} [docsjson.part]" in lines
    assert (tmp_path / "out").exists() == ("WARNING" in message)


def test_an_output_that_is_a_file_is_told_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path / "base", {FILE: json.dumps(told()), "index.html": "<html></html>"})
    (tmp_path / "out").write_text("mine")

    assert main(["join", "base", "-o", "out"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line == (
        "out: ERROR: File exists; name a writable folder with -o, and join again [docsjson.part]"
    )
    assert (tmp_path / "out").read_text() == "mine"


def test_a_link_that_no_part_can_answer_is_told_with_its_page(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    html = '<a class="x" href="docsjson-part:/b/gone">b</a> <a href="docsjson-part:std:label:l">'
    files = {FILE: json.dumps(told()), "index.html": html}
    write_files(tmp_path / "base", files)

    assert main(["join", "base", "-o", "out"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        f"base/index.html: WARNING: no part has {what!r}; correct the link, or name the part that "
        "has it [docsjson.link]"
        for what in ("/b/gone", "l")
    ]
    assert (tmp_path / "out/index.html").read_text() == (
        '<a class="x" href="/b/gone">b</a> <a href="#">'
    )
