"""Nothing of the newest format is unknown to us, and what has no effect stands in the docs."""

from __future__ import annotations

import json
import re

import pytest

from sphinx_docsjson.components.domain import registry
from tests._support import npm
from tests._support.building import build_site
from tests._support.inputs import input_files
from tests.site.every_row import rows_of
from tests.site.newest import NONE, PAGE, UNKNOWN, judged, kept, newest, page, values_unknown


def test_each_field_of_the_format_has_its_effect_or_is_said_to_have_none():
    assert [path for path, _values in kept() if judged(path)[0] == UNKNOWN] == []
    assert {path: new for path, own in kept() if (new := values_unknown(path, own))} == {}


def test_each_row_without_effect_is_said_once_with_its_place_and_what_to_use_instead(tmp_path):
    files = input_files(__file__, "no_effect")
    built = build_site(tmp_path / "site", files)
    config = json.loads(files["docs.json"])
    used = rows_of(config, files)
    idle = {path: said for path, _values in kept() if (said := judged(path))[0] == NONE}
    said = [line for line in built.status.splitlines() if " no effect here (" in line]
    ours = re.compile(
        r"(docs\.json|front matter|components): .+ ha(s|ve) no effect here "
        r"\((line \d+|.+\.mdx:\d+)\)\. [A-Z`].+"
    )

    assert set(idle) - used == set()
    assert [line for line in said if not ours.fullmatch(line)] == []
    for path, (_word, why) in idle.items():
        assert "graphql" in path or any(why in line for line in said), path
    assert len(built.warning_lines) == 1  # a tab that is left out
    assert "navigation.tabs[1].graphql" in built.warnings
    # Each attribute of a component stands on a page of the site, and in one line.
    before = [line.partition(" no effect here")[0] for line in said]
    named = [name.strip("<>") for line in before for name in re.findall(r"<[A-Z][^>]*>", line)]
    wanted = [
        f"{component.name} {own.name}"
        for component in registry
        for own in component.attributes
        if own.instead
    ]
    assert sorted(set(wanted) - set(named)) == []
    assert len(named) == len(set(named))


def test_what_has_no_effect_stands_in_the_docs_with_what_to_use_instead():
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python3 tools/dev.py renew`"


@pytest.mark.nightly
@pytest.mark.skipif(bool(npm.missing()), reason=npm.missing())
def test_the_newest_validator_knows_no_field_that_we_do_not():
    known = dict(kept())

    assert [path for path, _values in newest() if path not in known] == []
