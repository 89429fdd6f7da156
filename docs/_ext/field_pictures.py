"""``docsjson-pictures``: what fields of ``docs.json`` or theme options do, as pictures, with what
made each.

``pictures.toml`` lists them, and ``python -m tools.pictures`` makes them.
"""

from __future__ import annotations

import json
import tomllib
from ast import literal_eval
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

FILE = Path(__file__).with_name("pictures.toml")
FOLDER = "/_images/fields"
UNSEEN = "unseen"
OPTIONS = "html_theme_options"
SCALE = 1.5
"""How many pixels of a picture are one of the page."""


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A picture: its name, what there is to see, and what a reader writes for it.

    :param fields: that it shows; none in a picture of theme options.
    :param subject: the field or option that it is about.
    """

    name: str
    fields: tuple[str, ...]
    subject: str
    code: str
    language: str
    says: str

    @property
    def top(self) -> str:
        """The field at the top level that it belongs to, or the setting of Sphinx."""
        return self.subject.partition(".")[0].partition("[")[0] if self.fields else OPTIONS


def entries() -> dict[str, Any]:
    """Return what ``pictures.toml`` says."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def unseen() -> dict[str, str]:
    """Return the fields that no picture shows, with the reason."""
    return dict(entries()[UNSEEN])


def pictures() -> Iterator[Picture]:
    """Yield all pictures."""
    for name, entry in entries().items():
        if name == UNSEEN:
            continue
        fields = tuple(entry.get("fields", ()))
        if fields:
            subject, code, language = fields[0], written(json.loads(entry["json"])), "json"
        else:
            options = entry["options"].strip()
            subject, language = next(iter(literal_eval(options))), "python"
            code = f"{OPTIONS} = {options}"
        yield Picture(
            name=name,
            fields=fields,
            subject=subject,
            code=code,
            language=language,
            says=entry["says"],
        )


def width_of(file: Path) -> int:
    """Return the width of a PNG in pixels, which its first chunk tells."""
    return int.from_bytes(file.read_bytes()[16:20], "big")


def written(value: Any, depth: int = 0) -> str:
    """Return JSON as a person writes it: what fits into a line stands in one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + 2 * depth <= 70 or not isinstance(value, dict | list):
        return line.replace("{", "{ ").replace("}", " }") if isinstance(value, dict) else line
    inside, outside = "  " * (depth + 1), "  " * depth
    if isinstance(value, list):
        items = [written(item, depth + 1) for item in value]
        opened, closed = "[", "]"
    else:
        items = [f"{json.dumps(name)}: {written(item, depth + 1)}" for name, item in value.items()]
        opened, closed = "{", "}"
    body = ",\n".join(inside + item for item in items)
    return f"{opened}\n{body}\n{outside}{closed}"


class Pictures(SphinxDirective):
    """``docsjson-pictures``: those of the named fields, in the order of the file."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return a definition list: fields with what they make."""
        self.env.note_dependency(str(FILE))
        names = self.arguments[0].split()
        found = [picture for picture in pictures() if picture.top in names]
        return [self._list(found)] if found else []

    def _list(self, found: Sequence[Picture]) -> nodes.Node:
        result = nodes.definition_list()
        for picture in found:
            term = nodes.term("", "", nodes.literal(picture.subject, picture.subject))
            text, messages = self.parse_inline(picture.says)
            definition = nodes.definition("", nodes.paragraph("", "", *text), *messages)
            definition += nodes.literal_block(
                picture.code, picture.code, language=picture.language
            )
            file = f"{FOLDER}/{picture.name}.png"
            pixels = width_of(Path(self.env.srcdir, file[1:]))
            width = f"{round(pixels / SCALE)}px"
            alt = f"{picture.subject} on a page"
            definition += nodes.image(uri=file, alt=alt, width=width)
            result += nodes.definition_list_item("", term, definition)
        return result


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("docsjson-pictures", Pictures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
