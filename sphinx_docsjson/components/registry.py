"""The registry of components: attributes, declarations, and the three syntaxes of each."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from textwrap import indent
from typing import TYPE_CHECKING, Literal, TypeAlias

from docutils import nodes

from sphinx_docsjson.base.messages import well_formed
from sphinx_docsjson.base.near_names import near_name
from sphinx_docsjson.base.nodes import judge_links
from sphinx_docsjson.base.sanitize import harmless_markup
from sphinx_docsjson.urls import safe_url, why_refused
from sphinx_docsjson.warnings import Warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from docutils.parsers.rst import Directive
    from sphinx.environment import BuildEnvironment


# How attribute strings become values: which are known, which are wrong, which are missing.

TRUE = frozenset({"", "true", "yes", "1"})
FALSE = frozenset({"false", "no", "0"})

_HEX = re.compile(r"#?([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_COLOR = re.compile(
    r"[a-zA-Z]{3,30}|(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)\([0-9a-z.,%/\s+-]{1,80}\)"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """What is wrong with an attribute, and which warning says so."""

    message: str
    kind: Warn = Warn.ATTRIBUTE


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadAttributes:
    """The attributes of one component as they were written.

    :param values: cleaned strings by the name of the registry; a flag is ``"true"`` or
        ``"false"``, a colour of hexadecimal digits starts with ``#``.
    :param foreign: options that are not ours but belong to the directive that we extend.
    :param idle: the attributes that have no effect here.
    """

    values: dict[str, str]
    foreign: dict[str, str]
    problems: tuple[Problem, ...]
    idle: tuple[str, ...] = ()


def same_name(name: str) -> str:
    """Return the form in which ``defaultOpen``, ``defaultopen`` and ``default-open`` are equal."""
    return name.replace("-", "").replace("_", "").lower()


def read_attributes(
    component: Component, raw: Mapping[str, str], foreign: Collection[str] = ()
) -> ReadAttributes:
    """Sort, clean and check the attributes of *component*.

    :param raw: attribute strings by name, in any accepted spelling; a bare attribute is ``""``.
    :param foreign: names of options that the extended directive of another package has.
    """
    known = {same_name(n): a for a in component.attributes for n in (a.name, *a.aliases)}
    values: dict[str, str] = {}
    others: dict[str, str] = {}
    problems: list[Problem] = []
    for name, written in raw.items():
        text = well_formed(written)  # MyST reads escapes of half a surrogate pair in options
        attribute = known.get(same_name(name))
        if attribute is not None:
            value, problem = clean(attribute, text, component.name)
            if value is not None:
                values[attribute.name] = value
            if problem is not None:
                problems.append(problem)
        elif name in foreign:
            others[name] = text
        elif not component.instead:
            problems.append(_unknown(name, component, foreign))
    problems += [
        Problem(message=f"<{component.name}> needs the attribute {attribute.name!r}.")
        for attribute in component.attributes
        if attribute.required and attribute.name not in values
    ]
    idle = tuple(a.name for a in component.attributes if a.instead and a.name in values)
    several = [f"{name}={values[name]!r}" for name in component.one_of if values.get(name)]
    if len(several) > 1:
        message = f"<{component.name}> has {' and '.join(several)}; only the first counts."
        problems.append(Problem(message=message))
    return ReadAttributes(values=values, foreign=others, problems=tuple(problems), idle=idle)


def clean(attribute: Attribute, text: str, owner: str) -> tuple[str | None, Problem | None]:
    """Return the cleaned value, or ``None`` when it cannot be used, and what is wrong with it."""
    cleaner = _CLEANERS.get(attribute.type)
    return cleaner(attribute, text, owner) if cleaner else (text, None)


def as_list(text: str) -> list[str]:
    """Return the items of a ``list`` value: a JSON array, or words between commas."""
    stripped = text.strip()
    if stripped.startswith("["):
        try:
            items = json.loads(stripped)
        except (ValueError, RecursionError):
            stripped = stripped.strip("[]")
        else:
            return [str(item) for item in items]
    return [item.strip().strip("\"'") for item in stripped.split(",") if item.strip()]


Cleaned = tuple[str | None, Problem | None]


def _flag(attribute: Attribute, text: str, owner: str) -> Cleaned:
    word = text.strip().lower()
    if word in TRUE:
        return "true", None
    if word in FALSE:
        return "false", None
    return "true", _wrong(attribute, text, owner, "is on or off: write it bare, or ={false}")


def _number(attribute: Attribute, text: str, owner: str) -> Cleaned:
    if re.fullmatch(r"\s*\d{1,6}(\.\d{1,4})?\s*(px)?\s*", text):
        return text.strip().removesuffix("px").strip(), None
    return None, _wrong(attribute, text, owner, "must be a number")


def _choice(attribute: Attribute, text: str, owner: str) -> Cleaned:
    word = text.strip().lower()
    if word in attribute.choices:
        return word, None
    allowed = ", ".join(attribute.choices)
    return None, _wrong(attribute, text, owner, f"must be one of {allowed}")


def _color(attribute: Attribute, text: str, owner: str) -> Cleaned:
    value = text.strip()
    if match := _HEX.fullmatch(value):
        return f"#{match[1]}", None
    if _COLOR.fullmatch(value):
        return value, None
    return None, _wrong(attribute, text, owner, "must be a colour, such as #0d9373")


def _href(attribute: Attribute, text: str, owner: str) -> Cleaned:
    if not text.strip():
        return None, None
    url = safe_url(text)
    if url is None:
        message = f"<{owner}>: {attribute.name}={text!r} is left out: {why_refused(text)}."
        return None, Problem(message=message, kind=Warn.URL)
    return url, None


def _wrong(attribute: Attribute, text: str, owner: str, rule: str) -> Problem:
    return Problem(message=f"<{owner}>: {attribute.name}={text!r}: the value {rule}.")


# The one place where every page component is declared.
#
# From a :class:`Component` come the MyST and reStructuredText directive (and role), the tag, the
# reference table in the documentation, the assistant rules and the list that tests iterate over.

AttributeType = Literal[
    "text", "markdown", "flag", "number", "choice", "icon", "color", "href", "image", "list"
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Attribute:
    """An attribute of a component.

    :param name: the spelling of the tag (``defaultOpen``); ``defaultopen`` and ``default-open``
        are accepted as well.
    :param type: how the value is read.
    :param choices: the allowed values of a ``choice``, or of the entries of a list.
    :param aliases: other names met in the wild.
    :param instead: of an attribute of the hosted platform that has no effect here: why, or what
        to use instead. A build says so once.
    :param sampled: whether the documentation shows it; not what takes the component away.
    """

    name: str
    type: AttributeType
    doc: str = ""
    default: str | None = None
    choices: tuple[str, ...] = ()
    required: bool = False
    aliases: tuple[str, ...] = ()
    instead: str = ""
    sampled: bool = True


_CLEANERS: dict[str, Callable[[Attribute, str, str], Cleaned]] = {
    "flag": _flag,
    "number": _number,
    "choice": _choice,
    "color": _color,
    "href": _href,
}


def _unknown(name: str, component: Component, foreign: Collection[str]) -> Problem:
    useful = [a.name for a in component.attributes if not a.instead]
    names = {same_name(own): own for own in (*useful, *foreign)}
    if near := near_name(same_name(name), names):
        hint = f" Did you mean {names[near]!r}?"
    elif useful:
        hint = f" It has {', '.join(useful)}."
    else:
        hint = " It has none."
    return Problem(message=f"<{component.name}> has no attribute {name!r}.{hint}")


# What an attribute of a component may show: text with its markup, of which nothing runs.


def harmless(found: Sequence[nodes.Node]) -> list[nodes.Node]:
    """Return the nodes of an attribute without scripts, handlers and addresses that run.

    A page may hold what Sphinx lets it hold; of its attributes ``docs/publish/trust.md`` promises
    more. The parsers of Sphinx judge no address that stands in reStructuredText.
    """
    holder = nodes.inline("", "", *found)
    for raw in list(holder.findall(nodes.raw)):
        if "html" in raw.get("format", ""):
            text = harmless_markup(raw.astext())
            raw.clear()
            raw += nodes.Text(text)
    judge_links(holder)
    return holder.children


# One component written in each of the three syntaxes. Pure.
#
# The documentation shows what this module writes, and a test builds it and compares the doctrees.

SAMPLE_VALUES = {
    "text": "text",
    "markdown": "Some words",
    "flag": "",
    "number": "2",
    "icon": "rocket",
    "color": "#0d9373",
    "href": "https://example.org/",
    "image": "/images/sample.png",
    "list": '["One", "Two"]',
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Code:
    """A code block inside a component."""

    language: str
    title: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Written:
    """A component as an author writes it: its name, its attributes and what stands inside.

    :param content: paragraphs of text and other components.
    """

    component: Component
    attributes: Mapping[str, str] = field(default_factory=dict)
    content: tuple[Part, ...] = ()

    @property
    def is_inline(self) -> bool:
        """Whether it stands inside a line."""
        return self.component.inline is not None


@dataclass(frozen=True, kw_only=True, slots=True)
class InlineTag:
    """An inline component as it stands in a page.

    :param values: its attributes, read and checked.
    :param children: the nodes inside it.
    :param location: its file and line, for warnings.
    """

    values: Mapping[str, str]
    children: Sequence[nodes.Node]
    env: BuildEnvironment
    location: tuple[str, int | None]


class Content(Enum):
    """What may stand inside a component."""

    NONE = "none"
    """Nothing; the component is its attributes."""

    BLOCKS = "blocks"
    """Any block content."""

    INLINE = "inline"
    """Text with inline markup; the component stands inside a line."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Component:
    """A page component.

    :param name: the tag, such as ``ParamField``. The directive is its lower-case form.
    :param parents: the components it belongs in; empty: anywhere.
    :param directive: the docutils directive class that builds the nodes. It is given every
        attribute as an option string (a bare attribute is ``""``) and reports unknown ones
        itself, so the three syntaxes behave the same.
    :param inline: for inline components, the function that builds the nodes, called as
        ``inline(tag)``.
    """

    name: str
    doc: str
    attributes: tuple[Attribute, ...] = ()
    content: Content = Content.BLOCKS
    parents: tuple[str, ...] = ()
    directive: type[Directive] | None = None
    inline: Callable[[InlineTag], list[nodes.Node]] | None = None
    main: str | None = None
    """The attribute that a directive's argument, or a role's ``<…>``, stands for."""

    one_of: tuple[str, ...] = ()
    """Attributes of which only one makes sense; of several the first counts, with a warning."""

    newer: bool = False
    """Whether it is beyond the specification's own list."""

    instead: str = ""
    """Of a component of the hosted platform that only shows what it holds: what to use instead."""

    @property
    def directive_name(self) -> str:
        """The name of the directive in MyST and reStructuredText."""
        return self.name.lower().replace(".", "-")


Part: TypeAlias = Written | Code | str

CODE = (
    Code(language="python", title="Python", text='print("Hello")'),
    Code(language="js", title="JavaScript", text='console.log("Hello")'),
)
_WIDEST_TAG = 76
"""How long the attributes of a tag are in one line; beyond it each has its own."""

HOLDS_CODE = frozenset({"CodeGroup", "SnippetGroup", "RequestExample", "ResponseExample"})


def sample(component: Component, registry: Registry, only: Iterable[str] | None = None) -> Written:
    """Return *component* with every attribute, inside the parent that it belongs in.

    Of attributes that exclude each other only the first is written.

    :param only: the attributes to write instead of all.
    """
    names = None if only is None else set(only)
    attributes = {
        a.name: sample_value(a)
        for a in component.attributes
        if (names is None or a.name in names)
        and a.name not in component.one_of[1:]
        and a.sampled
        and not a.instead
    }
    content = sample_content(component, registry)
    written = Written(component=component, attributes=attributes, content=content)
    for name in component.parents[:1]:
        parent = registry.get(name)
        if parent is not None and parent is not component:
            outer = sample(parent, registry, [a.name for a in parent.attributes if a.required])
            return _innermost(outer, written)
    return written


def sample_content(component: Component, registry: Registry) -> tuple[Part, ...]:
    """Return what stands inside a sample: code, the components that belong in it, or words."""
    if component.name in HOLDS_CODE:
        return CODE
    children = [
        inner
        for inner in registry
        if inner.parents[:1] == (component.name,) and inner is not component
    ]
    if children:
        return tuple(
            Written(
                component=inner,
                attributes={a.name: sample_value(a) for a in inner.attributes if a.required},
                content=() if inner.content is Content.NONE else ("Words.",),
            )
            for inner in children
        )
    if component.content is Content.NONE:
        return ()
    return ("words",) if component.inline else ("Words.",)


def sample_value(attribute: Attribute) -> str:
    """Return a value that *attribute* takes."""
    if attribute.choices:
        last = attribute.choices[-1]
        return f'["{last}"]' if attribute.type == "list" else last
    return SAMPLE_VALUES[attribute.type]


def _innermost(outer: Written, inner: Written) -> Written:
    """Return *outer* with *inner* in the place of its own content."""
    if outer.component.name in inner.component.parents:
        content: tuple[Part, ...] = (inner,)
    else:
        content = tuple(
            _innermost(part, inner) if isinstance(part, Written) else part
            for part in outer.content
        )
    return Written(component=outer.component, attributes=outer.attributes, content=content)


def as_tag(written: Written, depth: int = 0) -> str:
    """Return the component as a tag."""
    name = written.component.name
    given = [_tag_setting(*item, written) for item in written.attributes.items()]
    settings = "".join(f" {setting}" for setting in given)
    pad = "  " * depth
    if len(settings) > _WIDEST_TAG and not written.is_inline:
        settings = "".join(f"\n{pad}  {setting}" for setting in given) + f"\n{pad}"
    if written.is_inline:
        words = " ".join(str(part) for part in written.content)
        tag = f"<{name}{settings}>{words}</{name}>" if words else f"<{name}{settings} />"
        return f"{pad}{tag}"
    if not written.content:
        return f"{pad}<{name}{settings} />"
    inside = "\n".join(
        as_tag(part, depth + 1)
        if isinstance(part, Written)
        else indent(_markdown(part), f"{pad}  ")
        for part in written.content
    )
    return f"{pad}<{name}{settings}>\n{inside}\n{pad}</{name}>"


def as_myst(written: Written, *, prefix: str = "") -> str:
    """Return the component as a MyST directive or role."""
    name = f"{prefix}{written.component.directive_name}"
    if written.is_inline:
        return f"{{{name}}}`{_role_text(written)}`"
    fence = ":" * (3 + _height(written))
    lines = [f"{fence}{{{name}}}"]
    lines += [
        f":{_option(key)}: {_quoted(text)}".rstrip() for key, text in written.attributes.items()
    ]
    for part in written.content:
        lines += [
            "",
            as_myst(part, prefix=prefix) if isinstance(part, Written) else _markdown(part),
        ]
    return "\n".join([*lines, fence])


def as_rst(written: Written, depth: int = 0, *, prefix: str = "") -> str:
    """Return the component as a reStructuredText directive or role."""
    name = f"{prefix}{written.component.directive_name}"
    if written.is_inline:
        return f":{name}:`{_role_text(written)}`"
    pad = "   " * depth
    lines = [f"{pad}.. {name}::"]
    lines += [
        f"{pad}   :{_option(key)}: {text}".rstrip() for key, text in written.attributes.items()
    ]
    for part in written.content:
        inner = (
            as_rst(part, depth + 1, prefix=prefix)
            if isinstance(part, Written)
            else indent(_rst(part, prefix), f"{pad}   ")
        )
        lines += ["", inner]
    return "\n".join(lines)


def _markdown(part: Code | str) -> str:
    if isinstance(part, str):
        return part
    return f"```{part.language} {part.title}\n{part.text}\n```"


def _rst(part: Code | str, prefix: str) -> str:
    if isinstance(part, str):
        return part
    head = f".. {prefix}codeblock:: {part.language}\n   :filename: {part.title}"
    return f"{head}\n\n{indent(part.text, '   ')}"


def _tag_setting(name: str, text: str, written: Written) -> str:
    kind = next((a.type for a in written.component.attributes if a.name == name), "text")
    if kind == "flag" and text == "":
        return name
    if kind in ("number", "list"):
        return f"{name}={{{text}}}"
    return f'{name}="{text}"'


def _role_text(written: Written) -> str:
    attributes = dict(written.attributes)
    words = " ".join(str(part) for part in written.content)
    if written.component.content is Content.NONE and written.component.main:
        words = attributes.pop(written.component.main, "")
    settings = " ".join(f'{k}="{v}"' if v else k for k, v in attributes.items())
    if settings and "=" not in settings:
        settings = f'{settings}="true"'
    return f"{words} <{settings}>" if settings else words


def _option(name: str) -> str:
    """Return an attribute as an option: ``defaultOpen`` is ``default-open``."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name)


def _quoted(text: str) -> str:
    return f"'{text}'" if text and not text[0].isalnum() else text


def _height(written: Written) -> int:
    inner = [_height(part) + 1 for part in written.content if isinstance(part, Written)]
    return max(inner, default=0)


class Registry:
    """The declared components, by tag name: ours, and those of other packages in one build."""

    def __init__(self) -> None:
        self._components: dict[str, Component] = {}
        self._others: set[str] = set()

    def add(self, *components: Component) -> None:
        """Declare components.

        :raises ValueError: when a name is declared twice.
        """
        for component in components:
            if component.name in self._components:
                raise ValueError(f"component {component.name} is declared twice")
            self._components[component.name] = component

    def add_other(self, component: Component) -> None:
        """Declare a component of another package, for the builds that load it.

        :raises ValueError: when a component has the name already.
        """
        self.add(component)
        self._others.add(component.name)

    def forget_others(self) -> None:
        """Forget the components of other packages: another build of this process begins."""
        for name in self._others:
            del self._components[name]
        self._others.clear()

    def get(self, name: str) -> Component | None:
        """Return the component with the tag *name*, or ``None``."""
        return self._components.get(name)

    def __iter__(self) -> Iterator[Component]:
        return iter(self._components.values())

    def __contains__(self, name: str) -> bool:
        return name in self._components


registry = Registry()
