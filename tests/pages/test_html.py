"""HTML as MDX has it becomes nodes that every format can write."""

# ruff: noqa: E501  (pages are written as their authors write them)

from __future__ import annotations

import base64

import pytest
from bs4 import BeautifulSoup
from docutils import nodes

from tests._support.building import build_site, write_files

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)


def build(site, body: str, builder: str = "html", name: str = "index.mdx"):
    files = {
        name: body,
        "img/a b.png": PNG,
        "img/c.png": PNG,
        "guide/page.mdx": "x",
        "v.mp4": b"x",
    }
    return site(files, builder=builder)


def clean(site, body: str):
    built = build(site, body)
    assert built.warning_lines == []
    return built.doctree("index")


def test_the_address_of_an_image_may_be_no_name_of_a_file(site):
    built = site({"index.md": f"# T\n\n![a](/x/../{'x' * 300}.png) ![b]({'y' * 300}.png)\n"})
    assert len(built.warning_lines) == 2
    assert all("[docsjson.image]" in line for line in built.warning_lines)


@pytest.mark.parametrize(
    "source", ["/img/a%20b.png", "img/a%20b.png", "./img/a%20b.png", "/img/a b.png"]
)
def test_an_image_is_found_however_its_path_is_written(site, source: str):
    tree = clean(site, f'<img src="{source}" />\n\n![x](<{source}>)')
    assert [i["uri"] for i in tree.findall(nodes.image)] == ["img/a b.png"] * 2


def test_an_image_beside_the_folder_is_found_by_both_syntaxes(tmp_path):
    """``static`` of Docusaurus stands there, and ``init --convert`` writes such paths."""
    write_files(tmp_path, {"static/mark.png": PNG})
    source = "../../static/mark.png"
    page = f'# T\n\n<img src="{source}" />\n\n![x]({source})\n'
    files = {"docs.json": '{"name": "A", "navigation": ["guide/page"]}', "guide/page.mdx": page}
    built = build_site(tmp_path / "docs", files)

    assert built.warning_lines == []
    shown = [image["src"] for image in built.soup("guide/page").select(".dj-content img")]
    assert len(shown) == 2
    assert all((built.outdir / "guide" / each).is_file() for each in shown)


def test_a_table_is_a_table_in_every_format(site):
    body = "<table>\n  <thead>\n    <tr>\n      <th>A</th><th>B</th>\n    </tr>\n  </thead>\n  <tbody>\n    <tr>\n      <td>**1**</td>\n      <td>\n\n        - x\n        - y\n\n      </td>\n    </tr>\n    <tr><td colSpan={2}>wide</td></tr>\n  </tbody>\n</table>"
    tree = clean(site, body)
    table = next(tree.findall(nodes.table))
    assert table[0]["cols"] == 2
    assert len(list(table.findall(nodes.thead))) == 1
    assert len(list(table.findall(nodes.list_item))) == 2
    assert next(e for e in table.findall(nodes.entry) if e.astext() == "wide")["morecols"] == 1
    assert "wide" in build(site, body, "text").text("index.txt")


def test_a_style_is_a_class_in_a_style_sheet_of_the_site(site):
    built = build(
        site, "<div style={{ textAlign: 'center', marginTop: 8, background: 'url(x)' }}>a</div>"
    )
    html = built.text("index.html")
    assert " style=" not in BeautifulSoup(html, "html.parser").select_one("article").decode()
    assert "docsjson-author.css" in html
    assert "{text-align:center;margin-top:8px}" in built.text("_static/docsjson-author.css")


def test_players_show_their_source_and_a_link_elsewhere(site):
    body = '<video controls loop={true} src="/v.mp4" />\n\n<iframe src="https://x.y/z" title="Film" allowFullScreen frameBorder="0" />'
    built = build(site, body)
    assert built.warning_lines == []
    article = BeautifulSoup(built.text("index.html"), "html.parser").select_one("article section")
    video = article.select_one("video")
    assert (built.outdir / video["src"]).is_file()
    assert video.has_attr("controls")
    assert not any(name.startswith("on") for name in video.attrs)
    assert article.select_one("iframe")["src"] == "https://x.y/z"
    assert "allowfullscreen" in article.select_one("iframe").attrs


@pytest.mark.parametrize("builder", ["latex", "epub"])
def test_images_of_other_hosts_are_links_where_they_would_be_fetched(site, builder: str):
    built = build(site, "![Far](https://nowhere.invalid/a.png)", builder)
    assert [w for w in built.warning_lines if "nowhere" in w] == []


@pytest.mark.parametrize("suffix", [".md", ".mdx"])
@pytest.mark.parametrize(
    "text", ["> ---", "- ***", "1. a\n\n   ---\n", "<Card>\n\n---\n\n</Card>"]
)
def test_a_thematic_break_inside_a_block_ends_no_build(site, suffix: str, text: str):
    built = site({f"index{suffix}": f"# T\n\nBefore.\n\n{text}\n\nAfter.\n"})
    assert built.article("index").get_text().split()[-1] == "After."


def test_fields_next_to_each_other_are_words_of_their_own(site):
    text = (
        '<p><input value="10"/><input placeholder="20"/><input type="hidden" value="no"/>'
        "<select><option>a</option><option>b</option></select></p>"
    )
    assert build(site, text).article("index").get_text().split()[-4:] == ["10", "20", "a", "b"]
