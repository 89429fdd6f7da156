"""What is found in the text of a page: see ``fixtures/``."""

from __future__ import annotations

import json

from sphinx_docsjson.mdx.javascript import Module, evaluate, rendered
from sphinx_docsjson.mdx.jsx import AttributeValue, TagBudget, read_tag
from sphinx_docsjson.mdx.markup import classes_of, drawing_of, style_of
from sphinx_docsjson.mdx.scan import scan
from sphinx_docsjson.mdx.tokens import NotConstant
from sphinx_docsjson.mdx.values import Dynamic, Function, JsxElement, as_text
from sphinx_docsjson.pages.rendered_elements import markup_of
from tests._support.texts import cases

SCOPE = {"x": {"y": [7], "name": "Ann"}, "size": 3}
"""What ``x`` and ``size`` are in expressions."""


def found_tags(text: str) -> str:
    """Return what each line of *text* is as a tag."""
    return "\n".join(map(found_tag, text.split("\n")))


def found_tag(text: str) -> str:
    """Return the form and name of a tag, its attributes, and what follows it."""
    tag = read_tag(text, 0, TagBudget(len(text)))
    if tag is None:
        return "no tag"
    lines = [f"{tag.form.name.lower()} {tag.name}".strip()]
    for attribute in tag.attributes:
        how = "misquoted" if attribute.misquoted else attribute.kind.name.lower()
        value = "" if attribute.kind is AttributeValue.BARE else f" {attribute.text!r}"
        lines.append(f"  {how} {attribute.name}".rstrip() + value)
    rest = text[tag.end :]
    return "\n".join([*lines, *([f"  then {rest!r}"] if rest else [])])


def found_pieces(text: str) -> str:
    """Return what a scan finds, in the order of the text."""
    found = scan(text)
    mark = ("", "unclosed ")
    pieces = [
        (at, f"{mark[each.unclosed]}<{each.tag.name}> {text[each.tag.end : each.content_end]!r}")
        for at, each in found.elements.items()
    ]
    pieces += [(at, f"stray {text[at : tag.end]}") for at, tag in found.strays.items()]
    for kind, extents in (
        ("comment", found.comments),
        ("expression", found.expressions),
        ("module", found.modules),
    ):
        pieces += [(at, f"{kind} {text[at:end]!r}") for at, end in extents.items()]
    lines = [piece for _, piece in sorted(pieces)]
    for name, numbers in (("code", found.code_lines), ("glued", found.glued_lines)):
        if numbers:
            lines.append(
                f"{name} lines {', '.join(str(number + 1) for number in sorted(numbers))}"
            )
    return "\n".join(lines)


def values(text: str) -> str:
    """Each line of *text* as an expression: its value, or why it has none."""
    return "\n".join(map(value, text.split("\n")))


def value(source: str) -> str:
    try:
        return json.dumps(evaluate(source, SCOPE), ensure_ascii=False, default=shown)
    except NotConstant as error:
        return f"no constant: {error}"


def shown(value: object) -> str:
    """Return an element as its markup."""
    return markup_of(value) if isinstance(value, JsxElement) else as_text(value)


def drawings(text: str) -> str:
    return drawing_of(text, SCOPE)


def styles(text: str) -> str:
    return "\n".join(
        "; ".join(f"{name}: {each}" for name, each in style_of({"style": line}).items())
        for line in text.split("\n")
    )


def classes(text: str) -> str:
    return "\n".join(" ".join(classes_of({"className": line})) for line in text.split("\n"))


def statements(text: str) -> str:
    """Return what the import and export lines of a page give it."""
    module = Module.of(text)
    lines = [
        f"{each.line}: {each.source} of {each.path} as {each.name}" for each in module.imports
    ]
    for name, given in module.exports.items():
        if isinstance(given, Dynamic):
            lines.append(f"{name} needs JavaScript")
        elif isinstance(given, Function):
            lines.append(f"{name} is a function: {drawn(given)}")
        else:
            lines.append(f"{name} is {json.dumps(given)}")
    return "\n".join(lines)


def drawn(function: Function) -> str:
    try:
        return shown(rendered(function, {}))
    except NotConstant as error:
        return f"more than data ({error})"


VIEWS = {
    "styles": styles,
    "classes": classes,
    "module": statements,
    "tags": found_tags,
    "tag": found_tag,
    "pieces": found_pieces,
    "values": values,
    "drawing": drawings,
}


@cases(__file__)
def test_case(case, agrees):
    agrees(case, VIEWS[case.kind](case.source))
