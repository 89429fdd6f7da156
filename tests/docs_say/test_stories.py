"""What README and the first pages say is done, word for word, and works."""

from __future__ import annotations

from functools import cache

import pytest

from tests.docs_say.blocks import PAGES, ROOT
from tests.docs_say.machine import (
    Machine,
    Offline,
    developer_machine,
    fresh_machine,
    make_clone,
)
from tests.docs_say.stories import Story

BUILD = "sphinx-build -C -D extensions=sphinx_docsjson docs out"
JSON = '{"name": "A", "navigation": [{"group": "A", "pages": ["nope"]}]}'


@pytest.mark.nightly
def test_all_that_the_pages_say_works(tmp_path):
    """One test and not one per page, so that all pages share one fresh environment."""

    @cache
    def clone():
        return make_clone(tmp_path / "clone")

    problems = []
    try:
        user = fresh_machine(tmp_path)
        for page in PAGES:
            folder = tmp_path / page.replace("/", "-")
            folder.mkdir()
            text = (ROOT / page).read_text()
            problems += tell(page, text, folder, user, clone)
            if "pip uninstall" in text:
                assert user.run("pip install sphinx-docsjson", folder).code == 0
        scaffold = tmp_path / "docs-reference-cli.md" / "docs"
        made = (scaffold / "quickstart.mdx").read_text()
        problems += tell("quickstart.mdx of init", made, scaffold, user, clone)
    except Offline as error:
        pytest.skip(f"packages cannot be downloaded: {error}")
    assert not problems, "\n\n".join(problems)


def tell(page, text, folder, user, clone):
    story = Story(
        page=page,
        text=text,
        folder=folder,
        user=user,
        developer=developer_machine(),
        clone=clone,
    )
    return list(story.problems())


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a\n\n```sh\ntrue\nfalse\n```\n", "p.md:5: `false` ends with 1"),
        ("```sh\nsphinx-docsjson serve nowhere\n```\n", "p.md:2: `sphinx-docsjson serve nowhere`"),
        ("Open `a/b.html`.\n", "p.md:1: there is no a/b.html to open"),
        (
            f"```json docs/docs.json\n{JSON}\n```\n```sh\n{BUILD}\n```\n",
            f"p.md:5: `{BUILD}` warns:",
        ),
    ],
)
def test_what_does_not_work_is_told_with_its_place(text, problem, tmp_path):
    machine = Machine(path=developer_machine().path, variables={"PYTHONPATH": str(ROOT)})

    assert tell("p.md", text, tmp_path, machine, None)[0].startswith(problem)
