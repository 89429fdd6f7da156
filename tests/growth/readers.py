"""What reads texts and structures that others write, and nasty ones of any size.

Texts are a unit that is repeated: openers that never close, things that nest, things in a row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.markdown import escape_block_start, escape_text
from sphinx_docsjson.base.messages import one_line
from sphinx_docsjson.components.code_languages import parse_info
from sphinx_docsjson.ext.math.tex import expanded
from sphinx_docsjson.ext.openapi.content.markdown import (
    first_sentence,
    to_html,
    without_html,
)
from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.reading.parse import parse as parse_description
from sphinx_docsjson.ext.openapi.reading.resolver import Resolver
from sphinx_docsjson.ext.openapi.request.samples import parse as parse_template
from sphinx_docsjson.ext.openapi.schema.form import first_sentence as sentence_of_field
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from sphinx_docsjson.ext.openapi.schema.view import Located
from sphinx_docsjson.html.shared import inline_html
from sphinx_docsjson.icons.sanitize import clean_svg
from sphinx_docsjson.mdx.javascript import evaluate, with_variables
from sphinx_docsjson.mdx.markup import style_of, svg_source
from sphinx_docsjson.mdx.scan import scan
from sphinx_docsjson.mdx.syntax import parse_statements
from sphinx_docsjson.navigation.sidebar import Sidebars
from sphinx_docsjson.pages.front_matter import front_nodes, read_front_matter
from sphinx_docsjson.pages.ignored import parse_rules
from sphinx_docsjson.pages.redirects import Pages, pattern_of
from sphinx_docsjson.site.json_reader import SourceError
from sphinx_docsjson.site.json_reader import parse as parse_json
from sphinx_docsjson.site.model import Redirect
from tests.navigation.trees import group, nav

if TYPE_CHECKING:
    from collections.abc import Callable

    Work = Callable[[], object]


def _quietly(function: Callable[..., object]) -> Callable[[str], object]:
    """Return a reader that may refuse what it is given."""

    def read(text: str) -> object:
        try:
            return function(text)
        except (SourceError, ValueError, LookupError):
            return None

    return read


READERS: dict[str, Callable[[str], object]] = {
    "docs.json": _quietly(lambda text: parse_json(text, "docs.json")),
    "a value of docs.json": _quietly(lambda text: parse_json('{"a": [' + text, "docs.json")),
    "front matter": lambda text: read_front_matter(f"---\n{text}\n---\n"),
    "a value of front matter": lambda text: read_front_matter(f"---\na: {text}\n---\n"),
    "open front matter": lambda text: read_front_matter(f"---\n{text}"),
    "a title": front_nodes,
    "tags": scan,
    "attributes of a tag": lambda text: scan(f"<Card {text}"),
    "tags among words": lambda text: scan(f"words {text}", blocks=False),
    "braces": lambda text: scan("{" + text),
    "an import": lambda text: scan("import " + text),
    "JavaScript": _quietly(lambda text: evaluate(text, {})),
    "an object of JavaScript": _quietly(lambda text: evaluate("{a: [" + text, {})),
    "a function of JavaScript": _quietly(lambda text: parse_statements("function a" + text)),
    "variables": lambda text: with_variables(text, {"a": "b"}),
    "the line of a code block": parse_info,
    "styles": lambda text: style_of({"style": text}),
    "pictures in a page": svg_source,
    "pictures": clean_svg,
    "an open picture": lambda text: clean_svg(f"<svg>{text}"),
    "text with simple HTML": lambda text: without_html(f"a <b> {text}", lambda url: url),
    "text with components": lambda text: without_html(f"<Note>a</Note> {text}", lambda url: url),
    "Markdown of outside": to_html,
    "addresses among words": lambda text: to_html(f"see {text}"),
    "a formula": expanded,
    "Markdown of fields": lambda text: str(inline_html(text, lambda url: url)),
    "the first sentence": first_sentence,
    "the first sentence of a field": sentence_of_field,
    "YAML": _quietly(lambda text: parse_description(text, is_json=False)),
    "JSON": _quietly(lambda text: parse_description(text, is_json=True)),
    "a sample's template": _quietly(parse_template),
    "ignored paths": parse_rules,
    "a redirect": lambda text: pattern_of(text).fullmatch("a/" * 50),
    "Markdown that is written": lambda text: (escape_text(text), escape_block_start(text)),
    "a message": one_line,
}

UNITS = (
    "[", "]", "{", "}", "(", "<", ">", "<b ", "<a><", "</a", "<!--", "-->", "<Card ", "<Card>",
    "</Card>", "<source", "style={{", "{{", "}}", "{`", "${", "a={", "a=\"", "a='b' ", "`",
    "``a`", "*", "**a", "_", "~~~\n", "```\n", "\n```", "> ", "- ", "1. ", "\n- a", "# ", "\\",
    "\"", "'", "a: ", "\na: b", "? ", "&a ", "*a ", "!!a ", "| ", "a,", ",", "/*", "//\n", "\t",
    " ", "\n", "a", "ä", "[a](", "![", "](a)", "&amp", "&#", "=>", "()=>", "...a,", "a.b.",
    "a ? ", ":a*/", "*/", "{{#a}}", "url(", "\r\n", "import ", "export ", "a.", ". A", "[^",
    "<![CDATA[", "<?", "(?:", "[^a", "a{2}", "|", "a+", "export const a = {", "\n  - a: [",
    "{\"a\": ", "[\"", "\\\"", "\n\n", "{/*", "a-",
    "https://", "https://a_b.c_", "https://a_/", "www.a_", "www.", "a@", "a@b.c ", "https://a.b/(!",
    "&a;", "https://a.b/;", "\\bra{", "\\hat{a}_", "\\set{a}", "\\operatorname*{a}_",
)  # fmt: skip


def redirects(count: int) -> Work:
    """Many redirects, some of them patterns, and links that none of them matches."""
    made = [
        Redirect(source=f"/old-{n}/:name*" if n % 20 == 0 else f"/a/{n}", destination=f"/p{n}")
        for n in range(count)
    ]

    def work() -> None:
        pages = Pages([f"p{n}" for n in range(count)], made)
        for n in range(count):
            pages.find(f"/a/{n}", "p0")
            pages.find(f"/nowhere/{n}", "p0")

    return work


def groups(count: int) -> Work:
    """Many groups in the navigation, and the sidebars of a few pages."""
    tree = [group(f"G{n}", f"p{n}") for n in range(count)]

    def work() -> None:
        made = Sidebars(
            nav(*tree),
            target_uri=lambda name: f"{name}.html",
            icon=lambda *_all: None,
            label="Pages",
            deprecated="Deprecated",
        )
        for n in range(0, count, count // 8):
            made.html(f"p{n}")

    return work


def operations(count: int) -> Work:
    """Many operations with parameters, and schemas that refer to each other."""
    schemas: dict[str, Any] = {
        f"S{n}": {"properties": {"a": {"$ref": f"#/components/schemas/S{n + 1}"}}}
        for n in range(count)
    }
    asked = [{"name": "a", "in": "query", "schema": {"$ref": "#/components/schemas/S0"}}]
    paths = {
        f"/a/{n}": {"get": {"parameters": asked, "responses": {"200": {"description": "A"}}}}
        for n in range(count)
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "paths": paths,
        "components": {"schemas": {**schemas, f"S{count}": {"type": "string"}}},
    }
    return lambda: specification(document, "a.json")


def properties(count: int) -> Work:
    """One schema with many properties, which parts of ``allOf`` say again."""
    part = {"properties": {f"p{n}": {"type": "string", "maxLength": n} for n in range(count)}}
    document = {"openapi": "3.1.0", "components": {"schemas": {"A": part}}}
    schema = {"allOf": [{"$ref": "#/components/schemas/A"}, part, part]}
    return lambda: Schemas(Resolver(document)).view(Located(schema, "#/a"))


STRUCTURES: dict[str, Callable[[int], Work]] = {
    "redirects": redirects,
    "groups": groups,
    "operations": operations,
    "properties": properties,
}
