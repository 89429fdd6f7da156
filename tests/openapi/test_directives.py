"""Operations, schemas and tags stand in any page, as sphinxcontrib-openapi puts them there."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.util.inventory import InventoryFile

from tests._support.building import build_site, write_files
from tests._support.inputs import input_text
from tests._support.markup import readable

SPEC = input_text(__file__, "directives.yaml")
DOCS = Path(__file__).parents[2] / "docs" / "api"
ALL = ["Create an order", "List orders", "List users", "Remove a user", "Someone paid"]


def project(tmp_path, text, *, suffix="rst", **conf):
    """Build one page of a project that has no ``docs.json``."""
    title = "API\n===\n\n" if suffix == "rst" else "# API\n\n"
    extensions = ["sphinx_docsjson", *(["myst_parser"] if suffix == "md" else [])]
    files = {f"index.{suffix}": title + text, "store.yaml": SPEC}
    settings = {"html_theme": "basic", "extensions": extensions, **conf}
    return build_site(tmp_path / "src", files, conf=settings)


def headings(built, page="index"):
    found = built.soup(page).select("div.body h2, div.body h3")
    return [each.get_text().rstrip("¶") for each in found]


def body(built, page="index"):
    return built.soup(page).select_one("div.body")


def objects(built, kind):
    data = InventoryFile.loads((built.outdir / "objects.inv").read_bytes(), uri="").data
    return {name: item.uri for name, item in data.get(f"openapi:{kind}", {}).items()}


def test_a_file_needs_no_docs_json_and_everything_in_it_can_be_named(tmp_path):
    text = (
        ".. openapi:: store.yaml\n\n:openapi:op:`createOrder` :openapi:field:`Order.note` "
        ":openapi:op:`webhook paid`\n"
    )
    built = project(tmp_path, text)

    assert headings(built) == ALL
    assert not built.warning_lines
    page = body(built)
    anchors = [each["id"] for each in page.find_all(id=True)]
    assert len(anchors) == len(set(anchors))
    links = {a.get_text(): a["href"] for a in page.select("section > p > a.reference")}
    assert links == {
        "createOrder": "#create-order",
        "Order.note": "#create-order-body-note",
        "webhook paid": "#webhook-paid",
    }
    assert page.select_one("#create-order-body-note")
    assert objects(built, "operation")["POST /orders"] == "index.html#create-order"
    assert objects(built, "webhook") == {"paid": "index.html#webhook-paid"}
    assert "POST /orders" in built.text("genindex.html")
    toc = [each.astext() for each in built.app.env.tocs["index"].findall(nodes.Text)]
    assert toc == ["API", *ALL]


DOORS = {
    "rst": ".. openapi:operation:: createOrder\n   :file: store.yaml\n   :examples:\n",
    "md": "```{openapi:operation} createOrder\n:file: store.yaml\n:examples:\n```\n",
}


def test_a_directive_means_the_same_in_rst_markdown_and_mdx(tmp_path):
    rst = project(tmp_path / "rst", DOORS["rst"])
    md = project(tmp_path / "md", DOORS["md"], suffix="md")
    site = {"docs.json": '{"name": "S", "navigation": ["index", "guide"]}', "store.yaml": SPEC}
    site["index.mdx"] = "---\ntitle: API\n---\n\n" + DOORS["md"]
    site["guide.rst"] = "API\n===\n\n" + DOORS["rst"]
    ours = build_site(tmp_path / "ours" / "src", site)

    assert readable(body(rst)) == readable(body(md))
    own, other = (
        readable(ours.article(page).select_one(".dj-content")) for page in ("index", "guide")
    )
    assert own.replace("index.", "") == other.replace("guide.", "")
    assert not rst.warning_lines + md.warning_lines + ours.warning_lines


CHOICES = {
    ":paths: /users /orders": ["List users", "Create an order", "List orders"],
    ":include: /users": ["List users", "Remove a user"],
    ":include: /users\n   :paths: /orders": [
        *("Create an order", "List orders", "List users", "Remove a user"),
    ],
    ":exclude: /users/.+ /orders": ["List users", "Someone paid"],
    ":methods: delete get": ["List orders", "List users", "Remove a user"],
    ":group:": ["Users", *ALL[2:4], "Orders", *ALL[:2], "Webhooks", ALL[4]],
}


@pytest.mark.parametrize("options", CHOICES)
def test_options_of_sphinxcontrib_openapi_choose_operations(tmp_path, options):
    built = project(tmp_path, f".. openapi:: store.yaml\n   {options}\n")

    assert headings(built) == CHOICES[options]
    assert not built.warning_lines


def shown(tmp_path, *options, name="openapi"):
    lines = "".join(f"   {option}\n" for option in (":paths: /orders", ":methods: post", *options))
    built = project(tmp_path, f".. {name}:: store.yaml\n{lines}")
    assert not built.warning_lines
    return body(built)


def test_options_of_sphinxcontrib_openapi_choose_how_much_is_shown(tmp_path):
    def titles(page):
        return [each.get_text() for each in page.select(".dj-fields-heading")]

    plain = shown(tmp_path / "1", ":request:")
    assert titles(plain) == ["Query parameters", "Headers", "Body", "Responses"]
    examples = shown(tmp_path / "2", ":examples:")
    assert titles(examples)[-2:] == ["Request", "Response"]
    assert "curl" in examples.get_text()
    assert {"201", "400"} <= {each.get_text() for each in examples.select(".dj-code-group button")}
    newer = shown(tmp_path / "3", name="openapi:httpdomain")
    assert titles(newer)[-2:] == ["Request", "Response"]
    assert len(newer.select(".dj-code-group button")) < len(
        examples.select(".dj-code-group button")
    )


def test_what_is_not_there_is_told_with_its_line_and_costs_only_its_place(tmp_path):
    text = """\
.. openapi:operation:: creatOrder
   :file: store.yaml

.. openapi:schema:: Ordr
   :file: store.yaml

.. openapi:tag:: Order
   :file: store.yaml

.. openapi:operation:: GET /orders

.. openapi:: nowhere.yaml

.. openapi:: store.yaml
   :paths: /order /users
   :exclude: [
   :format: rst
   :uri: file:///tmp
   :response-examples-for: 400

The end.
"""
    built = project(tmp_path, text)

    found = [re.sub(r"^index\.rst:(\d+): WARNING: ", r"\1 ", line) for line in built.warning_lines]
    expected = [
        "19 ':format: rst' has no effect",
        "19 ':uri:' has no effect",
        "19 ':response-examples-for:' has no effect: each response with an example shows it",
        "4 no API description has the operation 'creatOrder' (did you mean createOrder",
        "7 no API description has the schema 'Ordr' (did you mean Order",
        "10 no API description has the tag 'Order' (did you mean Orders",
        "13 docs.json names no OpenAPI file; name one with ':file:'",
        "nowhere.yaml",
        "15 the OpenAPI file 'nowhere.yaml' cannot be read",
        "17 the file has no path '/order' (did you mean /orders?)",
        "17 '[' is not a valid regular expression",
    ]
    assert len(found) == len(expected)
    for start in expected:
        assert any(start.partition(" ")[2] in line for line in found), start
    assert all("[docsjson.openapi-" in line for line in found)
    assert headings(built) == ["List users"]
    assert "The end." in body(built).get_text()


def test_a_schema_and_the_list_of_a_tag_stand_in_a_page(tmp_path):
    text = (
        "A part\n------\n\n.. openapi:tag:: Orders\n   :file: store.yaml\n\n"
        ".. openapi:schema:: Order\n   :file: store.yaml\n\n"
        ".. openapi:operation:: POST /orders\n   :file: store.yaml\n   :title: Buy\n\n"
        ".. note::\n\n   .. openapi:operation:: GET /orders\n      :file: store.yaml\n"
    )
    built = project(tmp_path, text)

    assert headings(built) == ["A part", "Order", "Buy"]
    items = [item.get_text() for item in body(built).select(".dj-operations li")]
    assert items == ["POST Create an order /orders", "GET List orders /orders"]
    links = [a["href"] for a in body(built).select(".dj-operations a")]
    assert links == ["#create-order", "#list-orders"]
    assert body(built).select_one(".note #list-orders .dj-heading").get_text() == "List orders"
    assert "api.css" in built.text("index.html")
    assert objects(built, "schema") == {"Order": "index.html#order"}
    assert objects(built, "field")["Order.note"] == "index.html#order-field-note"


def test_the_page_of_an_operation_wins_over_the_places_that_show_it_too(tmp_path):
    files = {
        "docs.json": '{"name": "S", "openapi": "store.yaml", "navigation": ["index"]}',
        "store.yaml": SPEC,
        "index.md": "# Start\n\n```{openapi:operation} createOrder\n```\n\n"
        "```{openapi:tag} Users\n:full:\n```\n\n{openapi:op}`createOrder`\n",
    }
    built = build_site(tmp_path / "src", files)

    assert not built.warning_lines
    page = "api-reference/orders/create-an-order.html"
    assert built.article("index").select("p > a.reference")[-1]["href"] == page
    assert objects(built, "operationid")["createOrder"].startswith(page)


def test_a_changed_file_is_shown_by_the_next_build(tmp_path):
    files = {"index.rst": "API\n===\n\n.. openapi:: ../api/store.yaml\n"}
    conf = {"html_theme": "basic"}
    write_files(tmp_path, {"api/store.yaml": SPEC})
    assert headings(build_site(tmp_path / "src", files, conf=conf)) == ALL

    write_files(tmp_path, {"api/store.yaml": SPEC.replace("List users", "Everybody")})
    second = build_site(tmp_path / "src", files, conf=conf)

    assert "Everybody" in headings(second)
    assert not second.warning_lines


def test_a_file_in_another_encoding_is_read(tmp_path):
    text = SPEC.replace("List users", "Müller auflisten").encode("latin-1")
    files = {
        "index.rst": "API\n===\n\n.. openapi:: store.yaml\n   :encoding: latin-1\n",
        "store.yaml": text,
    }
    built = build_site(tmp_path / "src", files, conf={"html_theme": "basic"})

    assert not built.warning_lines
    assert "Müller auflisten" in headings(built)


def test_sphinxcontrib_openapi_keeps_its_names_where_it_is_loaded(tmp_path, monkeypatch):
    class Theirs(Directive):
        required_arguments = 1

        def run(self):
            return [nodes.paragraph("theirs", "theirs")]

    def setup(app):
        def register(app, config):
            for name in ("openapi", "openapi:httpdomain", "openapi:httpdomain:old"):
                app.add_directive(name, Theirs)

        app.connect("config-inited", register)

    other = ModuleType("other_openapi")
    other.setup = setup
    monkeypatch.setitem(sys.modules, "other_openapi", other)
    text = (
        ".. openapi:: store.yaml\n\n.. openapi:httpdomain:: store.yaml\n\n"
        ".. openapi:file:: store.yaml\n"
    )
    built = project(tmp_path, text, extensions=["sphinx_docsjson", "other_openapi"])

    assert body(built).get_text().count("theirs") == 2
    assert headings(built) == ALL
    assert not built.warning_lines


def test_the_example_of_the_documentation_is_true(tmp_path):
    page = (DOCS.parent / "start/openapi.md").read_text(encoding="utf-8")
    example = page.partition("```rst api.rst\n")[2].partition("```\n")[0]
    store = (DOCS / "plant-store.yaml").read_text(encoding="utf-8")
    files = {"index.rst": example, "openapi.yaml": store}
    built = build_site(tmp_path / "src", files, conf={"html_theme": "basic"})

    assert not built.warning_lines
    assert headings(built) == ["Plants", "List plants", "Add a plant"]
    assert "cURL" in body(built).get_text()


@pytest.mark.parametrize("examples", [True, False])
def test_nothing_of_an_operation_stands_beside_a_page_of_several(tmp_path, examples):
    store = (DOCS / "plant-store.yaml").read_text(encoding="utf-8")
    page = "API\n===\n\n.. openapi:: openapi.yaml\n" + "   :examples:\n" * examples
    files = {"index.rst": page, "openapi.yaml": store}
    built = build_site(tmp_path / "src", files, conf={"html_theme": "basic"})

    assert body(built).select(".dj-aside-part") == []
    assert ("shipped · Payload" in body(built).get_text()) == examples
