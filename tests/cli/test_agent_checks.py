"""What the checks for agents say is what AFDocs says of the same site, with file and line."""

from __future__ import annotations

import json
import subprocess
from contextlib import contextmanager

import pytest

from sphinx_docsjson.cli.serve.open_pages import OpenPages
from sphinx_docsjson.cli.serve.server import Serving, StaticSite, listen
from sphinx_docsjson.warnings import Warn
from tests._support import npm
from tests._support.building import build_site
from tests.outputs.test_agent_score import CHECKER

KINDS = {kind.value.removeprefix("agent-") for kind in Warn if kind.name.startswith("AGENT_")}
BASE = "https://docs.acme.example/"

TEXT = "The store sends plants to every town that has a road, once a week.\n\n"
FINE = {
    "docs.json": json.dumps(
        {"name": "Acme", "description": "Plants.", "navigation": {"pages": ["index", "other"]}}
    ),
    "index.md": "---\ntitle: Home\n---\n\nSee [other plants](other.md).\n\n" + TEXT * 9,
    "other.md": f"---\ntitle: Other\n---\n\n{TEXT * 120}",
}
LONG = f"---\ntitle: Other\n---\n\n{TEXT * 800}"
OWN = "# Acme\n\n## Docs\n\n- [Home]({base}index.md)\n- [Gone]({base}gone.md)\n"

LONG_INDEX = "# A\n\n> B\n\n## C\n\n- [O]({base}other.md)\n- [H]({base}index.md): " + "x " * 30000

MIDDLING_INDEX = (
    "# A\n\n> B\n\n## C\n\n- [O]({base}other.md)\n- [H]({base}index.md): " + "x " * 9000
)
MIDDLING = {"llms.txt": MIDDLING_INDEX, "other.md": f"---\ntitle: Other\n---\n\n{TEXT * 600}"}
"""As long as agents read; the indexes that we write are shorter."""

MEGABYTE = f'<div data-x="{"x" * 1_100_000}"></div>'

SITES = {
    "fine": ({}, {}, {}),
    "middling": (MIDDLING, {}, {}),
    "no index": ({}, {"docsjson_llms_txt": False}, {"llms-txt-exists": ""}),
    "own index": (
        {"llms.txt": OWN},
        {},
        {
            "llms-txt-valid": "llms.txt:1:",
            "llms-txt-links-resolve": "llms.txt:6:",
            "llms-txt-coverage": "llms.txt:1:",
        },
    ),
    "no twins": ({}, {"docsjson_markdown_twins": False}, {"markdown-url-support": "docs.json"}),
    "long": ({"other.md": LONG}, {}, {"page-size-markdown": "other.md:1:"}),
    "long index": (
        {"llms.txt": LONG_INDEX},
        {},
        {"llms-txt-size": "llms.txt:1:"},
    ),
    "megabyte": (
        {"other.md": f"---\ntitle: Other\n---\n\n{TEXT * 9}{MEGABYTE}\n"},
        {},
        {"page-size-transfer": "other.md:1:"},
    ),
}
"""What a site has → its files, its settings, and which checks of AFDocs fail, as recorded."""


def built(tmp_path, name, base=BASE, **more):
    files, conf, _said = SITES[name]
    files = {path: text.replace("{base}", base) for path, text in (FINE | files).items()}
    conf = {"docsjson_agent_checks": True, "html_baseurl": base} | conf | more
    return build_site(tmp_path, files, conf=conf)


def said_by(site):
    """Return the checks that found something → the lines of their messages."""
    found = {}
    for line in site.warning_lines:
        for kind in KINDS:
            if line.endswith(f"[docsjson.agent-{kind}]"):
                found.setdefault(kind, []).append(line)
    return found


OFTEN = ("own index", "long", "middling")
"""What is built with every change; the others at night."""

IMPLIED = {
    "llms-txt-exists": {"llms-txt-directive-html", "llms-txt-directive-md"},
    "markdown-url-support": {"llms-txt-directive-md"},
}
"""What AFDocs says once more for one cause, which we say once."""


@pytest.mark.parametrize(
    "name", [n if n in OFTEN else pytest.param(n, marks=pytest.mark.nightly) for n in SITES]
)
def test_the_checks_say_what_afdocs_says_and_where_to_mend_it(tmp_path, name):
    found = said_by(built(tmp_path, name))

    wanted = SITES[name][2]
    assert sorted(found) == sorted(wanted)
    assert [p for kind, p in wanted.items() if not any(p in line for line in found[kind])] == []


def test_links_are_relative_where_nobody_says_where_the_site_is_read(tmp_path):
    found = said_by(built(tmp_path, "fine", html_baseurl=""))

    assert list(found) == ["markdown-link-portability"]


def test_the_checks_are_off_unless_they_are_asked_for(tmp_path):
    assert said_by(built(tmp_path, "own index", docsjson_agent_checks=False)) == {}


@contextmanager
def listening(folder):
    folder.mkdir(parents=True, exist_ok=True)
    server = listen(Serving(site=StaticSite(root=folder), pages=OpenPages(folder)), "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.mark.nightly
@pytest.mark.parametrize("name", SITES)
def test_afdocs_says_of_each_site_what_is_recorded(tmp_path, name):
    if reason := npm.missing():
        pytest.skip(reason)
    try:
        program = npm.installed("afdocs", [CHECKER]) / "node_modules" / ".bin" / "afdocs"
    except RuntimeError as error:
        pytest.skip(str(error))
    with listening(tmp_path / "out") as url:
        site = built(tmp_path / "site", name, base=url)
        (tmp_path / "out").rmdir()
        (tmp_path / "out").symlink_to(site.app.outdir)
        command = [str(program), "check", url, "--format", "json", "--quiet"]
        command += [
            "--sampling",
            "deterministic",
            "--request-delay",
            "0",
            "--url-path-pattern",
            "html",
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    results = json.loads(done.stdout)["results"]
    failed = {r["id"] for r in results if r["status"] in ("fail", "warn")}

    wanted = set(SITES[name][2])
    implied = {each for kind in wanted for each in IMPLIED.get(kind, ())}
    assert (failed & KINDS) - implied == wanted
