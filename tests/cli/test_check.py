"""``sphinx-docsjson check`` says what a build says: after each change, and of every kind."""

from __future__ import annotations

import json
import os
import shutil
import threading
import tomllib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
import yaml
from jsonschema import Draft202012Validator, FormatChecker

from sphinx_docsjson.cli.check import FORMATS, check_project
from sphinx_docsjson.cli.check_build import CheckedProject
from sphinx_docsjson.cli.check_messages import grouped, read_message
from sphinx_docsjson.cli.main import main, parser
from sphinx_docsjson.site.loading import ADVICE
from tests._support.building import build_site, write_files
from tests._support.inputs import input_files

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


BROKEN = input_files(__file__, "broken")

FINE = {
    "docs.json": json.dumps({"name": "Fine", "navigation": ["index", "b", "c"]}),
    "index.md": "---\ntitle: Home\n---\n\nSee [b](/b#part).\n",
    "b.md": "---\ntitle: B\n---\n\n## Part\n\nx\n",
    "c.md": "---\ntitle: C\n---\n\nx\n",
}


def of_build(folder: Path, scratch: Path) -> list[str]:
    """Return the lines that a clean build of *folder* prints, without those that are alike."""
    shutil.rmtree(scratch, ignore_errors=True)
    built = build_site(folder, {}, outdir=scratch, fresh=True)
    return sorted({line for line in built.warnings.splitlines() if line.strip()})


def of_check(folder: Path, cache: Path) -> list[str]:
    """Return the lines that a build would print for what a check finds."""
    messages = check_project(CheckedProject(folder=folder), cache).messages
    printed = (
        line
        for message in messages
        for place in message.locations or ("",)
        for line in f"{place}: {message.line}".removeprefix(": ").splitlines()
    )
    return sorted({line for line in printed if line.strip()})


@pytest.mark.parametrize("each", [3, pytest.param(1, marks=pytest.mark.nightly)])
def test_a_check_says_what_a_build_says_after_every_change(tmp_path: Path, each: int) -> None:
    docs, cache, scratch = tmp_path / "docs", tmp_path / "cache", tmp_path / "out"
    write_files(docs, dict(BROKEN))

    def both() -> int:
        expected = of_build(docs, scratch)
        assert of_check(docs, cache) == expected
        return len(expected)

    first = both()
    assert first > 15
    assert both() == first  # nothing changed, and nothing is forgotten
    changes = {
        "another anchor": {"a.mdx": BROKEN["a.mdx"].replace("## Part", "## Part {#gone}")},
        "another title": {"a.mdx": "---\ntitle: Other\n---\n\n## Gone\n"},
        "one definition less": {"older.rst": "Older\n=====\n"},
        "the same again, before": {"b.rst": "B\n=\n\n.. py:function:: f\n\n.. _twice:\n\nP\n-\n"},
        "a page that was missing": {"indx.md": "---\ntitle: X\n---\n", "gone.txt": "There.\n"},
        "another description": {"plants.yaml": BROKEN["plants.yaml"].replace("[one]", "[1]")},
        "another docs.json": {"docs.json": json.dumps({"name": "B", "navigation": ["index"]})},
    }
    for files in list(changes.values())[::each]:
        write_files(docs, dict(files))
        both()
    (docs / "a.mdx").unlink()
    both()


def test_a_site_without_a_mistake_has_none_in_a_check(tmp_path: Path) -> None:
    write_files(tmp_path / "docs", dict(FINE))

    assert of_build(tmp_path / "docs", tmp_path / "out") == []
    assert of_check(tmp_path / "docs", tmp_path / "cache") == []


def test_a_change_of_words_reads_one_page_and_translates_that_and_its_toctree(
    tmp_path: Path,
) -> None:
    docs, cache = tmp_path / "docs", tmp_path / "cache"
    project = CheckedProject(folder=docs)
    write_files(docs, dict(FINE))
    check_project(project, cache)
    write_files(docs, {"b.md": FINE["b.md"] + "More.\n"})
    result = check_project(project, cache)
    assert (result.documents, result.read, result.written) == (3, 1, 2)

    write_files(docs, {"b.md": FINE["b.md"].replace("## Part", "## Other")})
    result = check_project(project, cache)
    assert (result.read, result.written) == (1, 2)
    assert [one.kind for one in result.messages] == ["docsjson.anchor"]


def test_a_fresh_clone_with_the_cache_of_another_reads_what_changed(tmp_path: Path) -> None:
    docs, cache = tmp_path / "docs", tmp_path / "cache"
    project = CheckedProject(folder=docs)
    write_files(docs, FINE | {"d.rst": "D\n=\n\n.. include:: part.txt\n", "part.txt": "x"})
    check_project(project, cache)
    later = max(path.stat().st_mtime for path in docs.iterdir()) + 100
    for path in docs.iterdir():
        os.utime(path, (later, later))
    assert check_project(project, cache).read == 0

    write_files(docs, {"part.txt": "y"})
    os.utime(docs / "part.txt", (later + 1, later + 1))
    assert check_project(project, cache).read == 1


def test_a_file_that_an_include_missed_may_appear_later(tmp_path: Path) -> None:
    docs, cache = tmp_path / "docs", tmp_path / "cache"
    write_files(docs, FINE | {"c.rst": "C\n=\n\n.. include:: part.txt\n"})
    (docs / "c.md").unlink()
    assert any("part.txt" in line for line in of_check(docs, cache))

    write_files(docs, {"part.txt": "There it is."})
    assert of_check(docs, cache) == []


NUMBERED = {
    "conf.py": "numfig = True\n",
    "index.rst": "Home\n====\n\n.. toctree::\n\n   a\n   b\n",
    "a.rst": "A\n=\n\n.. _label:\n\nPart\n----\n",
    "b.rst": "B\n=\n\n.. figure:: dot.png\n\n   Dot\n",
    "dot.png": "x",
}
"""A project of Sphinx alone."""


def test_a_page_that_is_gone_is_missed_where_a_toctree_names_it(tmp_path: Path) -> None:
    docs, cache = tmp_path / "docs", tmp_path / "cache"
    write_files(docs, NUMBERED)
    assert not check_project(CheckedProject(folder=docs), cache).messages
    (docs / "b.rst").unlink()  # Sphinx numbers its figure, and ends with a KeyError
    for _ in range(2):
        result = check_project(CheckedProject(folder=docs), cache)
        clean = check_project(CheckedProject(folder=docs), tmp_path / "clean", fresh=True)
        assert [one.kind for one in result.messages] == ["toc.not_readable"]
        assert result.messages == clean.messages


def test_both_pages_that_define_a_label_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs, cache = tmp_path / "docs", tmp_path / "cache"
    write_files(docs, NUMBERED)
    check_project(CheckedProject(folder=docs), cache)
    write_files(docs, {"b.rst": NUMBERED["a.rst"]})
    monkeypatch.setattr("sphinx._cli.util.colour._COLOURING_DISABLED", False)
    for _ in range(2):
        (said,) = check_project(CheckedProject(folder=docs), cache).messages
        assert said.text == f"duplicate label label, other instance in {docs / 'a.rst'}"


def test_a_check_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    write_files(tmp_path / "docs", dict(FINE))
    of_check(tmp_path / "docs", tmp_path / "cache")

    found = {
        path.relative_to(tmp_path / "docs").as_posix() for path in tmp_path.rglob("docs/**/*")
    }
    assert found == set(FINE)


# --- messages


@pytest.mark.parametrize(
    ("line", "place", "kind", "text"),
    [
        ("/d/a.md:3: WARNING: no page [docsjson.link]", "/d/a.md:3", "docsjson.link", "no page"),
        ("docs.json:3:9: WARNING: no: page", "docs.json:3:9", "", "no: page"),
        ("WARNING: without a place", "", "", "without a place"),
        (
            "/p.py:docstring of p.f:2: ERROR: Unexpected.\nIndentation. [docutils]",
            "/p.py:docstring of p.f:2",
            "docutils",
            "Unexpected.\nIndentation.",
        ),
        ("/d/a.rst: WARNING: document isn't there", "/d/a.rst", "", "document isn't there"),
        ("C:\\d\\a.rst:<unknown>: WARNING: x", "C:\\d\\a.rst", "", "x"),
    ],
)
def test_a_line_of_the_log_is_read(line: str, place: str, kind: str, text: str) -> None:
    message = read_message(f"\x1b[91m{line}\x1b[39;49;00m")

    assert (" ".join(map(str, message.locations)), message.kind, message.text) == (
        place,
        kind,
        text,
    )


SEVEN = grouped(
    read_message(f"p{n}.md:{n}: WARNING: no '#x', 50% [docsjson.anchor]") for n in range(1, 8)
)


def test_the_same_message_at_seven_places_is_one() -> None:
    (message,) = SEVEN

    assert len(message.locations) == 7
    lines = FORMATS["text"](SEVEN, Path()).splitlines()
    assert lines[0] == "p1.md:1: WARNING: no '#x', 50% [docsjson.anchor]"
    assert lines[1:3] == ["    also at 6 more places:", "    p2.md:2"]


def test_messages_as_data_name_file_line_and_kind() -> None:
    (found,) = json.loads(FORMATS["json"](SEVEN, Path("docs")))

    assert found["kind"] == "docsjson.anchor"
    assert found["places"][6] == {"file": "docs/p7.md", "line": 7, "column": None, "object": None}


def test_messages_as_sarif_keep_to_its_shape() -> None:
    log = json.loads(FORMATS["sarif"](SEVEN, Path()))
    (run,) = log["runs"]
    (result,) = run["results"]

    assert log["version"] == "2.1.0"
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    assert len(result["locations"]) == 7
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "p1.md"},
        "region": {"startLine": 1},
    }


def _object(*required: str, **properties: Any) -> dict[str, Any]:
    """Return the schema of an object that has nothing else."""
    return {
        "type": "object",
        "required": list(required),
        "properties": properties,
        "additionalProperties": False,
    }


_TEXT, _LINE, _URI = {"type": "string"}, {"type": "integer", "minimum": 1}, {"format": "uri"}
_PLACE = _object(
    "artifactLocation",
    artifactLocation=_object("uri", uri={"type": "string", "format": "uri-reference"}),
    region=_object("startLine", startLine=_LINE, startColumn=_LINE),
)
_RESULT = _object(
    *("ruleId", "ruleIndex", "level", "message", "locations"),
    ruleId=_TEXT,
    ruleIndex={"type": "integer", "minimum": 0},
    level={"enum": ["none", "note", "warning", "error"]},
    message=_object("text", text={"type": "string", "minLength": 1}),
    locations={"type": "array", "items": _object(physicalLocation=_PLACE)},
)
_RULES = {"type": "array", "uniqueItems": True, "items": _object("id", id=_TEXT)}
_DRIVER = _object(
    *("name", "rules"), name=_TEXT, version=_TEXT, informationUri=_TEXT | _URI, rules=_RULES
)
_RUN = _object(
    *("tool", "results"),
    tool=_object("driver", driver=_DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results={"type": "array", "items": _RESULT},
)
SARIF_2_1_0 = _object(
    *("version", "runs"),
    **{"$schema": _TEXT | _URI},
    version={"const": "2.1.0"},
    runs={"type": "array", "items": _RUN},
)
"""What we write of SARIF, as the standard of OASIS has it (sections 3.13, 3.14, 3.18 to 3.30)."""


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["WARNING: of no file [docsjson.config]", "ERROR: without a kind"],
        ["CRITICAL: the worst", "SEVERE: as docutils says", "docs.json: WARNING: no line [a.b]"],
        ["a b/ü:x.md:3: WARNING: m [docsjson.x]", "/tmp/a%20.md:1:7: ERROR: é [docsjson.y]"],
        ["a.md:3: WARNING: m [docsjson.x]", "a.md:4: WARNING: m [docsjson.x]"],
        ["https://api.example/x.json: WARNING: m [docsjson.x]", "a.py:docstring of a:2: ERROR: m"],
    ],
    ids=repr,
)
def test_messages_as_sarif_are_what_the_standard_allows(lines: list[str]) -> None:
    messages = grouped(read_message(line) for line in lines)
    log = json.loads(FORMATS["sarif"](messages, Path()))

    Draft202012Validator(SARIF_2_1_0, format_checker=FormatChecker()).validate(log)
    assert len(log["runs"][0]["results"]) == len(messages)


def test_messages_for_github_are_escaped() -> None:
    line = FORMATS["github"](SEVEN, Path()).splitlines()[0]

    assert line == "::warning file=p1.md,line=1,title=docsjson.anchor::no '#x', 50%25"


# --- the command


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DOCSJSON_CACHE", str(tmp_path / "cache-of-user"))
    return tmp_path / "cache-of-user"


def test_a_conf_that_fails_is_one_line_and_another_exit_code(tmp_path, capsys) -> None:
    write_files(
        tmp_path, {"conf.py": "extensions = ['no_such_extension']\n", "index.rst": "A\n=\n"}
    )

    assert main(["check", str(tmp_path)]) == 2
    (line, last) = capsys.readouterr().out.splitlines()
    assert "no_such_extension" in line
    assert last.endswith("1 problem; the build stops there")


def test_a_project_without_docs_json_is_checked_as_well(tmp_path, capsys) -> None:
    write_files(tmp_path, {"conf.py": "", "index.rst": "A\n=\n\n:ref:`x`\n"})

    assert main(["check", "-q", str(tmp_path)]) == 1
    assert "undefined label: 'x' [ref.ref]" in capsys.readouterr().out


def test_what_is_accepted_in_vain_is_one_line_at_the_end_and_no_problem(tmp_path, capsys) -> None:
    config = json.loads(FINE["docs.json"]) | {
        "contextual": {"options": ["copy", "assistant"]},
        "theme": "mint",
        "thumbnails": {"fonts": {"family": "Inter"}},
    }
    write_files(tmp_path / "docs", FINE | {"docs.json": json.dumps(config)})
    idle = "thumbnails.fonts.family"
    lines = [
        f"docs.json: {idle} has no effect here (line 1). Preview pictures use the font file",
        "docs.json: contextual.options: the page menu does not show 'assistant': "
        + ADVICE["assistant"],
    ]

    assert main(["check", str(tmp_path / "docs")]) == 0
    out = capsys.readouterr().out.splitlines()
    assert [line for line in lines if not any(line in each for each in out)] == []
    statuses = [build_site(tmp_path / "docs", {}).status for _build in range(2)]
    assert [[status.count(line) for line in lines] for status in statuses] == [[1, 1], [0, 0]]


# --- what is outside


class _Host(BaseHTTPRequestHandler):
    asked: ClassVar[list[str]] = []

    def do_HEAD(self) -> None:
        self.asked.append(self.path)
        self.send_response(200 if self.path == "/there" else 404)
        self.end_headers()

    def do_GET(self) -> None:
        self.do_HEAD()

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_links_to_other_hosts_are_followed_and_those_that_answer_remembered(tmp_path, capsys):
    host = ThreadingHTTPServer(("127.0.0.1", 0), _Host)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{host.server_port}"
    page = f"---\ntitle: C\n---\n\n[a]({base}/there) [b]({base}/gone)\n"
    write_files(tmp_path / "docs", FINE | {"c.md": page})
    found = []
    try:
        for _look in range(2):
            _Host.asked.clear()
            assert main(["check", str(tmp_path / "docs"), "--external"]) == 1
            found.append((set(_Host.asked), capsys.readouterr().out))
    finally:
        host.shutdown()
        host.server_close()
    (first, said), (second, again) = found

    assert first == {"/there", "/gone"}
    assert second == {"/gone"}
    for text in (said, again):
        assert f"c.md:5: WARNING: {base}/gone does not answer as expected: 404" in text
        assert text.count("/there") == 0


def test_the_hooks_call_commands_that_exist():
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))

    assert [hook["id"] for hook in hooks] == ["docsjson-check", "docsjson-rules"]
    for hook in hooks:
        program, *arguments = hook["entry"].split()
        assert program in PYPROJECT["project"]["scripts"]
        assert parser().parse_args(arguments).run


def test_a_baseline_accepts_what_was_there_and_shrinks(tmp_path, capsys, monkeypatch):
    docs, file = tmp_path / "docs", tmp_path / "baseline.txt"
    write_files(docs, {**FINE, "c.md": "---\ntitle: C\n---\n\n[x](/gone)\n\n[y](/lost)\n"})
    monkeypatch.setenv("DOCSJSON_CACHE", str(tmp_path / "cache"))
    command = ["check", str(docs), "-q", "--baseline", str(file)]

    assert main(command) == 0
    before = file.read_text().splitlines()
    assert [line.partition(": ")[0] for line in before] == ["c.md", "c.md"]

    # Text moves, one link is mended, and a new one is wrong.
    write_files(docs, {"c.md": "---\ntitle: C\n---\n\nMore.\n\n[y](/lost)\n\n[z](/new)\n"})
    capsys.readouterr()
    assert main(command) == 1
    said = capsys.readouterr().out
    assert "/new" in said
    assert "/lost" not in said
    assert file.read_text().splitlines() == [line for line in before if "/lost" in line]
