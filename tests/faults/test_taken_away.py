"""A source that goes away during a build costs a warning, and the next build is right."""

from __future__ import annotations

import json

import pytest

from tests._support.building import build_site
from tests.faults.changing_site import site
from tests.faults.incremental import CONF, different, put

MOMENTS = ("builder-inited", "env-before-read-docs", "env-updated", "build-finished first")
SPHINX_READS = (".md", ".mdx", ".rst")
"""Sphinx itself ends where it finds no page that it has just found."""

FILES = sorted(name for name in site() if not name.endswith(SPHINX_READS))


def taking(name: str, moment: str) -> dict[str, object]:
    extensions = ["sphinx_docsjson", "tests.faults.taking_away"]
    return CONF | {"extensions": extensions, "taken_away": name, "taken_at": moment}


API = {
    "openapi": "3.1.0",
    "info": {"title": "Cups", "version": "1"},
    "paths": {"/cups": {"get": {"responses": {"200": {"description": "All cups"}}}}},
}
PAGES = [{"group": "Guide", "pages": ["one"]}, {"group": "API", "openapi": "api.json"}]
SMALL = {
    "docs.json": json.dumps({"name": "Cups", "navigation": PAGES}),
    "one.md": "# One\n",
    "api.json": json.dumps(API),
}
"""A site with a description of one file, which readers can have as it is."""


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_description_that_goes_away_costs_a_warning_only(tmp_path, moment: str):
    source, out = tmp_path / "src", tmp_path / "out"
    put(source, SMALL)
    built = build_site(source, {}, conf=taking("api.json", moment), outdir=out)
    (line,) = built.warning_lines
    assert line.startswith("api.json:1: WARNING: 'api.json' was removed during the build")
    assert line.endswith("[docsjson.file-gone]")
    for number, files in enumerate(({k: SMALL[k] for k in ("docs.json", "one.md")}, SMALL)):
        put(source, files)
        clean = tmp_path / f"clean{number}"
        build_site(source, {}, conf=CONF, outdir=out)
        build_site(source, {}, conf=CONF, outdir=clean)
        assert list(different(out / "html", clean / "html")) == []


@pytest.mark.nightly
@pytest.mark.parametrize("moment", MOMENTS)
def test_no_file_that_goes_away_ends_a_build(tmp_path, moment: str):
    for name in FILES:
        put(tmp_path / "src", site())
        build_site(
            tmp_path / "src", {}, conf=taking(name, moment), outdir=tmp_path / "out", fresh=True
        )
