"""Blocks at random: Markdown's own, HTML elements and components, nested and oddly indented."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

from tests.generated.inline import Inline, Words

CALLOUTS = ("Note", "Tip", "Warning", "Info", "Check")
TITLED = {"Card": "title", "Accordion": "title", "Expandable": "title", "Update": "label"}
EXTRAS = {
    "Card": ('icon="flag"', "icon={'flag'}", "horizontal", "horizontal={true}"),
    "Accordion": ('icon="flag"', "icon={`flag`}", "defaultOpen", "defaultOpen={false}"),
    "Expandable": ("defaultOpen", "defaultOpen={true}"),
}
GROUPS = {
    "CardGroup": ("Card", "title"),
    "Tabs": ("Tab", "title"),
    "Steps": ("Step", "title"),
    "AccordionGroup": ("Accordion", "title"),
}
MAX_DEPTH = 4

Lines = list[str]


class Blocks:
    """Makes the blocks of one page.

    :param tags: whether elements and components may be among them.
    """

    def __init__(self, rng: random.Random, words: Words, *, tags: bool, mdx: bool) -> None:
        self.rng = rng
        self.words = words
        self.tags = tags
        self.mdx = mdx
        self.inline = Inline(rng, words, tags=tags, mdx=mdx)

    def page(self) -> str:
        """Return the body of a page."""
        lines: Lines = []
        for _ in range(self.rng.randrange(2, 7)):
            lines += [*self.block(0), *[""] * self.rng.randrange(1, 3)]
        return "\n".join(lines)

    def block(self, depth: int) -> Lines:
        """Return the lines of one block."""
        makers: list[Callable[[int], Lines]] = [self._paragraph] * 3 + [self._fence, self._table]
        if depth == 0:
            makers += [self._heading, self._heading, self._rule]
        if depth < MAX_DEPTH:
            makers += [self._list] * 2 + [self._quote]
            if self.tags:
                makers += [self._callout, self._titled, self._group, self._frame] * 2
            if self.mdx:  # in .md, plain HTML is MyST's, which passes it on as it is
                makers += [self._html] * 2
        if self.tags:
            makers += [self._code_group, self._comment]
        return self.rng.choice(makers)(depth)

    def some(self, depth: int, most: int = 3) -> Lines:
        """Return the lines of a few blocks with blank lines between them."""
        lines = self.block(depth)
        for _ in range(self.rng.randrange(0, most)):
            lines += ["", *self.block(depth)]
        return lines

    # -- Markdown -------------------------------------------------------------------------------

    def _paragraph(self, depth: int) -> Lines:
        lines = [self.inline.line() for _ in range(self.rng.randrange(1, 4))]
        hard = self.rng.choice(["", "", "  ", "\\"])
        return [line + hard for line in lines[:-1]] + lines[-1:]

    def _heading(self, depth: int) -> Lines:
        return [f"{'#' * self.rng.randrange(2, 5)} {self.inline.plain()}"]

    def _rule(self, depth: int) -> Lines:
        return [self.rng.choice(["---", "***", "- - -"])]

    def _fence(self, depth: int) -> Lines:
        mark = self.rng.choice(["```", "```", "~~~", "````"])
        language = self.rng.choice(["", "python", "text", "json", "mdx", "sh"])
        inside = ["", "<Note>", "</Card>", "{/*", "{x}", "- a", "# b", "    deep", "| c |", "---"]
        code = [self.rng.choice(inside) for _ in range(self.rng.randrange(0, 4))]
        code.insert(self.rng.randrange(len(code) + 1), self.words.word())
        return [f"{mark}{language}", *code, mark]

    def _table(self, depth: int) -> Lines:
        width = self.rng.randrange(1, 4)
        rows = [[self.words.word() for _ in range(width)] for _ in range(self.rng.randrange(2, 4))]
        lines = [f"| {' | '.join(row)} |" for row in rows]
        lines.insert(1, "|" + self.rng.choice(["---|", ":-:|", "---:|"]) * width)
        return lines

    def _quote(self, depth: int) -> Lines:
        return [f"> {line}".rstrip() for line in self.some(depth + 1, 2)]

    def _list(self, depth: int) -> Lines:
        ordered = self.rng.random() < 0.4
        # Another number than 1 may not follow a line of text.
        number = self.rng.choice([1, 1, 1, 3] if depth == 0 else [1])
        mark = self.rng.choice("-*+")
        loose = self.rng.random() < 0.4
        lead = " " * self.rng.choice([0, 0, 0, 1, 2, 3] if depth else [0])
        lines: Lines = []
        for index in range(self.rng.randrange(1, 4)):
            marker = f"{number + index}." if ordered else mark
            space = " " * self.rng.choice([1, 1, 1, 2, 3])
            inner = self._item(depth, loose=loose)
            pad = " " * len(lead + marker + space)
            lines.append(f"{lead}{marker}{space}{inner[0]}")
            lines += [f"{pad}{line}".rstrip() for line in inner[1:]]
            if loose:
                lines.append("")
        return lines

    def _item(self, depth: int, *, loose: bool) -> Lines:
        lines = [self.inline.line()]
        if self.rng.random() < 0.3:
            lines += ["", *self.block(depth + 1)]
        elif self.rng.random() < 0.2 and depth < MAX_DEPTH:
            lines += self._list(depth + 1)
        return lines

    # -- tags -----------------------------------------------------------------------------------

    def _callout(self, depth: int) -> Lines:
        return self._element(self.rng.choice(CALLOUTS), [], depth)

    def _frame(self, depth: int) -> Lines:
        caption = [self._attribute("caption")] if self.rng.random() < 0.5 else []
        return self._element("Frame", caption, depth)

    def _titled(self, depth: int) -> Lines:
        name = self.rng.choice(list(TITLED))
        return self._element(name, [self._attribute(TITLED[name]), *self._extras(name)], depth)

    def _html(self, depth: int) -> Lines:
        given = self.rng.choice([[], ['className="c d"'], ["style={{ margin: 0 }}"]])
        return self._element(self.rng.choice(["div", "section", "details"]), given, depth)

    def _group(self, depth: int) -> Lines:
        name = self.rng.choice(list(GROUPS))
        member, attribute = GROUPS[name]
        inner: Lines = []
        for _ in range(self.rng.randrange(1, 4)):
            inner += self._element(member, [self._attribute(attribute)], depth + 1)
            inner += [""] * self.rng.randrange(0, 2)
        given = ["cols={2}"] if name == "CardGroup" and self.rng.random() < 0.5 else []
        return self._around(name, given, inner)

    def _code_group(self, depth: int) -> Lines:
        inner: Lines = []
        for _ in range(self.rng.randrange(1, 3)):
            title = self.words.word(attribute=True)
            inner += [f"```python {title}", f"{self.words.word()} = 1", "```", ""]
        return self._around("CodeGroup", [], inner)

    def _comment(self, depth: int) -> Lines:
        text = self.words.unseen()
        if not self.mdx:
            return [f"<!-- {text} -->"]
        return self.rng.choice([[f"{{/* {text} */}}"], ["{/*", f"  {text}", "*/}"]])

    def _extras(self, name: str) -> list[str]:
        extras = EXTRAS.get(name, ())
        return [self.rng.choice(extras)] if extras and self.rng.random() < 0.4 else []

    def _attribute(self, name: str) -> str:
        word = self.words.word(attribute=True)
        forms = [f'"{word}"', f"'{word}'", f'{{"{word}"}}', f"{{'{word}'}}", f"{{`{word}`}}"]
        return f"{name}={self.rng.choice(forms)}"

    def _element(self, name: str, given: list[str], depth: int) -> Lines:
        if self.rng.random() < 0.25:
            self.words.tags.append(name)
            return [f"{self._open(name, given)[0]}{self.inline.plain()}</{name}>"]
        return self._around(name, given, self.some(depth + 1, 2))

    def _around(self, name: str, given: list[str], inner: Lines) -> Lines:
        self.words.tags.append(name)
        lead = " " * self.rng.choice([0, 0, 2, 2, 4, 8])
        blank = self.rng.random() < 0.4
        opening = self._open(name, given, multiline=True)
        lines = [*opening, *[""] * blank]
        lines += [f"{lead}{line}" if line else "" for line in inner]
        return [*lines, *[""] * blank, f"</{name}>"]

    def _open(self, name: str, given: list[str], *, multiline: bool = False) -> Lines:
        if multiline and given and self.rng.random() < 0.3:
            return [f"<{name}", *[f"  {one}" for one in given], ">"]
        space = self.rng.choice(["", "", " "])
        return [f"<{' '.join([name, *given])}{space}>"]


def front_matter(
    rng: random.Random, words: Words, *, title: bool
) -> tuple[str, dict[str, object]]:
    """Return a block of front matter and the values that it holds."""
    plain = [
        "True Story", "10%", "3rd", "2024-01-01", "1.2.3", "yes", "off", "12:30", "a b", "v1",
        "007", "1_000", "null-ish", "é", "it's", "a#b", "a:b", "~/x",
    ]  # fmt: skip
    valued: list[tuple[str, object]] = [
        ("true", True), ("False", False), ("null", None), ("12", 12), ("1.5", 1.5), ("0x1F", 31),
    ]  # fmt: skip
    odd = [
        "a: b",
        "- x",
        "# y",
        '"q"',
        "'",
        "",
        " lead",
        "x\ny",
        "{a}",
        "[b",
        "*c",
        "&d",
        "!e",
        "%f",
    ]

    def scalar() -> tuple[str, object]:
        kind = rng.random()
        if kind < 0.5:
            text = rng.choice(plain)
            return text, text
        if kind < 0.75:
            return rng.choice(valued)
        text = rng.choice([*odd, *plain])
        if "\n" not in text and rng.random() < 0.5:
            doubled = text.replace("'", "''")
            return f"'{doubled}'", text
        return json.dumps(text, ensure_ascii=rng.random() < 0.5), text

    lines: list[str] = []
    values: dict[str, object] = {}
    if title:
        values["title"] = words.word(attribute=True)
        lines.append(f"title: {values['title']}")
        if rng.random() < 0.5:
            values["description"] = words.word(attribute=True)
            lines.append(f'description: "{values["description"]}"')
    for number in range(rng.randrange(0 if title else 1, 4)):
        name = f"{rng.choice(['x', 'og:y', 'z-z', 'author'])}{number}"
        kind = rng.random()
        written = f'"{name}"' if rng.random() < 0.2 else name
        if kind < 0.6:
            text, values[name] = scalar()
            lines.append(f"{written}: {text}")
            continue
        items = [scalar() for _ in range(rng.randrange(1, 4))]
        values[name] = [value for _, value in items]
        if kind < 0.8:
            pad = rng.choice(["", "  "])
            lines += [f"{written}:", *[f"{pad}- {text}" for text, _ in items]]
        else:
            lines.append(f"{written}: [{', '.join(text for text, _ in items)}]")
    return "".join(f"{line}\n" for line in ["---", *lines, "---"]), values
