"""The reference pages of our documentation name everything that there is."""

from __future__ import annotations

import argparse
from pathlib import Path

from sphinx_docsjson.cli.main import parser
from sphinx_docsjson.features import FEATURES
from sphinx_docsjson.pages.checks import CONVENTIONS
from sphinx_docsjson.pages.front_matter import OWN_FIELDS

EVERY = {feature.name: True for feature in FEATURES}
DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_every_setting_says_what_it_does(site):
    config = site({"index.md": "# Hello\n"}, conf={"docsjson_features": EVERY}).app.config
    ours = [value.name for value in config if value.name.startswith("docsjson_")]

    assert len(ours) > 5
    assert [name for name in ours if not config._options[name].description] == []


def test_the_page_of_the_command_line_names_every_command_and_option():
    text = (DOCS / "reference" / "cli.md").read_text(encoding="utf-8")
    [commands] = [
        action for action in parser()._actions if isinstance(action, argparse._SubParsersAction)
    ]
    for name, command in commands.choices.items():
        assert f"\n## {name}\n" in text
        for action in command._actions:
            for option in action.option_strings:
                if option.startswith("--") and option != "--help":
                    assert f"\n`{option}`\n" in text


def test_the_page_of_front_matter_names_every_field():
    text = (DOCS / "pages" / "front-matter.md").read_text(encoding="utf-8").lower()

    missing = [name for name in sorted(OWN_FIELDS) if f"`{name}`" not in text]
    assert missing == [], "give each a row in docs/pages/front-matter.md"


def test_the_page_of_conventions_names_each_of_them():
    text = (DOCS / "publish" / "conventions.md").read_text(encoding="utf-8")

    assert all(f"| `{kind.value}` |" in text for kind in CONVENTIONS)
