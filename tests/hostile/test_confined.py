"""What directives and roles of an ``.mdx`` page may read, ask and run."""

from __future__ import annotations

import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import ModuleType

import pytest
from docutils.parsers.rst import Directive

from sphinx_docsjson.compat.docutils import directive_of, names_of_directives, role_names
from sphinx_docsjson.pages.confined import confined
from tests._support.building import build_site

HEAD = "---\ntitle: Page\n---\n\n"
SECRET = "topsecretwords"
HANDLER = "<img src=x onerror=alert(1)>"


class Recorder(BaseHTTPRequestHandler):
    """Notes what is asked."""

    asked: list[str] = []  # noqa: RUF012

    def do_GET(self):
        self.asked.append(self.path)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(SECRET.encode())

    def log_message(self, *_args):
        pass


@pytest.fixture(scope="module")
def host():
    server = HTTPServer(("127.0.0.1", 0), Recorder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def targets(folder, host):
    return {
        "above": "../secret.txt",
        "absolute": str(folder / "secret.txt"),
        "file": f"file://{folder / 'secret.txt'}",
        "host": f"{host}/secret.txt",
        "script": "javascript:alert(1)",
    }


def options_of(directive) -> list[str]:
    """The options that may name a file or an address, and whether the argument may."""
    words = ("file", "url", "uri", "target", "link", "path", "img", "image", "include", "diff")
    names = [name for name in directive.option_spec or () if any(w in name for w in words)]
    takes = directive.required_arguments or directive.optional_arguments
    return [*([""] if takes else []), *names]


def known_directives() -> dict[str, type[Directive]]:
    """Return all directives of docutils, Sphinx, MyST and sphinx-design by their names."""
    found = {name: directive_of(name) for name in sorted(names_of_directives())}
    return {
        name: each
        for name, each in found.items()
        if isinstance(each, type) and issubclass(each, Directive)
    }


def forms(name: str, option: str, target: str, required: int):
    """Yield a directive in Markdown, in reStructuredText, and in a component."""
    argument = target if not option else ("x" if required else "")
    setting = f":{option}: {target}\n" if option else ""
    myst = f"```{{{name}}} {argument}\n{setting}```\n"
    rst = f".. {name}:: {argument}\n" + (f"   {setting}" if setting else "")
    yield myst
    yield f"```{{eval-rst}}\n{rst}```\n"
    yield f"<Note>\n\n{myst}\n</Note>\n"


def forms_of_role(name: str, target: str):
    """Yield a role in Markdown and in reStructuredText, with and without words of its own."""
    for text in (target, f"words <{target}>"):
        yield f"{{{name}}}`{text}`\n"
        yield f"```{{eval-rst}}\n:{name}:`{text}`\n```\n"


@pytest.fixture(scope="module")
def walked(tmp_path_factory, host):
    """A site that tries each directive with each target in each form."""
    folder = tmp_path_factory.mktemp("confined")
    (folder / "secret.txt").write_text(SECRET)
    Recorder.asked.clear()
    known: dict[str, type[Directive]] = {}
    roles: set[str] = set()

    def note_roles(app):
        roles.update(role_names())
        for domain in app.env.domains.values():
            roles.update(f"{domain.name}:{role}" for role in domain.roles)

    module = ModuleType("docsjson_names_in_a_build")
    module.setup = lambda app: app.connect(
        "env-before-read-docs",
        lambda *_args: (known.update(known_directives()), note_roles(app)),
        priority=1000,  # after ours, which come last
    )
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setitem(sys.modules, module.__name__, module)
    seed = {"index.md": "# A\n", "docs.json": '{"name": "A", "navigation": ["index"]}'}
    build_site(folder / "seed", seed, conf={"extensions": ["sphinx_docsjson", module.__name__]})
    monkeypatch.undo()
    found = {name: (options_of(each), each.required_arguments) for name, each in known.items()}
    assert {"literalinclude", "csv-table", "raw", "card", "figure", "grid-item-card"} <= {*found}
    assert {"download", "bdg-link-primary", "std:doc", "raw", "py:func"} <= roles
    pages = {}
    for kind, target in targets(folder, host).items():
        parts = [
            part
            for name, (options, required) in found.items()
            for option in options
            for part in forms(name, option, target, required)
        ]
        parts += [part for name in sorted(roles) for part in forms_of_role(name, target)]
        pages[f"{kind}.mdx"] = HEAD + "\n".join(parts)
    names = ", ".join(f'"{name.removesuffix(".mdx")}"' for name in pages)
    pages["docs.json"] = f'{{"name": "A", "navigation": [{names}]}}'
    return build_site(folder / "site", pages)


def test_no_directive_reads_a_file_from_outside_or_asks_a_host(walked):
    texts = {
        path.relative_to(walked.outdir).as_posix(): path.read_text("utf-8", errors="replace")
        for path in walked.outdir.rglob("*")
        if path.is_file()
    }
    assert len(texts) > 20
    assert [name for name, text in texts.items() if SECRET in text] == []
    assert [name for name in texts if "secret" in name] == []
    assert Recorder.asked == []


def test_no_address_of_a_directive_runs_a_script(walked):
    for name in ("script", "host"):
        soup = walked.soup(name)
        addresses = [
            value
            for element in soup.find_all(True)
            for key, value in element.attrs.items()
            if key in ("href", "src", "action")
        ]
        assert [each for each in addresses if str(each).strip().startswith("javascript:")] == []


FORMS = {
    "raw": f"```{{raw}} html\n{HANDLER}<b>kept</b>\n```\n",
    "raw in rst": f"```{{eval-rst}}\n.. raw:: html\n\n   {HANDLER}<b>kept</b>\n```\n",
    "role": "```{eval-rst}\n.. role:: h(raw)\n   :format: html\n\nkept :h:`"
    + HANDLER
    + "`\n```\n",
    "meta": "kept\n\n```{eval-rst}\n.. meta::\n"
    "   :http-equiv=refresh: 0;url=javascript:alert(1)\n```\n",
    "picture": "kept ![x](../secret.png)\n",
    "download": "kept {download}`x <../secret.txt>`\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_what_is_not_allowed_is_left_out_and_said(site, form):
    built = site({"index.mdx": HEAD + FORMS[form]})
    (built.srcdir.parent / "secret.txt").write_text(SECRET)
    page = built.text("index.html")

    assert "kept" in page
    assert "<img src=x onerror" not in page
    assert "onerror" not in str(built.soup("index").find_all("img"))
    assert "javascript:" not in page
    assert "secret" not in page


def test_files_of_the_source_folder_are_read_as_before(site):
    files = {
        "index.mdx": f"{HEAD}```{{literalinclude}} /in.txt\n```\n\n"
        "```{csv-table}\n:file: in.csv\n```\n\n```{include} in.txt\n```\n",
        "in.txt": "insidewords\n",
        "in.csv": "cellwords,b\n",
    }
    built = site(files)

    assert built.warning_lines == []
    assert built.text("index.html").count("insidewords") >= 2
    assert "cellwords" in built.text("index.html")


def test_a_page_in_md_keeps_the_trust_that_sphinx_gives(tmp_path):
    (tmp_path / "out.txt").write_text("outsidewords")
    files = {
        "index.md": "# A\n\n```{literalinclude} ../out.txt\n```\n",
        "docs.json": '{"name": "A", "navigation": ["index"]}',
    }
    built = build_site(tmp_path / "site", files)

    assert "outsidewords" in built.text("index.html")


def test_a_confined_directive_is_made_once():
    assert confined(Directive) is confined(Directive)
