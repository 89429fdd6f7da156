"""Who asks for Markdown gets it at the address of a page, on every host by the same rule."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import subprocess
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from requests.utils import parse_header_links
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Request

from sphinx_docsjson.cli.init_files import (
    MEDIA,
    SCRIPTS,
    SitePaths,
    cloudflare,
    host_script,
    server_file,
    vercel,
)
from sphinx_docsjson.cli.serve.server import wants_markdown
from tests._support.building import write_files
from tests._support.hosts import HOSTS, served_by

MARKDOWN = [
    "text/markdown",
    "TEXT/MARKDOWN",
    "text/markdown, text/html, */*",
    "text/html, text/markdown",
    "text/markdown;q=0.5",
    "text/markdown; charset=utf-8; q=0.9, text/html;q=0.85",
    "text/html;q=0.9,text/markdown;q=0.95",
    "text/markdown;q=0.55,text/html;q=0.5",
    "text/markdown;q=0.5,text/html;q=0.500",
    "text/markdown;q=1.0,text/html",
    "text/markdown,text/html;q=0.9,application/xhtml+xml,*/*;q=0.8",
    "text/markdown;q=0.001,*/*;q=0",
    "text/markdown;q=0.9,*/*;q=0.1",
    "text/markdown;variant=GFM",
    "text/plain;q=0.2, text/markdown;q=0.8, text/html;q=0.79",
]
HTML = [
    "",
    "*/*",
    "text/html",
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "text/markdown;q=0",
    "text/markdown;q=0.000, */*",
    "text/markdown;q=0.5, text/html",
    "text/markdown;q=0.5, */*",
    "text/markdown;q=0.5,text/*;q=0.8",
    "text/html;q=0.55,text/markdown;q=0.5",
    "text/markdownx",
    "application/text/markdown",
    "text/plain",
    "text/html;q=1.0,text/markdown;q=0.999",
]
WANTED = [*((each, True) for each in MARKDOWN), *((each, False) for each in HTML)]


def qualities(patterns, accept):
    """Return the first quality that a pattern finds, as servers do; ``0`` where none does."""
    for pattern in patterns:
        if found := re.search(pattern, accept, re.IGNORECASE):
            return next(iter(found.groups()), None) or ""
    return "0"


def test_serve_gives_markdown_to_who_names_it_and_does_not_like_html_more():
    for accept, wanted in WANTED:
        request = Request(EnvironBuilder(headers={"Accept": accept}).get_environ())
        assert (accept, wants_markdown(request)) == (accept, wanted)


def test_nginx_compares_the_qualities_of_both_forms():
    text = server_file("nginx").replace("(?<", "(?P<")
    maps = {
        name: re.findall(r'^    "~\*?(.+)" (\S+);$', body, re.MULTILINE)
        for name, body in re.findall(r"^map \S+ \$(\w+) \{\n(.*?)^\}", text, re.M | re.S)
    }
    read = [[pattern for pattern, _q in maps[n]] for n in ("markdown_quality", "html_quality")]
    for accept, wanted in WANTED:
        pair = ":".join(qualities(patterns, accept) for patterns in read)
        answers = (
            answer for pattern, answer in maps["wants_markdown"] if re.search(pattern, pair)
        )
        assert (accept, pair, next(answers, "") == "1") == (accept, pair, wanted)


def test_apache_compares_the_qualities_of_both_forms():
    text = server_file("apache")
    markdown, anything, any_text, html = re.findall(r"%\{HTTP:Accept\} (\S+)", text)
    refused, not_less = re.findall(r"^ *RewriteCond %\{ENV:MARKDOWN_Q\}\S+ !?(\S+)$", text, re.M)
    for accept, wanted in WANTED:
        pair = ":".join(
            [qualities([markdown], accept), qualities([html, any_text, anything], accept)]
        )
        found = not re.search(refused, pair) and re.search(not_less, pair) is not None
        assert (accept, pair, found) == (accept, pair, wanted)


def test_caddy_compares_the_qualities_of_both_forms():
    rows = re.findall(r'^ +~(\S+(?: \S+)*?) "(.+?)"$', server_file("caddy"), re.MULTILINE)
    kinds = [rows[:2], rows[2:8]]
    for accept, wanted in WANTED:
        pair = []
        for kind in kinds:
            found = ((re.search(p.removeprefix("(?i)"), accept, re.I), q) for p, q in kind)
            pair.append(next((float(m[1] if "$" in q else q) for m, q in found if m), 0.0))
        assert (accept, 0 < pair[0] >= pair[1]) == (accept, wanted)


# A site as builds write it: pages of `html` and of `dirhtml`, and the names that are difficult.

PAGE, TWIN = "<!doctype html><title>Page</title>", "# Page\n"
PAGES = {
    "/": "/index.md",
    "/guide": "/guide.md",
    "/start/": "/start.md",
    "/part/": "/part/index.md",
    "/v1.2": "/v1.2.md",
    "/grüße": "/grüße.md",
}
FILES = {
    **{twin.lstrip("/"): TWIN for twin in PAGES.values()},
    **{f"{name}.html": PAGE for name in ("index", "guide", "v1.2", "alone", "404", "grüße")},
    **{f"{name}/index.html": PAGE for name in ("start", "part")},
    "llms.txt": "# Site\n",
    "_static/site.css": "a {}\n",
    ".well-known/api-catalog": "{}",
}
TYPES = {".md": "text/markdown", ".html": "text/html", ".txt": "text/plain", ".css": "text/css"}


def test_the_script_of_edges_answers_by_the_same_rule():
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    script = host_script("cloudflare").partition("export default")[0]
    files = {f"/{n}": [TYPES.get(Path(n).suffix, "text/html"), t] for n, t in FILES.items()}
    files |= {path: ["text/html", PAGE] for path in PAGES}
    requests = [["GET", path, accept] for path in PAGES for accept in ("text/markdown", "*/*")]
    requests += [["GET", "/nowhere", "text/markdown"], ["POST", "/guide", "text/markdown"]]
    requests += [["GET", "//evil.example/guide", "text/markdown"], ["HEAD", "/start/", "*/*"]]
    given = {"script": script, "accepts": [a for a, _ in WANTED], "files": files}

    done = subprocess.run(
        ["node", Path(__file__).with_name("negotiation_oracle.mjs")],
        input=json.dumps(given | {"requests": requests}),
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout)

    assert list(zip([a for a, _ in WANTED], told["wanted"], strict=True)) == WANTED
    of_pages = zip(requests[:-4], told["answers"][:-4], strict=True)
    for (_method, _path, accept), (status, headers, text) in of_pages:
        assert (status, headers["vary"]) == (200, "Accept")
        assert text == (TWIN if accept == "text/markdown" else PAGE)
        assert 'rel="describedby"' in headers["link"]
        assert 'rel="api-catalog"' in headers["link"]
    nowhere, posted, elsewhere, head = told["answers"][-4:]
    # Read by requests, which has a parser of its own (RFC 8288).
    links = {link["rel"]: link for link in parse_header_links(head[1]["link"])}
    assert {rel: link["url"] for rel, link in links.items()} == {
        "alternate": "/start.md",
        "describedby": "/llms.txt",
        "api-catalog": "/.well-known/api-catalog",
    }
    assert links["alternate"]["type"] == "text/markdown"
    assert (nowhere[0], elsewhere[0], "vary" in posted[1]) == (404, 404, False)
    assert '</start.md>; rel="alternate"; type="text/markdown"' in head[1]["link"]


@pytest.mark.parametrize("host", ["netlify", "vercel"])
def test_the_script_of_a_host_answers_as_the_host_calls_it(host):
    """What the function reads passes the function again, unless its own settings leave it out."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    files = {f"/{n}": [TYPES.get(Path(n).suffix, "text/html"), t] for n, t in FILES.items()}
    files |= {path: ["text/html", PAGE] for path in PAGES}
    others = ["/llms.txt", "/_static/site.css", "/guide.md", "/.well-known/api-catalog"]
    media = [f"/images/v1.2/a.{kind}" for kind in MEDIA]
    files |= {path: ["image/png", "as it is"] for path in media}
    asked = [
        [path, accept] for path in [*PAGES, *others, *media] for accept in ("text/markdown", "*/*")
    ]
    done = subprocess.run(
        ["node", Path(__file__).with_name("edges_oracle.mjs")],
        input=json.dumps({"script": host_script(host), "files": files, "requests": asked}),
        capture_output=True,
        text=True,
        check=True,
    )
    for (path, accept), (status, headers, text, called) in zip(
        asked, json.loads(done.stdout), strict=True
    ):
        assert (path, status) == (path, 200)
        if path in media:
            assert (path, called, text) == (path, False, "as it is")
            assert headers == {"content-type": "image/png"}
        elif path in PAGES:
            assert (path, called) == (path, True)
            wanted = TWIN if accept == "text/markdown" else PAGE
            assert (path, accept, text) == (path, accept, wanted)
            # The headers of a page of Vercel are in vercel.json.
            if accept == "text/markdown" or host == "netlify":
                assert headers["vary"] == "Accept"
                assert 'rel="describedby"' in headers["link"]
        else:
            assert (path, text) == (path, FILES[path.lstrip("/")])


def test_no_script_is_asked_for_a_picture_and_every_page_is_sent_through_it():
    site = SitePaths(folder="docs", requirements="docs/requirements.txt", name="acme")
    rules = tomllib.loads(cloudflare(site))["assets"]["run_worker_first"]
    left_out = [rule.removeprefix("!") for rule in rules if rule.startswith("!")]
    headers = json.loads(vercel(site))["headers"][0]
    for path in [*PAGES, "/a.png/", "/png"]:
        assert not any(fnmatchcase(path, rule) for rule in left_out), path
        assert re.fullmatch(headers["source"], path), path
    for path in ["/_static/site.css", *(f"/images/v1.2/a.{kind}" for kind in MEDIA)]:
        assert any(fnmatchcase(path, rule) for rule in left_out), path
        assert not re.fullmatch(headers["source"], path), path


def test_every_script_is_the_same_rule_and_a_way_to_call_it():
    shared = {
        host_script(host).partition("\n\n// A")[0].partition("\n\n// R")[0] for host in SCRIPTS
    }
    assert len(shared) == 1


def ask(url, path, accept):
    """Return status, headers and body."""
    link = http.client.HTTPConnection(urlsplit(url).netloc)
    link.request("GET", quote(path), headers={"Accept": accept})
    answer = link.getresponse()
    body = answer.read().decode()
    link.close()
    return answer.status, answer.headers, body


@pytest.mark.nightly
@pytest.mark.parametrize("host", HOSTS)
def test_a_real_server_gives_both_forms_of_each_page(tmp_path, host):
    site = tmp_path / "site"
    write_files(site, FILES)
    with served_by(host, site) as url:
        for accept, wanted in WANTED:
            status, headers, body = ask(url, "/start/", accept)
            assert (accept, status, body) == (accept, 200, TWIN if wanted else PAGE)
            kind = "markdown" if wanted else "html"
            type_ = headers["Content-Type"].lower().replace(" ", "")
            assert (accept, type_) == (accept, f"text/{kind};charset=utf-8")
            assert (accept, headers["Vary"]) == (accept, "Accept")
        for path, twin in PAGES.items():
            _status, headers, body = ask(url, path, "text/markdown")
            assert (path, body) == (path, TWIN)
            status, headers, body = ask(url, path, "text/html")
            assert (path, status, body) == (path, 200, PAGE)
            links = ", ".join(headers.get_all("Link", []))
            if twin.isascii():
                assert f'<{twin}>; rel="alternate"; type="text/markdown"' in links
            assert '</llms.txt>; rel="describedby"' in links
            assert '</.well-known/api-catalog>; rel="api-catalog"' in links
            assert ask(url, twin, "*/*")[1]["Content-Type"].lower().startswith("text/markdown")
        assert ask(url, "/alone", "text/markdown")[2] == PAGE
        assert ask(url, "/nowhere", "text/markdown")[0] == 404
        assert ask(url, "/llms.txt", "text/markdown")[2] == FILES["llms.txt"]
        style = ask(url, "/_static/site.css", "text/markdown")[1]["Content-Type"]
        assert style.startswith("text/css")
        catalog = ask(url, "/.well-known/api-catalog", "*/*")[1]["Content-Type"]
        assert catalog.startswith("application/linkset+json")
