"""A component as an author writes it, in each of the three syntaxes.

The documentation shows what this module writes; tests build it and compare the doctrees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from textwrap import indent
from typing import TypeAlias

from sphinx_docsjson.components.registry import Attribute, Component, Content, Registry

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
