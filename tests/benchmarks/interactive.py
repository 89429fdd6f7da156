"""What components of authors cost: a site with them, and with their first state as plain text.

Run from the root of the repository::

    python -m tests.benchmarks.interactive                # 300 pages, 40 components, 40 uses
    python -m tests.benchmarks.interactive --uses 300     # one on each page

The components have state, handlers and components of the site; ten files hold them. The two sites
are built in turns, and the least CPU of each counts.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.benchmarks.generate import write_ours
from tests.benchmarks.measure import Measured, measure
from tests.pages.interactive_oracle import preact

OURS = ("-C", "-D", "extensions=sphinx_docsjson")
FILES = 10

COMPONENT = """\
export const Part{number} = ({{ title = 'Part {number}', start = {number} }}) => {{
  const [count, setCount] = useState(start)
  const rows = useMemo(() => [...Array(12).keys()].map((i) => ({{ i, cost: i * count }})), [count])
  return (
    <Card title={{title}}>
      <button onClick={{() => setCount(count + 1)}}>Count {{count}}</button>
      <table>
        <tbody>
          {{rows.map(({{ i, cost }}) => (
            <tr key={{i}}><td>{{i}}</td><td>{{cost.toFixed(2)}}</td></tr>
          ))}}
        </tbody>
      </table>
    </Card>
  )
}}
"""
PLAIN = "<Card title='Part {number}'>\n\nCount {number}\n\n| a | b |\n|---|---|\n{rows}\n</Card>\n"


def write(folder: Path, pages: int, components: int, uses: int, *, with_components: bool) -> None:
    """Write a site whose first *uses* pages have a component each, or what it shows at first."""
    write_ours(folder, pages)
    rows = {
        number: "\n".join(f"| {i} | {i * number:.2f} |" for i in range(12))
        for number in range(components)
    }
    if with_components:
        (folder / "preact.min.js").write_text(preact(), encoding="utf-8")
        (folder / "snippets").mkdir()
        for file in range(FILES):
            numbers = range(file, components, FILES)
            code = "\n".join(COMPONENT.format(number=number) for number in numbers)
            (folder / "snippets" / f"parts-{file}.jsx").write_text(code, encoding="utf-8")
    for at, page in enumerate(sorted(folder.rglob("page-*"))[:uses]):
        number = at % components
        text = page.read_text(encoding="utf-8")
        if with_components:
            file = f"/snippets/parts-{number % FILES}.jsx"
            text += f"\nimport {{ Part{number} }} from '{file}'\n\n<Part{number} />\n"
        else:
            text += f"\n{PLAIN.format(number=number, rows=rows[number])}"
        page.unlink()
        page.with_suffix(".mdx").write_text(text, encoding="utf-8")


def main() -> None:
    """Print CPU seconds and memory of both, and what the components add."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--components", type=int, default=40)
    parser.add_argument("--uses", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    found: dict[bool, list[Measured]] = {False: [], True: []}
    with tempfile.TemporaryDirectory() as temporary:
        for with_components in found:
            folder = Path(temporary, str(with_components))
            sizes = (options.pages, options.components, options.uses)
            write(folder, *sizes, with_components=with_components)
        for number in range(options.rounds):
            for with_components, measured in found.items():
                folder = Path(temporary, str(with_components))
                measured.append(
                    measure(folder, folder.with_name(f"out-{with_components}-{number}"), *OURS)
                )
    least = {key: min(measured, key=lambda one: one.cpu) for key, measured in found.items()}
    for with_components, one in least.items():
        name = "components" if with_components else "plain"
        print(
            f"{name:12}{one.cpu:7.2f} s of CPU {one.memory / 2**20:6.0f} MB, "
            f"{one.pages} pages, {one.warnings} warnings"
        )
    print(f"{'more':12}{least[True].cpu - least[False].cpu:7.2f} s of CPU")


if __name__ == "__main__":
    main()
