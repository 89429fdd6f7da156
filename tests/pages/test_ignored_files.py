"""Which files are pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_docsjson.pages.ignored import find_ignored, literal
from tests._support.building import write_files


@pytest.fixture
def pages(tmp_path: Path):
    """Return ``pages(files, listed)`` → the documents that Sphinx would find."""
    from sphinx.project import Project

    def find(*files: str, listed: tuple[str, ...] = (), texts: dict[str, str] | None = None):
        write_files(tmp_path, dict.fromkeys(files, "") | (texts or {}))
        ignored = find_ignored(tmp_path, (".md", ".mdx"), frozenset(listed))
        project = Project(tmp_path, {".md": "", ".mdx": ""})
        return project.discover(ignored.patterns)

    return find


def test_files_of_the_repository_are_no_pages(pages):
    found = pages(
        "index.md",
        "README.md",
        "guides/CONTRIBUTING.md",
        "node_modules/x/readme.md",
        ".github/PULL.md",
        ".hidden.md",
        "_snippets/a.mdx",
        "snippets/b.mdx",
        "guides/snippets/c.mdx",
        "dist/d.md",
    )

    assert found == {"index", "guides/snippets/c"}


def test_what_tools_keep_in_the_folder_is_no_page_unless_the_navigation_names_it(pages):
    files = (
        *(
            "env/pyvenv.cfg",
            "env/lib/site-packages/p/notes.md",
            "cache/CACHEDIR.TAG",
            "cache/a.md",
        ),
        *("lib/site-packages/a.md", "vendor/a.md", "target/doc/a.md", "sub/node_modules/a.md"),
        *("guide/vendor.md", "sub/env/pyvenv.cfg", "sub/env/a.mdx", "sub/environment/a.md"),
    )

    assert pages(*files, listed=("x",)) == {"guide/vendor", "sub/environment/a"}
    assert pages(listed=("vendor/a",)) == {"guide/vendor", "sub/environment/a", "vendor/a"}
    # Without docs.json there is no navigation, and Sphinx reads what it always read.
    assert "env/lib/p" in pages("env/lib/p.md")


def test_what_is_only_imported_is_no_page(pages):
    snippet = "{packageName} is installed.\n"
    texts = {
        "index.mdx": 'import A from "/parts/a.mdx";\nimport { B as C } from "./parts/b"\n',
        "guide/start.mdx": (
            "import D from '../parts/d.md'\n\n```mdx\nimport E from '/parts/e.mdx'\n```\n"
        ),
        "parts/a.mdx": f'import F from "./f.mdx"\n\n{snippet}',
        "parts/b.mdx": snippet,
        "parts/d.md": snippet,
        "parts/e.mdx": "Only an example imports it.\n",
        "parts/f.mdx": snippet,
        "parts/g.mdx": "Nobody imports it.\n",
    }

    assert pages(texts=texts, listed=("index", "guide/start", "parts/b")) == {
        *("index", "guide/start", "parts/b", "parts/e", "parts/g")
    }
    with_title = {"parts/a.mdx": f"---\ntitle: A\n---\n\n{snippet}"}
    assert "parts/a" in pages(texts=with_title, listed=("index",))


def test_what_the_navigation_lists_is_a_page(pages):
    found = pages(
        "README.md",
        "snippets/b.mdx",
        "build/start.md",
        "build/other.md",
        listed=("README", "snippets/b.mdx", "build/start"),
    )

    assert found == {"README", "snippets/b", "build/start", "build/other"}


def test_output_of_earlier_builds_is_no_source(pages):
    found = pages(
        "index.md", "site/index.md", "site/.buildinfo", "trees/a.md", "trees/environment.pickle"
    )

    assert found == {"index"}


def test_mintignore_takes_files_out(pages):
    found = pages(
        "a.md",
        "drafts/b.md",
        "drafts/keep.md",
        "deep/old.md",
        texts={".mintignore": "# comment\ndrafts/*.md\n!drafts/keep.md\nold.md\n\n"},
    )

    assert found == {"a", "drafts/keep"}


def test_names_with_glob_characters_are_taken_literally(pages):
    assert pages("[slug].md", "s.md", "l.md", "what?.md") == {"[slug]", "s", "l", "what?"}


def test_a_name_that_cannot_be_an_address_is_left_out(pages):
    assert pages("a.md", "b\nc.md") == {"a"}


def test_md_gives_way_to_mdx_of_the_same_name_and_is_told(site):
    built = site(
        {
            "index.md": "# Start\n",
            "page.md": "# Old\n",
            "page.mdx": "# New\n",
            "docs.json": json.dumps(
                {"name": "T", "navigation": [{"group": "A", "pages": ["index", "page"]}]}
            ),
        }
    )

    assert built.warning_lines == [
        (
            "page.md:1: WARNING: the page is left out: page.mdx has the same name and is used. "
            "Rename one of them, or delete it. [docsjson.page]"
        )
    ]
    assert "New" in built.soup("page").text


def test_doctrees_and_output_inside_the_source_tree_are_no_sources(site, tmp_path):
    source = tmp_path / "docs"
    files = {"index.md": "# Start\n"}
    first = site(files, srcdir=source, outdir=source / "out")
    (first.outdir / "index.md").write_text("# Twin\n")
    second = site(files, "dirhtml", srcdir=source, outdir=source / "out")

    assert second.warning_lines == []
    assert second.app.env.found_docs == {"index"}


@given(st.text(alphabet="ab*?[]!.-/", min_size=1, max_size=12))
def test_a_literal_pattern_matches_its_own_path(path):
    from sphinx.util.matching import compile_matchers

    (matches,) = compile_matchers([literal(path)])
    assert matches(path)
    assert not matches(f"{path}x")


@pytest.mark.parametrize(
    "toctree",
    [
        ".. toctree::\n   :maxdepth: 2\n\n   Changes <../CHANGELOG>\n   ../build/start\n",
        "```{toctree}\n:maxdepth: 2\n../CHANGELOG.md\n/build/start\n```\n",
        "  :::{toctree}\n  :glob:\n\n  ../CH*\n  ../build/*\n  :::\n",
    ],
)
def test_what_a_toctree_lists_is_a_page(pages, toctree):
    found = pages(
        *("CHANGELOG.md", "README.md", "build/deep/a.md", "build/deep/tmp/b.md", "dist/c.md"),
        texts={
            "guide/index.md": f"# T\n\n{toctree}\nREADME.md\n",
            "build/start.md": "```{toctree}\ndeep/tmp/b\n```\n\ntoctree `dist/c`",
        },
    )

    assert found == {"guide/index", "CHANGELOG", "build/start", "build/deep/a", "build/deep/tmp/b"}


def test_a_pattern_does_not_name_what_is_out_of_its_reach(pages):
    found = pages(
        *("README.md", "tmp/a.md", "guide/CHANGELOG.md", "guide/tmp/b.md"),
        texts={"index.md": "```{toctree}\n:glob:\nguide/*\nhttps://x.org/tmp/a\nself\n```"},
    )

    assert found == {"index", "guide/CHANGELOG"}


RST, BOTH = {"index", "tmp/a", "README"}, {"index", "tmp/a", "README", "b/LICENSE"}


@pytest.mark.parametrize(
    ("conf", "expected"),
    [
        ("extensions = ['sphinx_docsjson']", RST),
        ("extensions = ['sphinx_docsjson']\nsource_suffix = '.rst'", RST),
        ("extensions = ['sphinx_docsjson', 'myst_parser']", BOTH),
        ("extensions = ['sphinx_docsjson']\nsource_suffix = ['.rst', '.md']", BOTH),
    ],
)
def test_what_a_project_read_without_us_stays_a_page(tmp_path, conf, expected):
    files = {"conf.py": conf, "docs.json": '{"name": "A", "navigation": []}'}
    pages = ("index.rst", "tmp/a.rst", "README.rst", "b/LICENSE.md", "_build/c.rst", ".d/e.rst")
    source, out = tmp_path / "src", tmp_path / "out"
    write_files(source, files | dict.fromkeys(pages, "T\n=\n"))
    with patch_docutils(), docutils_namespace():
        app = Sphinx(source, source, out, tmp_path / "trees", "dummy", status=None)

    assert app.project.discover() == expected


BOOK = "T\n=\n\n.. toctree::\n   :glob:\n\n   one\n   guide/*\n"
NAMED = {"index", "one", "guide/a", "guide/b", "named"}


@pytest.mark.parametrize(
    ("conf", "index", "has_site", "expected"),
    [
        ("[]", BOOK, True, NAMED),
        ("[]", "T\n=\n", True, {*NAMED, "new", "x/stray"}),
        ("['myst_parser']", BOOK, True, {*NAMED, "x/stray"}),
        ("[]", BOOK, False, NAMED - {"named"}),
        ("['myst_parser']", BOOK, False, {*NAMED, "x/stray"}),
    ],
)
def test_markdown_that_a_book_without_any_does_not_name_is_no_page(
    tmp_path, conf, index, has_site, expected
):
    files = {"conf.py": f"extensions = ['sphinx_docsjson', *{conf}]", "index.rst": index}
    if has_site:
        named = '{"name": "A", "navigation": [{"group": "G", "pages": ["named"]}]}'
        files["docs.json"] = named
    pages = ("one.md", "guide/a.md", "guide/b.rst", "named.md", "new.mdx", "x/stray.md")
    source, out = tmp_path / "src", tmp_path / "out"
    write_files(source, files | dict.fromkeys(pages, "T\n=\n"))
    with patch_docutils(), docutils_namespace():
        app = Sphinx(source, source, out, tmp_path / "trees", "dummy", status=None)

    assert app.project.discover() == expected


def test_a_toctree_may_say_what_no_file_can_be_called(pages):
    long = "x" * 300
    text = f"```{{toctree}}\nbuild/{long}\nbuild/{long}*\nbuild/page\n```\n"

    found = pages("build/page.md", "README.md", texts={"index.md": text})

    assert found == {"index", "build/page"}


def test_a_link_to_a_file_that_is_gone_is_left_to_sphinx(pages, tmp_path: Path):
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere.md")

    assert pages("index.md", "README.md") == {"index"}
