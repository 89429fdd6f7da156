"""Descriptions at URLs are saved once, and builds read them without a network while they fit."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from sphinx_docsjson.cli.main import main
from sphinx_docsjson.ext.openapi.reading import fetched, specifications
from sphinx_docsjson.ext.openapi.reading.fetched import (
    FOLDER,
    FetchedFolder,
    collect,
    download,
    file_name,
    read_lock,
    saved_text,
)
from sphinx_docsjson.ext.openapi.reading.parse import UnreadableFile
from sphinx_docsjson.ext.openapi.reading.specifications import Answer

ROOT = "https://api.example.com/v1/openapi.json"
PART = "https://api.example.com/v1/cats.yaml"
EVENTS = "https://events.example.com/async.yaml"
PAGE = "https://docs.example.com/other.yaml"
OK = {"responses": {"200": {"description": "Fine."}}}


def api(path, **more):
    info = {"title": "Cats", "version": "1"}
    paths = {path: {"get": {"summary": f"Read {path}", **OK}}, **more}
    return json.dumps({"openapi": "3.1.0", "info": info, "paths": paths})


WEB = {
    ROOT: api("/dogs", **{"/cats": {"$ref": "cats.yaml"}}),
    PART: "get:\r\n  summary: Read cats\r\n  responses: {'200': {description: Fine.}}\r\n",
    EVENTS: "asyncapi: 3.0.0\ninfo: {title: E, version: '1'}\n",
    PAGE: api("/owls"),
}


class Web:
    """Stands for the network: what each URL answers, and what was asked."""

    def __init__(self, answers):
        self.answers, self.asked = dict(answers), []

    def __call__(self, url, headers, *, limit):
        self.asked.append(url)
        found = self.answers.get(url)
        if isinstance(found, Answer):
            return found
        status = 404 if found is None else 200
        return Answer(status=status, headers={}, data=(found or "").encode())


@pytest.fixture
def web(monkeypatch):
    found = Web(WEB)
    monkeypatch.setattr(fetched, "get", found)
    return found


@pytest.fixture
def folder(tmp_path):
    tab = {"tab": "E", "asyncapi": {"source": EVENTS, "directory": "e"}, "pages": ["index", "owl"]}
    config = {"name": "T", "openapi": ROOT, "navigation": {"tabs": [tab]}}
    (tmp_path / "docs.json").write_text(json.dumps(config))
    (tmp_path / "index.md").write_text("# T\n")
    (tmp_path / "owl.md").write_text(f"---\nopenapi: {PAGE} GET /owls\n---\n")
    return tmp_path


def test_every_url_is_saved_with_its_digest_and_what_it_refers_to(folder, web, capsys):
    assert main(["fetch", str(folder)]) == 0

    lock = json.loads((folder / FOLDER / "lock.json").read_text())["files"]
    assert lock.keys() == {ROOT, PART, EVENTS, PAGE}
    for saved in lock.values():
        data = (folder / FOLDER / saved["file"]).read_bytes()
        assert sha256(data).hexdigest() == saved["sha256"]
    assert f"{ROOT} → {FOLDER}/api-example-com-openapi-" in capsys.readouterr().out

    before = (folder / FOLDER / "lock.json").read_bytes()
    web.asked.clear()
    assert main(["fetch", str(folder)]) == 0
    assert web.asked == []
    assert (folder / FOLDER / "lock.json").read_bytes() == before


def test_a_build_reads_what_was_saved_and_asks_nobody(site, folder, web, monkeypatch):
    main(["fetch", str(folder)])
    files = {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*.*")}
    monkeypatch.setattr(specifications, "get", None)
    built = site(files)

    assert [line for line in built.warning_lines if "asyncapi" not in line] == []
    assert built.article("api-reference/read-dogs").select_one(".dj-endpoint")
    assert built.article("owl").select_one(".dj-endpoint-path").get_text() == "/owls"
    assert not (built.outdir / FOLDER).exists()


def test_what_was_changed_by_hand_is_not_read(folder, web):
    main(["fetch", str(folder)])
    path = folder / FOLDER / read_lock(folder)[ROOT].file
    path.write_text(WEB[ROOT].replace("/dogs", "/rats"))

    with pytest.raises(UnreadableFile, match="was changed: its digest is not the one in"):
        saved_text(folder, ROOT)
    path.write_bytes(WEB[ROOT].replace("\n", "\r\n").encode())  # as git may do
    assert saved_text(folder, ROOT) == WEB[ROOT]
    path.unlink()
    with pytest.raises(UnreadableFile, match="there is no such file; run `sphinx-docsjson fetch`"):
        saved_text(folder, ROOT)
    assert main(["fetch", str(folder)]) == 0
    assert saved_text(folder, ROOT) == WEB[ROOT]


def test_check_says_what_has_changed_and_writes_nothing(folder, web, capsys):
    main(["fetch", str(folder)])
    before = sorted((path, path.read_bytes()) for path in (folder / FOLDER).iterdir())
    assert main(["fetch", str(folder), "--check"]) == 0
    capsys.readouterr()

    web.answers[PART] += "  deprecated: true\n"
    del web.answers[PAGE]
    assert main(["fetch", str(folder), "--check"]) == 1
    told = capsys.readouterr()
    assert f"changed  {PART}" in told.out
    assert f"same     {ROOT}" in told.out
    assert f"failed   {PAGE}: {PAGE} answered with the status 404" in told.err
    assert sorted((path, path.read_bytes()) for path in (folder / FOLDER).iterdir()) == before


def test_update_saves_again_and_removes_what_nobody_names(folder, web, capsys):
    main(["fetch", str(folder)])
    old = read_lock(folder)
    web.answers[ROOT] = api("/dogs")
    assert main(["fetch", str(folder), "--update"]) == 0

    assert read_lock(folder).keys() == {ROOT, EVENTS, PAGE}
    assert not (folder / FOLDER / old[PART].file).exists()
    assert saved_text(folder, ROOT) == api("/dogs")

    del web.answers[PAGE]
    assert main(["fetch", str(folder), "--update"]) == 1
    assert saved_text(folder, PAGE) == WEB[PAGE]  # what cannot be reached stays


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("http://api.example.com/a.json", "only https"),
        ("file:///etc/passwd", "only https"),
        ("https://me:word@api.example.com/a.json", "user name or password"),
        ("https://api.example.com/gone.json", "status 404"),
        ("https://api.example.com/again", "redirects too many times"),
        ("https://api.example.com/plain", "only https"),
        ("https://api.example.com/page.html", "an HTML or XML page"),
        ("https://api.example.com/binary", "did not answer"),
        ("https://api.example.com/far.json", "at another host"),
    ],
)
def test_what_is_no_description_at_a_public_https_url_is_refused(folder, web, url, problem):
    def moved(to):
        return Answer(status=302, headers={"Location": to}, data=b"")

    web.answers |= {
        "https://api.example.com/again": moved("/again"),
        "https://api.example.com/plain": moved("http://api.example.com/a.json"),
        "https://api.example.com/page.html": "<!DOCTYPE html>\n<p>Sign in.</p>\n",
        "https://api.example.com/binary": Answer(status=200, headers={}, data=b"\xff\xfe\x00"),
        "https://api.example.com/far.json": api("/a", **{"/b": {"$ref": f"{PAGE}#/paths"}}),
    }
    told = []
    saved = FetchedFolder(srcdir=folder, say=lambda word, what: told.append((word, what)))

    assert not saved.fetch([url])
    ((word, what),) = told
    assert word == "failed"
    with pytest.raises(UnreadableFile, match=problem):
        collect(url)
    assert what.startswith(f"{url}: ")
    assert not (folder / FOLDER).exists()


def test_private_addresses_are_refused_as_everywhere():
    with pytest.raises(UnreadableFile, match="not a public address"):
        download("https://127.0.0.1/openapi.json")


@pytest.mark.parametrize(
    "entry",
    [
        {"file": "../conf.py", "sha256": "0" * 64},
        {"file": "a/b.json", "sha256": "0" * 64},
        {"file": ".env.json", "sha256": "0" * 64},
        {"file": "a.py", "sha256": "0" * 64},
        {"file": "a.json", "sha256": "0"},
        {"file": 1, "sha256": "0" * 64},
        "a.json",
        None,
    ],
)
def test_a_lock_file_that_the_command_did_not_write_is_refused(tmp_path, entry):
    (tmp_path / FOLDER).mkdir()
    text = json.dumps({"files": {ROOT: entry}, "version": 1})
    (tmp_path / FOLDER / "lock.json").write_text(text)

    with pytest.raises(UnreadableFile, match="delete it and run `sphinx-docsjson fetch` again"):
        saved_text(tmp_path, ROOT)


def test_nothing_is_written_through_a_link_out_of_the_folder(folder, tmp_path_factory, web):
    outside = tmp_path_factory.mktemp("outside")
    (folder / FOLDER).symlink_to(outside)

    assert main(["fetch", str(folder)]) == 1
    assert [*outside.iterdir()] == []


@pytest.mark.parametrize("url", [ROOT, f"{ROOT}?x=1", "https://a.b/", "https://a.b/%2e%2e%2f"])
def test_a_file_is_named_after_its_url_without_folders(url):
    name = file_name(url, "{}")

    assert fetched._NAME.fullmatch(name)
    assert name != file_name(f"{url}1", "{}")


def test_a_site_without_urls_has_nothing_to_fetch(tmp_path, web, capsys):
    (tmp_path / "docs.json").write_text('{"name": "T", "navigation": {"pages": []}}')

    assert main(["fetch", str(tmp_path)]) == 0
    assert "there is nothing to fetch" in capsys.readouterr().out
    assert not (tmp_path / FOLDER).exists()


def test_init_names_the_command_until_all_is_saved(folder, web, capsys):
    main(["init", str(folder)])
    assert f"sphinx-docsjson fetch {folder}" in capsys.readouterr().out

    main(["fetch", str(folder)])
    capsys.readouterr()
    main(["init", str(folder)])
    assert "fetch" not in capsys.readouterr().out
