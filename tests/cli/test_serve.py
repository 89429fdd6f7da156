"""``sphinx-docsjson serve``: what it answers, what it watches, and when it refuses."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import Pipe
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sphinx.application import Sphinx
from sphinx.util import console
from sphinx.util.docutils import docutils_namespace
from werkzeug.test import Client

from sphinx_docsjson.base.theme_files import SERVICES_SCRIPT
from sphinx_docsjson.build import Build
from sphinx_docsjson.cli.main import main
from sphinx_docsjson.cli.serve import session
from sphinx_docsjson.cli.serve.application import Folders, KeptApplication, quick_title
from sphinx_docsjson.cli.serve.build_results import (
    ASKED,
    BEGIN,
    BuildChannel,
    BuildMessages,
    api_of,
    origin_of,
)
from sphinx_docsjson.cli.serve.open_pages import MISSING, OpenPages, problem_of, problems_in
from sphinx_docsjson.cli.serve.server import Serving, StaticSite, rules_in
from sphinx_docsjson.cli.serve.session import BuildProcess, KnownContents, is_half_saved
from sphinx_docsjson.compat.resident_builds import read_documents
from sphinx_docsjson.compat.sphinx import choose_colours
from sphinx_docsjson.ext.openapi.content.playground import playground_script
from sphinx_docsjson.site.model import Api
from sphinx_docsjson.translation import SiteTexts
from tests._support.building import build_site, write_files
from tests._support.seeds import seed
from tests.cli.random_edits import edit_at_random

PAGE = "<!DOCTYPE html><html><body><h1>{}</h1></body></html>"


PROXIES = (True, False, None, "https://p.example/?u={url}")


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "out"
    (root / "guide").mkdir(parents=True)
    (root / "index.html").write_text(PAGE.format("Home"))
    (root / "404.html").write_text(PAGE.format("Lost"))
    (root / "guide" / "index.html").write_text(PAGE.format("Guide"))
    (root / "guide.md").write_text("# Guide\n")
    (root / "one.html").write_text(PAGE.format("One"))
    (root / "one.md").write_text("# Öne\n", encoding="utf-8")
    (root / "style.css").write_text("a{}")
    (root / "empty").mkdir()
    (root / ".buildinfo").write_text("secret")
    (tmp_path / "outside.txt").write_text("secret")
    (root / "link.txt").symlink_to(tmp_path / "outside.txt")
    (root / "_redirects").write_text(
        "# of the site\n/old /one 301\n/gone/* /guide/:splat 302\n/u/:name/x /one?who=:name\n"
        "/one.html /guide/ 301!\n/proxied/* https://other.example/:splat 200\n"
    )
    return root


@pytest.fixture
def serving(folder):
    return Serving(site=StaticSite(root=folder), pages=OpenPages(folder))


@pytest.fixture
def client(serving):
    return Client(serving)


def get(client, path, **headers):
    return client.get(path, headers={"Host": "127.0.0.1:8000", **headers})


# --- files, as hosts answer


@pytest.mark.parametrize(
    ("path", "status", "holds"),
    [
        ("/", 200, "Home"),
        ("/one", 200, "One"),
        ("/guide/", 200, "Guide"),
        ("/style.css", 200, "a{}"),
        ("/deep/nothing", 404, "Lost"),
        ("/empty/", 404, "Lost"),
        ("/.buildinfo", 404, "Lost"),
        ("/link.txt", 404, "Lost"),
        ("/../outside.txt", 404, "Lost"),
        ("/%2e%2e/outside.txt", 404, "Lost"),
        ("/guide/../.buildinfo", 404, "Lost"),
    ],
)
def test_a_path_is_answered_as_hosts_do(client, path, status, holds):
    answer = get(client, path)
    assert (answer.status_code, holds in answer.text, "secret" in answer.text) == (
        status,
        True,
        False,
    )


@pytest.mark.parametrize(
    ("path", "status", "place"),
    [
        ("/guide", 308, "/guide/"),
        ("/one/", 308, "/one"),
        ("/old", 301, "/one"),
        ("/old?a=b", 301, "/one?a=b"),
        ("/gone/far/away", 302, "/guide/far/away"),
        ("/u/me/x", 301, "/one?who=me"),
        ("/one.html", 301, "/guide/"),
    ],
)
def test_redirects_are_followed_as_hosts_do(client, path, status, place):
    answer = get(client, path)
    assert (answer.status_code, answer.headers["Location"]) == (status, place)


def test_a_rule_that_does_not_redirect_is_left_to_the_host():
    text = "/a /b 200\n/x\nnothing\n/c https://d.example/ 302 Country=de\n"
    assert [(rule.source, rule.status) for rule in rules_in(text)] == [("/c", 302)]


@pytest.mark.parametrize("path", ["/one", "/guide/"])
def test_an_agent_that_prefers_markdown_gets_it(client, path):
    answer = get(client, path, Accept="text/markdown, text/html;q=0.9")
    assert answer.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert answer.headers["Vary"] == "Accept"
    assert answer.text.startswith("# ")
    browser = get(client, path, Accept="text/html,application/xhtml+xml,*/*;q=0.8")
    assert browser.headers["Content-Type"] == "text/html; charset=utf-8"
    assert browser.headers["Vary"] == "Accept"


def test_markdown_leads_on_from_wherever_it_is_read(client, folder):
    twin = (
        "> For AI agents: the index of all pages, each as Markdown, is at ../llms.txt.\n\n"
        "# A\n\n[B](b.md#c), ![D](<../d.png>), [E](https://e.example/), [F](#f), `[G](g.md)`\n\n"
        "```md\n[H](h.md)\n```\n\n- [I](/i.md)\n"
    )
    (folder / "guide.md").unlink(missing_ok=True)
    (folder / "guide" / "index.md").write_text(twin)
    here = "http://localhost"

    answer = get(client, "/guide/", Accept="text/markdown", Host="localhost").text

    assert answer == (
        f"> For AI agents: the index of all pages, each as Markdown, is at {here}/llms.txt.\n\n"
        f"# A\n\n[B]({here}/guide/b.md#c), ![D](<{here}/d.png>), [E](https://e.example/), "
        f"[F]({here}/guide/index.md#f), `[G](g.md)`\n\n"
        f"```md\n[H](h.md)\n```\n\n- [I]({here}/i.md)\n"
    )


def test_a_page_leads_to_its_twin_and_to_the_indexes_of_the_site(client, folder):
    (folder / ".well-known").mkdir()
    (folder / ".well-known" / "api-catalog").write_text("{}")
    (folder / "llms.txt").write_text("# Site\n")

    page, twin = (get(client, "/one", Accept=kind) for kind in ("text/html", "text/markdown"))

    indexes = [
        '</llms.txt>; rel="describedby"; type="text/plain"',
        '</.well-known/api-catalog>; rel="api-catalog"',
    ]
    assert page.headers.getlist("Link") == [
        '</one.md>; rel="alternate"; type="text/markdown"',
        *indexes,
    ]
    assert twin.headers.getlist("Link") == indexes
    assert get(client, "/.well-known/api-catalog").mimetype == "application/linkset+json"


def test_a_proxy_that_docs_json_wants_is_that_of_the_server():
    sites = [SimpleNamespace(api=Api(playground_proxy=proxy)) for proxy in PROXIES]
    builds = [Build(site=site, srcdir=Path(), texts=SiteTexts({}, "")) for site in sites]

    assert [api_of(build, is_answered=False)[2] for build in builds] == [True, False, False, False]


def test_who_writes_pages_is_not_watched(folder, client):
    (folder / SERVICES_SCRIPT).write_text("watch()")

    assert get(client, f"/{SERVICES_SCRIPT}").data == b""


def test_pages_get_the_script_at_serving_and_other_files_are_as_they_are(client, folder):
    page = get(client, "/one")
    assert page.text.startswith((folder / "one.html").read_text())
    assert '<script src="/_docsjson/live.js"' in page.text
    assert get(client, "/style.css").text == "a{}"
    assert get(client, "/_docsjson/live.js").status_code == 200


def test_components_have_under_serve_what_they_have_on_the_site(tmp_path):
    code = "export const A = () => { useEffect(() => { fetch('https://a.example') }); return 1 }\n"
    policy = "/x\n  A: b\n/*\n  C: d\n  Content-Security-Policy: default-src 'self'\n"
    files = {
        "docs.json": '{"name": "A", "navigation": ["a"]}',
        "a.mdx": f"---\ntitle: A\n---\n\n{code}\n<A />\n",
        "preact.min.js": "globalThis.preactCompat = {};\n",
        "public/_headers": policy,
    }
    built = build_site(tmp_path / "src", files, conf={"html_extra_path": ["public"]})
    site = Serving(site=StaticSite(root=built.outdir), pages=OpenPages(built.outdir))
    served = Client(site)

    patterns = ("interactive.js", "preact.min.js", "components/*.js")
    written = [one for each in patterns for one in (built.outdir / "_static").glob(each)]
    assert len(written) == 3
    for file in written:
        answer = get(served, f"/{file.relative_to(built.outdir).as_posix()}")
        assert answer.data == file.read_bytes()
    answer = get(served, "/a")
    page = (built.outdir / "a.html").read_bytes()
    assert answer.data.startswith(page)
    more = answer.data.removeprefix(page)
    assert re.fullmatch(rb"<script src=./_docsjson/live\.js[^>]*></script>", more)
    assert answer.headers["Content-Security-Policy"] == "default-src 'self'"


def test_a_site_names_the_address_where_it_is_read_and_is_below_its_path_too(serving, client):
    """Who opens the canonical address, the sitemap or ``llms.txt`` stays on this server."""
    served, root = "http://127.0.0.1:8000/docs/one", serving.site.root
    said = '<link rel="canonical" href="{0}"><p>Open {0}.</p></body></html>'
    (root / "one.html").write_text(said.format("https://acme.org/docs/one"))
    (root / "robots.txt").write_text("Sitemap: https://acme.org/docs/sitemap.xml\n")
    before = get(client, "/one").text
    serving.base = "https://acme.org/docs/"

    after = get(client, "/docs/one").text
    assert 'href="https://acme.org/docs/one"' in before
    assert f'href="{served}"><p>Open https://acme.org/docs/one.</p>' in after
    assert get(client, "/robots.txt").text == "Sitemap: http://127.0.0.1:8000/docs/sitemap.xml\n"
    assert get(client, "/docs/").status_code == get(client, "/docs/style.css").status_code == 200
    assert get(client, "/docs/nowhere").status_code == 404


def test_what_every_page_loads_is_there_before_a_page_is_read(tmp_path):
    """The first page is shown long before the build ends."""
    names = {"logo": {"light": "/l.svg", "dark": "/d.svg"}, "favicon": "/i.svg"}
    source = {"docs.json": json.dumps({"name": "A", "navigation": ["index"], **names})}
    for name, text in {**source, "index.md": "# A\n"}.items():
        (tmp_path / name).write_text(text)
    for name in ("l.svg", "d.svg", "i.svg"):
        (tmp_path / name).write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    out, doctrees = tmp_path / "_build/html", tmp_path / "_build/doctrees"
    with docutils_namespace():
        conf = {"extensions": ["sphinx_docsjson"]}
        Sphinx(tmp_path, None, out, doctrees, "html", conf, status=None)

    assert {"l.svg", "d.svg", "i.svg"} <= {path.name for path in out.iterdir()}


def test_a_file_that_the_browser_has_is_not_sent_again(client):
    mark = get(client, "/style.css").headers["ETag"]
    assert get(client, "/style.css", **{"If-None-Match": mark}).status_code == 304


OTHER_HOSTS = ["evil.example", "127.0.0.1.evil.example", "", "10.0.0.1", "["]
NO_PORT = "127.0.0.1:x"
MORE_THAN_A_HOST = ["x@127.0.0.1", "127.0.0.1/x", "127.0.0.1?x", "127.0.0.1#x", "127.0.0.1\t"]


@pytest.mark.parametrize("host", [*OTHER_HOSTS, NO_PORT, *MORE_THAN_A_HOST])
def test_another_name_for_this_machine_is_refused(client, host):
    assert client.get("/", headers={"Host": host}).status_code == 403


def test_a_host_that_was_named_answers_to_numbers_and_its_name(serving):
    serving.hosts |= {"0.0.0.0"}
    serving.any_address = True
    client = Client(serving)
    assert client.get("/", headers={"Host": "192.168.0.7:8000"}).status_code == 200
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 403


def test_nothing_can_be_written(client):
    assert client.post("/one", headers={"Host": "localhost"}).status_code == 405


# --- what open pages are told


def test_only_files_whose_content_changed_are_named(folder):
    pages = OpenPages(folder)
    for name in ("one.html", "style.css"):
        pages.serves(folder / name, (folder / name).read_bytes())
    for name in ("one.html", "style.css", "index.html"):
        (folder / name).write_text((folder / name).read_text() + ("x" if "o" in name else ""))
    assert pages.look_again() == ["one.html"]
    assert pages.look_again() == []


def test_a_page_is_told_what_changed_since_it_was_loaded(folder):
    pages = OpenPages(folder)
    pages.serves(folder / "one.html", b"before")
    (folder / "one.html").write_text("after")
    pages.look_again()
    with pages.opened("/one", since=0) as lines:
        told = [next(lines), next(lines)]
    assert json.loads(told[1].partition("data: ")[2]) == {"files": ["one.html"], "build": 1}
    assert pages.paths() == []


def test_a_page_that_connects_after_its_file_was_written_is_told(folder):
    pages = OpenPages(folder)
    pages.serves(folder / "one.html", b"before")
    (folder / "one.html").write_text("after")
    with pages.opened("/one", since=0) as lines:
        next(lines)
        assert '"one.html"' in next(lines)


def test_a_page_is_asked_for_before_the_build_begins(tmp_path):
    ours, theirs = Pipe()
    for word in (("ask", "/one"), ("look", ["/two"]), ("begin", None), ("ask", "/three")):
        ours.send(word)
    words = BuildChannel(theirs, BuildMessages(tmp_path, sys.stderr))
    words.wait_for_begin()
    assert (list(words.asked), words.open) == (["/one", "/three"], ["/two"])


def test_a_page_that_is_being_built_comes_when_it_is_there(serving, folder):
    serving.building = True
    asked = []
    serving.ask = asked.append
    answers = Client(serving)
    (folder / "404.html").unlink()

    def build(path):
        asked.append(path)
        (folder / "later.html").write_text(PAGE.format("Later"))

    serving.ask = build
    assert "Later" in get(answers, "/later").text
    assert asked == ["/later"]


# --- messages


def test_messages_are_located_and_say_what_to_do(tmp_path):
    (tmp_path / "one.md").write_text("1\n2\n3\n4\n5\n6\n")
    text = (
        "\x1b[31m"
        f"{tmp_path}/one.md:3: WARNING: Unknown directive type: 'x' [myst.directive_unknown]"
        "\x1b[0m\n"
        "and more of it\n"
        f"{tmp_path}/docs.json:1:7: WARNING: a field [docsjson.config]\n"
        "WARNING: nowhere\n"
        f"{tmp_path}/a.py:docstring of a.b:4: ERROR: Unexpected indentation. [docutils]\n"
    )
    first, second, third, fourth = problems_in(text, tmp_path)
    assert (first.file, first.line, first.level) == ("one.md", 3, "warning")
    assert first.message.endswith("and more of it")
    assert first.advice == "Correct the name, or load its extension."
    assert first.excerpt == ((1, "1"), (2, "2"), (3, "3"), (4, "4"), (5, "5"))
    assert (second.file, second.line, second.kind) == ("docs.json", 1, "docsjson.config")
    assert (third.file, third.message) == ("", "nowhere")
    assert (fourth.level, fourth.message) == ("error", "Unexpected indentation. [docutils]")
    assert (fourth.file, fourth.line) == ("a.py", 0)


def test_an_error_of_code_is_shown_where_the_author_wrote_it(tmp_path):
    (tmp_path / "own.py").write_text("def run():\n    raise ValueError('no')\n")
    code = compile((tmp_path / "own.py").read_text(), str(tmp_path / "own.py"), "exec")
    scope = {}
    exec(code, scope)
    with pytest.raises(ValueError, match="no") as caught:
        scope["run"]()
    problem = problem_of(caught.value, tmp_path)
    assert (problem.file, problem.line, problem.message) == ("own.py", 2, "no")


def test_an_error_behind_that_of_sphinx_is_shown_where_the_author_wrote_it(tmp_path):
    path = tmp_path / "conf.py"
    path.write_text("import os\nos.environ['NO']\n")
    try:
        try:
            exec(compile(path.read_text(), str(path), "exec"), {})
        except KeyError as error:
            text = (
                f"In your file:\n\nTraceback (most recent call last):\n  File x\nKeyError: {error}"
            )
            raise ValueError(text) from error
    except ValueError as error:
        problem = problem_of(error, tmp_path)
    assert (problem.file, problem.line) == ("conf.py", 2)
    assert problem.message == "In your file: KeyError: 'NO'"


def test_an_extension_that_is_missing_is_shown_where_it_is_named(tmp_path):
    (tmp_path / "conf.py").write_text("extensions = [\n    'not.there',\n]\n")
    problem = problem_of(ValueError("Could not import extension not.there (why)"), tmp_path)
    assert (problem.file, problem.line) == ("conf.py", 2)
    assert problem.advice == "Install the package, or correct the name."


def test_an_error_that_names_its_place_is_shown_there(tmp_path):
    (tmp_path / "conf.py").write_text("a = 1\nx = (\n")
    error = ValueError("There is a syntax error: '(' was never closed (conf.py, line 2)")
    problem = problem_of(error, tmp_path)
    assert (problem.file, problem.line, problem.excerpt[1]) == ("conf.py", 2, (2, "x = ("))


def test_what_was_said_of_a_page_is_gone_when_it_is_read_without_it(tmp_path, capsys):
    messages = BuildMessages(tmp_path, sys.stdout)
    for owner in (BEGIN, "read:one", "read:two"):
        messages.step(owner)
        messages.write(f"{tmp_path}/{owner}.md:1: WARNING: wrong\n")
    assert len(messages.problems()) == 3
    messages.step("read:one")
    messages.keep_only({"one"})
    assert [problem.file for problem in messages.problems()] == ["begin.md"]
    assert capsys.readouterr().out.count("wrong") == 3


def test_a_message_belongs_to_the_reading_of_its_page(tmp_path):
    """Where it waited for the end of all reading, that of a page outlived the page."""
    (tmp_path / "docs.json").write_text(json.dumps({"name": "A", "navigation": ["index"]}))
    (tmp_path / "index.md").write_text('<Card icn="rocket">a</Card>\n', encoding="utf-8")
    target = tmp_path / "_build"
    folders = Folders(source=tmp_path, target=target, doctrees=target / "d", only_looks=True)
    messages = BuildMessages(tmp_path, sys.stderr)
    kept = KeptApplication(folders, messages)
    app = kept.make()
    app.connect("source-read", lambda _app, name, _text: messages.step(f"read:{name}"), priority=0)
    read_documents(app)
    kept.drop()
    gc.unfreeze()
    assert [problem.kind for problem in messages.of("read:index")] == ["docsjson.attribute"]


# --- changes


def test_only_sources_that_hold_something_else_have_changed(tmp_path):
    output = tmp_path / "site"
    output.mkdir()
    names = ("one.md", ".hidden", "one.md~", "_build/x.md", "site/index.html", "4913", "a.swp")
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    known = KnownContents([output])
    paths = [str(tmp_path / name) for name in names]
    assert known.changed(paths, [tmp_path]) == [paths[0]]
    (tmp_path / "one.md").touch()
    assert known.changed(paths, [tmp_path]) == []
    (tmp_path / "one.md").unlink()
    assert known.changed(paths, [tmp_path]) == [paths[0]]


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("a.md", '---\ntitle: "Called: so"\n---\n# Other\n', "Called: so"),
        ("a.md", "# Heading\n", "Heading"),
        ("a.rst", ".. note::\n\nTitle\n=====\n", "Title"),
        ("a.md", "no title", ""),
    ],
)
def test_a_page_that_is_not_read_yet_is_called_by_its_head(tmp_path, name, text, title):
    (tmp_path / name).write_text(text)
    assert quick_title(tmp_path / name) == title


def test_a_file_that_an_editor_takes_away_to_write_it_is_half_saved(tmp_path):
    path = tmp_path / "page.md"
    assert is_half_saved(path)
    path.touch()
    assert is_half_saved(path)
    path.write_text("# Page\n")
    assert not is_half_saved(path)


# --- requests that are wrong


@pytest.mark.parametrize("asked", ["bytes=900-", "bytes=5-1", "bytes=-0", "lines=1-2", "x"])
def test_a_range_that_a_file_does_not_have_is_refused(client, asked):
    answer = get(client, "/style.css", Range=asked)
    assert answer.status_code == 416
    assert get(client, "/style.css", Range="bytes=0-0").status_code == 206


@pytest.mark.parametrize("held", ["%0a", "%0d%0aSet-Cookie:%20a=b", "%e2%80%a8", "%ff", "%00"])
def test_what_a_path_holds_below_a_redirect_ends_no_header(client, held):
    for path in (f"/gone/{held}", f"/u/{held}/x"):
        answer = get(client, path)
        assert answer.status_code in {301, 302}
        assert not {"\r", "\n"} & set(answer.headers["Location"])
        assert "Set-Cookie" not in answer.headers


_PATHS = st.lists(st.sampled_from(["/", "%00", "%0a", "%ff", "..", ".", "a", "one", "gone", "~"]))


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(path=_PATHS, query=_PATHS, ranges=st.text("bytes=-,0 9x", max_size=12))
def test_no_request_is_a_mistake_of_the_server(serving, path, query, ranges):
    answer = get(Client(serving), f"/{''.join(path)}?{''.join(query)}", Range=ranges)
    assert answer.status_code < 500
    assert serving.pages.look_again() == []


def test_only_so_many_missing_addresses_are_remembered(serving, client, folder):
    for number in range(2 * MISSING):
        get(client, f"/missing{number}")
    assert len(serving.pages._served) <= MISSING + 1
    words = BuildChannel(None, BuildMessages(folder, sys.stderr))
    words.asked.extend(f"/missing{number}" for number in range(2 * ASKED))
    assert len(words.asked) == ASKED
    (folder / f"missing{2 * MISSING - 1}.html").write_text(PAGE.format("There"))
    assert serving.pages.look_again() == [f"missing{2 * MISSING - 1}.html"]


# --- the proxy of the playground


@pytest.fixture
def api():
    class Api(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            seen = {name.lower() for name in self.headers}
            if self.path == "/away":
                self.send_response(302)
                self.send_header("Location", "http://other.example/")
                self.end_headers()
                return
            self.send_response(418)
            self.send_header("Set-Cookie", "a=b")
            self.end_headers()
            text = {"body": body.decode(), "key": self.headers["X-Key"]}
            self.wfile.write(json.dumps(text | {"cookie": "cookie" in seen}).encode())

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Api)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def send(client, url, **headers):
    return client.post(
        "/_docsjson/proxy",
        query_string={"url": url},
        data="hello",
        headers={
            "Host": "localhost",
            "Origin": "http://localhost",
            "X-Key": "k",
            "Cookie": "c=d",
            **headers,
        },
    )


def test_the_proxy_reaches_the_servers_of_descriptions(serving, client, api):
    serving.proxied, serving.origins = True, (origin_of(f"{api}/v1"),)
    answer = send(client, f"{api}/v1/things")
    assert (answer.status_code, json.loads(answer.text)) == (
        418,
        {"body": "hello", "key": "k", "cookie": False},
    )
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Content-Security-Policy"] == "sandbox"
    assert send(client, f"{api}/away").status_code == 302


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_the_proxy_serves_no_page_of_another_site(serving, client, api, headers):
    serving.proxied, serving.origins = True, (origin_of(api),)
    assert send(client, api, **headers).status_code == 403


@pytest.mark.parametrize(
    "url", ["http://other.example/", "file:///etc/passwd", "//x", "http://a@127.0.0.1:1/", ""]
)
def test_the_proxy_reaches_nothing_else(serving, client, api, url):
    serving.proxied, serving.origins = True, (origin_of(api),)
    answer = send(client, url)
    assert (answer.status_code, answer.text.startswith("No description names")) == (403, True)
    serving.proxied = False
    assert send(client, api).status_code == 405


def test_the_playground_asks_the_proxy_only_where_it_was_wished(serving, client, folder):
    script = playground_script(site="x", languages=())
    (folder / "play.js").write_text(script)
    assert get(client, "/play.js").text == script
    serving.proxied = True
    (changed,) = {line for line in get(client, "/play.js").text.splitlines() if line not in script}
    address = f"http://127.0.0.1:8000/_docsjson/proxy?key={serving.key}&url={{url}}"
    assert f'"proxy":"{address}"' in changed
    assert get(client, "/play.js").headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize(
    ("asked", "status"), [({"key": "the key"}, 200), ({"key": "another"}, 403), ({}, 403)]
)
def test_a_get_by_a_name_of_the_network_needs_the_key_of_our_pages(serving, api, asked, status):
    # A browser says of such a request neither in Origin nor in Sec-Fetch-Site where it comes from.
    serving.proxied, serving.origins, serving.key = True, (origin_of(api),), "the key"
    serving.hosts |= {"docs.lan"}
    url = {**asked, "url": f"{api}/v1/things"}
    answer = Client(serving).get(
        "/_docsjson/proxy", query_string=url, headers={"Host": "docs.lan:8000"}
    )
    assert answer.status_code == status


def test_a_request_waits_until_the_descriptions_are_read(serving, client, api, monkeypatch):
    monkeypatch.setattr("sphinx_docsjson.cli.serve.server.READING", 0.01)
    serving.proxied, serving.origins = True, (origin_of(api),)
    serving.api_known.clear()
    answer = send(client, f"{api}/v1/things")
    assert (answer.status_code, "being read" in answer.text) == (503, True)
    serving.api_known.set()
    assert send(client, f"{api}/v1/things").status_code == 418


# --- the command


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_ctrl_c_reaches_only_who_ends_the_others(tmp_path):
    folders = Folders(source=tmp_path, target=tmp_path / "a", doctrees=tmp_path / "b")
    process = BuildProcess(folders)
    try:
        process.load()
        (child,) = multiprocessing.active_children()
        status = Path(f"/proc/{child.pid}/status").read_text()
        blocked = int(re.search(r"SigBlk:\s*(\w+)", status)[1], 16)
    finally:
        process.stop()
    assert blocked >> (signal.SIGINT - 1) & 1


def test_output_in_files_has_no_colours_and_ctrl_c_is_130(tmp_path):
    files = {
        "docs.json": '{"name": "X", "navigation": ["index"]}',
        "index.md": "# X\n\n{doc}`none` {term}`none`\n",
    }
    write_files(tmp_path, files)
    command = [sys.executable, "-m", "sphinx_docsjson", "serve", str(tmp_path), "--port", "0"]
    environment = {name: value for name, value in os.environ.items() if "COLOR" not in name}
    process = subprocess.Popen(
        [*command, "-b", "dirhtml", "-D", "suppress_warnings=ref.term"],
        env=environment | {"CI": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout is not None
    assert any(line.startswith("Built") for line in process.stdout)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)

    assert process.returncode == 130
    assert (tmp_path / "_build/dirhtml/index.html").is_file()
    assert ("unknown document" in said, "term not in" in said) == (True, False)
    assert "\x1b" not in said


@pytest.mark.parametrize(
    ("terminals", "no_color", "has_colours"),
    [
        ("out err", False, True),
        ("out err", True, False),
        ("out", False, False),
        ("", False, False),
    ],
)
def test_messages_have_colours_only_on_a_terminal(monkeypatch, terminals, no_color, has_colours):
    for name in ("FORCE_COLOR", "FORCE_COLOUR", "NO_COLOR", "NO_COLOUR", "CI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    for name in ("out", "err"):
        stream = SimpleNamespace(isatty=lambda name=name: name in terminals)
        monkeypatch.setattr(sys, f"std{name}", stream)
    console.coloron()
    choose_colours()
    assert ("\x1b" in console.red("x")) == has_colours


HALVES = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
"""How a terminal with white letters on black draws two rows in one line."""


def test_a_phone_is_shown_the_address_in_the_network_as_a_code(monkeypatch):
    segno = pytest.importorskip("segno")
    monkeypatch.setattr(session, "address_in_network", lambda: "192.168.7.5")
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(isatty=lambda: True, encoding="utf-8"))
    *code, last = session.for_phones(8000).splitlines()
    drawn = [line.removeprefix("\x1b[97;40m").removesuffix("\x1b[0m") for line in code]
    rows = [bytes(HALVES[char][half] for char in line) for line in drawn for half in (0, 1)]
    meant = segno.make("http://192.168.7.5:8000/", micro=False)

    assert last == "http://192.168.7.5:8000/  (for phones in the same network)"
    assert rows[: len(meant.matrix) + 4] == list(map(bytes, meant.matrix_iter(border=2)))


def test_without_a_network_or_a_terminal_no_code_is_drawn(monkeypatch):
    monkeypatch.setattr(session, "address_in_network", lambda: "192.168.7.5")
    assert "█" not in session.for_phones(8000)
    monkeypatch.setattr(session, "address_in_network", lambda: "")
    assert "is not in a network" in session.for_phones(8000)


def test_a_folder_that_is_no_site_is_told_how_to_begin(tmp_path, capsys):
    (tmp_path / "page.md").write_text("# A page\n")
    assert main(["serve", str(tmp_path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"`sphinx-docsjson init {tmp_path}` to create one" in line
    assert [path.name for path in tmp_path.iterdir()] == ["page.md"]


def test_a_busy_port_is_said_before_anything_is_built(tmp_path, capsys):
    (tmp_path / "docs.json").write_text('{"name": "X"}')
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", str(tmp_path), "--port", str(port)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert f"port {port} is in use: try --port " in line
    assert [path.name for path in tmp_path.iterdir()] == ["docs.json"]


@pytest.mark.parametrize("edits", [4, pytest.param(24, marks=pytest.mark.nightly)])
def test_what_is_served_after_edits_is_what_a_clean_build_writes(tmp_path, edits):
    chosen = seed(20261122)
    assert edit_at_random(tmp_path, edits=edits, seed=chosen, compared_every=4) == []
