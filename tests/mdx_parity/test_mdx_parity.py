"""Pages have the blocks that MDX gives them; the expected outlines are micromark's."""

from __future__ import annotations

import pytest

from tests.mdx_parity.cases import cases
from tests.mdx_parity.outline import lines, mdx_parser, outline_of_text


@pytest.mark.parametrize(
    ("source", "expected"), [case[1:] for case in cases()], ids=[case[0] for case in cases()]
)
def test_blocks_are_those_of_mdx(source, expected):
    assert "\n".join(lines(outline_of_text(source, mdx_parser()))) == expected
