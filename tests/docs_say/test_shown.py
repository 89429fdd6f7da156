"""What pages show of the terminal is what the terminal says, place and word."""

from __future__ import annotations

import json
import re
import subprocess

from sphinx_docsjson.cli.main import main
from tests._support.building import write_files
from tests.docs_say.blocks import ROOT, blocks_in

STORE = (ROOT / "docs/api/plant-store.yaml").read_text(encoding="utf-8")
HEAD = "---\ntitle: A page\ndescription: A page.\n---\n"
QUICKSTART = """\
{
  "name": "Acme",
  "colors": { "primary": "#0a7d63" },
  "navigation": [
    {
      "group": "Start",
      "pages": [
        "index", "quickstart",
               "quikstart"
      ]
    }
  ]
}
"""
COLOURS = """\
{
  "name": "Acme",
  "navigation": [
    {
      "group": "Start",
      "pages": [
        "index"
      ]
    }
  ],

    "colours": {}
}
"""
BODY = """\
openapi: 3.1.0
info: {title: Plants, version: "1"}
paths:
  /plants:
    post:
      operationId: addPlant
      requestBody:
        content:
          application/json:
            schema:
              type: object
"""
ADDED = """\
              required: [pot]
              properties:
                pot: {type: string}
"""
CLIENT = '"""Acme."""\n\n\nclass Client:\n    """The client."""\n    def fetch_all(self): ...\n'


def shown(page, beginning):
    """Return the lines of a block of output; a line that is wrapped goes on."""
    (block,) = (one for one in blocks_in(page) if one.text.startswith(beginning))
    return re.sub(r"\n(?!\S+:\d)", " ", block.text).rstrip().splitlines()


def check(folder, capsys, *options):
    """Return what ``check`` says of ``docs``, with paths as they are written from *folder*."""
    cache = ["--cache", str(folder / "cache"), "-q"]
    assert main(["check", str(folder / "docs"), *cache, *options]) == 1
    return capsys.readouterr().out.replace(f"{folder}/", "")


def git(folder, *arguments):
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def keep(folder, files, tag):
    write_files(folder, files)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", tag)
    git(folder, "tag", tag)


def test_fields_and_pages_that_are_not_there(tmp_path, capsys):
    page = f"{HEAD}\nText.\n"
    files = {"docs/docs.json": QUICKSTART, "docs/index.md": page, "docs/quickstart.md": page}
    write_files(tmp_path / "page", files)
    write_files(tmp_path / "field", {"docs/docs.json": COLOURS, "docs/index.md": page})
    (missing,) = shown("docs/navigation/order.md", "docs.json:9")
    (unknown,) = shown("docs/configure/docs-json.md", "/home")

    assert f"docs/{missing}" in check(tmp_path / "page", capsys)
    assert unknown.removeprefix("/home/ada/") in check(tmp_path / "field", capsys)


def test_an_example_that_its_schema_refuses(tmp_path, capsys):
    site = {"name": "A", "openapi": "api/plant-store.yaml", "navigation": ["index"]}
    files = {
        "docs/docs.json": json.dumps(site),
        "docs/index.md": f"{HEAD}\nText.\n",
        "docs/api/plant-store.yaml": STORE.replace("amount: 12.5,", "amount: cheap,", 1),
    }
    write_files(tmp_path, files)
    (line,) = shown("docs/api/checks.md", "api/")

    assert f"docs/{line}" in check(tmp_path, capsys)


def test_what_breaks_clients(tmp_path, capsys):
    site = {
        "name": "A",
        "openapi": {"source": "openapi.yaml", "since": "v1.2.0"},
        "navigation": ["index"],
    }
    files = {
        "docs/docs.json": json.dumps(site),
        "docs/index.md": f"{HEAD}\nText.\n",
        "docs/openapi.yaml": BODY,
    }
    keep(tmp_path, files, "v1.2.0")
    space = "\n" * (39 - BODY.count("\n"))
    write_files(tmp_path, {"docs/openapi.yaml": f"{BODY}{space}{ADDED}"})
    (line,) = shown("docs/api/changes.md", "docs/")

    assert line in check(tmp_path, capsys, "--fail-on", "breaking")
