"""Pages that use nothing of ours: what people write in MyST, a page for each matter."""

# ruff: noqa: E501  (pages are written as their authors write them)

from __future__ import annotations

PAGES: dict[str, str] = {
    "target": """(above)=
(above-too)=
# The *target* page

(deep)=
## Deep in it

### What's new & old?

## Repeated

## Repeated

```{py:function} pkg.call(x)
Calls.
```

Term
: definition
""",
    "links": """# Links

[](target.md) [](#above) [](deep) [](target.md#deep) [text](target)
[*with* `code`](target.md) [title](target.md "A title") <project:target.md> <project:#deep>
[x](target.md#no-such-place) [x](missing.md) [](#missing)
[`pkg.call`](pkg.call) [](pkg.call) [x](#pkg.call) {ref}`above` {ref}`own <deep>` {doc}`target`
{any}`pkg.call` {py:func}`pkg.call`

[r][ref], [ref][], [ref], [nothing][none], <https://example.org/a%20b?x=1&y=2>, <me@example.org>
[enc](https://en.wikipedia.org/wiki/Don%27t_repeat_yourself)
[dash](https://en.wikipedia.org/wiki/Space%E2%80%93time_tradeoff)
[mail](mailto:a@b.c) [ftp](ftp://x.y/z) [own](own:thing) [](https://x.y)
[file](data.txt) [path](path:data.txt) [abs](/data.txt) [empty]()

[ref]: https://example.org/ref "Title"
[ref]: https://example.org/again
[//]: # (a comment)
""",
    "untitled": "Only text, no heading.\n",
    "second-level": "## Starts lower\n\n#### And jumps\n\ntext\n",
    "two-titles": "# One\n\ntext\n\n# Two\n\n## Below\n",
    "paragraph-first": "A badge.\n\n# The title\n\ntext\n",
    "rules": "---\n\ntext\n\n***\n\n## A\n\n---\n\n- a\n\n  ---\n\n> ***\n\n---\n",
    "code": """# Code

```
no language
```

```python
def f(): pass
```

```no-such-language
text
```

    indented

~~~js
1
~~~

```{code-block} python
:caption: A caption
:linenos:
:emphasize-lines: 1
print(1)
```

```{highlight} yaml
```

```
a: 1
```

`` ` `` and {code}`x = 1`
""",
    "html": """# HTML

<div align="center">
  <b>bold</b> <img src="data.png" width="20">

*markdown* between
</div>

text <kbd>Ctrl</kbd> <br> <br/> <span class="a">x <i>y</i></span> <!-- comment --> &amp; &copy;

<!-- a
block
comment -->

<details><summary>More</summary>

- hidden

</details>

<a href="target.html">raw</a> <Foo> List<T> a < b > c <https://x.y> </div> <p>never closed

<script>
if (a < b) { alert("*x*") }
</script>

<custom-element>text</custom-element>

<table>
<tr><td>1</td></tr>
</table>
""",
    "braces": """# Braces

{name} {1} {true} {"text"} {'a'} {*emphasis*} d{3} {a, b} ${HOME} {{ var }} {{key}} {} { x }

A paragraph that opens {
# a heading
- a list
} and closes.

import of goods is prose, export too.

export PATH=/x

{{ key }}

{{ block }}
""",
    "lists": """# Lists

- a
    - deep
- [ ] open
- [x] done

1. one
1. two

3) three

Term *a*
: first

  second paragraph
: other

:field: value
:other *field*: value

| a | b |
|:--|--:|
| 1 | `x|y` |

> quote
> - list

+++ {"block": 1}

% a comment

(own-target)=
A paragraph. ~~struck~~ H~2~O "quoted" -- dashes ... (c)
""",
    "notes": """# Notes

One[^1], named[^named], twice[^1], missing[^none].

[^1]: The first.
[^named]: Named, with `code`.

    And a second paragraph.
[^unused]: Nobody asks.
""",
    "mathematics": """# Mathematics

Inline $a_b^c$ and $$x = 1$$ in text, it costs $5 and $10.

$$
y = 2
$$ (eq-label)

{eq}`eq-label` {math}`z`

\\begin{equation}
a = 1
\\end{equation}

```{math}
:label: other
b = 2
```
""",
    "directives": """# Directives

```{note}
A note with *text*.

## A heading in it
```

:::{warning}
colons
:::

```{admonition} Title
:class: tip
:name: named

text
```

```{figure} data.png
:alt: alternative
:width: 50%

Caption
```

```{toctree}
:hidden:
```

```{eval-rst}
.. note:: from *rst*

.. _from-rst:

Titled
------

:ref:`above`
```

```{no-such-directive} x
```

{no-such-role}`x` {sub-ref}`key` {abbr}`A (b)`

```{include} data.txt
```

```{list-table}
:header-rows: 1

* - a
  - b
* - 1
  - 2
```

```{glossary}
word
  meaning
```

{term}`word`
""",
    "images": """# Images

![alt *text*](data.png "title") ![x](missing.png) ![r](https://x.y/z.png) ![d](data:image/png;base64,AA==)
![sized](data.png){width=20px .cls #an-id}

{.class #para}
A paragraph with attributes.

[span]{.cls} `code`{l=python}
""",
    "matter": """---
orphan: true
tocdepth: 2
author: True Story Inc
date: 2024-01-01
keywords: [a, b]
nested: {a: 1}
none:
myst:
  html_meta:
    description: meta
  substitutions:
    own: "*own*"
html_meta:
  other: value
substitutions:
  old: way
---

# With front matter

{{ own }} {{ old }} {{ env.docname }}
""",
    "broken-matter": "---\na: b: c\n---\n\n# Title\n",
    "list-matter": "---\n- a\n---\n\n# Title\n",
    "own-settings": """---
myst:
  enable_extensions: [colon_fence, deflist]
  heading_anchors: 1
  title_to_header: true
title: A *title*
---

Term
: definition

:::{tip}
x
:::
""",
    "title-and-heading": """---
title: For search engines
description: A description.
---

# What readers see

text
""",
    "unknown-setting": "---\nmyst:\n  no_such: 1\n---\n\n# T\n",
    "escapes": "# Escapes\n\n\\* \\# \\< \\{ \\$ &lt;Note&gt; \\\nbreak  \nbreak `<Note>` `{x}`\n",
    "setext": "Setext\n======\n\nTwo\nlines\n---\n\ntext\n===\n",
}

FILES: dict[str, str | bytes] = {"data.txt": "*plain* text\n", "data.png": b"\x89PNG\r\n\x1a\n"}
"""What the pages name beside each other."""
