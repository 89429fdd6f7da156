"""``init`` on a site of another tool: what it writes, and what ``--convert`` makes of the pages.

A case of ``*.found.md`` is a folder; a line ``@@ path`` begins each file. Out come the navigation,
the other fields of ``docs.json``, and what the owner is told. A case of ``*.rewritten.md`` is a
page: out come the page as it is rewritten, and what was counted.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path, PurePosixPath

import pytest

from sphinx_docsjson.cli import convert as converting
from sphinx_docsjson.cli import jupyter_book
from sphinx_docsjson.cli.convert import Difference, alerts_in, convert, rewrite
from sphinx_docsjson.cli.docusaurus import of_docusaurus
from sphinx_docsjson.cli.main import main
from sphinx_docsjson.cli.other_tools import FoundSite
from sphinx_docsjson.cli.python_names import References
from sphinx_docsjson.cli.tool_readers import READERS, find_site
from tests._support.building import write_files
from tests._support.texts import cases, read_cases


@pytest.fixture(autouse=True)
def without_extensions(monkeypatch):
    """Extensions of others are not installed, wherever the tests run."""
    monkeypatch.setattr(jupyter_book, "_is_there", lambda name: name.startswith("sphinx."))


def files_of(source: str) -> dict[str, str]:
    parts = re.split(r"^@@ (\S+)\n", source, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def found(source: str, folder, _title: str) -> str:
    """Return what another tool says of a site, in lines."""
    folder = folder / "acme"
    write_files(folder, files_of(source))
    assert main(["init", str(folder)]) == 0
    site = find_site(folder)
    written = folder / "docs.json" if site is None else site.folder / "docs.json"
    config = json.loads(written.read_text("utf-8"))
    del config["$schema"]
    navigation = config.pop("navigation")
    lines = [f"{written.relative_to(folder).as_posix()}: {json.dumps(config, ensure_ascii=False)}"]
    lines += outlined(navigation["tabs"] if isinstance(navigation, dict) else navigation)
    for label, told in ("absent", site and site.absent), ("unread", site and site.unread):
        lines += [f"{label}: {', '.join(told)}"] if told else []
    lines += [f"copied: {name}" for name in (site.copies if site else ())]
    lines += [f"conf.py: {each}" for each in (site.conf if site else "").splitlines() if each]
    return "\n".join([*lines, *(site.notes if site else ())])


def outlined(entries: list, depth: int = 1):
    """Yield a line for each entry of a navigation."""
    for each in entries:
        if isinstance(each, str):
            yield f"{'  ' * depth}{each}"
            continue
        inside = each.pop("pages", [])
        yield f"{'  ' * depth}{' '.join(f'{name}={value}' for name, value in each.items())}"
        yield from outlined(inside, depth + 1)


def rewritten(source: str, folder, title: str) -> str:
    """Return a page as it is rewritten, and what was counted; the title names the tool."""
    docs = folder / "docs"
    there = ("docs/guide.md", "static/img/a.png", "docs/_code/a.py", "root.md", "docs/page.md")
    versions = (f"docs/_code/b{each}.py" for each in ("", "_an", "_py310", "_an_py310", "c"))
    write_files(folder, dict.fromkeys((*there, *versions), "# T\n"))
    tool = next((each for each in ("Docusaurus", "MkDocs") if each in title), "")
    site = FoundSite(tool=tool, source=folder, folder=docs, static=(folder / "static",))
    site.callouts = "callouts" in title
    site.prefix, site.includes = "docs", (folder,)
    site.base = "acme" if "base" in title else ""
    if "autorefs" in title:
        code = "class Box:\n    def open(self): ...\n\ndef brew(): ...\n"
        guide = "# Guide\n\n## Two words\n\n[](){#mark}\n"
        write_files(folder, {"src/acme/__init__.py": code, "docs/guide.md": guide})
        site.references = References(site.files, [folder / "src"])
    if "ids" in title:
        site.addresses = {"first/steps": "guide"}
    made = convert(source, docs / "page.md", site)
    again = convert(made.text, docs / "page.md", site)
    assert (again.text, again.changed) == (made.text, {})
    lines = [f"! {count} × {what}" for what, count in made.changed.items()]
    lines += [f"! left: {what} in {lines_}" for what, lines_ in made.left.items()]
    lines += [f"! {alerts_in(source)} as it is"] if alerts_in(source) else []
    return "\n".join([made.text, *lines])


VIEWS = {"found": found, "rewritten": rewritten}


@cases(__file__)
def test_case(case, agrees, tmp_path):
    agrees(case, VIEWS[case.kind](case.source, tmp_path, case.title))


def test_every_tool_that_is_read_has_a_case():
    """A new reader needs a folder that it is tried on."""
    texts = (Path(__file__).parent / "fixtures").glob("*.found.md")
    given = {name for path in texts for case in read_cases(path) for name in files_of(case.source)}
    untried = [
        pattern
        for pattern in READERS
        if not any(PurePosixPath(name).match(pattern) for name in given)
    ]
    assert untried == []


MKDOCS = {
    "mkdocs.yml": "site_name: Acme\nnav:\n  - index.md\n  - Guides:\n      - guide.md\n",
    "docs/index.md": '# Home\n\n!!! note "Mind"\n    Words.\n\nThe end.\n',
    "docs/guide.md": "# Guide\n\nText.\n",
}


def git(folder, *words: str) -> str:
    known = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    done = subprocess.run(
        ["git", *known, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout


def test_convert_changes_only_what_git_shows_and_a_second_run_nothing(
    tmp_path, monkeypatch, capsys
):
    write_files(tmp_path, dict(MKDOCS))
    monkeypatch.chdir(tmp_path)

    assert main(["init"]) == 0
    assert "            1 × !!! note  in 1 page\n" in capsys.readouterr().out
    assert main(["init", "--convert"]) == 1
    assert "no page was rewritten: this is not a Git repository" in capsys.readouterr().out
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "before")
    assert main(["init", "--convert"]) == 0
    assert "note     what only MkDocs reads is rewritten:\n" in capsys.readouterr().out
    changed = [line for line in git(tmp_path, "diff", "-U0").splitlines() if line[:1] in "+-"]
    assert changed[2:] == ['-!!! note "Mind"', '+<Note title="Mind">', "+</Note>"]
    before = git(tmp_path, "diff")
    capsys.readouterr()
    assert main(["init", "--convert"]) == 0
    assert git(tmp_path, "diff") == before
    assert "kept     all pages, which need no rewriting" in capsys.readouterr().out


def test_a_file_outside_of_the_folder_is_not_rewritten(tmp_path):
    write_files(tmp_path, {**MKDOCS, "CONTRIBUTING.md": MKDOCS["docs/index.md"]})
    (tmp_path / "docs/contributing.md").symlink_to("../CONTRIBUTING.md")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "before")

    assert main(["init", str(tmp_path), "--convert"]) == 0
    assert git(tmp_path, "diff", "--name-only").split() == ["docs/index.md"]


@pytest.mark.parametrize(
    ("address", "page"),
    [("/docs/start-here/", "/01-start"), ("/docs/", "/intro"), ("/docs/02-next/#x", "/02-next#x")],
)
def test_an_address_of_docusaurus_is_that_of_the_page(tmp_path, address, page):
    files = {
        "docusaurus.config.js": "export default {title: 'Acme'};",
        "docs/intro.md": "---\nslug: /\n---\n# Intro\n",
        "docs/01-start.md": "---\nid: start-here\n---\n# Start\n",
        "docs/02-next.md": f"# Next\n\n[there]({address})\n",
    }
    write_files(tmp_path, files)
    site = of_docusaurus(tmp_path / "docusaurus.config.js")

    made = convert(files["docs/02-next.md"], site.folder / "02-next.md", site)
    assert made.text.splitlines()[2] == f"[there]({page})"


def test_a_part_that_docusaurus_imports_by_site_is_ours(tmp_path):
    imports = "import Part from '@site/docs/_part.md';\nimport X from '@site/src/x.md';\n"
    page = f"# A\n\n{imports}\n<Part />\n"
    write_files(tmp_path, {"docusaurus.config.js": "export default {};", "docs/a.md": page})
    write_files(tmp_path, {"docs/_part.md": "Words.\n", "src/x.md": "X\n"})
    site = of_docusaurus(tmp_path / "docusaurus.config.js")

    made = convert(page, site.folder / "a.md", site).text
    assert made == page.replace("@site/docs/_part.md", "/_part.md")


def test_pages_with_changes_of_their_own_are_not_rewritten(tmp_path, capsys):
    write_files(tmp_path, dict(MKDOCS))
    git(tmp_path, "init", "-q")
    page = tmp_path / "docs" / "index.md"
    before = page.read_text("utf-8")

    assert main(["init", str(tmp_path), "--convert"]) == 1
    assert page.read_text("utf-8") == before
    assert "Commit your pages" in capsys.readouterr().out


def test_git_is_asked_about_as_many_pages_as_a_command_can_name(tmp_path, monkeypatch):
    commands = []

    def run(command, **_options):
        commands.append(command)
        is_last = command[-1].endswith("/10999.md")
        return subprocess.CompletedProcess(command, 0, " M docs/10999.md\n" if is_last else "")

    monkeypatch.setattr(converting.subprocess, "run", run)
    folder = tmp_path / ("long" * 40)
    pages = {folder / f"{number}.md": "new" for number in range(11_000)}

    why = rewrite(Difference(texts=pages), folder)
    assert why == "there are uncommitted changes, such as docs/10999.md"
    assert not folder.exists()
    assert max(len(" ".join(command)) for command in commands) < 32_767
    asked = [word for command in commands for word in command if word.endswith(".md")]
    assert asked == [path.resolve().as_posix() for path in pages]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names of files are text")
def test_pages_and_names_that_are_not_utf8_are_rewritten(tmp_path):
    page = b'# M\xe9\n\n!!! note "W\xe9rd"\n    Text.\n\n::: acme\n'
    write_files(tmp_path, dict(MKDOCS))
    name = os.fsdecode(b"caf\xe9.md")
    (tmp_path / "docs" / name).write_bytes(page)
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "core.quotepath", "false")

    def convert_pages() -> tuple[int, bytes]:
        command = [sys.executable, "-m", "sphinx_docsjson", "init", "--convert"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert b"Traceback" not in done.stderr
        return done.returncode, done.stdout

    code, said = convert_pages()
    assert code == 1
    assert b"uncommitted changes" in said
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "before")
    assert convert_pages()[0] == 0
    written = (tmp_path / "docs" / name).read_bytes()
    assert written.startswith(b'# M\xe9\n\n<Note title="W\xe9rd">')


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_line_ends_stay(tmp_path, ends):
    text = ends.join(["---", "title: T", "---", "", ":::tip", "A", ":::", ""])
    site = FoundSite(tool="", source=tmp_path, folder=tmp_path)

    made = convert(text, tmp_path / "page.md", site)

    assert made.text == text.replace(":::tip", "<Tip>").replace(":::", "</Tip>")
