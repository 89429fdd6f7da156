"""What the configuration says has an effect: some room reads every field of the model."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from pathlib import Path

import sphinx_docsjson
from sphinx_docsjson.site import appearance, frame, model
from sphinx_docsjson.site import containers as nodes

PLACES = {"location", "locations"}
"""Where something stands is for messages; not every room has one to give."""


def test_every_field_of_the_model_is_read_outside_the_room_that_fills_it():
    package = Path(sphinx_docsjson.__file__).parent
    readers = [p for p in package.rglob("*.py") if p.parent != package / "site"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in readers)
    read = set(re.findall(r"\.(\w+)\b", text)) | set(re.findall(r"\"(\w+)\"", text))

    modules = (appearance, frame, model, nodes)
    data = [thing for m in modules for thing in vars(m).values() if is_dataclass(thing)]
    names = {field.name for thing in data for field in fields(thing)}

    assert len(names) > 80
    assert names - read - PLACES == set()
