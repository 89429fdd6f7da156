"""What Windows and macOS do otherwise, simulated where the tests run."""

from __future__ import annotations

import io
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from sphinx_docsjson import cli
from sphinx_docsjson.base import files
from sphinx_docsjson.base.files import file_below, near_file, relative_path, slug
from sphinx_docsjson.cli import alone_in, doctor, init
from sphinx_docsjson.cli.check_messages import MessageLocation, read_message
from sphinx_docsjson.cli.init_changes import FolderChanges
from sphinx_docsjson.cli.main import main
from sphinx_docsjson.cli.serve import problem_of_port, session
from sphinx_docsjson.cli.serve.application import EarlyPages
from sphinx_docsjson.cli.streams import print_any_text
from sphinx_docsjson.pages.project import GeneratedDocument, OriginsInMessages, write_stubs
from sphinx_docsjson.pages.redirects import RedirectFolder
from tests.faults.changing_site import site as every_kind_of_file

ROOT = Path(__file__).parents[2]
NO_FORK = Path(__file__).parent / "inputs" / "no_fork"


# --- names without case


def test_a_picture_is_named_as_its_folder_lists_it(tmp_path, monkeypatch):
    """What macOS finds under another case is not there on the host; both say so."""
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "a.png").write_bytes(b"x")
    there = {str(path).casefold() for path in tmp_path.rglob("*")}
    monkeypatch.setattr(files, "CASE_BLIND", True)
    monkeypatch.setattr(Path, "is_file", lambda path: str(path).casefold() in there)

    assert file_below(tmp_path, "images/a.png") == tmp_path / "images" / "a.png"
    assert file_below(tmp_path, "Images/a.png") is file_below(tmp_path, "images/A.png") is None
    assert near_file(tmp_path, "Images/a.png") == "images/a.png"


def test_a_file_that_changed_its_case_is_not_removed_with_its_old_name(tmp_path):
    """Two names of one file stand for a system that does not tell them apart."""
    out, memory = tmp_path / "out", tmp_path / "memory.json"
    for name in ("Old.html", "old.html"):
        folder = RedirectFolder(out, memory)
        folder.put(name, '<meta http-equiv="refresh">')
        if name == "old.html":
            (out / "Old.html").unlink()
            os.link(out / "old.html", out / "Old.html")
        folder.forget_others()
    stubs = tmp_path / "stubs"
    write_stubs(stubs, [GeneratedDocument(docname="api/a", text="x")], ".md")
    os.link(stubs / "api/a.md", stubs / "A.md")
    (stubs / "gone.md").write_text("x")
    write_stubs(stubs, [GeneratedDocument(docname="api/a", text="x")], ".md")

    assert {path.name for path in out.iterdir()} == {"Old.html", "old.html"}
    assert {path.name for path in stubs.rglob("*.md")} == {"A.md", "a.md"}


def test_pages_whose_names_differ_by_case_only_are_told(site):
    built = site({"index.md": "# A\n", "Guide.md": "# B\n", "guide.md": "# C\n"})

    assert "'Guide' and 'guide' differ only in case" in built.warnings


@pytest.mark.parametrize("name", ["CON", "aux", "COM1", "lpt9"])
def test_no_generated_page_has_the_name_of_a_device(name):
    assert slug(name) == f"{name.lower()}-page"


# --- paths


def test_a_file_on_another_drive_is_named_by_its_whole_path(monkeypatch):
    def on_another_drive(path: str, start: str) -> str:
        raise ValueError("path is on mount 'D:', start on mount 'C:'")

    assert relative_path("/a/b/c.yaml", "/a/d") == "../b/c.yaml"
    monkeypatch.setattr(os.path, "relpath", on_another_drive)
    assert relative_path("/a/b/c.yaml", "/a/d") == "/a/b/c.yaml"


def test_a_message_may_begin_with_a_drive():
    place = MessageLocation(file=r"C:\docs\a b.md", line=3, column=7)
    found = read_message(r"C:\docs\a b.md:3:7: WARNING: no page [docsjson.link]")

    assert found.locations == (place,)
    assert read_message(r"C:\docs\a.md: WARNING: x").locations[0].file == r"C:\docs\a.md"


def test_a_message_about_a_stub_names_its_origin_with_any_slash(monkeypatch):
    monkeypatch.setattr(os, "sep", "\\")
    renamed = OriginsInMessages(Path("stubs"), {"api/a.md": "api.yaml"})

    assert renamed._without_paths(r"stubs\api\a.md:4: wrong") == "api.yaml: wrong"


def test_doctor_tells_windows_of_paths_that_it_refuses(tmp_path, monkeypatch):
    (tmp_path / ("long" * 30)).mkdir()
    (tmp_path / ("long" * 30) / f"{'name' * 40}.md").write_text("# A\n")
    assert list(doctor._long_paths(tmp_path)) == []
    monkeypatch.setattr(doctor, "LIMITS_PATHS", True)
    (found,) = doctor._long_paths(tmp_path)

    assert "1 of 1 pages have paths above 259 characters" in found.lines[0]


# --- texts


def test_what_is_printed_may_have_any_letter_on_any_code_page(tmp_path, monkeypatch):
    folder = tmp_path / "ページ"
    folder.mkdir()
    out = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    monkeypatch.setattr(sys, "stderr", out)
    assert main(["build", str(folder)]) == 2
    out.flush()

    assert rb"\u30da\u30fc\u30b8: there is no docs.json" in out.buffer.getvalue()


def test_what_programs_read_is_utf_8_on_any_code_page(monkeypatch):
    out = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    monkeypatch.setattr(sys, "stdout", out)
    print_any_text(for_programs=True)
    print('"ページ"', flush=True)

    assert out.buffer.getvalue() == '"ページ"\n'.encode()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_init_keeps_the_line_ends_of_a_file(tmp_path, end):
    conf = tmp_path / "conf.py"
    conf.write_bytes(f'project = "A"{end}extensions = []{end}'.encode())
    init._add_extension(FolderChanges(folder=tmp_path))

    text = conf.read_bytes().decode()
    assert "sphinx_docsjson" in text
    assert set(re.findall(r"\r?\n", text)) == {end}


@pytest.mark.nightly
def test_sources_with_the_line_ends_of_windows_give_the_same_site(site):
    lf = every_kind_of_file()
    crlf = {
        name: text.replace("\n", "\r\n").encode() if isinstance(text, str) else text
        for name, text in lf.items()
    }
    # Files of the author are copied as they are.
    own = ("_sources/", "_downloads/", ".doctrees/", ".buildinfo")
    shown = []
    for sources in (lf, crlf):
        built = site(sources)
        out = Path(built.app.outdir)
        found = {path.relative_to(out).as_posix(): path for path in out.rglob("*")}
        shown.append(
            {
                name: path.read_bytes()
                for name, path in found.items()
                if path.is_file() and not (name.startswith(own) or name in lf)
            }
        )
    one, two = shown
    assert [name for name in one.keys() | two.keys() if one.get(name) != two.get(name)] == []


# --- processes and signals


def test_a_port_of_another_server_is_not_taken_away(monkeypatch):
    asked = []

    class Trial:
        def __init__(self, *kinds: object) -> None: ...
        def __enter__(self) -> Trial:
            return self

        def __exit__(self, *error: object) -> None: ...
        def bind(self, address: object) -> None: ...
        def listen(self) -> None: ...
        def setsockopt(self, level: int, option: int, value: int) -> None:
            asked.append(option)

    monkeypatch.setattr(socket, "socket", Trial)
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)

    assert problem_of_port("127.0.0.1", 8000) == ""
    assert asked == [-5]


def test_ctrl_c_is_left_to_the_process_that_ends_the_other(monkeypatch):
    before = signal.getsignal(signal.SIGINT)
    monkeypatch.delattr(signal, "pthread_sigmask", raising=False)
    import sphinx_docsjson.cli.serve.build_process as building

    seen = []
    monkeypatch.setattr(
        building, "main", lambda *_given: seen.append(signal.getsignal(signal.SIGINT))
    )
    try:
        session.build(None, None)
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == [signal.SIG_IGN]


def test_two_checks_at_once_have_a_folder_each_without_fcntl(tmp_path, monkeypatch):
    taken = []

    def locking(_file: int, _mode: int, _count: int) -> None:
        if taken:
            raise OSError("another process has it")
        taken.append(True)

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    monkeypatch.setattr(cli.sys, "platform", "win32")
    with alone_in(tmp_path) as one, alone_in(tmp_path) as two:
        assert one == tmp_path != two


def test_a_page_waits_for_its_turn_where_a_process_cannot_be_copied(monkeypatch):
    monkeypatch.delattr(os, "fork", raising=False)
    app = SimpleNamespace(
        env=SimpleNamespace(found_docs={"a"}), config=SimpleNamespace(root_doc="index")
    )
    early = EarlyPages(app, None)
    early.write("/a")

    assert early.written() == []


@pytest.mark.nightly
def test_build_check_and_serve_work_where_a_process_cannot_be_copied(tmp_path):
    (tmp_path / "docs.json").write_text('{"name": "A", "navigation": ["index"]}')
    (tmp_path / "index.md").write_text("# Hello\n")
    paths = os.pathsep.join([str(NO_FORK), str(ROOT)])
    for command in (["build"], ["check"], ["serve", "--no-watch", "--port", "0"]):
        process = subprocess.Popen(
            [sys.executable, "-m", "sphinx_docsjson", command[0], str(tmp_path), *command[1:]],
            env={**os.environ, "PYTHONPATH": paths},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        said = []
        for line in process.stdout:
            said.append(line)
            if line.startswith(("Built:", "Up to date")):
                process.terminate()
        process.wait()
        if command[0] == "serve":
            assert any(line.startswith("Built: 1 page") for line in said), said
        else:
            assert process.returncode == 0, said
