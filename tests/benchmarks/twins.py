"""What the Markdown twins cost: CPU time of a build with them, beside one without.

``python -m tests.benchmarks.twins`` builds 150 pages in pairs.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests._support.building import build_site

DOCUMENTS = 150
ROUNDS = 3

PAGE = """\
---
title: Page {n}
description: The page number {n} of a long documentation.
---

<Note>
  Read [the next page](/p{next}) too.
</Note>

{text}

## How

<Steps>
  <Step title="Install">
    ```sh
    pip install package-{n}
    ```
  </Step>
  <Step title="Use">
    Write `import package_{n}` and go on.
  </Step>
</Steps>

| Name | Meaning |
|---|---|
| a | The first of {n} |
| b | The second |

```{{py:function}} run_{n}(path: str, *, times: int = 1) -> None

Run it.

:param path: where it is
:param times: how often
```

{text}
"""
TEXT = "\n\n".join(
    f"Sentence {n} of a paragraph with *some* **marks** and `code`, long enough to be read. " * 4
    for n in range(12)
)


def files():
    names = [f"p{n}" for n in range(DOCUMENTS)]
    config = {"name": "Long", "navigation": [{"group": "All", "pages": names}]}
    pages = {
        f"{name}.md": PAGE.format(n=n, next=(n + 1) % DOCUMENTS, text=TEXT)
        for n, name in enumerate(names)
    }
    return pages | {"docs.json": json.dumps(config)}


def cpu_of_a_build(folder, name, **conf):
    start = time.process_time()
    build_site(folder / "src", files(), conf=conf, outdir=folder / name, fresh=True)
    return time.process_time() - start


def main() -> None:
    """Build in pairs and print what the twins add."""
    with_twins, without = [], []
    with TemporaryDirectory() as name:
        folder = Path(name)
        cpu_of_a_build(folder, "warm up")
        for number in range(ROUNDS):
            without.append(cpu_of_a_build(folder, f"n{number}", docsjson_markdown_twins=False))
            with_twins.append(cpu_of_a_build(folder, f"y{number}"))
    added = min(with_twins) / min(without) - 1
    print(f"twins add {added:.1%} to {min(without):.1f} s of CPU time")


if __name__ == "__main__":
    main()
