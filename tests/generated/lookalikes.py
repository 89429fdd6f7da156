"""Texts that look like the syntax of another tool, or are nearly right in ours.

Each holds words such as ``w12x``. Whatever it becomes, a reader sees every word, or its author is
told something of the page.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

SHAPES = (
    "<Region label='W'/>",
    '<Pill label="W">W</Pill>',
    "Text List<W> and Map<W, W> here",
    "<Box>\n\nW\n\n</Box>",
    "<w-el>W</w-el> and <W>",
    "a <host W> W",
    "</Box> W",
    "~~W~~ <del>W</del>",
    ":::tip[W]\nW\n:::",
    ":::danger W\nW\n:::",
    ":::custom W W\nW\n:::",
    ":::note\nW",
    "> [!NOTE]\n> W",
    "> [!TIP] W\n> W",
    "> [!ODD]\n> W",
    '!!! note "W"\n    W',
    "??? W\n\n    W",
    '=== "W"\n\n    W',
    ":rocket: W",
    ":W: W",
    ":orphan: W",
    "```js\nW",
    "~~~\nW\n```",
    '{% hint style="W" %}\nW\n{% endhint %}',
    "{{< note W >}}\nW",
    "export default W to W",
    "export class W of W",
    "export const a = [W\n\nW",
    "export const a = {W\n\nW",
    "import {W and W\n\nW",
    "import W from W and W",
    "{W W}",
    '<Snippet file="none.mdx">W</Snippet>',
    '<Tabs>\nW\n<Tab title="W">W</Tab>\nW\n</Tabs>',
    '<Steps>\nW\n<Step title="W">W</Step>\n</Steps>',
    '<CardGroup>\nW\n<Card title="W">W</Card>\n</CardGroup>',
    '<AccordionGroup>\nW\n<Accordion title="W">W</Accordion>\n</AccordionGroup>',
    "<CodeGroup>\nW\n```js W\nW\n```\n</CodeGroup>",
    '<Frame caption="W">W</Frame>',
    "<Columns>\nW\n</Columns>",
    '<Icon icon="star">W</Icon>',
    '<Tooltip tip="W">W</Tooltip>',
    '<Update label="W" description="W">W</Update>',
    '<ParamField path="W" type="W">W</ParamField>',
    '<ResponseField name="W">W</ResponseField>',
    '<Expandable title="W">W</Expandable>',
    "<RequestExample>\nW\n```js\nW\n```\n</RequestExample>",
    '<Tree>\nW\n<Tree.Folder name="W"><Tree.File name="W"/>W</Tree.Folder>\n</Tree>',
    '<Color>\nW\n<Color.Item name="W" value="#123456"/>\n</Color>',
    "<Badge>W</Badge> <noscript>W</noscript>",
    "<table>\nW\n<tr><td>W</td></tr>\n<caption>W</caption>\n</table>",
    "<ul>\nW\n<li>W</li>\n</ul>",
    "<dl>\nW\n<dt>W</dt><dd>W</dd>\n</dl>",
    "<details>\n<summary>W</summary>\nW\n</details>",
    "<select><option>W</option></select> <button>W</button> <label>W</label>",
    "<p>W</p>W <center>W</center>",
    "| a | b |\n| --- | --- |\n| W | W | W |",
    "[W]: W",
    "(W)=\nW",
    "+++ W",
    "% W",
)
"""``W`` stands for a word."""

HIDDEN = ("% W", "[W]: W", "+++ W", "(W)=\nW", ":orphan: W")
"""Comments, targets and definitions of Markdown and MyST, which nobody is meant to see."""


def around(text: str, way: int) -> str:
    """Return a text where it may stand: alone, below text, in a list, a quote, a component."""
    if way == 1:
        return f"W\n{text}\nW"
    if way == 2:
        return "- W\n\n" + "\n".join(f"  {line}" for line in text.split("\n")) + "\n"
    if way == 3:
        return "\n".join(f"> {line}" for line in text.split("\n"))
    return f"<Note>\n{text}\n</Note>" if way == 4 else text


@dataclass(frozen=True, kw_only=True, slots=True)
class Lookalike:
    """A page, and the words that it has."""

    file: str
    source: str
    words: tuple[str, ...]


def lookalikes(seed: int, more: int) -> Iterator[Lookalike]:
    """Give each shape in each place and syntax, and *more* pages of several at random."""
    chosen = [
        (around(shape, way), suffix)
        for shape in SHAPES
        for way in range(5)
        for suffix in ("md", "mdx")
        if shape not in HIDDEN or (suffix == "mdx" and not shape.startswith("["))
    ]
    generator = random.Random(seed)
    shown = [shape for shape in SHAPES if shape not in HIDDEN]
    for _ in range(more):
        parts = [around(generator.choice(shown), generator.randrange(5)) for _ in range(3)]
        between = generator.choice(["\n\n", "\n"])
        chosen.append((between.join(parts), generator.choice(["md", "mdx"])))
    for number, (text, suffix) in enumerate(chosen):
        pieces = f"W\n\n{text}\n".split("W")
        words = tuple(f"w{number}n{index}x" for index in range(len(pieces) - 1))
        source = "".join(map("".join, zip(pieces, (*words, ""), strict=True)))
        yield Lookalike(file=f"q{number}.{suffix}", source=source, words=words)
