"""Links lead where their author meant, in every form, and a dead one is told and stays text."""

from __future__ import annotations

import json
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup

from sphinx_docsjson.pages.headings import find_anchor
from sphinx_docsjson.pages.redirects import Pages, old_addresses, problem_of, redirect_page
from sphinx_docsjson.site.model import Redirect
from tests._support.building import build_site
from tests._support.pictures import picture

PAGES = Pages(
    ["index", "a/b", "a/index", "guide/start", "guide/Setup", "new/x", "new/y"],
    [
        Redirect(source="/gone", destination="/a/b#part"),
        Redirect(source="/old/:slug*", destination="/new/:slug*"),
        Redirect(source="/out", destination="https://x.y/"),
        Redirect(source="/r1", destination="/r2"),
        Redirect(source="/r2", destination="/r1"),
        Redirect(source="/item-*", destination="/new/*"),
    ],
    ["guide/start", "a/b"],
)


@pytest.mark.parametrize(
    ("href", "docname", "page", "fragment"),
    [
        ("/a/b", "index", "a/b", ""),
        ("/a/b/", "index", "a/b", ""),
        ("/a/b.mdx#x", "index", "a/b", "x"),
        ("/a", "index", "a/index", ""),
        ("/a/", "index", "a/index", ""),
        ("/", "a/b", "index", ""),
        ("./b", "a/index", "a/b", ""),
        ("b", "a/index", "a/b", ""),
        ("b.md", "a/index", "a/b", ""),
        ("../guide/start", "a/b", "guide/start", ""),
        ("guide/start", "a/b", "guide/start", ""),
        ("#x%20y", "a/b", "a/b", "x y"),
        ("/A/B?q=1", "index", "a/b", ""),
        ("/guide/setup", "index", "guide/Setup", ""),
        ("/guide", "index", "guide/start", ""),
        ("/gone", "index", "a/b", "part"),
        ("/gone#own", "index", "a/b", "part"),
        ("/old/x#own", "index", "new/x", "own"),
        ("/item-y", "index", "new/y", ""),
    ],
)
def test_an_address_leads_to_its_page(href: str, docname: str, page: str, fragment: str):
    found = PAGES.find(href, docname)
    assert found is not None
    assert (found.docname, found.fragment) == (page, fragment)


@pytest.mark.parametrize("href", ["/nope", "../../../etc/passwd", "/r1", "/old/z", "guide/nope"])
def test_what_leads_nowhere_is_not_found(href: str):
    assert PAGES.find(href, "index") is None


BASED = Pages(
    ["index", "start", "docs/own", "a/b"],
    [Redirect(source="/old", destination="/docs/start#x")],
    base="docs",
)


@pytest.mark.parametrize(
    ("href", "page", "fragment"),
    [
        ("/docs/start#y", "start", "y"),
        ("/docs/own", "docs/own", ""),
        ("/docs", "index", ""),
        ("/docs/", "index", ""),
        ("/docs/old", "start", "x"),
        ("/old", "start", "x"),
    ],
)
def test_the_path_that_a_site_is_served_below_may_stand_before(
    href: str, page: str, fragment: str
):
    found = BASED.find(href, "a/b")

    assert found is not None
    assert (found.docname, found.fragment) == (page, fragment)


@pytest.mark.parametrize("href", ["/docsstart", "docs/start", "/docs/docs/start", "/docs/../x"])
def test_no_other_path_is_taken_away(href: str):
    assert BASED.find(href, "a/b") is None


@pytest.mark.parametrize("suffix", ["md", "mdx"])
def test_links_and_pictures_below_the_address_of_the_site_are_found(site, suffix: str):
    docs_json = {
        "name": "N",
        "navbar": {"links": [{"label": "Begin", "href": "/docs/guide/start"}]},
        "navigation": {"pages": ["index", "guide/start"]},
        "seo": {"metatags": {"canonical": "https://example.org/docs"}},
    }
    page = (
        "# T\n\n[t](/docs/guide/start) [file](/docs/data.json)\n\n"
        '![one](/docs/a.png)\n\n<Card title="c" img="/docs/a.png" href="/docs/guide/start" />\n'
    )
    built = site(
        {
            "docs.json": json.dumps(docs_json),
            f"index.{suffix}": page,
            "guide/start.md": "# Start\n",
            "data.json": "{}",
            "a.png": picture(4, 4),
        }
    )

    assert built.warning_lines == []
    html = BeautifulSoup(built.text("index.html"), "html.parser")
    assert len(html.select('article a[href="guide/start.html"]')) == 2
    assert len(html.select('article img[src="a.png"]')) == 2
    assert html.select('header a[href="guide/start.html"]')
    assert (built.outdir / html.select_one("article a.download")["href"]).is_file()


@pytest.mark.parametrize("href", ["/guide", "/data.json", "https://a.example/"])
def test_a_link_keeps_what_its_author_wrote_wherever_it_leads(site, href):
    link = f'<a href="{href}" id="here" title="Read" target="_blank" rel="opener license">t</a>'
    page = f"# T\n\n{link} and [back](#here)\n"
    built = site({"index.mdx": page, "guide.md": "# G\n", "data.json": "{}"})

    found = built.soup("index").select_one("article a[title=Read]")
    assert (found["target"], found["rel"]) == ("_blank", ["license", "noopener"])
    assert built.soup("index").select_one("article #here") is not None
    assert built.warning_lines == []


def test_a_redirect_may_lead_out_of_the_site():
    found = PAGES.find("/out", "index")
    assert found is not None
    assert found.url == "https://x.y/"


def test_the_page_that_was_probably_meant_is_suggested():
    assert PAGES.suggestion("/guide/strat") == "guide/start"
    assert PAGES.suggestion("/elsewhere/start") == "guide/start"
    assert PAGES.suggestion("/qqqqqq") is None


def test_anchors_are_found_by_any_spelling():
    known = ("hash_sha1", "whats-new", "param-user_id")
    assert find_anchor(known, "hash-sha1") == "hash_sha1"
    assert find_anchor(known, "what’s-new") == "whats-new"
    assert find_anchor(known, "param-user-id") == "param-user_id"
    assert find_anchor(known, "other") is None


def site_files(body: str) -> dict[str, str | bytes]:
    return {
        "index.mdx": body,
        "guide/start.md": "---\ntitle: Start\n---\n## First steps\n",
        "guide/index.mdx": "<ParamField path='user_id' type='string'>x</ParamField>",
        "files/a b.pdf": b"%PDF",
        "files/data.json": "{}",
    }


def links(built, name: str = "index.html") -> list[tuple[str, str]]:
    soup = BeautifulSoup(built.text(name), "html.parser")
    found = soup.select("article section a[href]:not(.headerlink)")
    return [(str(a.get_text()), str(a["href"])) for a in found]


RENDERERS = {
    "[t](/guide/start)": "guide/start.html",
    "[t](guide/start.md#first-steps)": "guide/start.html#first-steps",
    "[t](/guide/start/#First_Steps)": "guide/start.html#first-steps",
    "[t](/guide/)": "guide/index.html",
    "[t](/guide#param-user-id)": "guide/index.html#param-user-id",
    '<a href="/guide/start">t</a>': "guide/start.html",
    "[t](https://x.y/z?a=1&b=2)": "https://x.y/z?a=1&b=2",
    "[t](mailto:a@b.c)": "mailto:a%40b.c",
    "[t](project:guide/start.md)": "guide/start.html",
    "[t](/files/data.json)": "download",
    "[t](files/a%20b.pdf)": "download",
}


def test_links_of_every_form_become_references(site):
    built = site(site_files("\n\n".join(RENDERERS)))
    assert built.warning_lines == []
    found = [href for text, href in links(built) if text == "t"]
    assert len(found) == len(RENDERERS)
    for href, expected in zip(found, RENDERERS.values(), strict=True):
        if expected == "download":
            assert (built.outdir / unquote(href)).is_file()
        else:
            assert href == expected


def test_links_work_in_folders_of_pages(site):
    built = site(site_files("[t](/guide/start#first-steps)"), builder="dirhtml")
    assert built.warning_lines == []
    assert ("t", "guide/start/#first-steps") in links(built)


@pytest.mark.parametrize("builder", ["text", "latex", "epub"])
def test_links_work_in_every_format(site, builder: str):
    built = site(
        site_files("[t](/guide/start#first-steps) ![i](/files/data.json)"), builder=builder
    )
    assert [w for w in built.warning_lines if "docsjson" in w or "reference" in w] == []


# -- redirects ----------------------------------------------------------------------------------


def redirected(site, redirects: list[dict[str, object]], builder: str = "html"):
    return site(site_files("Words."), builder=builder, config={"redirects": redirects})


def test_an_old_address_is_a_page_that_leads_to_the_new_one(site):
    built = redirected(site, [{"source": "/old/place", "destination": "/guide/start#first-steps"}])
    assert built.warning_lines == []
    page = built.text("old/place.html")
    assert 'content="0; url=../guide/start.html#first-steps"' in page
    assert "<script" not in page
    assert "/old/place /guide/start.html#first-steps 301" in built.text("_redirects")


def test_old_addresses_are_folders_where_pages_are(site):
    built = redirected(site, [{"source": "old", "destination": "/guide/start"}], "dirhtml")
    assert "url=../guide/start/" in built.text("old/index.html")


def test_a_pattern_stands_for_every_page_it_can_name(site):
    built = redirected(
        site, [{"source": "/v1/:slug*", "destination": "/guide/:slug*", "permanent": False}]
    )
    assert "url=../guide/start.html" in built.text("v1/start.html")
    assert "/v1/* /guide/:splat 302" in built.text("_redirects")


def test_a_page_is_never_overwritten_by_a_redirect(site):
    built = redirected(site, [{"source": "/guide/start", "destination": "/"}])
    assert "refresh" not in built.text("guide/start.html")


def test_a_circle_and_a_dead_end_are_told(site):
    built = redirected(
        site,
        [
            {"source": "/a", "destination": "/b"},
            {"source": "/b", "destination": "/a"},
            {"source": "/c", "destination": "/nope"},
        ],
    )
    assert len(built.warning_lines) == 3
    assert all("[docsjson.redirect]" in line for line in built.warning_lines)
    assert not (built.outdir / "a.html").exists()


def test_a_redirect_never_leaves_the_output_folder(site):
    built = redirected(site, [{"source": "/../../escape", "destination": "/guide/start"}])
    assert not (built.outdir.parent.parent / "escape.html").exists()


def test_a_redirect_page_is_escaped():
    page = redirect_page('https://x.y/"><script>', "")
    assert "<script>" not in page


def test_redirects_are_checked_purely():
    assert problem_of(Redirect(source="/r1", destination="/r2"), PAGES)
    assert not problem_of(Redirect(source="/q", destination="/a/b"), PAGES)
    found = list(old_addresses([Redirect(source="/o/*", destination="/new/*")], PAGES))
    assert [(source, target) for _, source, target in found] == [
        ("o/x", "/new/x"),
        ("o/y", "/new/y"),
    ]


@pytest.mark.parametrize("name", ["z" * 400, "a%00b"])
def test_a_link_to_what_no_file_can_be_called_is_text(site, name):
    text = f"# T\n\n[one]({name}.md) [two](/{name}) ![three]({name}.png)\n"
    built = site({"index.md": text})
    article = built.article("index")
    assert {"one", "two"} <= set(article.get_text().split())
    assert "one" not in [link.get_text() for link in article.select("a")]
    assert "[docsjson.link]" in built.warnings


OTHERS = """\
---
title: B
---
[a](/files/a.pdf) [b](files/a.pdf) [c](/doxy/index.html#x) [d](/doxy) [e](/genindex)
[f](/search.html) [g](/llms.txt) [](/files/a.pdf) [h](/hidden.pdf)

<iframe src="/doxy"></iframe>

<img src="/files/p.png" alt="p" />
"""


def test_links_lead_to_what_the_output_has_beside_the_pages(tmp_path):
    files = {
        "docs.json": '{"name": "T", "navigation": [{"group": "G", "pages": ["index", "sub/b"]}]}',
        "index.md": "# A\n\n[a](/files/a.pdf) [e](/py-modindex)\n",
        "sub/b.mdx": OTHERS,
        "_extra/files/a.pdf": "a",
        "_extra/files/p.png": picture(),
        "_extra/hidden.pdf": "h",
        "_extra/doxy/index.html": "<p>x</p>",
    }
    settings = {
        "html_theme": "docsjson",
        "html_extra_path": ["_extra"],
        "exclude_patterns": ["hidden.pdf"],
    }

    built = build_site(tmp_path, files, conf=settings)

    page = BeautifulSoup((built.outdir / "sub/b.html").read_text("utf-8"), "html.parser")
    links = [a["href"] for a in page.select("article p a")]
    assert links == [
        *("../files/a.pdf", "../files/a.pdf", "../doxy/index.html#x", "../doxy/index.html"),
        *("../genindex.html", "../search.html", "../llms.txt"),
        *("../files/a.pdf", "/hidden.pdf"),
    ]
    assert all(
        (built.outdir / "sub" / link.partition("#")[0]).resolve().is_file() for link in links[:-1]
    )
    assert page.select_one("iframe")["src"] == "../doxy/index.html"
    assert page.select_one("article img")["src"] == "../files/p.png"
    assert 'href="files/a.pdf"' in (built.outdir / "index.html").read_text("utf-8")
    told = built.warning_lines
    assert len(told) == 2, told
    assert "/py-modindex" in told[0]
    assert "/hidden.pdf" in told[1]


DEAD = "[one](/no/where) [two](lost.md#x) [three](javascript:alert(1)) [four](vbscript:x)\n"


@pytest.mark.parametrize("suffix", ["md", "mdx"])
def test_a_link_that_leads_to_nothing_stays_what_its_author_wrote(site, suffix):
    built = site({"index.md": "# Start\n", f"page.{suffix}": f"---\ntitle: P\n---\n\n{DEAD}"})

    links = [a["href"] for a in built.article("page").select("p a")]
    assert links == ["/no/where", "lost.md#x"]
    twin = built.text("page.md")
    assert "[one](/no/where)" in twin
    assert "[two](lost.md#x)" in twin
    assert "[three](" not in twin
    told = [line for line in built.warning_lines if "docsjson.link" in line]
    assert len(told) == 2
    assert all("the link stays as it is" in line for line in told)


def test_a_link_that_leads_to_nothing_is_text_in_a_book(site):
    built = site({"index.md": f"# Start\n\n{DEAD}"}, "latex")

    assert "no/where" not in next(built.outdir.glob("*.tex")).read_text("utf-8")


HOSTED = [
    {"source": "/docs/old", "destination": "/docs/guide/new"},
    {"source": "/docs/older", "destination": "/docs/guide/new#first"},
    {"source": "/docs/gone/:slug*", "destination": "/docs/guide/:slug*"},
    {"source": "/docs", "destination": "/docs/guide/new"},
]
GUIDE = "# New\n\n## First\n\nWords.\n"


@pytest.mark.parametrize("base", ["", "https://example.org/docs/"])
def test_redirects_may_name_the_path_that_the_site_is_hosted_below(site, base):
    text = "# Start\n\n[a](/docs/old) [b](/old) [c](/docs/guide/new) [d](/docs/gone/new)\n"
    config = {"redirects": HOSTED}
    conf = {"html_baseurl": base} if base else {}
    built = site({"index.md": text, "guide/new.md": GUIDE}, config=config, conf=conf)

    assert [line for line in built.warning_lines if "toctree" not in line] == []
    assert [a["href"] for a in built.article("index").select("p a")] == ["guide/new.html"] * 4
    assert built.soup("old").a["href"] == "guide/new.html"
    assert built.soup("older").a["href"] == "guide/new.html#first"
    assert built.soup("gone/new").a["href"] == "../guide/new.html"
    assert built.soup("docs/old").a["href"] == "../guide/new.html"
    lines = built.text("_redirects").splitlines()
    below = "/docs" if base else ""
    assert f"{below}/old {below}/guide/new.html 301" in lines
    assert "/docs/docs/old" not in "\n".join(lines)
    assert ("/docs/old /guide/new.html 301" in lines) is not bool(base)


def test_a_folder_of_the_site_is_no_path_of_hosting(site):
    moves = [{"source": "/x", "destination": "/docs/new"}]
    files = {"index.md": "# Start\n", "docs/a.md": "# A\n", "new.md": "# New\n"}
    built = site(files, config={"redirects": moves})

    assert any("'/docs/new', which is not a page" in line for line in built.warning_lines)


def test_what_stands_behind_a_hash_in_a_redirect_is_a_place_of_the_page(site):
    moves = [
        {"source": "/old#one", "destination": "/guide/new#first"},
        {"source": "/old#two", "destination": "/"},
        {"source": "/guide/new#renamed", "destination": "/guide/new#first"},
        {"source": "/plain#x", "destination": "/guide/new"},
        {"source": "/plain", "destination": "/"},
    ]
    text = "# Start\n\n[a](/old#one) [b](/old#two) [c](/guide/new#renamed) [d](/plain#x)\n"
    built = site({"index.md": text, "guide/new.md": GUIDE}, config={"redirects": moves})

    assert [line for line in built.warning_lines if "toctree" not in line] == []
    links = [a["href"] for a in built.article("index").select("p a")]
    new = "guide/new.html"
    assert links == [f"{new}#first", "#", f"{new}#first", new]
    assert built.soup("old").a["href"] == f"{new}#first"
    assert built.soup("plain").a["href"] == "index.html"
    assert not [path for path in built.outdir.rglob("*") if "#" in path.name]
    assert built.article("guide/new").h1.get_text().startswith("New")
    lines = built.text("_redirects").splitlines()[1:]
    assert lines == ["/plain /index.html 301", f"/old /{new}#first 301"]
