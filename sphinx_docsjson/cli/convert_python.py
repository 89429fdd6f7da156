"""Converts what mkdocstrings and autorefs read: ``::: package.Class`` and ``[text][heading]``.

https://mkdocstrings.github.io/usage/, https://mkdocstrings.github.io/autorefs/,
https://github.com/encode/mkautodoc
"""

from __future__ import annotations

import re
from textwrap import dedent
from typing import TYPE_CHECKING

from sphinx_docsjson import yaml12
from sphinx_docsjson.ext.openapi.reading.parse import items, mapping
from sphinx_docsjson.mdx.scan import scan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_docsjson.cli.convert_page import PageConversion
    from sphinx_docsjson.cli.python_names import References


_FIELD = re.compile(r"^[ \t]*+:(\w++):[ \t]*+(.*+)", re.MULTILINE)


def autodoc(
    conversion: PageConversion, references: References, name: str, told: Sequence[str]
) -> list[str] | None:
    """Return the lines that ``::: name`` becomes; nothing where it is for another handler.

    :param told: the lines indented below it, of YAML; of mkautodoc ``:members: names``.
    """
    try:
        asked = mapping(yaml12.read(dedent("\n".join(told))).value)
    except yaml12.UnreadableYaml:
        asked = {}
    if fields := dict(_FIELD.findall("\n".join(told))):
        members = fields["members"].split() or True if "members" in fields else False
        asked = {"options": {"members": members}}
    if asked.get("handler", "python") != "python" or (asked and "options" not in asked):
        return None
    options = mapping(asked.get("options"))
    directive, members = references.directive(name), options.get("members", True)
    lines = [f".. {directive}:: {name}"]
    if directive in ("automodule", "autoclass") and members:
        lines.append(f"   :members: {', '.join(map(str, items(members)))}".rstrip())
        lines += ["   :inherited-members:"] if options.get("inherited_members") is True else []
    conversion.changed["::: package.module"] += 1
    return ["```{eval-rst}", *lines, "```"]


# A reference to a heading, an anchor or an object, by its name alone.

_REFERENCE = re.compile(
    r"(?<![!\\\]\w])\[((?>(?:[^\[\]\\]|\\.|\[[^\[\]]*+\])+))\]\[([^\[\]\s]*+)\](?!\()"
)
_DEFINED = re.compile(r"^ {0,3}\[([^\]\n]++)\]:", re.MULTILINE)
_CODE = re.compile(r"`+[^`]*`+")
_OBJECT = re.compile(r"[A-Za-z_]\w*+(?:\.\w++)+(?:\(\))?")


def with_references(text: str, conversion: PageConversion) -> str:
    """Return *text* with the references of autorefs as links, and as roles of Python."""
    references = conversion.site.references
    if references is None or "][" not in text:
        return text
    code = scan(text).code_lines
    defined = {found[1].casefold() for found in _DEFINED.finditer(text)}

    def reference(found: re.Match[str]) -> str:
        shown, target = found[1], found[2] or found[1].strip("`")
        start = found.string.rfind("\n", 0, found.start()) + 1
        number = found.string.count("\n", 0, start)
        spans = _CODE.finditer(found.string[start:].partition("\n\n")[0])
        inside = any(each.start() < found.start() - start < each.end() for each in spans)
        if number in code or inside or {target.casefold(), shown.casefold()} & defined:
            return found[0]
        if address := references.anchors.get(target):
            conversion.changed["[text][heading]"] += 1
            return f"[{shown}]({address})"
        is_code = shown == f"`{target}`" and target.isidentifier()
        if is_code or _OBJECT.fullmatch(target) or target in references.definitions:
            conversion.changed["[text][package.name]"] += 1
            words = re.sub(r"[`*<>]|\\(?=\W)", "", shown)
            return f"{{py:obj}}`{' '.join(words.split())} <{target.removesuffix('()')}>`"
        conversion.leave("[text][name]", number)
        return found[0]

    return _REFERENCE.sub(reference, text)
