"""A heading is its author's words, wherever it is shown, in each syntax and from each source."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from docutils import nodes
from sphinx.addnodes import toctree

from sphinx_docsjson.base.titles import title_nodes, title_text, without_tags
from sphinx_docsjson.ext.search.index import _kept
from tests._support.building import Built, build_site
from tests._support.pictures import picture

ICON = "lucide:star"
HEADINGS: dict[str, tuple[str, dict[str, str]]] = {
    "plain": ("Plain words", {"md": "Plain words", "rst": "Plain words"}),
    "code": ("Set code here", {"md": "Set `code` here", "rst": "Set ``code`` here"}),
    "emphasis": ("Very much so", {"md": "Very *much* so", "rst": "Very *much* so"}),
    "strong": ("Very much so", {"md": "Very **much** so", "rst": "Very **much** so"}),
    "comment": (
        "Home",
        {
            "md": "Home <!-- omit in toc -->",
            "mdx": "Home {/* omit in toc */}",
            "rst": "Home :raw-html:`<!-- omit in toc -->`",
        },
    ),
    "sub": ("H2O", {"md": "H<sub>2</sub>O", "rst": r"H\ :sub:`2`\ O"}),
    "image": (
        "Project",
        {"md": "![The logo](/logo.png) Project", "rst": "|logo| Project"},
    ),
    "img": ("Project", {"md": '<img src="/logo.png" alt="The logo" /> Project'}),
    "image alone": ("The logo", {"md": "![The logo](/logo.png)", "rst": "|logo|"}),
    "anchor": (
        "First",
        {"md": '<a id="s-two-NUMBER"></a>First', "rst": ':raw-html:`<a id="s-NUMBER"></a>` First'},
    ),
    "raw role": ("Rest", {"rst": ":raw-html:`<b>bold</b>` Rest"}),
    "badge": ("Model Beta", {"md": "Model <Badge>Beta</Badge>"}),
    "badge role": ("Model Beta", {"rst": "Model :docsjson:badge:`Beta`"}),
    "tooltip": ("API keys", {"md": '<Tooltip tip="What a program asks">API</Tooltip> keys'}),
    "tooltip link": (
        "API keys",
        {"md": '<Tooltip tip="Asked" cta="More" href="https://a.example">API</Tooltip> keys'},
    ),
    "component": ("Price rules", {"mdx": 'Price rules <Since version="5.3" />'}),
    "component around": ("Price new rules", {"mdx": "Price <Mark>new *rules*</Mark>"}),
    "component that says a text": ("Price rules", {"mdx": "Price rules <Says />"}),
    "component alone": ("said", {"mdx": "<Says />"}),
    "icon": ("Stars", {"md": f'<Icon icon="{ICON}" /> Stars'}),
    "math": ("Area x^2 here", {"mdx": "Area $x^2$ here", "rst": "Area :math:`x^2` here"}),
    "link": (
        "See docs",
        {"md": "See [docs](https://a.example/)", "rst": "See `docs <https://a.example/>`__"},
    ),
    "footnote": ("Foot", {"md": "Foot[^1]", "rst": "Foot [#]_"}),
    "entity": ("Fish & chips", {"md": "Fish &amp; chips", "rst": "Fish & chips"}),
    "emoji": ("Go 🚀", {"md": "Go 🚀", "rst": "Go 🚀"}),
    "name in angles": ("List<T>", {"md": r"List\<T>", "rst": "List<T>"}),
}
"""What is written as a heading → its words, and how it is written; ``.mdx`` as ``.md`` else."""

FIELDS = {
    "plain": ("Plain words", "Plain words"),
    "code": ("Set code here", "Set `code` here"),
    "emphasis": ("Very much so", "Very *much* so"),
    "comment": ("Home", "Home <!-- omit in toc -->"),
    "sub": ("H2O", "H<sub>2</sub>O"),
    "nested": ("bold x", "<b>bold <i>x</i></b>"),
    "image": ("Project", '<img src=\\"/logo.png\\"> Project'),
    "anchor": ("First", "<a id='s-two'></a>First"),
    "ampersand": ("Fish & chips", "Fish & chips"),
    "emoji": ("Go 🚀", "Go 🚀"),
    "name in angles": ("List<T>", "List<T>"),
    "tag in code": ("The <b> element", "The `<b>` element"),
}
"""What is written in front matter → its words, and how it is written."""

OLD_IDS = {
    "component": "price-rules-5-3",
    "component around": "price-before-new-rules-after",
    "component that says a text": "price-rules-said",
    "badge": "model",
    "image alone": "section",
}
"""The ids that earlier releases gave to a heading in ``.mdx``, which links may use."""

SNIPPET = """\
export const Since = ({ version }) => (
  <Tooltip tip={`App ${version} or more`}><Badge>{version}</Badge></Tooltip>
);

export const Mark = ({ children }) => <span className="new">before {children} after</span>;

export const Says = () => "said";
"""

IMPORT = 'import { Since, Mark, Says } from "/snippets/parts.mdx"\n\n'
ROLES = (
    ".. role:: raw-html(raw)\n   :format: html\n\n"
    ".. |logo| image:: /logo.png\n   :alt: The logo\n\n"
)
BELOW = {
    "md": "Text.\n\n[^1]: Note.\n",
    "mdx": "Text.\n\n[^1]: Note.\n",
    "rst": "Text.\n\n.. [#] N.\n.. [#] N.\n",
}


def front_matter(suffix: str, name: str, text: str) -> str:
    """Return a page's fields in a syntax."""
    if suffix == "rst":
        return f":{name}: {text}\n\n".replace('\\"', '"')
    return f'---\n{name}: "{text}"\n---\n\n'


def heading(suffix: str, text: str, level: int) -> str:
    """Return a heading in a syntax."""
    return (
        f"{text}\n{'=-'[level - 1] * 80}\n\n" if suffix == "rst" else f"{'#' * level} {text}\n\n"
    )


class Page:
    """A page of the matrix: how it is written, and which words it is known by."""

    def __init__(self, number: int, suffix: str, source: str, kind: str) -> None:
        self.name = f"p{number}"
        self.suffix, self.source, self.kind = suffix, source, kind
        self.file = f"{self.name}.{suffix}"
        self.part = ""
        head = (IMPORT if suffix == "mdx" else "") + (ROLES if suffix == "rst" else "")
        if source == "heading":
            self.title, written = HEADINGS[kind]
            text = written.get(suffix) or written["md"]
            text, again = (text.replace("NUMBER", name) for name in ("one", "two"))
            self.part = self.title
            below = heading(suffix, again, 2) + BELOW[suffix]
            above = head + heading(suffix, text, 1)
        elif source == "title":
            self.title, text = FIELDS[kind]
            above, below = front_matter(suffix, "title", text) + head, BELOW[suffix]
        elif source == "sidebarTitle":
            self.title, text = f"Own {self.name}", FIELDS[kind][1]
            above = front_matter(suffix, "sidebarTitle", text) + head
            below = heading(suffix, self.title, 1) + BELOW[suffix]
        else:
            self.title, above, below = self.name.capitalize(), head, BELOW[suffix]
        if source != "heading":
            below = (
                "Text.\n" if below == BELOW[suffix] else below.replace(BELOW[suffix], "Text.\n")
            )
        self.text = above + below
        self.label = FIELDS[kind][0] if source == "sidebarTitle" else self.title

    def __repr__(self) -> str:
        return f"{self.suffix}-{self.source}-{self.kind}".replace(" ", "_")


def _pages() -> list[Page]:
    found: list[Page] = []
    for suffix in ("md", "mdx", "rst"):
        kinds = [
            k for k, (_, w) in HEADINGS.items() if suffix in w or (suffix == "mdx" and "md" in w)
        ]
        cells = [("heading", kind) for kind in kinds]
        cells += [(source, kind) for source in ("title", "sidebarTitle") for kind in FIELDS]
        cells += [("nothing", "nothing")]
        found += [Page(len(found) + n, suffix, *cell) for n, cell in enumerate(cells)]
    return found


PAGES = _pages()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    names = [page.name for page in PAGES]
    site = {"name": "S", "navigation": {"pages": ["index", *names]}}
    listed = "".join(f"   {name}\n" for name in names)
    links = "".join(f"- [](/{name})\n" for name in names)
    files: dict[str, Any] = {
        "docs.json": json.dumps(site),
        "logo.png": picture(),
        "snippets/parts.mdx": SNIPPET,
        "index.md": f"# Start\n\n{links}",
        "listed.rst": f":orphan:\n\nListed\n======\n\n.. toctree::\n\n{listed}\n"
        + "".join(f"* :doc:`{name}`\n" for name in names),
        **{page.file: page.text for page in PAGES},
    }
    return build_site(tmp_path_factory.mktemp("titles") / "s", files)


def words(element: Any) -> str:
    """Return the text of an element, with the source of its formulas."""
    for formula in element.select("math"):
        formula.replace_with("x^2")
    for unseen in element.select(".headerlink, svg, [role=tooltip], .dj-tooltip-tip"):
        unseen.decompose()
    return " ".join(element.get_text().split())


def test_each_place_calls_a_page_by_the_same_words(built: Built) -> None:
    env = built.app.env
    index, listed = built.soup("index"), built.soup("listed")
    links = {a["href"]: words(a) for a in index.select("article li a.reference")}
    entries = {a["href"]: words(a) for a in listed.select("article .toctree-l1 > a")}
    docs = {a["href"]: words(a) for a in listed.select("article p a.reference")}
    sidebar = {a["href"]: words(a) for a in index.select("#dj-sidebar a")}
    listed_twins = re.findall(r"^- \[(.*)\]\((.*)\)", built.text("llms.txt"), re.MULTILINE)
    twins = {url: re.sub(r"\\(.)", r"\1", name) for name, url in listed_twins}
    script = next((built.outdir / "_static").glob("*pages*.js")).read_text(encoding="utf-8")
    known = dict(json.loads(script[script.index("[") : script.rindex("]") + 1]))
    wrong = []
    for page in PAGES:
        file = f"{page.name}.html"
        soup = built.soup(page.name)
        image = soup.select_one("meta[property='og:title']")
        found = {
            "env.titles": env.titles[page.name].astext(),
            "window": soup.title.get_text().removesuffix(" — S"),
            "og:title": image["content"],
            "link": links[file],
            "toctree": entries.get(file, page.title),
            ":doc:": docs[file],
            "llms.txt": twins[f"{page.name}.md"].replace("&amp;", "&").replace("&lt;", "<"),
            "404": known[file],
            "search": _kept(built.app, page.name).title,
        }
        for place, said in found.items():
            if " ".join(said.split()) != page.title:
                wrong.append(f"{page!r}: {place} says {said!r}, not {page.title!r}")
        if sidebar[file] != page.label:
            wrong.append(f"{page!r}: the sidebar says {sidebar[file]!r}, not {page.label!r}")
    assert not wrong, "\n".join(wrong)


def test_neighbours_are_called_as_in_the_sidebar(built: Built) -> None:
    wrong = []
    for before, page in pairwise(PAGES):
        soup = built.soup(page.name)
        found = {
            "previous": words(soup.select_one(".dj-previous .dj-neighbour-title")),
            "rel=prev": soup.select_one("link[rel=prev]")["title"],
        }
        wrong += [f"{before!r}: {k} says {v!r}" for k, v in found.items() if v != before.label]
    assert not wrong, "\n".join(wrong)


def test_contents_and_search_call_a_section_by_its_words(built: Built) -> None:
    wrong = []
    for page in PAGES:
        if not page.part:
            continue
        soup = built.soup(page.name)
        listed = [words(a) for a in soup.select("#dj-table-of-contents > ul a")]
        found = [title for _, kind, title, *_ in _kept(built.app, page.name).shown if kind == 1]
        if listed != [page.part] or found != [page.part]:
            wrong.append(f"{page!r}: contents {listed}, search {found}, not {page.part!r}")
    assert not wrong, "\n".join(wrong)


def test_ids_are_unique_and_links_are_not_nested(built: Built) -> None:
    wrong = []
    for page in PAGES:
        html = built.text(f"{page.name}.html")
        twice = [name for name, n in Counter(re.findall(r'\sid="([^"]+)"', html)).items() if n > 1]
        nested = re.findall(r"<a\b[^>]*>(?:(?!</a>).)*<a\b[^>]*>", html, re.DOTALL)
        wrong += [f"{page!r}: {found}" for found in (twice, nested) if found]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("kind", OLD_IDS)
def test_the_id_of_an_earlier_release_still_leads_to_the_heading(built: Built, kind: str) -> None:
    page = next(each for each in PAGES if (each.suffix, each.kind) == ("mdx", kind))
    sections = built.doctree(page.name).findall(nodes.section)
    names = {name for section in sections for name in section["ids"]}
    assert OLD_IDS[kind] in names


def test_a_link_to_a_heading_with_a_component_is_found(tmp_path: Path) -> None:
    written = '## Price rules <Since version="5.3" />'
    page = f"---\ntitle: A\n---\n{IMPORT}{written}\n\n[x](#price-rules)\n"
    made = build_site(
        tmp_path / "s",
        {
            "docs.json": '{"name": "S", "navigation": {"pages": ["a"]}}',
            "a.mdx": page,
            "snippets/parts.mdx": SNIPPET,
        },
    )
    assert made.warning_lines == []
    assert made.soup("a").select_one("article p a")["href"] == "#price-rules"
    assert "5.3" in made.soup("a").select_one("h2").get_text(), "readers see the version"


def test_labels_of_sphinx_have_the_words_of_a_heading(tmp_path: Path) -> None:
    made = build_site(
        tmp_path / "s",
        {
            "docs.json": '{"name": "S", "navigation": {"pages": ["a"]}}',
            "a.mdx": f"{IMPORT}# A\n\n```{{eval-rst}}\n:ref:`there`\n```\n",
            "b.rst": f".. _there:\n\nModel :docsjson:tooltip:`API <The tip>`\n{'=' * 60}\n",
            "c.rst": ".. _plain:\n\nAs  Sphinx\n==========\n",
            "snippets/parts.mdx": SNIPPET,
        },
    )
    labels = made.app.env.domains.standard_domain.labels
    assert labels["there"][2].startswith("Model API")
    assert labels["plain"][2] == "As  Sphinx"


def test_every_id_of_the_theme_gives_way_to_a_heading(tmp_path: Path) -> None:
    """Headings take each id that the frame of a page has, without the prefix of the theme."""
    site = {
        "name": "S",
        "navigation": {"pages": ["index", "a"]},
        "banner": {"content": "News", "dismissible": True},
        "navbar": {"links": [{"label": "Blog", "href": "https://a.example/"}]},
        "footer": {"socials": {"github": "https://github.com/a/b"}},
    }
    plain = "---\ntitle: Start\n---\n\n## Part\n\nText.\n"
    files: dict[str, Any] = {"docs.json": json.dumps(site), "index.mdx": plain, "a.mdx": plain}
    first = build_site(tmp_path / "one", files)
    ours = {tag["id"] for tag in first.soup("a").select("[id]")} - {"start", "part"}
    assert len(ours) > 12
    assert {name for name in ours if not name.startswith("dj-")} == set()
    named = sorted(name.removeprefix("dj-").replace("-", " ") for name in ours)
    files["a.mdx"] = plain + "".join(f"\n## {name.capitalize()}\n\nText.\n" for name in named)
    soup = build_site(tmp_path / "two", files).soup("a")
    for name in ours:
        (found,) = soup.select(f"#{name.removeprefix('dj-')}")
        assert found.name == "section"


def test_style_sheets_of_authors_name_the_parts_of_the_platform(tmp_path: Path) -> None:
    parts = (
        "navbar",
        "sidebar",
        "content-area",
        "content",
        "banner",
        "footer",
        "pagination",
        "table-of-contents",
        "search-input",
        "search-bar-entry",
    )
    rules = "".join(f"#{name} {{ color: red }}\n" for name in parts)
    made = build_site(tmp_path / "s", {
        "docs.json": '{"name": "S", "banner": {"content": "x"},'
        '"navigation": {"pages": ["a", "b"]},'
        '"footer": {"socials": {"github": "https://github.com/a/b"}}}',
        "style.css": rules,
        "a.mdx": f"---\ntitle: A\n---\n\n<style>\n{{`{rules}`}}\n</style>\n\n## Part\n",
        "b.mdx": "---\ntitle: B\n---\nText\n",
    })  # fmt: skip
    sheet = next((made.outdir / "_static").rglob("style.css")).read_text(encoding="utf-8")
    soup = made.soup("a")
    for text in (sheet, soup.select_one("article style").get_text()):
        selectors = re.findall(r"^(\S.*?) \{", text, re.MULTILINE)
        assert len(selectors) == len(parts)
        assert all(soup.select(selector) for selector in selectors)


@pytest.mark.parametrize("has_site", [True, False])
def test_front_matter_names_pages_of_plain_myst_in_our_theme(
    tmp_path: Path, has_site: bool
) -> None:
    files: dict[str, Any] = {
        "index.md": "# Start\n\n```{toctree}\na\nb\nc\n```\n",
        "a.md": "---\ntitle: Named `in` front\n---\n\n## First\n\n## Second\n",
        "b.md": "---\ntitle: Front\n---\n\n# Own\n\n## Sub\n",
        "c.md": "---\ntitle: 'Text & <b> *only*'\n---\n\nText\n\n```{include} b.md\n```\n",
    }
    if has_site:
        files["docs.json"] = '{"name": "S", "navigation": {"pages": ["index", "a", "b", "c"]}}'
    conf = {
        "extensions": ["myst_parser", "sphinx_docsjson"],
        "html_theme": "docsjson",
        "docsjson_tags_in_md": False,
    }
    made = build_site(tmp_path / "s", files, conf=conf)
    titles = {name: title.astext() for name, title in made.app.env.titles.items()}
    assert titles["a"] == "Named in front"
    assert titles["b"] == "Own"
    assert [words(h) for h in made.article("a").select("h1, h2")] == [
        titles["a"],
        "First",
        "Second",
    ]
    assert len(made.article("c").select("h1")) == 2, (
        "that of the front matter, and the included one"
    )


def test_other_themes_and_projects_keep_what_sphinx_makes(tmp_path: Path) -> None:
    page = "# H<sub>2</sub>O <!-- c -->\n\nText\n\n## <b>x</b> y\n"
    seen = []
    for extensions in (["myst_parser"], ["myst_parser", "sphinx_docsjson"]):
        made = build_site(
            tmp_path / f"s{len(seen)}",
            {"index.md": page, "b.md": "Text\n"},
            conf={"extensions": extensions, "html_theme": "basic"},
        )
        env = made.app.env
        seen.append(
            [
                env.titles["index"].pformat(),
                env.tocs["index"].pformat(),
                env.titles["b"].pformat(),
                made.text("index.html"),
                made.text("b.html"),
            ]
        )
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("written", "said"),
    [("<b><i>x</i></b> y", "x y"), ("The <b> element", "The <b> element"),
     ("a <!-- c --> b", "a b"),
     ("`<b>x</b>` z", "`<b>x</b>` z"), ("<Card>x</Card>", "<Card>x</Card>")],
)  # fmt: skip
def test_tags_of_inline_html_are_no_part_of_a_title(written: str, said: str) -> None:
    assert without_tags(written) == said


def test_a_heading_without_words_says_what_its_pictures_and_markup_say() -> None:
    image = nodes.image(alt="Logo", uri="x.png")
    raw = nodes.raw("", "<img alt='Mark'> <b>bold</b>", format="html")
    assert title_text(nodes.title("", "", image)) == "Logo"
    assert title_text(nodes.title("", "", image.copy(), nodes.Text(" Name"))) == "Name"
    assert title_text(nodes.title("", "", raw)) == "bold Mark"
    assert title_text(nodes.title("", "", toctree())) == ""


def test_copies_of_a_heading_have_no_space_where_its_markup_stood() -> None:
    anchor = nodes.raw("", '<a id="x"></a>', format="html")
    (copy,) = title_nodes(nodes.title("", "", anchor, nodes.Text(" Name ")))
    assert str(copy) == "Name"
