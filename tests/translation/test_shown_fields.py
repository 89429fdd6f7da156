"""Every text of ``docs.json`` that the schema names reaches translators, or is known."""

from __future__ import annotations

import json

from sphinx_docsjson.site.loading import load_site
from sphinx_docsjson.site.validation import schema
from sphinx_docsjson.translation import translated_site
from tests._support.inputs import input_data
from tests.hostile.filling import Filling

_INPUTS = input_data(__file__, "shown_fields.yaml")

NO_TEXTS = frozenset(_INPUTS["no_texts"])
"""Fields of names, addresses, files and choices, and those that yield to another spelling here."""


def fields(shape, folder):
    """Return the fields of a filled ``docs.json``, and those whose texts translators are given."""
    written = {}

    def give(path):
        written[f"word{len(written)}"] = path
        return f"word{len(written) - 1}"

    config = Filling(schema(), give, shape=shape, choose=True).value(schema(), "")
    (folder / "docs.json").write_text(json.dumps(config), encoding="utf-8")
    site = load_site(folder).site
    asked = set()
    if site is not None:
        translated_site(site, lambda text, _place: asked.add(text) or text)
    there = {_name(path) for path in written.values() if "*" not in path}
    return there, {_name(written[word]) for word in asked if word in written}


def _name(path):
    return ".".join([part for part in path.split(".") if part and not part.isdigit()][-2:])


def test_a_text_of_docs_json_reaches_translators_or_is_known_to_be_none(tmp_path):
    there, asked = set(), set()
    for shape in range(8):
        found, extracted = fields(shape, tmp_path)
        there |= found
        asked |= extracted
    assert there - asked == NO_TEXTS
