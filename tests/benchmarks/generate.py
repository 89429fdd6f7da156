"""A documentation site of any size, the same for the same seed, for us and for plain Sphinx.

The pages are Markdown that both understand: front matter, headings, paragraphs, code, tables,
lists, admonitions and links. Only ``docs.json`` and the index with its toctrees differ.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path

VOCABULARY = """
request response token client server stream event schema cluster region replica index query
filter cursor retry timeout header payload webhook signature secret queue worker job schedule
metric trace span log alert policy role scope tenant workspace project branch deploy build cache
edge route function variable volume network firewall balancer
"""
WORDS = tuple(VOCABULARY.split())
TABS = 5
GROUP_SIZE = 20
LANGUAGES = ("python", "json", "bash", "javascript", "yaml")


@dataclass(frozen=True, kw_only=True)
class Group:
    """A group of the generated site."""

    tab: str
    name: str
    pages: tuple[str, ...]
    nested: tuple[str, ...]


def plan(count: int) -> list[Group]:
    """Return the groups of a site with *count* pages."""
    names = [f"tab-{number * TABS // count}/page-{number:04}" for number in range(count)]
    groups = []
    for start in range(0, count, GROUP_SIZE):
        chunk = names[start : start + GROUP_SIZE]
        cut = len(chunk) * 3 // 4
        groups.append(
            Group(
                tab=chunk[0].split("/")[0],
                name=f"Group {start // GROUP_SIZE}",
                pages=tuple(chunk[:cut]),
                nested=tuple(chunk[cut:]),
            )
        )
    return groups


def write_ours(folder: Path, count: int, seed: int = 1) -> None:
    """Write the site as ``docs.json`` and pages."""
    groups = plan(count)
    write_pages(folder, groups, seed)
    navigation = []
    for group in groups:
        inside = [{"group": "More", "pages": list(group.nested)}] if group.nested else []
        navigation.append({"group": group.name, "pages": [*group.pages, *inside]})
    tabs = sorted({group.tab for group in groups})
    config = {
        "name": "Benchmark",
        "colors": {"primary": "#2563eb"},
        "tabs": [{"name": tab.title(), "url": tab} for tab in tabs[1:]],
        "primaryTab": {"name": tabs[0].title()},
        "navigation": navigation,
    }
    (folder / "docs.json").write_text(json.dumps(config, indent=1))
    (folder / "index.md").write_text("---\ntitle: Benchmark\ndescription: Start.\n---\n\nHello.\n")


def write_plain(folder: Path, count: int, seed: int = 1) -> None:
    """Write the site as pages and an index of toctrees, with a ``conf.py`` for MyST."""
    groups = plan(count)
    write_pages(folder, groups, seed)
    index = ["---\ntitle: Benchmark\n---\n\nHello.\n"]
    for group in groups:
        pages = "\n".join((*group.pages, *group.nested))
        index.append(f"```{{toctree}}\n:hidden:\n:caption: {group.name}\n\n{pages}\n```\n")
    (folder / "index.md").write_text("\n".join(index))
    (folder / "conf.py").write_text(
        'project = "Benchmark"\nextensions = ["myst_parser"]\nmyst_title_to_header = True\n'
        'myst_enable_extensions = ["colon_fence", "tasklist", "deflist"]\n'
    )


def write_pages(folder: Path, groups: list[Group], seed: int) -> None:
    """Write the pages of all groups."""
    names = [name for group in groups for name in (*group.pages, *group.nested)]
    for number, name in enumerate(names):
        path = folder / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page_text(name, names, random.Random(seed * 100_003 + number)))


def page_text(name: str, names: list[str], chance: random.Random) -> str:
    """Return the text of one page: some 5 KB with what real pages are made of."""
    title = f"{_words(chance, 3).capitalize()} {name[-4:]}"
    parts = [f"---\ntitle: {title}\ndescription: {_sentence(chance)}\n---\n"]
    parts.append(_paragraph(chance))
    for section in range(4):
        parts.append(f"## {_words(chance, 3).capitalize()} {section}\n")
        parts.append(_paragraph(chance))
        target = chance.choice(names)
        way = "" if target.split("/")[0] == name.split("/")[0] else "../"
        link = f"{way}{target}" if way else target.split("/")[1]
        parts.append(f"See [{_words(chance, 2)}]({link}.md) for more.\n")
        parts.append(_block(chance, section))
        parts.append(f"### {_words(chance, 2).capitalize()} {section}\n")
        parts.append(_paragraph(chance))
    return "\n".join(parts)


def _block(chance: random.Random, kind: int) -> str:
    if kind == 0:
        code = "\n".join(f"{word} = call({word!r}, {n})" for n, word in enumerate(WORDS[:12]))
        return f"```{chance.choice(LANGUAGES[:1])}\n{code}\n```\n"
    if kind == 1:
        rows = "\n".join(f"| `{_words(chance, 1)}` | {_sentence(chance)} |" for _ in range(5))
        return f"| Name | Meaning |\n|---|---|\n{rows}\n"
    if kind == 2:
        items = "\n".join(f"- {_sentence(chance)}" for _ in range(5))
        return f"{items}\n\n```bash\ncurl https://example.com/{_words(chance, 1)} -H 'A: b'\n```\n"
    return f":::{{note}}\n{_sentence(chance)}\n:::\n"


def _words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(count))


def _sentence(chance: random.Random) -> str:
    return f"{_words(chance, 9).capitalize()}."


def _paragraph(chance: random.Random) -> str:
    middle = f"with `{_words(chance, 1)}` and **{_words(chance, 2)}**"
    return f"{_sentence(chance)} {_words(chance, 8).capitalize()} {middle}. {_sentence(chance)}\n"
