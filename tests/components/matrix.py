"""Every component in every form, layout and place, in each syntax, with words of its own.

A case is a piece of a page. Many cases stand on one page; the words of each occur nowhere else.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from textwrap import indent

from component_samples import (
    HOLDS_CODE,
    Code,
    Part,
    Written,
    as_myst,
    as_rst,
    as_tag,
    sample,
)

from sphinx_docsjson.components.domain import registry
from sphinx_docsjson.components.registry import Component, Content

SYNTAXES = ("mdx", "md", "myst", "rst")
"""Tags in ``.mdx`` and ``.md``; directives and roles in MyST and reStructuredText."""

ATTRIBUTES = ("href", "icon", "title")
LAYOUTS = ("one line", "three lines", "blank lines", "indented", "tabs", "closed at line's end")
PLACES = (
    "alone", "paragraph", "list item", "below text of an item", "quote", "table cell", "heading",
    "snippet", "prop", "child", "div", "details",
)  # fmt: skip

ONE_LINE = {"table cell", "heading"}
"""Places that are one line, where a component is written on one line, in whatever layout."""

ONLY_ITS_OWN = frozenset({
    "Color", "Color.Row", "FileTree", "Mermaid", "Steps", "Tabs", "Tree", "Tree.File",
    "Tree.Folder", *HOLDS_CODE, "CodeBlock", "CodeNotes", "Prompt", "Heading",
})  # fmt: skip
"""Components that hold their own parts, code or one line of text, and no other blocks."""

ONE_OF_TWO = frozenset({"Visibility"})
"""Components whose words stand in the page or in the twin."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """A component somewhere.

    :param words: what stands in it; each word occurs in this case only.
    :param files: other files that it needs.
    :param head: statements that the page begins with.
    """

    name: str
    text: str
    words: tuple[str, ...]
    files: dict[str, str] = field(default_factory=dict)
    head: str = ""


@dataclass(frozen=True, kw_only=True)
class Choice:
    """What decides a case: a component with some attributes, its layout and its place."""

    syntax: str
    number: int
    form: str
    written: Written
    layout: str
    place: str

    @property
    def name(self) -> str:
        """What a test that fails prints."""
        return f"{self.syntax} {self.number}: {self.form}, {self.layout}, in {self.place}"


def choices(syntax: str) -> list[Choice]:
    """Return the choices of a syntax."""
    found: list[Choice] = []
    for form, written in forms():
        for place in places(syntax, written):
            line = place in ONE_LINE and syntax in {"mdx", "md"}
            for layout in LAYOUTS[:1] if line else layouts(syntax, written):
                found.append(
                    Choice(
                        syntax=syntax,
                        number=len(found),
                        form=form,
                        written=written,
                        layout=layout,
                        place=place,
                    )
                )
    return found


def some(syntax: str, count: int, seed: int) -> list[Case]:
    """Return *count* cases of a syntax, chosen by *seed*."""
    return [case_of(choice) for choice in random.Random(seed).sample(choices(syntax), count)]


def forms() -> Iterator[tuple[str, Written]]:
    """Yield each component with what it needs, and with each of three attributes."""
    for component in registry:
        names = _needed(component)
        yield component.name, sample(component, registry, names)
        for attribute in component.attributes:
            if attribute.name in ATTRIBUTES and not attribute.instead:
                form = f"{component.name} {attribute.name}"
                if attribute.name not in names:
                    yield form, sample(component, registry, {*names, attribute.name})


def _needed(component: Component) -> set[str]:
    """Return the attributes without which a component means nothing."""
    named = {a.name for a in component.attributes if a.required or a.name == "name"}
    return named or set(component.one_of[:1])


def layouts(syntax: str, written: Written) -> tuple[str, ...]:
    """Return the layouts of a component; where nothing stands in it there is one."""
    if not written.content:
        return LAYOUTS[:1]
    if syntax in {"mdx", "md"}:
        return LAYOUTS[1:5] if _holds_code(written) else LAYOUTS
    return LAYOUTS[1:2] if written.is_inline else LAYOUTS[1:3]


def places(syntax: str, written: Written) -> Iterator[str]:
    """Yield the places where a syntax lets a component stand."""
    tags = syntax in {"mdx", "md"}
    for place in PLACES:
        if place in ONE_LINE and tags and _holds_code(written):
            continue  # a fence takes lines of its own
        if place == "heading" and not tags and not written.is_inline:
            continue  # docutils and MyST have no directive within a line
        if place in {"prop", "child"} and syntax != "mdx":
            continue  # only .mdx pages have components of their authors
        if place == "prop" and _holds_code(written):
            continue  # JSX has no fences
        yield place
    for component in registry:
        if is_container(component):
            yield f"<{component.name}>"


def is_container(component: Component) -> bool:
    """Whether any blocks may stand in a component."""
    blocks = component.content is Content.BLOCKS and component.directive is not None
    return blocks and component.name not in ONLY_ITS_OWN and not component.instead


def _holds_code(written: Written) -> bool:
    return any(
        isinstance(part, Code) or (isinstance(part, Written) and _holds_code(part))
        for part in written.content
    )


# -- one case -------------------------------------------------------------------------------------


class _Words:
    """Words that occur once: ``q12x3q`` is the third of case 12."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.given: list[str] = []

    def __call__(self) -> str:
        self.given.append(f"q{self.number}x{len(self.given)}q")
        return self.given[-1]

    def marked(self, written: Written) -> Written:
        """Return a component whose texts are new words."""
        kinds = {a.name: a.type for a in written.component.attributes}
        attributes = {
            name: self() if kinds[name] == "markdown" else text
            for name, text in written.attributes.items()
        }
        content = tuple(map(self._part, written.content))
        return replace(written, attributes=attributes, content=content)

    def _part(self, part: Part) -> Part:
        if isinstance(part, Written):
            return self.marked(part)
        if isinstance(part, Code):
            return replace(part, text=f'print("{self()}")')
        return re.sub("[Ww]ords", lambda _: self(), part)


def case_of(choice: Choice) -> Case:
    """Return the case that is chosen."""
    words = _Words(choice.number)
    text = written_as(choice.syntax, words.marked(choice.written), choice.layout)
    put = {"rst": _in_rst, "myst": _in_myst}.get(choice.syntax, _in_tags)
    case = Case(name=choice.name, text=text, words=())
    case = put(case, choice.place, choice.number, words, inline=choice.written.is_inline)
    return replace(case, words=tuple(words.given))


def written_as(syntax: str, written: Written, layout: str) -> str:
    """Return a component as its author lays it out."""
    if syntax in {"mdx", "md"}:
        return _tag(written, layout)
    write = as_rst if syntax == "rst" else as_myst
    text = write(written, prefix="docsjson:")
    return text if layout == LAYOUTS[1] else re.sub(r"\n(:::+)$", r"\n\n\1", text, flags=re.M)


def _tag(written: Written, layout: str) -> str:
    head = as_tag(replace(written, content=()))
    head = re.sub(r"\n\s*", " ", head)
    if not written.content:
        return head
    begin, end = head.removesuffix(" />") + ">", f"</{written.component.name}>"
    parts = [
        _tag(part, layout)
        if isinstance(part, Written)
        else f"```{part.language} {part.title}\n{part.text}\n```"
        if isinstance(part, Code)
        else part
        for part in written.content
    ]
    if layout == "one line":
        return begin + "".join(parts) + end
    if layout == "blank lines":
        return "\n\n".join([begin, *parts, end])
    inner = "\n".join(parts)
    if layout == "closed at line's end":
        return f"{begin}\n{inner}{end}"
    pad = {"indented": "  ", "tabs": "\t"}.get(layout, "")
    return f"{begin}\n{indent(inner, pad)}\n{end}"


def _hung(mark: str, text: str) -> str:
    """Return *text* behind a mark, its other lines below the first."""
    return mark + indent(text, " " * len(mark)).lstrip()


def _in_tags(case: Case, place: str, number: int, words: _Words, *, inline: bool) -> Case:
    text = case.text
    # Tags on lines of their own end a paragraph.
    in_line = not re.search(r"\n\n|```|\n\s*<[A-Z]", text)
    match place:
        case "alone":
            pass
        case "paragraph" if in_line:
            text = f"{words()} {text} {words()}"
        case "paragraph":
            text = f"{words()}\n\n{text}\n\n{words()}"
        case "list item":
            text = _hung("- ", text)
        case "below text of an item":
            text = _hung("- ", f"{words()}\n\n{text}")
        case "quote":
            text = indent(text, "> ", lambda line: True)
        case "table cell":
            text = f"| A | B |\n|---|---|\n| {text} | {words()} |"
        case "heading":
            text = f"## {words()} {text}"
        case "snippet":
            path = f"snippets/s{number}.mdx"
            head = f"import S{number} from '/{path}'\n"
            return replace(case, text=f"<S{number} />", files={path: f"{text}\n"}, head=head)
        case "prop":
            head = f"export const P{number} = ({{ note }}) => <div>{{note}}</div>\n"
            return replace(case, text=f"<P{number} note={{{text}}} />", head=head)
        case "child":
            head = f"export const P{number} = ({{ children }}) => <div>{{children}}</div>\n"
            inner = f"\n{text}\n" if "\n" in text else text
            return replace(case, text=f"<P{number}>{inner}</P{number}>", head=head)
        case "div":
            text = f"<div>\n{text}\n</div>"
        case "details":
            text = f"<details>\n<summary>{words()}</summary>\n\n{text}\n\n</details>"
        case _:
            text = as_tag(_around(place, text))
    return replace(case, text=text)


def _in_myst(case: Case, place: str, number: int, words: _Words, *, inline: bool) -> Case:
    text = case.text
    match place:
        case "alone":
            pass
        case "paragraph":
            text = _between(text, words, inline=inline)
        case "list item":
            text = _hung("- ", text)
        case "below text of an item":
            text = _hung("- ", f"{words()}\n\n{text}")
        case "quote":
            text = indent(text, "> ", lambda line: True)
        case "table cell" if inline:
            text = f"| A | B |\n|---|---|\n| {text} | {words()} |"
        case "table cell":
            cells = _hung("* - ", text) + f"\n  - {words()}"
            text = f"::::::::::{{list-table}}\n{cells}\n::::::::::"
        case "heading":
            text = f"## {words()} {text}"
        case "snippet":
            path = f"snippets/m{number}.txt"
            text = f"```{{include}} /{path}\n```"
            return replace(case, text=text, files={path: f"{case.text}\n"})
        case "div":
            text = f"::::::::::{{container}} box\n{text}\n::::::::::"
        case "details":
            text = f"::::::::::{{dropdown}} {words()}\n{text}\n::::::::::"
        case _:
            text = _with_longer_fences(place, text)
    return replace(case, text=text)


def _with_longer_fences(place: str, text: str) -> str:
    """Return the containers of *place* around *text*, with fences longer than those in it."""
    marker = "inner text"
    around = as_myst(_around(place, marker), prefix="docsjson:")
    around = re.sub(r"^:::+", lambda fence: fence[0] + ":" * 8, around, flags=re.M)
    return around.replace(marker, text)


def _in_rst(case: Case, place: str, number: int, words: _Words, *, inline: bool) -> Case:
    text = case.text
    match place:
        case "alone":
            pass
        case "paragraph":
            text = _between(text, words, inline=inline)
        case "list item":
            text = _hung("- ", text)
        case "below text of an item":
            text = _hung("- ", f"{words()}\n\n{text}")
        case "quote":
            text = f"..\n\n{indent(text, '   ')}"
        case "table cell":
            cells = _hung("* - ", text) + f"\n  - {words()}"
            text = f".. list-table::\n\n{indent(cells, '   ')}"
        case "heading":
            title = f"{words()} {text}"
            text = f"{title}\n{'-' * len(title)}"
        case "snippet":
            path = f"snippets/r{number}.txt"
            return replace(case, text=f".. include:: /{path}", files={path: f"{text}\n"})
        case "div":
            text = f".. container:: box\n\n{indent(text, '   ')}"
        case "details":
            text = f".. dropdown:: {words()}\n\n{indent(text, '   ')}"
        case _:
            text = as_rst(_around(place, text), prefix="docsjson:")
    return replace(case, text=text)


def _between(text: str, words: _Words, *, inline: bool) -> str:
    space = " " if inline else "\n\n"
    return f"{words()}{space}{text}{space}{words()}"


def _around(place: str, text: str) -> Written:
    """Return the container that *place* names, with *text* in it."""
    component = registry.get(place.strip("<>"))
    assert component is not None
    return _filled(sample(component, registry, _needed(component)), component, text)


def _filled(written: Written, component: Component, text: str) -> Written:
    if written.component is component:
        return replace(written, content=(text,))
    return replace(
        written,
        content=tuple(
            _filled(part, component, text) if isinstance(part, Written) else part
            for part in written.content
        ),
    )


def main(arguments: list[str]) -> None:
    """Print a case, given its syntax and its number."""
    syntax, number = arguments
    case = case_of(choices(syntax)[int(number)])
    print(case.name, *(f"=== {name}\n{text}" for name, text in case.files.items()), sep="\n")
    print(f"=== page\n{case.head}\n{case.text}")


if __name__ == "__main__":
    main(sys.argv[1:])
