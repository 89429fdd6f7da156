"""Prints what the sidebar of one page costs, for scopes of several sizes.

Run from the root of the repository: ``python -m tests.benchmarks.sidebar``.
"""

from __future__ import annotations

import time

from sphinx_docsjson.navigation.nav import Nav
from sphinx_docsjson.navigation.sidebar import Sidebars
from sphinx_docsjson.navigation.tree import page_info
from sphinx_docsjson.site.model import Container, Kind, PageEntry, Site


def make_site(count: int) -> tuple[Nav, Sidebars]:
    """Return the navigation of *count* pages in one scope, in groups of twenty."""
    names = [f"part/page-{number:05}" for number in range(count)]
    groups = []
    for start in range(0, count, 20):
        entries = tuple(PageEntry(path=name) for name in names[start : start + 20])
        inner = Container(kind=Kind.GROUP, label="More", children=entries[15:])
        label = f"Group {start // 20}"
        groups.append(Container(kind=Kind.GROUP, label=label, children=(*entries[:15], inner)))
    root = Container(kind=Kind.SITE, label="Site", children=tuple(groups))
    infos = {name: page_info(name, f"The title of {name}", {}) for name in names}
    nav = Nav(Site(name="Site", navigation=root), frozenset(names), infos)
    sidebars = Sidebars(
        nav,
        target_uri=lambda docname: f"{docname}.html",
        icon=lambda icon, way: None,
        label="Pages",
        deprecated="Deprecated",
    )
    return nav, sidebars


def seconds_per_page(count: int) -> tuple[float, float, float]:
    """Return the seconds to make the navigation, one view and one sidebar."""
    started = time.process_time()
    nav, sidebars = make_site(count)
    sidebars.html("part/page-00000")
    made = time.process_time()
    pages = list(nav.tree.listed)[:1000]
    for name in pages:
        nav.view(name)
    viewed = time.process_time()
    for name in pages:
        sidebars.html(name)
    done = time.process_time()
    return made - started, (viewed - made) / len(pages), (done - viewed) / len(pages)


def main() -> None:
    """Print one line per size."""
    print(f"{'pages':>7}{'navigation ms':>15}{'view µs':>10}{'sidebar µs':>12}{'KB':>7}")
    for count in (300, 1000, 5000):
        whole, view, sidebar = seconds_per_page(count)
        size = len(make_site(count)[1].html("part/page-00000")) / 1000
        print(
            f"{count:>7}{whole * 1e3:>15.0f}{view * 1e6:>10.0f}{sidebar * 1e6:>12.0f}{size:>7.0f}"
        )


if __name__ == "__main__":
    main()
