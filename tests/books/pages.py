"""A site with all that has broken a book somewhere: characters, depth, width, pictures."""

from __future__ import annotations

import json
from pathlib import Path

from tests.components.samples import PAGES, PICTURE

ROOT = Path(__file__).parents[2]
SPECIFICATION = ROOT / "docs" / "api" / "plant-store.yaml"

GIF = bytes.fromhex(
    "47494638396101000100800000ffffff00000021f90401000001002c00000000010001000002024c01003b"
)
SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    b'<circle cx="10" cy="10" r="8" fill="#0d9373"/></svg>'
)
BROKEN = b"RIFF\x24\x00\x00\x00WEBPVP8 \x18\x00\x00\x00" + b"\x00" * 24
PICTURES = {
    **PICTURE,
    "images/moving.gif": GIF,
    "images/drawn.svg": SVG,
    "images/broken.webp": BROKEN,
    "images/empty.png": b"",
    "images/gif named.png": GIF,
    "images/50%_#1.png": PICTURE["images/sample.png"],
}

DEEP_LIST = "\n".join(f"{'  ' * depth}- Level {depth}" for depth in range(8))
DEEP_NUMBERS = "\n".join(f"{'   ' * depth}1. Number {depth}" for depth in range(8))
DEEP_FIELDS = "".join(
    f'<ResponseField name="level{n}" type="object">Field {n}.\n\n<Expandable title="More {n}">\n\n'
    for n in range(9)
) + "".join("\n\n</Expandable>\n\n</ResponseField>\n\n" for _ in range(9))
WIDE_TABLE = "\n".join(
    [
        "|" + "|".join(f" Column {n} " for n in range(14)) + "|",
        "|" + "---|" * 14,
        "|" + "|".join(f" a_rather_long_identifier_{n} " for n in range(14)) + "|",
    ]
)

HARD = f"""---
title: "Hard: 100% of #it & more_things ~ {{x}} \\\\ ^ 🎉 你好"
---

# Not the *title* `code_1` $x^2$

Emoji 🚀✅❌⚠️👩‍💻🇩🇪, arrows → ⇒ ⟶ ↩, keys ⌘ ⇧ ⌥, box ├── └──, math ≤ ≠ ∞, “quotes” … é ñ ł.

中文字符的换行测试，这是一个没有空格的很长的句子，它必须能够在行尾自动换行，否则就会超出页面的右边界。
日本語のテスト、한국어 시험, Ελληνικά, Кириллица, עברית, العربية, हिन्दी, ไทย.

[Percent](https://example.org/a%20b?x=1&y=%7B#frag_1~2) and [hash](#deep) and
<https://example.org/~user/_x_#1>.

```python title="a_very_long_file_name_that_goes_on/and_on/and_on/and_on/and_on/and_on_#1.py"
print("🚀 中文 ✓ ├── │ {"word " * 60}")
{"x" * 300}
```

{DEEP_LIST}

{DEEP_NUMBERS}

{WIDE_TABLE}

| Only a head | with a footnote[^1] |
|---|---|

| Cell | Note |
|---|---|
| Words[^1] | `{"code_" * 30}` |

[^1]: A footnote with `code` and a [link](https://example.org/).

![Still](images/sample.png)
![Moving](images/moving.gif) in a line.

<img src="/images/sample.png" width="50%" />

<img src="/images/drawn.svg" width="120" />

<Frame caption="A broken one">![Broken](images/broken.webp)</Frame>

![Empty](images/empty.png)

![Elsewhere](https://example.org/picture.png)

<img src="/images/gif named.png" alt="Named wrongly" />

<p>Raw & <b>bold<div>a block in a line</div></b> <br> &nbsp; <wbr> <font color="red">old</font></p>

<video controls src="https://example.org/film.mp4"></video>

<iframe src="https://example.org/frame" width="100%" title="A film"></iframe>

<Tabs>
<Tab title="One & only 100%">

## Heading in a tab

<Steps><Step title="Step_1 #">

<Accordion title="Nested ~ ^">

<Note>

```bash
echo "$HOME" # 50%
```

| a | b |
|---|---|
| 1 | 2 |

</Note>

</Accordion>

</Step></Steps>

</Tab>
</Tabs>

{DEEP_FIELDS}

<Update label="v1.0_beta" description="100% new" tags={{["A&B", "C#"]}}>

## Smaller than the label

Text.

</Update>

## Two {{#deep}}

### Three

#### Four

##### Five

###### Six

$$
\\int_0^1 x^2 \\, dx
$$
"""


def hard_site() -> dict[str, str | bytes]:
    """Return the files of a site with two tabs: the hard page and every component, and an API."""
    navigation = {
        "tabs": [
            {
                "tab": "Guides & more",
                "groups": [
                    {"group": "Hard 100%", "pages": ["index"]},
                    {"group": "Components", "pages": ["tag", "myst", "rst"]},
                ],
            },
            {"tab": "API", "openapi": "plants.yaml"},
        ]
    }
    config = {
        "$schema": "https://mintlify.com/docs.json",
        "theme": "mint",
        "name": "Books & 100% #1 🚀",
        "colors": {"primary": "#0d7a5f"},
        "navigation": navigation,
    }
    pages = {f"{syntax}{Path(name).suffix}": text for syntax, (name, text) in PAGES.items()}
    return {
        "docs.json": json.dumps(config),
        "index.mdx": HARD,
        "plants.yaml": SPECIFICATION.read_text(encoding="utf-8"),
        **pages,
        **PICTURES,
    }
