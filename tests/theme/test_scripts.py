"""What readers load is what was written: the same tokens, without comments and indentation."""

from __future__ import annotations

import posixpath
from pathlib import Path

import pytest

from sphinx_docsjson.base.theme_files import SCRIPTS, theme_script, without_comments
from sphinx_docsjson.ext.integrations import known_services
from sphinx_docsjson.ext.openapi.content.playground import (
    FILES,
    OAUTH_SOURCE,
    oauth_script,
    playground_script,
)
from sphinx_docsjson.ext.openapi.request.samples import LANGUAGES
from sphinx_docsjson.ext.search.settings import FILES as SEARCH
from sphinx_docsjson.ext.search.settings import search_script
from tests._support.npm import ask, missing

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "theme" / "scripts"
AROUND_SERVICES = ("loading", "consent", "cookies", "start")
PLAYGROUND = [f"playground/{name}" for name in FILES]


def as_written(names, head="") -> str:
    texts = [(SOURCES / f"{name}.js").read_text(encoding="utf-8") for name in names]
    return "(() => {\n'use strict';\n" + head + "".join(texts) + "})();\n"


def test_every_source_is_in_a_script():
    listed = {name for names in SCRIPTS.values() for name in names}
    listed |= {posixpath.normpath(name) for name in (*PLAYGROUND, OAUTH_SOURCE)}
    listed |= {f"integrations/{name}" for name in (*known_services(), *AROUND_SERVICES)}
    files = {
        path.relative_to(SOURCES).with_suffix("").as_posix() for path in SOURCES.rglob("*.js")
    }

    assert listed | {*SEARCH} == files - {"eslint.config"}


def test_the_tokens_are_those_of_the_sources():
    if lacking := missing():
        pytest.skip(lacking)
    playground = playground_script(site="docs", languages=LANGUAGES)
    data = playground.splitlines(keepends=True)[2]
    pairs = [(as_written(names), theme_script(name)) for name, names in SCRIPTS.items()]
    pairs.append((as_written(PLAYGROUND, data), playground))
    search = search_script({"texts": {}})
    pairs.append((as_written(SEARCH, search.splitlines(keepends=True)[2]), search))
    redirect = (SOURCES / f"{OAUTH_SOURCE}.js").read_text(encoding="utf-8")
    pairs.append((f"'use strict';\n{redirect}", oauth_script()))
    # The pair that shows that a difference is seen: a text that goes over the end of a line.
    broken = "a(`one\n  two`);\n"
    pairs.append((broken, without_comments(broken)))

    try:
        *parted, seen = ask(ROOT / "tests" / "theme" / "tokens.mjs", ["acorn@8.15.0"], pairs)
    except RuntimeError as problem:
        if "npm did not install" not in str(problem):
            raise
        pytest.skip(str(problem))

    assert parted == [None] * (len(SCRIPTS) + 3)
    assert seen


def test_each_source_is_short():
    for path in [*SOURCES.rglob("*.js"), *(ROOT / "theme" / "styles").rglob("*.css")]:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 300, path.name
