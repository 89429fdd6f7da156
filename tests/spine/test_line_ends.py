"""Where long words may be broken."""

import re

import pytest

from sphinx_docsjson.base.messages import LONG_NAME, breakable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("docs.json", "docs.json"),
        ("/v1/accounts/{id}", "/v1/|accounts/|{id}"),
        ("/v1/payment_method_configurations", "/v1/|payment_|method_|configurations"),
        ("package.module.name_of_it", "package.|module.|name_of_it"),
        ("a_setting_with_a_long_name", "a_|setting_|with_|a_|long_|name"),
        ("https://example.com/one?a=1&amp;b=2", "https://example.|com/|one?a=1&amp;b=2"),
        ("two words of text.that end", "two words of text.that end"),
        ("....................", "...................."),
    ],
)
def test_lines_end_after_whole_words(text, shown):
    assert breakable(text).replace("<wbr>", "|") == shown
    assert breakable(text).replace("<wbr>", "") == text


def test_what_can_be_broken_is_as_short_as_its_words():
    path = "/organizations/{organization_id}/service_accounts/{an_id_that_is_longer_than_a_line}/x"

    assert max(map(len, breakable(path).split("<wbr>"))) <= LONG_NAME
    assert "{organization_id}/" in breakable(path).split("<wbr>")
    assert not re.search(r"<wbr>[/_.]", breakable(path))
