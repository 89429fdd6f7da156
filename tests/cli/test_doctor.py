"""``sphinx-docsjson doctor`` finds missing packages and mistakes, and says what to do."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.cli import doctor
from sphinx_docsjson.cli.doctor import within
from sphinx_docsjson.cli.main import main
from tests._support.building import write_files

CONFIG = {"name": "Acme", "logo": "/logo.svg", "navigation": ["index"]}
SITE = {
    "docs.json": json.dumps(CONFIG),
    "index.md": "---\ntitle: Home\n---\n",
    "logo.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
}
CONF = 'extensions = ["sphinx_docsjson"]\n'


def examined(folder, capsys) -> tuple[int, str]:
    code = main(["doctor", str(folder)])
    return code, capsys.readouterr().out


def test_a_site_without_a_fault_has_nothing_to_mend(tmp_path, capsys):
    write_files(tmp_path / "docs", dict(SITE))
    code, said = examined(tmp_path / "docs", capsys)

    assert code == 0
    assert "ok     docs.json: no problem in it" in said
    assert "ok     every page in the navigation exists" in said
    assert f"→ sphinx-docsjson build {tmp_path / 'docs'} -D html_baseurl=https://…" in said
    assert said.splitlines()[-1].endswith("nothing to fix")


@pytest.mark.parametrize(
    ("files", "text", "todo"),
    [
        ({"docs.json": None}, "has neither docs.json nor conf.py", "sphinx-docsjson init"),
        ({"mint.json": "{}"}, "mint.json is not read", "delete one"),
        ({"docs.json": "{"}, "docs.json has 1 problem: docs.json:1", "sphinx-docsjson check"),
        ({"index.md": None}, "names a page that is missing: index", "sphinx-docsjson check"),
        ({"conf.py": ""}, "conf.py does not load sphinx_docsjson", "to the extensions"),
        ({"conf.py": "import nowhere_at_all"}, "conf.py cannot be run", "nowhere_at_all"),
        ({"conf.py": "extensions = ["}, "conf.py cannot be run", "fix conf.py"),
        ({"../conf.py": CONF}, "conf.py is in ., not beside", "side by side"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(tmp_path, capsys, files, text, todo):
    (tmp_path / ".git").mkdir()
    docs = tmp_path / "docs"
    write_files(docs, {name: body for name, body in (SITE | files).items() if body is not None})
    code, said = examined(docs, capsys)
    lines = said.splitlines()
    found = [number for number, line in enumerate(lines) if text in line]

    assert code == 1
    assert found
    assert lines[found[0]].startswith("wrong ")
    assert todo in lines[found[0] + 1]
    assert "Traceback" not in said


def test_what_both_say_and_what_another_theme_hides_is_worth_to_know(tmp_path, capsys):
    conf = CONF + 'project = "Other"\nhtml_theme = "alabaster"\n'
    write_files(tmp_path / "docs", SITE | {"conf.py": conf})
    code, said = examined(tmp_path / "docs", capsys)

    assert code == 0
    assert "note   conf.py sets project, docs.json name: conf.py decides the name" in said
    assert "note   the theme is alabaster: it does not show logo of docs.json" in said
    assert "note   html_baseurl is not set" in said


def test_what_both_say_alike_is_not_worth_a_word(tmp_path, capsys):
    write_files(tmp_path / "docs", SITE | {"conf.py": CONF + 'project = "Acme"\n'})
    code, said = examined(tmp_path / "docs", capsys)

    assert code == 0
    assert "decides the name" not in said


def test_a_package_that_is_too_old_is_wrong(tmp_path, capsys, monkeypatch):
    wanted = ["sphinx>=99,<100", "no-such-package-anywhere>=1; python_version>'3'"]
    monkeypatch.setattr(doctor, "_required", lambda: wanted)
    write_files(tmp_path / "docs", dict(SITE))
    code, said = examined(tmp_path / "docs", capsys)

    assert code == 1
    assert 'is installed; >=99,<100 is needed\n       → pip install "sphinx>=99,<100"' in said
    assert "no-such-package-anywhere is not installed" in said


@pytest.mark.parametrize(
    ("version", "limits", "held"),
    [
        ("9.0.4", ">=8.2,<10", True),
        ("8.1", ">=8.2,<10", False),
        ("10.0", ">=8.2,<10", False),
        ("0.23.0rc1", ">=0.23,<0.24", True),
        ("6.0", ">=6.0.2", False),
        ("3", "", True),
        ("1.10", ">1.9,!=1.11", True),
        ("1.10.0", "==1.10", True),
    ],
)
def test_limits_of_versions_are_read(version, limits, held):
    assert within(version, limits) is held


def test_diagrams_that_nothing_draws_are_counted(tmp_path, capsys):
    page = "---\ntitle: Home\n---\n\n```mermaid\ngraph TD\n```\n"
    write_files(tmp_path / "docs", {**SITE, "index.md": page})

    assert "1 Mermaid diagram is shown as text" in examined(tmp_path / "docs", capsys)[1]
    write_files(tmp_path / "docs", {"mermaid.min.js": ""})
    assert "Mermaid" not in examined(tmp_path / "docs", capsys)[1]


@pytest.mark.parametrize(
    ("install", "said"),
    [
        ("[{requirements: docs/all.txt}]", "ok     .readthedocs.yaml installs sphinx-docsjson"),
        ("[{requirements: docs/other.txt}]", "wrong  .readthedocs.yaml does not install"),
        ("true", "wrong  .readthedocs.yaml does not install"),
    ],
)
def test_a_list_of_packages_may_include_another(tmp_path, capsys, install, said):
    (tmp_path / ".git").mkdir()
    files = {
        ".readthedocs.yaml": "version: 2\nsphinx: {configuration: docs/conf.py, "
        f"fail_on_warning: true}}\npython: {{install: {install}}}\n",
        "docs/conf.py": CONF,
        "docs/all.txt": "-r more.txt\n-r all.txt\n",
        "docs/more.txt": b"# \xe9\nsphinx_docsjson>=0.1\n",
        "docs/other.txt": "furo\n",
    }
    write_files(tmp_path, {f"docs/{name}": text for name, text in SITE.items()} | files)

    assert said in examined(tmp_path / "docs", capsys)[1]
