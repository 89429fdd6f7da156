"""Nothing of the newest format is unknown to us, and what has no effect stands in the docs."""

from __future__ import annotations

import pytest

from tests._support import npm
from tests.site.newest import PAGE, UNKNOWN, judged, kept, newest, page, values_unknown


def test_each_field_of_the_format_has_its_effect_or_is_said_to_have_none():
    assert [path for path, _values in kept() if judged(path)[0] == UNKNOWN] == []
    assert {path: new for path, own in kept() if (new := values_unknown(path, own))} == {}


def test_what_has_no_effect_stands_in_the_docs_with_what_to_use_instead():
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.site.newest --write"


@pytest.mark.nightly
@pytest.mark.skipif(bool(npm.missing()), reason=npm.missing())
def test_the_newest_validator_knows_no_field_that_we_do_not():
    known = dict(kept())

    assert [path for path, _values in newest() if path not in known] == []
