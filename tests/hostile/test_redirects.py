"""No redirect ends a build, takes the place of a file, or takes long to match."""

from __future__ import annotations

import pytest

from sphinx_docsjson.base.files import problem_of_path
from sphinx_docsjson.cli.serve.server import RedirectRule
from sphinx_docsjson.pages.redirects import Pages, fill, pattern_of, problem_of
from sphinx_docsjson.site.model import Redirect
from sphinx_docsjson.urls import is_external
from tests._support.finite import finishes

PAGES = {"index.md": "# Start\n", "b.md": "# B\n"}


def build(site, *sources: str, **options):
    redirects = [{"source": source, "destination": "/b"} for source in sources]
    return site(dict(PAGES), config={"redirects": redirects}, **options)


ODD = (
    "/index.html/foo",
    "/llms.txt/foo",
    "/llms-full.txt/x/y",
    "/_static/docsjson.css/x",
    "/sitemap.xml/x",
    "/" + "x" * 300,
    "/" + "ü" * 120,
    "/x/" * 500,
    "/a\0b",
    "/a\nb",
    "/../../x",
    "/a/../../x",
    "/./x",
    "/a\\..\\b",
)


def test_a_source_that_cannot_be_a_file_costs_a_warning_and_that_redirect(site):
    built = build(site, *ODD, "/fine", conf={"html_theme": "docsjson"})
    lines = built.warning_lines
    assert len(lines) == len(ODD)
    assert all(line.startswith("docs.json:") for line in lines)
    assert all("is left out" in line and "[docsjson.redirect]" in line for line in lines)
    assert "url=b.html" in built.text("fine.html")
    assert built.text("llms.txt").startswith("#")


def test_a_file_of_the_site_is_no_folder(site):
    built = build(site, "/a/index", "/a/index.html/b", "/objects.inv/b")
    assert "url=../b.html" in built.text("a/index.html")
    assert len(built.warning_lines) == 2
    assert "a file cannot also be a folder" in built.warning_lines[0]
    assert "'objects.inv' is a file" in built.warning_lines[1]


def test_a_redirect_that_differs_from_a_page_by_case_only_is_left_out(site):
    built = build(site, "/Index", "/B.html#part", "/Old")
    lines = built.warning_lines
    assert [line.partition(":1")[0] for line in lines] == ["docs.json"] * 2
    assert "from '/Index' is left out: it differs from the page '/index' only in case" in lines[0]
    assert "'/B.html#part' is left out: it differs from the page '/b' only in case" in lines[1]
    assert not [name for name in ("Index.html", "B.html") if (built.outdir / name).exists()]
    assert "url=b.html" in built.text("Old.html")
    assert "/Index" not in built.text("_redirects")


def test_a_redirect_does_not_take_the_place_of_a_page_that_the_build_makes(site):
    built = build(site, "/genindex", "/search", "/404", conf={"html_theme": "docsjson"})
    for name in ("genindex", "search", "404"):
        assert "http-equiv" not in built.text(f"{name}.html")


@pytest.mark.parametrize("source", ["/a", "/a/b.c/d", "/v1.0/x", "/ü/文", "/:slug*", "/a b"])
def test_ordinary_sources_are_fine(source: str):
    assert problem_of_path(source) == ""


def test_redirects_that_are_gone_leave_nothing(site):
    first = build(site, "/old")
    assert (first.outdir / "_redirects").is_file()
    built = build(site, "/new", srcdir=first.srcdir)
    assert not (built.outdir / "old.html").exists()
    assert "url=b.html" in built.text("new.html")
    built = build(site, srcdir=first.srcdir)
    assert not (built.outdir / "new.html").exists()
    assert not (built.outdir / "_redirects").exists()


@pytest.mark.parametrize(
    ("source", "path", "groups"),
    [
        ("a/:x", "a/b", {"x": "b"}),
        ("a/:x*", "a/b/c", {"x": "b/c"}),
        ("a/:x*", "a", {"x": None}),
        ("a/*", "a/b/c", {"star0": "b/c"}),
        ("item-*", "item-1/2", {"star0": "1/2"}),
        (":y-:m-:d", "2024-01-02", {"y": "2024", "m": "01", "d": "02"}),
        (":x.html", "a.html.html", {"x": "a.html"}),
        (":a/*/z/:b", "1/2/z/3/z/4", {"a": "1", "star1": "2/z/3", "b": "4"}),
        ("*/x/*/y", "1/x/2/x/3/y", {"star0": "1", "star1": "2/x/3"}),
        ("a/:x", "a/b/c", None),
    ],
)
def test_patterns_match_what_they_say(source: str, path: str, groups: dict[str, str] | None):
    match = pattern_of(source).fullmatch(path)
    assert (match and match.groupdict()) == groups


@pytest.mark.parametrize(
    "source",
    [
        "/".join(f":a{n}*" for n in range(14)) + "/end",
        "-".join(f":a{n}" for n in range(14)) + "-end",
        "".join(f":a{n}" for n in range(14)) + "end",
        "*a" * 14 + "b",
    ],
)
def test_a_match_takes_no_longer_with_more_wildcards(source: str):
    assert finishes(_match_all, source)


def _match_all(source: str) -> None:
    pages = Pages(["index"], [Redirect(source=source, destination="/b")])
    for path in ("x/" * 2000, "x-" * 2000, "a" * 4000, "x" * 4000):
        pages.find("/" + path, "index")


ELSEWHERE = (
    "/evil.example/x",
    "//evil.example",
    "\\evil.example",
    "\t/evil.example",
    "https://evil.example",
)
OWN = (
    ("/old/*", "/*"),
    ("/old/:x*", "/:x*"),
    ("/old*", "/*"),
    ("/old/*", "/docs/*"),
    ("/old/*", "https://new.example/*"),
    ("/old/*", "//new.example/*"),
)


@pytest.mark.parametrize(("source", "destination"), OWN)
@pytest.mark.parametrize("rest", ELSEWHERE)
def test_what_a_wildcard_holds_never_names_a_host(source: str, destination: str, rest: str):
    match = pattern_of(source.strip("/")).fullmatch(f"old/{rest}")
    assert match is not None
    filled = fill(destination, match)
    target = destination.replace(":x*", ":splat").replace("*", ":splat")
    led = RedirectRule(source=source.replace(":x*", "*"), target=target).leads(f"/old/{rest}")

    for place in (filled, led or ""):
        if "new.example" in destination:
            assert place.startswith(destination.removesuffix("*"))
        else:
            assert place.startswith("/")
            assert not is_external(place)


@pytest.mark.parametrize(
    "destination", ["https://*", "https://:x*/a", "https://new.example*", "//:x*", "https://a@:x*"]
)
def test_a_wildcard_in_a_host_is_left_out(destination: str):
    redirect = Redirect(source="/old/:x*", destination=destination)
    pages = Pages(["index"], [redirect])

    assert "a wildcard in the host" in problem_of(redirect, pages)
    assert pages.destination("old/evil.example/x") is None
    rule = RedirectRule(source="/old/*", target=destination.replace(":x*", ":splat"))
    if ":splat" in rule.target:
        assert rule.leads("/old/evil.example/x") is None


def test_a_line_that_hosts_could_lead_elsewhere_by_names_each_page(site):
    files = {**PAGES, "guide/c.md": "# C\n"}
    redirects = [
        {"source": "/old/:x*", "destination": "/:x*"},
        {"source": "/new/:x*", "destination": "/guide/:x*"},
        {"source": "/out/:x*", "destination": "https://:x*"},
    ]
    built = site(files, config={"redirects": redirects})
    lines = built.text("_redirects").splitlines()[1:]

    assert "/old/b /b.html 301" in lines
    assert "/old/guide/c /guide/c.html 301" in lines
    assert "/new/* /guide/:splat 301" in lines
    assert not [line for line in lines if " /:splat" in line or line.startswith("/out")]
    assert [line for line in built.warning_lines if "a wildcard in the host" in line]


HOSTS = ("//evil.example", "///evil.example/x", "/\\evil.example", "\\\\evil.example/x")


def test_a_destination_that_names_a_host_leads_to_the_host_and_is_no_file(site):
    redirects = [{"source": f"/old{n}", "destination": each} for n, each in enumerate(HOSTS)]
    built = site(dict(PAGES), config={"redirects": redirects})
    lines = dict(line.split()[:2] for line in built.text("_redirects").splitlines()[1:])

    for number in range(len(HOSTS)):
        led = built.soup(f"old{number}").find("a")["href"]
        for address in (led, lines[f"/old{number}"]):
            # Browsers read a backslash as a slash, and pass over more than two (WHATWG URL).
            assert address.replace("\\", "/").lstrip("/").startswith("evil.example")
            assert is_external(address)
            assert ".html" not in address


def test_a_source_that_names_a_host_is_left_out_and_told(site):
    sources = (*HOSTS, "https://evil.example/x")
    built = build(site, *sources)

    assert len(built.warning_lines) == len(sources)
    assert all("names a host" in line for line in built.warning_lines)
    assert [p for p in built.outdir.rglob("*") if "evil" in p.as_posix()] == []


def test_a_redirect_opens_no_application(site):
    built = site(dict(PAGES), config={"redirects": [{"source": "/o", "destination": "slack://x"}]})

    assert not (built.outdir / "o.html").exists()
    assert "'slack:' is not allowed" in built.warnings
