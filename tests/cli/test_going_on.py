"""Every loop of ``serve`` goes on when one item fails."""

from __future__ import annotations

import sys
import threading
from importlib.util import find_spec
from multiprocessing import Pipe
from pathlib import Path

import pytest
from werkzeug.test import Client

from sphinx_docsjson.cli.serve import application, build_process, build_results, server, session
from sphinx_docsjson.cli.serve.application import Due, EarlyPages, Folders, Meaning
from sphinx_docsjson.cli.serve.build_process import Resident
from sphinx_docsjson.cli.serve.build_results import BuildChannel, BuildMessages
from sphinx_docsjson.cli.serve.open_pages import OpenPages
from sphinx_docsjson.cli.serve.proxy import _chunks
from sphinx_docsjson.cli.serve.server import Serving, StaticSite
from sphinx_docsjson.cli.serve.session import BuildProcess, KnownContents, Watcher

# --- each of them, with an item that fails


def fails_first(returned=None):
    """Return a function that raises once, and what its later calls were given."""
    calls = []

    def act(*given):
        calls.append(given)
        if len(calls) == 1:
            raise RuntimeError("wrong")
        return returned

    return act, calls


@pytest.fixture
def told(capsys):
    """Return what was told of a failure: one line."""

    def line():
        (found,) = [x for x in capsys.readouterr().err.splitlines() if "serving continues" in x]
        assert "RuntimeError: wrong" in found
        return found

    return line


def test_a_request_that_fails_is_answered_and_so_is_the_next(tmp_path, monkeypatch, told):
    (tmp_path / "index.html").write_text("<html></html>")
    act, _ = fails_first(b"<html></html>")
    monkeypatch.setattr(server, "whole", act)
    client = Client(Serving(site=StaticSite(root=tmp_path), pages=OpenPages(tmp_path)))
    asked = [client.get("/", headers={"Host": "localhost"}).status_code for _ in range(2)]
    assert asked == [500, 200]
    assert "answering '/'" in told()


def test_a_stream_of_events_begins_when_nobody_can_be_asked(tmp_path, told):
    (tmp_path / "index.html").write_text("<html></html>")
    serving = Serving(site=StaticSite(root=tmp_path), pages=OpenPages(tmp_path))
    serving.ask, _ = fails_first()
    answer = Client(serving).get("/_docsjson/events?page=/", headers={"Host": "localhost"})
    lines = iter(answer.response)
    assert [next(lines)[:14] for _ in range(2)] == [b"event: session", b": open\n\n"]
    told()


def test_an_answer_that_is_cut_off_ends_its_connection_only():
    class Cut:
        def read1(self, size):
            raise OSError("gone")

    with pytest.raises(ConnectionError, match="gone"):
        list(_chunks(Cut()))


def test_a_file_that_cannot_be_looked_at_leaves_the_others(tmp_path, monkeypatch, told):
    pages = OpenPages(tmp_path)
    pages.expect(["one.html", "two.html", "\0"])
    (tmp_path / "two.html").write_text("x")
    act, _ = fails_first(True)
    monkeypatch.setattr(OpenPages, "_is_changed", lambda self, name: act(name))
    assert pages.look_again() == ["two.html", "\0"]
    told()
    monkeypatch.undo()
    assert pages.look_again() == ["two.html"]


def test_a_word_of_a_build_that_fails_leaves_the_next(told):
    class Ended:
        exitcode = 1

        def join(self):
            pass

    ours, theirs = Pipe()
    for word in ("written", "finished"):
        theirs.send((word, None))
    theirs.close()
    process = BuildProcess(Folders(source=Path(), target=Path(), doctrees=Path()))
    process._heard, calls = fails_first()
    process._hear(Ended(), ours)
    assert calls == [("written", None), ("finished", None), ("ended", 1)]
    assert "hearing of 'written'" in told()


@pytest.mark.parametrize("listens", [True, False])
def test_a_change_that_fails_leaves_the_next(tmp_path, monkeypatch, told, listens):
    if listens and find_spec("watchfiles") is None:
        pytest.skip("watchfiles is not installed")
    monkeypatch.setattr(session, "has_watchfiles", lambda: listens)
    arrived = threading.Semaphore(0)
    act, calls = fails_first()

    def hear(paths):
        arrived.release()
        act(paths)

    watcher = Watcher([tmp_path], KnownContents([]), hear)
    watcher.start()
    try:
        for name in ("one.md", "two.md"):
            (tmp_path / name).write_text("x")
            assert arrived.acquire(timeout=60)
    finally:
        watcher.stop()
    assert [Path(path).name for (paths,) in calls for path in paths] == ["one.md", "two.md"]
    told()


def test_where_the_system_cannot_tell_of_changes_they_are_looked_for(tmp_path, monkeypatch, told):
    monkeypatch.setattr(session, "has_watchfiles", lambda: True)
    monkeypatch.setattr(Watcher, "_listen", lambda self: fails_first()[0]())
    arrived = threading.Event()
    watcher = Watcher([tmp_path], KnownContents([]), lambda paths: arrived.set())
    watcher.start()
    try:
        (tmp_path / "one.md").write_text("x")
        assert arrived.wait(60)
    finally:
        watcher.stop()
    told()


def test_a_changed_file_that_fails_leaves_the_others(tmp_path, monkeypatch, told):
    ours, theirs = Pipe()
    act, _ = fails_first(Meaning.READ)
    monkeypatch.setattr(build_process, "meaning_of", act)
    folders = Folders(source=tmp_path, target=tmp_path / "a", doctrees=tmp_path / "b")
    building = Resident(folders, theirs)
    building._round.due = Due.NOTHING
    ours.send(("changed", ["one.md", "two.md"]))
    building._take()
    assert (building._round.changed, building._round.due) == ({"two.md"}, Due.READ)
    told()


def test_a_page_that_cannot_come_early_waits_for_its_turn(tmp_path, monkeypatch, told):
    act, calls = fails_first()
    monkeypatch.setattr(application, "document_at", lambda app, path: act(path))
    messages = BuildMessages(tmp_path, sys.stderr)
    _ours, theirs = Pipe()
    words = BuildChannel(theirs, messages)
    words.asked.extend(["/one", "/two"])
    EarlyPages(None, messages).answer(words)
    assert calls == [("/one",), ("/two",)]
    told()


def test_a_message_that_cannot_be_read_is_printed(tmp_path, monkeypatch, capsys):
    act, _ = fails_first([])
    monkeypatch.setattr(build_results, "problems_in", act)
    messages = BuildMessages(tmp_path, sys.stdout)
    messages.write("WARNING: one\n")
    messages.write("WARNING: two\n")
    printed = capsys.readouterr()
    assert printed.out == "WARNING: one\nWARNING: two\n"
    assert "serving continues" in printed.err
