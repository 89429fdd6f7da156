"""A place can be clicked, and one cause is one line."""

from __future__ import annotations

import io
import json
import re

import pytest
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_docsjson.cli.main import main

PAGE = "---\ntitle: P\n---\n\n<Card titel='x'>Text.</Card>\n"


def pages(number):
    return {f"p{n}.mdx": PAGE for n in range(number)}


def test_a_message_at_many_places_is_one_line_with_the_first_of_them(site):
    built = site(pages(9))

    (line,) = built.warning_lines
    assert line.startswith("p0.mdx:5: WARNING: <Card> has no attribute 'titel'.")
    more = "(the same at 8 more places: p1.mdx:5, p2.mdx:5, p3.mdx:5, …;"
    assert f"{more} `sphinx-docsjson check` lists all) [docsjson.attribute]" in line


def test_each_place_counts_where_warnings_are_counted(site):
    assert site(pages(9)).app._warncount == 9


def test_a_message_at_three_places_has_three_lines_and_one_place_is_said_once(site):
    two_in_a_line = "---\ntitle: Q\n---\n\n[a](/gone) and [b](/gone)\n"
    lines = site({**pages(3), "q.mdx": two_in_a_line}).warning_lines

    assert [line.partition(" ")[0] for line in lines] == [
        *("p0.mdx:5:", "p1.mdx:5:", "p2.mdx:5:", "q.mdx:5:"),
    ]


def test_so_is_a_message_of_sphinx_in_our_theme_and_no_other(site):
    files = {f"p{n}.rst": "T\n=\n\n.. code-block:: nope\n\n   a\n" for n in range(9)}
    (line,) = site(files).warning_lines
    assert line.startswith("p0.rst:4: WARNING: Pygments lexer name 'nope' is not known")
    assert "(the same at 8 more places: p1.rst:4, p2.rst:4, p3.rst:4, …;" in line
    assert len({*site(files, conf={"html_theme": "basic"}).warning_lines}) == 9


def test_what_other_processes_read_is_grouped_too(site):
    lines = site(pages(12), parallel=2).warning_lines

    assert len(lines) == 1
    assert "the same at 11 more places" in lines[0]


def test_check_lists_every_place(site, capsys):
    built = site(pages(9))
    capsys.readouterr()

    assert main(["check", str(built.srcdir)]) == 1

    out = capsys.readouterr().out
    assert all(f"p{number}.mdx:5" in out for number in range(9))


def test_equal_mistakes_in_docs_json_are_one_line(site, capsys):
    redirects = [{"source": f"/a{n}", "destination": "/", "oops": 1} for n in range(9)]
    config = {"name": "S", "navigation": ["p0"], "redirects": redirects}
    built = site({**pages(1), "p0.mdx": "# P\n", "docs.json": json.dumps(config)})
    capsys.readouterr()

    (line,) = built.warning_lines
    assert "redirects[0].oops: 'oops' is not a field here" in line
    assert "(the same at 8 more places: docs.json:" in line
    assert built.app._warncount == 9

    assert main(["check", str(built.srcdir), "--format", "json"]) == 1
    assert capsys.readouterr().out.count("'oops' is not a field here") == 9


def test_messages_of_a_build_that_fails_are_said(site):
    built = site(pages(5))
    warnings = io.StringIO()
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            srcdir=built.srcdir,
            confdir=None,
            outdir=built.outdir,
            doctreedir=built.outdir / "doctrees",
            buildername="html",
            confoverrides={"extensions": ["sphinx_docsjson"]},
            status=None,
            warning=warnings,
            freshenv=True,
        )
        app.connect("env-updated", fail)
        with pytest.raises(ExtensionError):
            app.build()

    assert "the same at 4 more places" in warnings.getvalue()


def fail(app, env):
    raise RuntimeError("stop")


def test_each_place_is_the_whole_path_of_a_file_that_is_there(site):
    navigation = [{"group": "G", "pages": ["p0", "gone"]}]
    config = {
        "variations": 1,
        "navigation": navigation,
        "redirects": [{"source": "/old", "destination": "/nowhere"}],
    }
    openapi = {
        "openapi": "3.1.0",
        "info": {"title": "T"},
        "paths": {
            "/a": {
                "get": {
                    "responses": {
                        "200": {
                            "description": "x",
                            "content": {
                                "application/json": {"schema": {"type": "string"}, "example": 1}
                            },
                        }
                    }
                }
            }
        },
    }
    built = site(
        {**pages(1), "api.json": json.dumps(openapi, indent=1)},
        config=config | {"api": {"openapi": "api.json"}},
    )

    lines = [line for line in built.warnings.splitlines() if "WARNING" in line]
    assert len(lines) >= 4
    for line in lines:
        place = line.partition(": WARNING")[0]
        file, *numbers = re.split(r":(?=\d)", place)
        assert file.startswith(f"{built.srcdir}/")
        assert (built.srcdir / file).is_file()
        assert numbers


def test_messages_of_others_keep_the_place_that_docutils_gives_them(site, tmp_path, monkeypatch):
    folder = tmp_path / "site0"
    folder.mkdir()
    (tmp_path / "CHANGES.rst").write_text(".. nope::\n")
    monkeypatch.chdir(folder)

    built = site({"p0.rst": "T\n=\n\n.. include:: ../CHANGES.rst\n"})

    assert built.srcdir == folder
    assert built.warnings.startswith('../CHANGES.rst:1: ERROR: Unknown directive type "nope"')
