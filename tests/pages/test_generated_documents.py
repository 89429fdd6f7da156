"""Documents without a file in the source tree."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from sphinx_docsjson import generated_documents
from sphinx_docsjson.pages.project import GeneratedDocuments, docs_project_over

EXTENSION = """
from sphinx_docsjson import generated_documents

def add(app):
    documents = generated_documents(app.config)
    folder = app.srcdir / "made"
    for path in sorted(folder.glob("*.txt")):
        documents.add(f"api/{path.stem}", path.read_text(), origin=path)

def setup(app):
    app.connect("builder-inited", add, priority=300)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
"""

CONFIG = {"navigation": [{"group": "A", "pages": ["index", "api/one", "api/two"]}]}


@pytest.fixture
def made_site(site, tmp_path: Path, monkeypatch):
    """Build a site with one generated page per file in ``made/``."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "makes_pages.py").write_text(EXTENSION)
    monkeypatch.syspath_prepend(tmp_path / "lib")

    def build(files, builder="html", *, config=None, **options):
        conf = {"extensions": ["sphinx_docsjson", "makes_pages"]} | options.pop("conf", {})
        return site(
            {"index.md": "# Start\n\n{doc}`api/one`\n", **files},
            builder,
            config=config or CONFIG,
            srcdir=tmp_path / "source",
            conf=conf,
            **options,
        )

    return build


ONE_AND_TWO = {"made/one.txt": "# One\n\nText one.\n", "made/two.txt": "# Two\n"}


def found_by_search(built) -> str:
    return built.text("_static/search/index.js")


def counts(built) -> str:
    line = next(line for line in built.status.splitlines() if " added, " in line)
    return line.rpartition(": ")[2]


def test_generated_documents_are_documents(made_site):
    built = made_site(ONE_AND_TWO)

    assert built.warning_lines == []
    assert "Text one." in built.soup("api/one").text
    assert built.soup("index").select_one('a[href="api/one.html"] span').text == "One"
    assert "api/one" in found_by_search(built)


def test_the_source_tree_stays_as_it_is(made_site):
    built = made_site(ONE_AND_TWO)

    files = {p.relative_to(built.srcdir).as_posix() for p in built.srcdir.rglob("*")}
    assert files == {"docs.json", "index.md", "made", "made/one.txt", "made/two.txt"}


def test_a_second_build_reads_nothing_and_a_change_reads_one(made_site):
    made_site(ONE_AND_TWO)

    assert counts(made_site(ONE_AND_TWO)).startswith("0 added, 0 changed, 0 removed")
    changed = made_site({**ONE_AND_TWO, "made/two.txt": "# Two\n\nNew text.\n"})
    assert counts(changed).startswith("0 added, 1 changed, 0 removed")
    assert "New text." in changed.soup("api/two").text


def test_a_document_that_is_no_longer_generated_goes_away_once(made_site):
    fewer = {"navigation": [{"group": "A", "pages": ["index", "api/one"]}]}
    built = made_site(ONE_AND_TWO, config=fewer)
    (built.srcdir / "made" / "two.txt").unlink()

    removed = made_site({"made/one.txt": ONE_AND_TWO["made/one.txt"]}, config=fewer)
    again = made_site({"made/one.txt": ONE_AND_TWO["made/one.txt"]}, config=fewer)

    assert counts(removed).endswith("1 removed")
    assert "api/two" not in found_by_search(removed)
    assert counts(again).startswith("0 added, 0 changed, 0 removed")


@pytest.mark.parametrize("builder", ["dirhtml", "text", "latex", "epub", "gettext"])
def test_generated_documents_reach_every_builder(made_site, builder):
    assert made_site(ONE_AND_TWO, builder).warning_lines == []


def test_translators_are_told_what_a_page_was_made_of(made_site):
    built = made_site(ONE_AND_TWO, "gettext")
    template = "".join(path.read_text() for path in built.outdir.rglob("*.pot"))

    assert "made/one.txt:" in template
    assert "doctrees" not in template


COMPLAINS = """
from docutils import nodes
from sphinx.util import logging

log = logging.getLogger(__name__)

def read(app, doctree):
    # Equal messages would be one line.
    doctree.reporter.warning(f"{app.env.docname} without a line")
    doctree.reporter.warning(f"{app.env.docname} with a line", line=3)

def resolve(app, doctree, docname):
    node = nodes.paragraph()
    node.source, node.line = str(app.env.doc2path(docname)), 7
    for place in (docname, (docname, 3), node, next(doctree.findall(nodes.title))):
        kind = type(place).__name__
        log.warning("%s at %s by %s", docname, app.env.doc2path(docname), kind, location=place)

def setup(app):
    app.connect("doctree-read", read)
    app.connect("doctree-resolved", resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
"""


@pytest.mark.parametrize("parallel", [1, 2])
@pytest.mark.parametrize("inside", [True, False])
def test_no_message_names_a_path_of_the_doctree_directory(made_site, tmp_path, parallel, inside):
    (tmp_path / "lib" / "complains.py").write_text(COMPLAINS)
    many = {f"made/p{i}.txt": f"# Page {i}\n" for i in range(8)}
    built = made_site(
        {**ONE_AND_TWO, **many},
        conf={"extensions": ["sphinx_docsjson", "makes_pages", "complains"]},
        outdir=tmp_path / ("source/_build" if inside else "out"),
        parallel=parallel,
    )
    of_one = [line for line in built.warning_lines if "one" in line]

    assert len(of_one) == 6
    assert all(line.startswith(("made/one.txt:", "made/one.txt: ")) for line in of_one)
    assert "docsjson-generated" not in built.warnings
    assert "docs.json: WARNING" not in built.warnings


def test_generated_documents_are_read_and_written_in_parallel(made_site):
    more = {f"made/p{i}.txt": f"# Page {i}\n" for i in range(8)}
    built = made_site({**ONE_AND_TWO, **more}, parallel=2)

    assert built.warning_lines == []
    assert "Page 7" in built.soup("api/p7").text


def test_a_file_of_the_source_tree_wins_with_a_warning(made_site):
    built = made_site({**ONE_AND_TWO, "api/one.md": "# Mine\n"})

    assert "Mine" in built.soup("api/one").text
    (warning,) = built.warning_lines
    assert "docsjson.generated-page" in warning
    assert "api/one" in warning


def test_the_environment_holds_no_path_of_the_doctree_directory(made_site):
    built = made_site(ONE_AND_TWO)
    project = pickle.loads(pickle.dumps(built.app.project))

    assert type(project).__module__ == "sphinx.project"
    assert "api/one" in project.docnames


def test_our_project_composes_with_that_of_another_extension():
    from sphinx.project import Project

    class Mounts(Project):
        pass

    assert issubclass(docs_project_over(Mounts), Mounts)
    ours = docs_project_over(Mounts)
    assert docs_project_over(ours) is ours


@pytest.mark.parametrize("name", ["", "../up", "a//b", "/a", "a/./b"])
def test_a_name_that_leads_out_of_the_site_is_refused(name):
    with pytest.raises(ValueError, match="document name"):
        GeneratedDocuments().add(name, "")


def test_a_build_without_docs_json_has_no_generated_documents():
    from sphinx.config import Config

    with pytest.raises(LookupError):
        generated_documents(Config())
