"""Tables of our own documentation that are made from the code, so that they cannot drift.

``docsjson-fields`` lists fields of ``docs.json`` from its schema, ``docsjson-messages`` the kinds
of warnings from the ``Warn`` enumeration, ``docsjson-settings`` the values for conf.py,
``docsjson-moments`` the steps of a build from its schedule, ``docsjson-integrations`` the services
that pages may load.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import OptionSpec

from sphinx_docsjson import steps
from sphinx_docsjson import warnings as warnings_module
from sphinx_docsjson.cli.check_messages import EXPLANATIONS, explanations
from sphinx_docsjson.ext import integrations
from sphinx_docsjson.navigation.events import DIGEST, FORMULAS
from sphinx_docsjson.site.validation import schema
from sphinx_docsjson.steps import Step, Turn

LINKED = frozenset(
    {
        *("page", "pages", "group", "navigation", "global", "menuItem"),
        *("openapi", "socials", "icon", "metatags"),
    }
)
"""Definitions that have a table of their own, or recur everywhere: not expanded in place."""

NAMED = {"iconType": "style of an icon", "color": "hex colour"}
"""Definitions whose values are shown by a name."""

OURS = {DIGEST, FORMULAS}
"""Configuration values that nobody sets by hand."""

TYPE_NAMES = {"array": "list", "boolean": "`true` or `false`"}


@dataclass(frozen=True, kw_only=True)
class Row:
    """A field: its path, what it may be, what it does, and whether it does nothing."""

    path: str
    type: str
    text: str
    idle: bool


def rows(names: Sequence[str], part: dict[str, Any] | None = None) -> Iterator[Row]:
    """Yield the rows for some properties of a part of the schema, and for all inside them.

    What does nothing has a row where it is named itself; ``configure/format`` lists the others.
    """
    properties = (part or schema())["properties"]
    for name in names or properties:
        yield from (
            row for row in _rows(name, properties[name]) if row.path == name or not row.idle
        )


def _rows(path: str, written: dict[str, Any]) -> Iterator[Row]:
    target = resolve(written)
    text = target.get("description", "")
    if "default" in target:
        text = f"{text} Default: `{_as_json(target['default'])}`."
    kind = NAMED.get(_definition(written)) or type_of(target)
    yield Row(path=path, type=kind, text=text, idle=target.get("x-effect") == "none")
    if _is_linked(written):
        return
    for inner_path, part in _inside(path, target):
        for name, inner in part.get("properties", {}).items():
            yield from _rows(f"{inner_path}.{name}", inner)


def _inside(path: str, target: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the objects that a value holds: itself, or the items of the list that it is."""
    if "properties" in target:
        yield path, target
    branches = [target.get("then", {}), target.get("else", {})]
    items = next((part["items"] for part in (target, *branches) if "items" in part), None)
    if items is not None:
        if not _is_linked(items):
            yield from _inside(f"{path}[]", resolve(items))
    else:
        yield from ((path, part) for part in map(resolve, branches) if "properties" in part)


def _definition(part: dict[str, Any]) -> str:
    """Return the name of the definition at the end of the references of a part, or nothing."""
    name = str(part.get("$ref", "")).rpartition("/")[2]
    return (_definition(schema()["$defs"][name]) or name) if name else ""


def _is_linked(part: dict[str, Any]) -> bool:
    name = _definition(part)
    return name in LINKED or name.endswith("Container")


def resolve(part: dict[str, Any]) -> dict[str, Any]:
    """Return a part of the schema with what it refers to; its own words count first."""
    if "$ref" not in part:
        return part
    target = resolve(schema()["$defs"][part["$ref"].rpartition("/")[2]])
    return target | {word: value for word, value in part.items() if word != "$ref"}


def _as_json(value: Any) -> str:
    """Return a value as it stands in a file, a text without its quotation marks."""
    return value if isinstance(value, str) else json.dumps(value)


def type_of(part: dict[str, Any]) -> str:
    """Return what a value may be, in words."""
    if "enum" in part:
        return ", ".join(f"`{_as_json(value)}`" for value in part["enum"])
    written = part.get("type", "any")
    types = [written] if isinstance(written, str) else list(written)
    return ", ".join(TYPE_NAMES.get(name, name) for name in types)


def messages() -> Iterator[tuple[str, str]]:
    """Yield the kind of each warning and what it means, in the order of the enumeration."""
    tree = ast.parse(inspect.getsource(warnings_module.Warn))
    [enumeration] = tree.body
    assert isinstance(enumeration, ast.ClassDef)
    kind = ""
    for node in enumeration.body:
        match node:
            case ast.Assign(value=ast.Constant(value=str(value))):
                kind = value
            case ast.Expr(value=ast.Constant(value=str(text))) if kind:
                yield kind, " ".join(text.replace("``", "`").split())
                kind = ""


def inline(text: str) -> list[nodes.Node]:
    """Return text with `code` in it as nodes."""
    parts = re.split(r"`([^`]+)`", text)
    return [
        nodes.literal(part, part) if number % 2 else nodes.Text(part)
        for number, part in enumerate(parts)
        if part
    ]


def table(
    head: Sequence[str], body: Sequence[Sequence[str]], widths: Sequence[int]
) -> nodes.table:
    """Return a table."""
    group = nodes.tgroup(cols=len(head))
    group += [nodes.colspec(colwidth=width) for width in widths]
    header = nodes.thead()
    header += _row(head)
    content = nodes.tbody()
    content += [_row(cells) for cells in body]
    group += [header, content]
    result = nodes.table(classes=["colwidths-given"])
    result += group
    return result


def _row(cells: Sequence[str]) -> nodes.row:
    row = nodes.row()
    for cell in cells:
        paragraph = nodes.paragraph()
        paragraph += inline(cell)
        entry = nodes.entry()
        entry += paragraph
        row += entry
    return row


class FieldsTable(SphinxDirective):
    """``docsjson-fields``: the named fields, all of a ``:definition:``, or all there are."""

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = {"definition": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """Return one table."""
        names = self.arguments[0].split() if self.arguments else []
        definition = self.options.get("definition")
        part = schema()["$defs"][definition] if definition else None
        body = [(f"`{row.path}`", row.type, row.text) for row in rows(names, part)]
        return [table(("Field", "Value", "Effect"), body, (28, 22, 50))]


class MessagesTable(SphinxDirective):
    """``docsjson-messages``: every kind of message, its cause, an example and its correction."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each kind."""
        self.env.note_dependency(warnings_module.__file__ or "")
        self.env.note_dependency(str(EXPLANATIONS))
        known = explanations()
        return [self._section(kind, text, known[kind]) for kind, text in messages()]

    def _section(self, kind: str, text: str, known: dict[str, Any]) -> nodes.section:
        name = f"docsjson.{kind}"
        section = nodes.section("", nodes.title("", "", nodes.literal(name, name)), names=[name])
        self.state.document.note_implicit_target(section)
        section += [_paragraph(text), _paragraph(known["why"])]
        if "file" in known:
            language = LANGUAGES[Path(known["file"]).suffix]
            for caption, shown, lexer in (
                (known["file"], _harmless(known["wrong"]), language),
                ("Message", known["says"], "text"),
                (f"{known['file']}, corrected", known["mended"], language),
            ):
                code = nodes.literal_block(shown.strip(), shown.strip(), language=lexer)
                block = nodes.container("", literal_block=True, classes=["literal-block-wrapper"])
                block += [nodes.caption("", caption), code]
                section += block
        return section


def _harmless(example: str) -> str:
    """Return an example of a password cut short: this page is searched for secrets, too."""
    return example.replace("hunter2", "hunt…")


LANGUAGES = {
    ".json": "json",
    ".md": "md",
    ".mdx": "md",
    ".py": "python",
    ".txt": "md",
    ".yaml": "yaml",
}


class SettingsList(SphinxDirective):
    """``docsjson-settings``: every configuration value for conf.py, with an anchor."""

    def run(self) -> list[nodes.Node]:
        """Return a ``confval`` for each."""
        return self.parse_text_to_nodes(
            "\n\n".join(
                f":::{{confval}} {name}\n:default: `{default!r}`\n\n{text}\n:::"
                for name, default, text in settings(self.env.config)
            )
        )


class IntegrationsTable(SphinxDirective):
    """``docsjson-integrations``: every service, and what a policy has to allow for it."""

    def run(self) -> list[nodes.Node]:
        """Return one table."""
        self.env.note_dependency(str(integrations.TABLE))
        body = list(services())
        return [table(("Service", "Fields", "Policy"), body, (18, 22, 60))]


def services() -> Iterator[tuple[str, str, str]]:
    """Yield each service, its fields, and what its row says of a policy."""
    fields = schema()["$defs"]["integrations"]["properties"]
    for name, row in integrations.known_services().items():
        required = {
            *fields[name].get("required", ()),
            *fields[name].get("then", {}).get("required", ()),
        }
        shown = (
            f"`{f}`" + ("" if f in required else " (optional)") for f in fields[name]["properties"]
        )
        lines = (f"`{d} {' '.join(row[d])}`" for d in integrations.FETCHES if d in row)
        note = f" {row['note']}" if "note" in row else ""
        yield f"{row['name']}: `{name}`", ", ".join(shown), "; ".join(lines) + note


TURNS = {
    Turn.EARLY: "before other extensions add documents",
    Turn.DOCUMENTS: "after other extensions added documents",
    Turn.BEFORE: "before Sphinx and other extensions",
    Turn.AMONG: "beside Sphinx and other extensions",
    Turn.FILE_TYPES: "after other extensions registered file types",
    Turn.AFTER: "after Sphinx and other extensions",
    Turn.LAST: "after the features",
}


class MomentsList(SphinxDirective):
    """``docsjson-moments``: what happens in a build, by event, in the order in which it runs."""

    def run(self) -> list[nodes.Node]:
        """Return a definition list: events with their steps."""
        self.env.note_dependency(steps.__file__ or "")
        moments: dict[tuple[str, Turn], list[Step]] = {}
        for step in steps.steps_of(self.env.app):
            moments.setdefault((step.event, step.turn), []).append(step)
        events = list(dict.fromkeys(event for event, _turn in moments))
        found = nodes.definition_list()
        for event, turn in sorted(
            moments, key=lambda moment: (events.index(moment[0]), moment[1])
        ):
            term = nodes.term("", "", nodes.literal(event, event), nodes.Text(f", {TURNS[turn]}"))
            texts = map(step_text, moments[event, turn])
            items = (nodes.list_item("", _paragraph(text)) for text in texts)
            definition = nodes.definition("", nodes.bullet_list("", *items, bullet="-"))
            found += nodes.definition_list_item("", term, definition)
        return [found]


BUILDS = {
    steps.always: " For every project.",
    steps.with_site: "",
    steps.with_theme: " Also for our theme without docs.json.",
    steps.with_toctrees: " For our theme without docs.json.",
}


def step_text(step: Step) -> str:
    """Return a step in words: its function, what it does, and in which builds."""
    name = f"{step.run.__module__.rpartition('.')[2]}.{step.run.__name__}"
    doc = (step.when.__doc__ or "").partition("\n")[0]
    builds = BUILDS.get(step.when, f" {doc.replace('Run if', 'If')}")
    return f"`{name}`: {step.description}.{builds}"


def _paragraph(text: str) -> nodes.paragraph:
    return nodes.paragraph("", "", *inline(text))


def settings(config: Config) -> Iterator[tuple[str, Any, str]]:
    """Yield the name, the default and the effect of each setting of this project."""
    for value in sorted(config, key=lambda each: each.name):
        if value.name.startswith("docsjson_") and value.name not in OURS:
            # Sphinx keeps the description, and has no public way to it yet.
            option = config._options[value.name]
            default = value.value if callable(option.default) else option.default
            yield value.name, default, option.description


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives."""
    app.add_directive("docsjson-fields", FieldsTable)
    app.add_directive("docsjson-messages", MessagesTable)
    app.add_directive("docsjson-settings", SettingsList)
    app.add_directive("docsjson-moments", MomentsList)
    app.add_directive("docsjson-integrations", IntegrationsTable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
