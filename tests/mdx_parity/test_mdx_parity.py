"""Pages have the blocks that MDX gives them; the expected outlines are micromark's."""

from __future__ import annotations

import pytest

from tests.mdx_parity import addresses
from tests.mdx_parity.cases import cases
from tests.mdx_parity.outline import lines, mdx_parser, outline_of_text


@pytest.mark.parametrize(
    ("source", "expected"),
    [case[1:] for case in cases("cases.txt")],
    ids=[case[0] for case in cases("cases.txt")],
)
def test_blocks_are_those_of_mdx(source, expected):
    assert "\n".join(lines(outline_of_text(source, mdx_parser()))) == expected


@pytest.fixture(scope="module")
def parser():
    return mdx_parser()


@pytest.mark.parametrize(("text", "expected"), addresses.cases())
def test_bare_addresses_are_the_links_that_gfm_makes(parser, text, expected):
    assert addresses.of_text(text, parser) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("见 https://a.b/c。然后（https://d.e/f）", ["https://a.b/c", "https://d.e/f"]),
        ("“https://a.b/c” ‘www.d.e’", ["https://a.b/c", "http://www.d.e"]),
        ("www. and www.!x", []),
        ("ssh://git@github.com/a/b.git", []),
        (r"https\://a.b is an example", []),
        ("xmpp:me@a.org", ["mailto:me@a.org"]),
    ],
)
def test_addresses_end_where_a_reader_sees_their_end(parser, text, expected):
    assert addresses.of_text(text, parser) == expected
