"""Text from outside is what an HTML parser finds again, whatever the rules of Markdown are.

Each text is put into every place that is a title, a name or a label. It joins what a rule of the
parser takes by itself (a bare address, a footnote, a formula) to what is HTML if anything is lost
on the way.
"""

from __future__ import annotations

import json
import random

import pytest
import yaml
from bs4 import BeautifulSoup

from sphinx_docsjson.base.titles import plain_line
from sphinx_docsjson.urls import safe_url
from tests._support.building import Built, build_site
from tests._support.seeds import seed
from tests.hostile.outputs import links_in

TAG = "<img src=x onerror=alert(1)>"
RULES = {
    "address": "see http://x.example/y{}",
    "address without scheme": "see www.x.example/y{}",
    "e-mail": "ask a.b@x.example{}",
    "autolink": "<http://x.example/{}>",
    "autolink that runs": "\\<javascript:alert(1)> \\\\<javascript:alert(1)> {}",
    "end of a label": "a](javascript:alert(1)) ][b]: javascript:alert(1) {}",
    "end of an address": "https://x.example/>[a](javascript:alert(1)) {}",
    "entity": "a &lt;{} &amp;lt; &#60;",
    "escape": "a \\{} \\\\{}",
    "footnote": "a[^1] {} [^1]: b",
    "attribute": "[a]{{.b onclick=c}} {}",
    "formula": "$a {} b$ \\({}\\)",
    "strikethrough": "~~a {} b~~",
    "link": '[a {}](javascript:alert(1) "b{}")',
    "image": "![a {}](x.png '{}')",
    "role": "{{raw-html}}`{}` {{{{ x }}}}",
    "substitution": "|a| {{{{a}}}} {}",
    "comment": "<!-- {} --> {}",
    "quotation": '" {} \' onmouseover=alert(1) x="',
    "heading": "# a {} #",
    "table": "a | b {} | c",
}
MARKS = (
    *"\\`_*~$<>[](){}!#&|\"'^:@/.-",
    "http://x.y/",
    "a@b.cd",
    "&lt;",
    "<!--",
    "-->",
    "a ",
    "javascript:alert(1)",
    "](",
    TAG,
)


def texts() -> dict[str, str]:
    found = {name: form.replace("{}", TAG) for name, form in RULES.items()}
    dice = random.Random(seed(4))
    for number in range(12):
        found[f"random {number}"] = "a" + "".join(dice.choices(MARKS, k=12)) + "z"
    return {name: " ".join(text.split()) for name, text in found.items()}


TEXTS = texts()
WORDS = list(TEXTS.values())


def marked(place: str, number: int) -> str:
    """Return a text that tells its place and its number, so that it is found again."""
    return f"{place}{number}q {WORDS[number]} q{number}{place}"


def described(number: int) -> dict[str, object]:
    name = marked("schema", number)
    schema = {"$ref": "#/components/schemas/" + name.replace("~", "~0").replace("/", "~1")}
    content = {"application/json": {"schema": schema}}
    return {
        "openapi": "3.1.0",
        "info": {"title": marked("info", number), "version": "1", "description": "Words."},
        "servers": [{"url": "https://a.example", "name": marked("server", number)}],
        "tags": [{"name": marked("tag", number)}],
        "paths": {
            f"/p{number}": {
                "get": {
                    "tags": [marked("tag", number)],
                    "operationId": f"o{number}",
                    "parameters": [
                        {
                            "name": WORDS[number],
                            "in": "query",
                            "schema": {"type": "string"},
                            "examples": {
                                "a": {
                                    "summary": WORDS[number],
                                    "externalValue": f"https://x.example/{WORDS[number]}",
                                }
                            },
                        }
                    ],
                    "responses": {"200": {"description": "Words.", "content": content}},
                }
            }
        },
        "components": {
            "schemas": {
                name: {
                    "type": "object",
                    "title": marked("title", number),
                    "properties": {
                        "a": {"type": "string", "title": marked("field", number)},
                        "b": {"type": "string", "format": f"x{WORDS[number]}"},
                        "c": {
                            "enum": ["a", "b"],
                            "x-enum-varnames": [WORDS[number], "b"],
                            "x-enum-descriptions": ["Words.", "More words."],
                        },
                        "d": {
                            "description": f"Words. {WORDS[number]}",
                            "externalDocs": {
                                "url": f"https://x.example/{WORDS[number]}",
                                "description": WORDS[number],
                            },
                        },
                        "e": {
                            "type": "string",
                            "examples": [WORDS[number]],
                            "default": WORDS[number],
                        },
                    },
                }
            }
        },
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Built:
    numbers = range(len(WORDS))
    groups = [
        {
            "group": marked("group", number),
            "tag": marked("badge", number),
            "pages": [f"pages/p{number}", f"pages/m{number}"],
            "openapi": {"source": f"a{number}.json", "directory": f"api{number}"},
        }
        for number in numbers
    ]
    navigation = {"tabs": [{"tab": marked("tab", 0), "groups": groups}]}
    files = {
        "docs.json": json.dumps({"name": marked("site", 0), "navigation": navigation}),
    }
    for number in numbers:
        fields = {
            "title": marked("front", number),
            "description": marked("lead", number),
            "sidebarTitle": marked("sidebar", number),
            "related": [{"title": WORDS[number], "href": f"https://x.example/{WORDS[number]}"}],
        }
        text = f"---\n{yaml.safe_dump(fields, allow_unicode=True)}---\n\nWords.\n"
        files |= {f"pages/p{number}.mdx": text, f"pages/m{number}.md": text}
        files[f"a{number}.json"] = json.dumps(described(number))
    return build_site(
        tmp_path_factory.mktemp("texts") / "src",
        files,
        conf={"html_theme": "docsjson", "smartquotes": False},
    )


@pytest.fixture(scope="module")
def pages(built) -> dict[str, BeautifulSoup]:
    found = sorted(built.outdir.rglob("*.html"))
    return {
        page.relative_to(built.outdir).as_posix(): BeautifulSoup(
            page.read_text("utf-8"), "html.parser"
        )
        for page in found
    }


def test_no_text_becomes_an_element_that_runs(pages):
    assert len(pages) > 4 * len(WORDS)
    for name, page in pages.items():
        for tag in page.find_all(True):
            handlers = [each for each in tag.attrs if each.startswith("on")]
            assert not handlers, (name, str(tag)[:200])
        assert not page.find_all("img", src="x"), name


def test_no_text_leads_anywhere_in_a_twin(built):
    twins = [path for path in built.outdir.rglob("*.md") if "_sources" not in path.parts]
    assert len(twins) > 4 * len(WORDS)
    found = [
        (twin.name, url)
        for twin in twins
        for url in links_in(twin.read_text("utf-8"))
        if safe_url(url) is None
    ]
    assert found == []


def as_markdown_shows(text: str) -> str:
    """Return a text of the front matter without the marks of code and emphasis, which count."""
    return "".join(character for character in text if character not in "*`")


@pytest.mark.parametrize("place", ["info", "schema", "tag", "server", "title", "field"])
def test_a_name_of_an_api_is_the_same_text_on_its_page(pages, place: str):
    shown = [" ".join(page.get_text().split()) for page in pages.values()]
    for number in range(len(WORDS)):
        wanted = marked(place, number)
        assert any(wanted in text for text in shown), wanted


@pytest.mark.parametrize("place", ["front", "lead", "sidebar", "group", "badge"])
def test_a_text_of_front_matter_or_docs_json_is_the_same_text(pages, place: str):
    shown = [as_markdown_shows(" ".join(page.get_text().split())) for page in pages.values()]
    for number in range(len(WORDS)):
        text = marked(place, number)
        # The tags of inline HTML in a title are left out; what is inside them stays.
        wanted = as_markdown_shows(plain_line(text) if place in ("front", "sidebar") else text)
        assert any(wanted in text for text in shown), wanted


def test_the_title_of_each_page_of_an_api_is_the_name_itself(pages):
    titles = {
        " ".join(page.h1.get_text().split()).removesuffix("#")
        for page in pages.values()
        if page.h1
    }
    for number in range(len(WORDS)):
        assert any(title.startswith(marked("schema", number)) for title in titles), number
