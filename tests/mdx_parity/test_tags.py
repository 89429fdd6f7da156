"""Tags are those of MDX; what MDX refuses is read as it was meant, or shown with a reason."""

from __future__ import annotations

import pytest

from tests._support import npm
from tests._support.seeds import seed
from tests.mdx_parity import tags
from tests.mdx_parity.cases import cases
from tests.mdx_parity.check import check_folder, check_slips, real_sites
from tests.mdx_parity.outline import mdx_parser
from tests.mdx_parity.told import told

CASES = cases("tags.txt")
needs_npm = pytest.mark.skipif(bool(npm.missing()), reason=npm.missing())


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    built = told([source for _, source, _ in CASES], tmp_path_factory.mktemp("tags") / "site")
    return dict(zip([title for title, *_ in CASES], built, strict=True))


@pytest.mark.parametrize(("title", "source", "expected"), CASES, ids=[case[0] for case in CASES])
def test_tags_are_those_of_mdx(title, source, expected, pages):
    found = tags.of_text(source, mdx_parser())
    if expected.startswith("refused"):
        found = ["refused", *found, *(f"! {message}" for message in pages[title].messages)]
    assert "\n".join(found) == expected


@pytest.mark.nightly
@needs_npm
def test_pages_with_a_slip_have_the_tags_of_mdx_or_a_message():
    found = check_slips(300, seed(1))
    assert [*found.differing, *found.silent] == []


@pytest.mark.nightly
@needs_npm
@pytest.mark.parametrize("folder", real_sites(), ids=str)
def test_pages_of_the_real_sites_have_the_tags_of_mdx(folder):
    assert check_folder(folder).differing == []
