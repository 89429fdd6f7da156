"""Links and redirects: whatever is written, a link of the site leads to a file, or it is said."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from hypothesis import strategies as st

from tests._support.building import Built
from tests.fuzz.area import Area
from tests.fuzz.odd import odd_strings
from tests.fuzz.promises import broken, unclear

PARTS = (
    *("a", "b", "index", "A b", "ü", "%20", "x.y", "..", ".", "", "a/b", "guide", "docs", "c.md"),
    *("/", "//", "./", "../", "#", "?", ".md", ".mdx", ".html", "/index", ":", "@", "&", "(", ")"),
    *(
        *("#x", "#two-words", "?a=b", "https:", "http://x.example", "mailto:a@x.example", "<"),
        *(">", "\\"),
    ),
    *(":slug", ":path*", "*", "a%2Fb", "api.yaml", "GET /a", "i.png", "+", "=", "%", "日本"),
)
PAGES = {
    "index.md": "# Start\n",
    "a.mdx": "# A\n\n## X\n\n## Two words\n",
    "a/b.mdx": "# B\n\n## X\n",
    "A b.mdx": "# Spaced\n",
    "ü.mdx": "# Umlaut\n",
    "x.y.mdx": "# Dot\n",
    "guide/index.mdx": "# Guide\n",
    "c.md": "# C\n",
    "i.png": b"\x89PNG\r\n\x1a\n",
}

address = st.lists(st.one_of(st.sampled_from(PARTS), odd_strings), min_size=1, max_size=5).map(
    "".join
)
linked = st.one_of(
    address.map("[text]({})".format),
    address.map("[text](<{}>)".format),
    address.map('<Card title="t" href="{}">x</Card>'.format),
    address.map("<a href='{}'>x</a>".format),
    address.map("![x]({})".format),
    address.map('<img src="{}" />'.format),
    address.map("[text][r]\n\n[r]: {}".format),
)
redirect = st.tuples(address, address).map(
    lambda r: "redirect " + json.dumps({"source": r[0], "destination": r[1]})
)
lines = st.lists(st.one_of(linked, linked, redirect), min_size=1, max_size=6).map("\n\n".join)


def check(batch: Sequence[str], folder: Path) -> Iterator[str]:
    files: dict[str, str | bytes] = dict(PAGES)
    redirects = []
    for number, text in enumerate(batch):
        for name in (f"p{number}.mdx", f"guide/p{number}.mdx", f"m{number}.md"):
            files[name] = text.encode("utf-8", "surrogatepass")
        for line in text.splitlines():
            if line.startswith("redirect {"):
                try:
                    redirects.append(json.loads(line.removeprefix("redirect ")))
                except ValueError:
                    continue
    site = {"name": "F", "navigation": ["index"], "redirects": redirects}
    files["docs.json"] = json.dumps(site)
    for built in broken(folder, files):
        if isinstance(built, str):
            yield built
        else:
            yield from unclear(built)
            yield from _dead(built)


def _dead(built: Built) -> Iterator[str]:
    """Yield the links within the site of pages without a warning that lead to nothing.

    One message names all places of the same dead link, or at least its target.
    """
    log = "\n".join(built.warning_lines)
    for page in built.outdir.rglob("p*.html"):
        source = page.relative_to(built.outdir).with_suffix("").as_posix()
        if f"{source}.mdx:" in log:
            continue
        for link in built.soup(source).select("article a[href], article img[src]"):
            target = str(link.get("href") or link.get("src"))
            parts = urlsplit(target)
            if parts.scheme or parts.netloc or not parts.path:
                continue
            path = (page.parent / unquote(parts.path)).resolve()
            is_said = repr(target)[1:-1] in log or target in log
            if not path.exists() and built.outdir.resolve() in path.parents and not is_said:
                yield f"leads to nothing, silently: {target[:100]!r}"


AREA = Area(
    name="links",
    suffix=".mdx",
    grammar=lines,
    seeds=("docs/**/*.md", "sites/*/**/*.mdx"),
    tokens=PARTS,
    check=check,
    batch=20,
)
