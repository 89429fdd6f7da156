"""``sphinx-docsjson init`` on nothing, on a repository that has a site, on a Sphinx project."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import tarfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_docsjson.cli import invocation
from sphinx_docsjson.cli.commands.init import HOSTING
from sphinx_docsjson.cli.init_conf import with_extension
from sphinx_docsjson.cli.init_files import HOSTS, SERVERS
from sphinx_docsjson.cli.main import main
from sphinx_docsjson.cli.new_site import SCHEMA, find_project
from sphinx_docsjson.cli.npm_scripts import MERMAID
from sphinx_docsjson.navigation.tree import Tree
from sphinx_docsjson.site.loading import load_site
from tests._support.building import build_site, write_files


def files_in(folder: Path) -> dict[str, str]:
    found = (path for path in folder.rglob("*") if path.is_file() and ".git/" not in str(path))
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in found}


# --- nothing


def test_on_nothing_it_makes_a_site_that_builds_without_a_warning(tmp_path, monkeypatch, capsys):
    repository = tmp_path / "my-project"
    repository.mkdir()
    monkeypatch.chdir(repository)

    assert main(["init"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Next: sphinx-docsjson serve docs"
    built = build_site(repository / "docs", {}, conf={"docsjson_conventions": "all"})
    assert built.warning_lines == []
    assert "My Project" in built.text("index.html")
    assert json.loads((repository / "docs" / "docs.json").read_text())["$schema"] == SCHEMA


DESCRIPTION = """\
openapi: 3.1.0
info:
  title: Bean shop
  version: 1.0.0
paths:
  /beans:
    get:
      operationId: listBeans
      summary: List beans
      responses: { "200": { description: All of them } }
"""


def test_a_description_alone_becomes_a_site_with_a_page_for_each_operation(
    tmp_path, monkeypatch, capsys
):
    (tmp_path / "openapi.yaml").write_text(DESCRIPTION)
    monkeypatch.chdir(tmp_path)

    assert main(["init"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Next: sphinx-docsjson serve ."
    built = build_site(tmp_path, {})
    assert built.warning_lines == []
    assert "Bean shop is ready" in built.text("index.html")
    assert "List beans" in built.text("api-reference/list-beans.html")


def test_a_repository_keeps_its_description_where_it_is(tmp_path, monkeypatch):
    write_files(tmp_path, {"api/beans.yaml": DESCRIPTION, "api/README.md": "# The API\n"})
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)

    assert main(["init"]) == 0
    tabs = json.loads((tmp_path / "docs/docs.json").read_text())["navigation"]["tabs"]
    assert tabs[1] == {"tab": "API reference", "openapi": "../api/beans.yaml"}


def test_several_descriptions_are_a_tab_each_and_two_forms_of_one_are_one(tmp_path):
    more = {
        "api/beans.yaml": DESCRIPTION,
        "api/beans.json": json.dumps(yaml.safe_load(DESCRIPTION)),
        "spec/beans.yml": DESCRIPTION.replace("Bean shop", "Roaster"),
        "spec/events.yaml": "asyncapi: 3.0.0\ninfo: { title: News, version: '1' }\n",
        "tests/other.yaml": DESCRIPTION.replace("Bean shop", "Only a test"),
    }
    write_files(tmp_path, more)
    (tmp_path / ".git").mkdir()

    assert main(["init", str(tmp_path / "docs")]) == 0
    assert json.loads((tmp_path / "docs/docs.json").read_text())["navigation"]["tabs"][1:] == [
        {"tab": "Bean shop", "openapi": {"source": "../api/beans.json", "directory": "beans"}},
        {"tab": "Roaster", "openapi": {"source": "../spec/beans.yml", "directory": "beans-api"}},
        {"tab": "News", "asyncapi": {"source": "../spec/events.yaml", "directory": "events"}},
    ]


@pytest.mark.parametrize(
    ("files", "name", "about"),
    [
        ({"pyproject.toml": '[project]\nname = "tea"\ndescription = "Brews"\n'}, "tea", "Brews"),
        ({"pyproject.toml": '[tool.poetry]\nname = "tea"\n'}, "tea", ""),
        ({"pyproject.toml": "[project", "package.json": '{"name": "@acme/tea"}'}, "tea", ""),
        ({"package.json": "{", "openapi.yaml": DESCRIPTION}, "Bean shop", ""),
        ({}, "", ""),
    ],
)
def test_a_new_site_is_called_as_its_project_calls_itself(tmp_path, files, name, about):
    write_files(tmp_path, files)

    found = find_project(tmp_path, tmp_path / "docs")
    assert (found.name, found.about) == (name, about)


APP = """\
class App:
    def openapi(self):
        print("words on the way")
        return {"openapi": "3.1.0", "info": {"title": "Beans", "version": "1"}, "paths": {}}


app = App()
"""


def test_the_description_of_an_app_is_written_when_its_user_names_it(tmp_path, capsys):
    write_files(tmp_path, {"src/beans/web.py": APP})
    docs = tmp_path / "docs"

    assert main(["init", str(docs), "--app", "beans.web:app"]) == 0
    assert json.loads((docs / "openapi.json").read_text())["info"]["title"] == "Beans"
    assert '"openapi": "openapi.json"' in (docs / "docs.json").read_text()

    (docs / "docs.json").write_text('{"name": "Beans", "navigation": ["index"]}')
    assert main(["init", str(docs), "--app", "beans.web"]) == 0
    shown = {"openapi": "openapi.json", "name": "Beans", "navigation": ["index"]}
    assert json.loads((docs / "docs.json").read_text()) == shown
    assert "names no server" in capsys.readouterr().out

    address = "https://api.beans.example/v1"
    assert main(["init", str(docs), "--app", "beans.web", "--server", address]) == 0
    assert json.loads((docs / "openapi.json").read_text())["servers"] == [{"url": address}]
    assert "names no server" not in capsys.readouterr().out

    assert main(["init", str(docs), "--app", "beans.web:none"]) == 1
    said = capsys.readouterr().err
    assert "has no attribute 'none'" in said
    assert "Write beans.web:name," in said

    assert main(["init", str(docs), "--app", "nowhere:app"]) == 1
    assert "There is no nowhere in " in capsys.readouterr().err


def test_an_app_that_cannot_be_imported_writes_nothing(tmp_path, capsys):
    write_files(tmp_path, {"web.py": f"import flask_of_beans.web\n{APP}"})

    assert main(["init", str(tmp_path / "docs"), "--app", "web:app"]) == 1
    assert "such as `pip install flask_of_beans`" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["web.py"]


@pytest.mark.parametrize(
    ("path", "line", "app"),
    [
        ("main.py", 'app = FastAPI(title="A")', "main:app"),
        ("app/__init__.py", "api: fastapi.FastAPI = fastapi.FastAPI()", "app:api"),
        ("src/beans/http.py", "app=FastAPI()", "beans.http:app"),
        ("main.py", "    app = FastAPI()", ""),
    ],
)
def test_an_app_of_fastapi_is_found_and_not_run(tmp_path, capsys, path, line, app):
    write_files(tmp_path, {path: f"raise SystemExit\n{line}\n"})

    assert main(["init", str(tmp_path / "docs")]) == 0
    said = capsys.readouterr().out
    assert (f"--app {app}\n" in said) if app else ("--app" not in said)


def test_a_description_beside_pages_is_named_and_taken_by_no_site_alone(tmp_path, capsys):
    write_files(tmp_path, {"docs/index.md": "# A\n", "docs/openapi.yaml": DESCRIPTION})

    assert main(["init", str(tmp_path / "docs")]) == 0
    assert '"openapi": "openapi.yaml" in' in capsys.readouterr().out
    write_files(tmp_path, {"docs/b.md": "---\nopenapi: openapi.yaml GET /beans\n---\n"})
    (tmp_path / "docs/docs.json").unlink()
    assert main(["init", str(tmp_path / "docs")]) == 0
    assert "describes an API" not in capsys.readouterr().out


# --- a repository with a site


PLAIN, EXTRA = "sphinx-docsjson", "sphinx-docsjson[jsx]"
BLOCK = "export const A = () => { let n = 1; return <b>{n + 1}</b> }\n"


@pytest.mark.parametrize(
    ("files", "package"),
    [
        ({}, PLAIN),
        ({"a.mdx": "export const a = 1\n"}, PLAIN),
        ({"a.mdx": "export const A = ({b}) => <i>{b.c}</i>\n\n<A b={{c: 1}} />\n"}, PLAIN),
        ({"a.mdx": "export const A = ({b}) => <i>{b + 1}</i>\n\n<A b={1} />\n"}, EXTRA),
        ({"a.mdx": "{[1].map((n) => n)}\n"}, EXTRA),
        ({"a.mdx": "One {'a' + 'b'} two, {/* no */}{undefinedName} and {1}.\n"}, EXTRA),
        ({"a.mdx": "One {/* no */}{undefinedName}{a.b}, {#id} and `{'a' + 'b'}`.\n"}, PLAIN),
        ({"a.md": "One {'a' + 'b'} two.\n"}, PLAIN),
        ({"a.mdx": "<Card title={'a' + 'b'}>x</Card>\n"}, EXTRA),
        ({"a.mdx": "<Card title={'a'} onClick={() => go()}>x</Card>\n"}, PLAIN),
        ({"a.mdx": "<button onClick={() => print()}>x</button>\n"}, EXTRA),
        ({"a.mdx": "import { A } from '/b.js'\n\n<A />\n", "b.js": BLOCK}, EXTRA),
        ({"a.mdx": "import { A } from '/b.jsx'\n\n<A />\n", "b.jsx": BLOCK}, EXTRA),
        ({"b.jsx": BLOCK}, PLAIN),
    ],
)
def test_what_the_host_installs_runs_the_components_of_the_pages(
    tmp_path, monkeypatch, files, package
):
    write_files(tmp_path, {"docs.json": '{"name": "A", "navigation": ["start"]}', **files})
    monkeypatch.chdir(tmp_path)

    assert main(["init", "--hosting", "github-pages"]) == 0
    assert Path("requirements.txt").read_text() == f"{package}\n"

    built = build_site(tmp_path, {}, conf={"docsjson_features": {"jsx": False}})
    assert ("sphinx-docsjson[jsx]" in built.warnings) == (package == EXTRA)


def test_on_a_site_it_writes_only_what_is_missing(tmp_path, monkeypatch, capsys):
    site = {
        "docs.json": json.dumps({"name": "Acme", "navigation": ["start"]}),
        "start.mdx": "---\ntitle: Start\n---\n",
    }
    write_files(tmp_path, dict(site))
    monkeypatch.chdir(tmp_path)

    assert main(["init", "--hosting", "github-pages"]) == 0
    after = files_in(tmp_path)
    assert site.items() <= after.items()
    assert set(after) - set(site) == {"requirements.txt", ".github/workflows/docs.yml"}
    said = capsys.readouterr().out.splitlines()
    assert "         new ones: sphinx-docsjson check . --baseline docs-baseline.txt" in said
    assert " -W" not in after[".github/workflows/docs.yml"]  # it has the warnings that it has
    assert said[-1] == "Next: sphinx-docsjson serve ."
    before = files_in(tmp_path)
    assert main(["init", "--hosting", "github-pages"]) == 0
    assert files_in(tmp_path) == before


def test_a_docs_json_that_cannot_be_read_is_no_success(tmp_path, capsys):
    (tmp_path / "docs.json").write_text('{"name": ')

    assert main(["init", str(tmp_path), "--hosting", "netlify"]) == 1
    assert f"`sphinx-docsjson check {tmp_path}` says why" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["docs.json"]


def test_the_output_is_left_out_of_git_once(tmp_path):
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    docs = tmp_path / "docs"
    for _time in range(2):
        assert main(["init", str(docs)]) == 0
        assert (docs / ".gitignore").read_text() == "_build/\n"

    other = tmp_path / "other"
    write_files(tmp_path, {".gitignore": "_build\n"})
    assert main(["init", str(other)]) == 0
    assert not (other / ".gitignore").exists()


# --- a Sphinx project

PROJECT: dict[str, str] = {
    "conf.py": 'project = "Tool"\nextensions = ["sphinx.ext.mathjax"]\nhtml_theme = "alabaster"\n',
    "index.rst": "Tool\n====\n\n.. toctree::\n   :caption: Start\n\n   self\n   install\n"
    "   Own <use>\n\n.. toctree::\n   :hidden:\n\n   guide/index\n\nMore\n----\n\n"
    ".. toctree::\n   :caption: API\n   :glob:\n   :reversed:\n\n   api/*\n\n"
    ".. toctree::\n   :caption: Links\n\n"
    "   PyPI <https://pypi.org/>\n   install\n   genindex\n",
    "install.rst": "Install\n=======\n",
    "use.rst": "Use\n===\n",
    "guide/index.rst": "The guide\n=========\n\n.. toctree::\n   :numbered:\n\n   one\n   Source "
    "<https://example.org/src>\n\n.. toctree::\n   :caption: Advanced\n\n   two\n",
    "guide/one.rst": "One\n===\n",
    "guide/two.rst": "Two\n===\n\n.. toctree::\n\n   three\n",
    "guide/three.rst": "Three\n=====\n",
    "api/a.rst": "A\n=\n",
    "api/b.rst": "B\n=\n",
    "alone.rst": ":orphan:\n\nAlone\n=====\n",
}


def order_of_sphinx(folder: Path, scratch: Path) -> list[str]:
    """Return the pages of a project as Sphinx goes from one to the next."""
    with patch_docutils(folder), docutils_namespace():
        app = Sphinx(folder, folder, scratch, scratch, "dummy", status=None, warning=io.StringIO())
        app.builder.read()
        following = {name: more[2] for name, more in app.env.collect_relations().items()}
        order, name = [], app.config.root_doc
        while name and name not in order:
            order.append(name)
            name = following.get(name)
        return [name for name in order if name in app.env.found_docs]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write_files(tmp_path / "docs", dict(PROJECT))
    return tmp_path / "docs"


def test_the_navigation_is_that_of_the_toctrees(project, tmp_path):
    before = order_of_sphinx(project, tmp_path / "scratch")
    assert main(["init", str(project)]) == 0
    config = json.loads((project / "docs.json").read_text("utf-8"))

    assert config["name"] == "Tool"
    assert config["navigation"] == [
        "index",
        {"group": "Start", "pages": ["install", {"page": "use", "title": "Own"}]},
        {
            "group": "The guide",
            "root": "guide/index",
            "pages": [
                "guide/one",
                {"group": "Source", "href": "https://example.org/src"},
                {
                    "group": "Advanced",
                    "pages": [{"group": "Two", "root": "guide/two", "pages": ["guide/three"]}],
                },
            ],
        },
        {"group": "API", "pages": ["api/b", "api/a"]},
        {"group": "Links", "pages": [{"group": "PyPI", "href": "https://pypi.org/"}]},
    ]
    loaded = load_site(project)
    assert loaded.problems == ()
    assert list(Tree(loaded.site, before).listed) == before


def test_toctrees_that_lead_in_a_circle_name_each_page_once(project):
    """Sphinx itself does not come to an end here when it numbers pages."""
    circle = "Three\n=====\n\n.. toctree::\n\n   two\n   ../index\n"
    write_files(project, {"guide/three.rst": circle})

    assert main(["init", str(project)]) == 0
    assert (project / "docs.json").read_text("utf-8").count('"guide/two"') == 1


def test_all_that_was_in_the_toctrees_is_in_the_sidebar_of_our_theme(project, tmp_path):
    pages = order_of_sphinx(project, tmp_path / "scratch")
    assert main(["init", str(project)]) == 0
    built = build_site(project, {}, conf={"exclude_patterns": ["conf.py"]})
    sidebar = built.soup("index").select_one("nav.dj-sidebar, .dj-sidebar")
    hrefs = {link["href"] for link in sidebar.select("a[href]")}

    assert {f"{name}.html" for name in pages[1:]} <= hrefs
    assert {"https://pypi.org/", "https://example.org/src"} <= hrefs
    assert sidebar.select_one('a[href="use.html"]').text == "Own"


def test_the_extension_is_added_and_the_theme_stays(project, capsys):
    assert main(["init", str(project)]) == 0
    said = capsys.readouterr().out

    conf = (project / "conf.py").read_text()
    assert 'extensions = ["sphinx.ext.mathjax", "sphinx_docsjson"]\n' in conf
    assert 'html_theme = "alabaster"' in conf
    assert "html_theme is unchanged" in said
    assert "glob: toctrees are written out" in said


def test_a_conf_that_cannot_be_run_here_is_read_as_text(project, capsys):
    write_files(
        project, {"conf.py": "import no_such_module\nmaster_doc = 'index'\n" + PROJECT["conf.py"]}
    )

    assert main(["init", str(project)]) == 0
    config = json.loads((project / "docs.json").read_text("utf-8"))
    assert config["name"] == "Tool"
    assert config["navigation"][1]["pages"] == ["install", {"page": "use", "title": "Own"}]
    assert "conf.py could not be run here" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('extensions = ["a"]\n', 'extensions = ["a", "sphinx_docsjson"]\n'),
        ("extensions = []\n", 'extensions = ["sphinx_docsjson"]\n'),
        (
            "extensions = [\n    'ä',  # why\n    'b',\n]\nx = 1\n",
            "extensions = [\n    'ä',  # why\n    'b',\n    \"sphinx_docsjson\",\n]\nx = 1\n",
        ),
        (
            "extensions = [\n    'a',\n    'b'  # why\n]\n",
            "extensions = [\n    'a',\n    'b',\n    \"sphinx_docsjson\"  # why\n]\n",
        ),
        ('extensions = ["sphinx_docsjson"]\n', None),
        ('extensions = ["a"]\nextensions.append("sphinx_docsjson")\n', None),
        ("extensions = [\n", None),
    ],
)
def test_one_line_of_a_conf_changes(before: str, after: str | None):
    assert with_extension(before) == after


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x = 1",
        "extensions = ['a']\nextensions += ['b']\n",
        "extensions = list('ab')\n",
        "if True:\n    extensions = ['a']\n",
        "extensions: list[str] = ['a']  # ends here",
    ],
)
def test_however_extensions_are_written_ours_is_among_them(text: str):
    names: dict[str, Any] = {}
    exec(with_extension(text) or "", names)

    assert names["extensions"].count("sphinx_docsjson") == 1
    before: dict[str, Any] = {}
    exec(text, before)
    assert set(before.get("extensions", [])) <= set(names["extensions"])


# --- hosts


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("has_conf", [False, True])
def test_the_file_of_a_host_can_be_read_and_builds_this_folder(tmp_path, host, has_conf):
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    if has_conf:
        write_files(tmp_path / "docs", {"conf.py": "", "index.rst": "A\n=\n"})
    assert main(["init", str(tmp_path / "docs"), "--hosting", host]) == 0
    name, _text = HOSTS[host]
    text = (tmp_path / name).read_text("utf-8")
    if name.endswith(".toml"):
        import tomllib

        assert tomllib.loads(text)
    else:
        assert yaml.safe_load(text)
    builder = "html" if has_conf else "dirhtml"
    assert "sphinx-docsjson build docs " in text
    assert f" -W -b {builder}" in text
    assert ("--base-url" in text) is (host != "readthedocs")
    assert "docs/requirements.txt" in text


def test_the_hosts_of_the_command_line_are_those_that_are_known():
    assert (*HOSTS, *SERVERS) == HOSTING


def test_the_next_command_is_one_that_a_shell_finds(tmp_path: Path) -> None:
    for folder in ("pipx/.cache/1a2b", "pipx/venvs/sphinx-docsjson", "uv/archive-v0/b9P", "own"):
        (tmp_path / folder).mkdir(parents=True)
    for folder in ("pipx/.cache/1a2b", "pipx/venvs/sphinx-docsjson"):
        (tmp_path / folder / "pipx_metadata.json").touch()
    assert invocation(tmp_path / "pipx/.cache/1a2b") == "pipx run sphinx-docsjson"
    assert invocation(tmp_path / "pipx/venvs/sphinx-docsjson") == "sphinx-docsjson"
    assert invocation(tmp_path / "uv/archive-v0/b9P") == "uvx sphinx-docsjson"
    assert invocation(tmp_path / "own") == "sphinx-docsjson"


def test_a_script_of_npm_is_taken_once_and_only_when_it_is_the_right_one(tmp_path, capsys):
    package = tmp_path / "mermaid.tgz"
    parts = {"package/a.js": b"var mermaid;", "package/b.js": b"mermaid();"}
    with tarfile.open(package, "w:gz") as archive:
        for name, content in parts.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    digests = {name: hashlib.sha512(content).hexdigest() for name, content in parts.items()}
    script = replace(MERMAID, address=package.as_uri(), members=digests)

    assert replace(script, members={**digests, "package/b.js": "other"}).take(tmp_path) == 1
    assert replace(script, members={"package/c.js": "other"}).take(tmp_path) == 1
    assert not (tmp_path / "mermaid.min.js").exists()
    assert script.take(tmp_path) == 0
    assert (tmp_path / "mermaid.min.js").read_bytes() == b"var mermaid;\nmermaid();"
    assert replace(script, address="file:///nowhere").take(tmp_path) == 0
    assert "already exists" in capsys.readouterr().out


# --- what a Sphinx project keeps


def test_a_group_is_not_in_a_group_of_its_name(tmp_path):
    files = {
        "conf.py": 'project = "Tool"\n',
        "index.rst": "Tool\n====\n\n.. toctree::\n   :caption: Users\n\n   users/index\n\n"
        ".. toctree::\n   :caption: Makers\n\n   makers/index\n   more\n",
        "users/index.rst": "Users\n=====\n\n.. toctree::\n\n   one\n",
        "users/one.rst": "One\n===\n",
        "makers/index.rst": "Makers\n======\n\n.. toctree::\n\n   two\n",
        "makers/two.rst": "Two\n===\n",
        "more.rst": "More\n====\n",
    }
    write_files(tmp_path, files)

    assert main(["init", str(tmp_path)]) == 0
    assert json.loads((tmp_path / "docs.json").read_text())["navigation"] == [
        "index",
        {"group": "Users", "root": "users/index", "pages": ["users/one"]},
        {"group": "Makers", "pages": ["makers/index", "makers/two", "more"]},
    ]


def test_pages_of_a_visible_toctree_do_not_stand_between_groups(tmp_path):
    files = {
        "conf.py": 'project = "Tool"\n',
        "index.rst": "Tool\n====\n\n.. toctree::\n\n   a\n   b/index\n   c\n",
        "a.rst": "A\n=\n",
        "b/index.rst": "B\n=\n\n.. toctree::\n\n   one\n",
        "b/one.rst": "One\n===\n",
        "c.rst": "C\n=\n",
    }
    write_files(tmp_path, files)

    assert main(["init", str(tmp_path)]) == 0
    assert json.loads((tmp_path / "docs.json").read_text())["navigation"] == [
        {"group": "Tool", "pages": ["index", "a"]},
        {"group": "B", "root": "b/index", "pages": ["b/one"]},
        {"group": "More", "pages": ["c"]},
    ]


def test_read_the_docs_keeps_builder_and_requirements_of_a_project(tmp_path, capsys):
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    files = {
        "docs/conf.py": 'project = "Tool"\n',
        "docs/index.rst": "Tool\n====\n",
        "requirements/docs.txt": "furo\n",
        "pyproject.toml": '[project]\nname = "tool"\n[project.optional-dependencies]\n'
        'docs = ["sphinx-copybutton"]\n',
    }
    write_files(tmp_path, files)

    assert main(["init", str(tmp_path / "docs"), "--hosting", "readthedocs"]) == 0
    told = yaml.safe_load((tmp_path / ".readthedocs.yaml").read_text())
    jobs = told["build"]["jobs"]
    assert jobs["install"] == [
        "pip install -r docs/requirements.txt -r requirements/docs.txt '.[docs]'"
    ]
    command = "sphinx-docsjson build docs $READTHEDOCS_OUTPUT/html -W -b html"
    assert jobs["build"] == {"html": [command]}
    capsys.readouterr()
    assert main(["doctor", str(tmp_path / "docs")]) in (0, 1)
    said = capsys.readouterr().out
    assert ".readthedocs.yaml installs sphinx-docsjson and builds this project" in said

    (tmp_path / ".readthedocs.yaml").write_text("version: 2\nsphinx:\n  configuration: conf.py\n")
    assert main(["doctor", str(tmp_path / "docs")]) == 1
    said = capsys.readouterr().out
    assert ".readthedocs.yaml: there is no conf.py" in said
    assert ".readthedocs.yaml does not install sphinx-docsjson" in said


def test_extensions_that_no_list_names_are_said(tmp_path, capsys):
    (tmp_path / ".git").mkdir()
    names = ["sphinx.ext.autodoc", "myst_parser", "own_words", "sphinx_copybutton", "autoapi.x"]
    names += ["sphinxcontrib.httpdomain", "sphinxcontrib.bibtex", "sphinxcontrib.jsmath"]
    files = {
        "docs/conf.py": f"import nowhere\nextensions = {names}\n",
        "docs/index.rst": "A\n=\n",
        "docs/_ext/own_words.py": "",
        "docs/requirements.txt": "Sphinx_CopyButton>=0.5\nsphinxcontrib-bibtex\n",
    }
    write_files(tmp_path, files)

    assert main(["init", str(tmp_path / "docs"), "--hosting", "netlify"]) == 0
    said = capsys.readouterr().out
    assert "note     conf.py loads autoapi.x, sphinxcontrib.httpdomain: no list of" in said
    assert "Add what installs it to docs/requirements.txt." in said


@pytest.mark.parametrize(
    ("name", "text", "builder"),
    [
        ("noxfile.py", 'session.run("sphinx-build", "-b", "dirhtml", "docs", "out")', "dirhtml"),
        (".readthedocs.yaml", "sphinx:\n  builder: dirhtml\n", "dirhtml"),
        (".github/workflows/ci.yml", "      - run: make dirhtml\n", "dirhtml"),
        ("docs/Makefile", "html:\n\tsphinx-build -b html . _build\n", "html"),
    ],
)
def test_a_host_builds_as_the_project_does(tmp_path, name, text, builder):
    (tmp_path / ".git").mkdir()
    conf = "# html_baseurl = ''\n"
    write_files(tmp_path, {"docs/conf.py": conf, "docs/index.rst": "A\n=\n", name: text})

    assert main(["init", str(tmp_path / "docs"), "--hosting", "netlify"]) == 0
    told = (tmp_path / "netlify.toml").read_text()
    assert f" -W -b {builder} " in told


@pytest.mark.parametrize(
    ("page", "is_on"), [("<Card title='A' />\n", True), ("```\n<Card>\n```\n", False)]
)
def test_tags_in_markdown_are_on_where_pages_have_them(tmp_path, capsys, page, is_on):
    conf = 'project = "Tool"\nextensions = ["myst_parser"]\n'
    write_files(tmp_path, {"conf.py": conf, "index.md": f"# Tool\n\n{page}"})

    assert main(["init", str(tmp_path)]) == 0
    assert ("docsjson_tags_in_md = True" in (tmp_path / "conf.py").read_text()) is is_on
    assert "docsjson_tags_in_md" in capsys.readouterr().out


def test_a_project_that_sphinx_cannot_read_is_told_of_in_a_line(tmp_path, capsys):
    """What has to be mended is the extension; without it, the root document is not there."""
    files = {"conf.py": "extensions = ['not_here']\nmaster_doc = 'home'\n", "a.md": "# A\n"}
    write_files(tmp_path / "docs", files)

    assert main(["init", str(tmp_path / "docs")]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert "conf.py: Could not import extension not_here" in said.err
    assert sorted(path.name for path in (tmp_path / "docs").iterdir()) == ["a.md", "conf.py"]
