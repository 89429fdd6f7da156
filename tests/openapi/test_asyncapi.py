"""Channels of AsyncAPI are pages like those of operations, in both versions of the format."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.build import the_build
from sphinx_docsjson.ext.openapi.model.asyncapi import described
from sphinx_docsjson.ext.openapi.reading import specifications
from sphinx_docsjson.ext.openapi.reading.specifications import load
from tests._support.building import build_site
from tests._support.inputs import input_text

FILES = {
    "events.yaml": input_text(__file__, "asyncapi.yaml"),
    "parts.yaml": input_text(__file__, "asyncapi-parts.yaml"),
    "old.yaml": input_text(__file__, "asyncapi-old.yaml"),
}


def site_files(**navigation):
    config = {"name": "Test", "navigation": navigation}
    pages = {"index.md": "# Hello\n\n{openapi:channel}`plantWatered` and {openapi:op}`askOrder`\n"}
    return {"docs.json": json.dumps(config), **FILES, **pages}


@pytest.fixture(scope="module")
def events(tmp_path_factory):
    tabs = [
        {"tab": "Start", "pages": ["index", "own"]},
        {"tab": "Events", "asyncapi": {"source": "events.yaml", "directory": "events"}},
        {"tab": "Older", "asyncapi": ["old.yaml"]},
    ]
    files = site_files(tabs=tabs)
    files["own.md"] = "---\ntitle: Mine\nasyncapi: events.yaml orders\n---\n\nWritten by hand.\n"
    return build_site(tmp_path_factory.mktemp("events") / "site", files)


def words(node):
    for break_ in node("wbr"):
        break_.decompose()
    node.smooth()
    return " ".join(node.get_text(" ").split())


def fields(node):
    return [code.get_text() for code in node.select(".dj-field-head > a > code")]


def test_a_channel_is_a_page_with_its_operations_messages_and_fields(events):
    assert events.warning_lines == []
    page = events.article("events/websockets/plant-watered")
    assert words(page.h1).startswith("Plant watered")
    assert page.select_one(".dj-endpoint .dj-method").get_text() == "KAFKA"
    assert page.select_one(".dj-endpoint-path").get_text() == "plants.{plantId}.watered"
    assert fields(page.select_one("#channel-parameters")) == ["plantId"]
    operation = words(page.select_one("#on-watered-operation"))
    assert "Send onWatered" in operation
    assert "Subscribe to it to receive" in operation
    assert "One of these messages: Watered , Watering skipped" in operation
    watered = page.select_one("#watered-message")
    assert fields(watered) == ["trace", "plant", "litres"]
    assert "application/json" in words(watered)  # in version 3 the message wins over its traits
    assert "Correlation id: $message.header#/trace" in words(watered)
    assert "SASL SCRAM-SHA-256" in words(page.select_one("#authorization"))
    assert "kafka://broker.example.org:9092" in words(page.select_one("#servers"))
    assert "partitions = 3" in words(page.select_one("#bindings"))


def test_the_payloads_of_all_messages_are_samples(events):
    group = events.article("events/websockets/plant-watered").select_one(".dj-example")
    titles = [button.get_text() for button in group.select(".dj-tab-button")]
    assert titles == ["Watered", "Watered · headers", "Watering skipped · rain"]
    assert '"It rained."' in words(group)


def test_version_2_says_what_others_do_and_the_page_says_so(events):
    [name] = [n for n in events.app.env.found_docs if n.endswith("/light")]
    page = events.article(name)
    switch = words(page.select_one("#switch-light-operation"))
    assert "Receive" in switch
    assert "You publish to this channel" in switch
    assert "One of these messages: On , off" in switch
    assert "Send" in words(page.select_one("#light-switched-operation"))
    assert "application/json" in words(page.select_one("#on-message"))  # there the trait wins
    assert len(page.select("#on-message")) == 1  # shown once, though both operations have it


def test_a_schema_of_another_format_stands_as_it_is_written(events):
    page = events.article("own")
    raw = words(page.select_one("#raw-message"))
    assert "application/vnd.apache.avro;version=1.9.0, as it is written" in raw
    assert '"drops"' in raw
    assert fields(page.select_one("#bindings")) == ["query", "token"]
    assert "Written by hand." in words(page)


def test_a_reply_leads_to_its_channel(events):
    operation = events.article("own").select_one("#ask-order-operation")
    [link] = [a for a in operation.select("a") if a.get_text() == "Answers"]
    assert link["href"] == "events/websockets/answers.html"
    assert "$message.header#/replyTo" in words(operation)
    assert "known only at run time" in words(events.article("events/websockets/answers"))


def test_channels_have_twins_and_can_be_found_and_linked(events):
    twin = events.text("events/websockets/plant-watered.md")
    assert "- `litres` *number* **required** at least 0.1" in twin
    assert "Plant watered" in events.text("llms.txt")
    links = {a.get_text(): a["href"] for a in events.article("index").select("a.reference")}
    assert links["plantWatered"] == "events/websockets/plant-watered.html"
    assert links["askOrder"] == "own.html#ask-order-operation"
    names = {name for name, *_rest in events.app.env.domains["openapi"].get_objects()}
    assert {"plantWatered", "askOrder", "plantWatered.watered.litres"} <= names
    assert "hush" not in names
    assert (events.outdir / "old.yaml").is_file()


def test_an_overview_lists_the_channels(events):
    page = events.article("events/overview")
    listed = [words(item) for item in page.select(".dj-operations > li")]
    assert listed == [
        "KAFKA Plant watered plants.{plantId}.watered",
        "WSS Orders /orders",
        "KAFKA Answers answers",
    ]
    assert [words(title) for title in page.select("h2, h3")].count("Channels") == 1


def test_the_whole_site_may_name_a_file_and_an_unknown_channel_is_reported(tmp_path):
    files = site_files(pages=["index"])
    files["docs.json"] = json.dumps(
        {"name": "T", "asyncapi": "events.yaml", "navigation": [{"group": "G", "pages": ["x"]}]}
    )
    files["x.md"] = "---\nasyncapi: events.yaml plantsWatered\n---\n"
    files["index.md"] = "# A\n"
    built = build_site(tmp_path / "site", files)
    [line] = [line for line in built.warning_lines if "channel" in line]
    assert "has the channel 'events.yaml plantsWatered' (did you mean plantWatered?)" in line
    assert line.startswith("x.md:2: ")
    assert built.article("api-reference/websockets/plant-watered")


SOCKETS = {
    "asyncapi": "3.0.0",
    "info": {"title": "Exchange", "version": "1"},
    "servers": {"live": {"host": "live.example.org", "protocol": "wss"}},
    "channels": {
        "private": {"address": "/rt", "title": "Private"},
        "userOrders": {"address": "/rt"},
        "public": {"address": "/rt", "title": "Ticker (beta)", "tags": [{"name": "Market data"}]},
        "again": {"address": "/rt", "title": "Private"},
    },
    "operations": {
        "onOrder": {
            "action": "send",
            "channel": {"$ref": "#/channels/userOrders"},
            "tags": [{"name": "Trading"}],
        }
    },
}


def sockets(tmp_path, files=None, **changed):
    described = {**SOCKETS, **changed}
    tabs = [{"tab": "Start", "pages": ["index"]}, {"tab": "Live", "asyncapi": "live.json"}]
    return build_site(
        tmp_path / "site",
        {
            "docs.json": json.dumps({"name": "T", "navigation": {"tabs": tabs}}),
            "live.json": json.dumps(described),
            "index.md": "# Start\n\n[one](/api-reference/websockets/private)\n",
            **(files or {}),
        },
    )


def test_addresses_titles_and_groups_of_channels_are_those_of_the_platform(tmp_path):
    built = sockets(tmp_path)

    assert built.warning_lines == []
    tab = the_build(built.app.config).full_site.navigation.children[1]
    assert [
        (group.label, [entry.path.removeprefix("api-reference/") for entry in group.children])
        for group in tab.children
        if group.label
    ] == [
        ("Websockets", ["websockets/private", "websockets/userorders", "websockets/private-1"]),
        ("Market data", ["market-data/ticker-beta"]),
    ]
    listed = built.article("api-reference/overview").select(".dj-operations a")
    assert [words(link) for link in listed] == [
        "Private",
        "User orders",
        "Private",
        "Ticker (beta)",
    ]


def test_the_addresses_that_channels_had_before_lead_to_them(tmp_path):
    redirects = sockets(tmp_path).text("_redirects").splitlines()

    for old, new in {
        "private": "websockets/private",
        "private-1": "websockets/private-1",
        "trading/user-orders": "websockets/userorders",
        "market-data/ticker-beta": None,
    }.items():
        line = f"/api-reference/{old} /api-reference/{new}.html 301"
        assert (line in redirects) == bool(new), line


@pytest.mark.parametrize(
    "text",
    [
        "asyncapi: 3.0.0\nchannels: 7\noperations: []\n",
        "asyncapi: 3.0.0\nchannels: {a: {messages: {b: 1, c: {payload: 2, headers: x}}}}\n",
        "asyncapi: 3.0.0\nchannels: {a: {$ref: '#/channels/a'}}\noperations: {o: {channel: 1}}\n",
        "asyncapi: 2.6.0\nchannels: {a: {publish: {message: {oneOf: 3}}, servers: [x]}}\n",
        "asyncapi: 2.6.0\nchannels: {a: {publish: {message: [], traits: [1, {bindings: 4}]}}}\n",
        "asyncapi: 2.6.0\nservers: {a: {variables: 4, security: {x: 1}}}\nchannels: {b: {}}\n",
    ],
)
def test_a_mistyped_file_never_ends_the_build(tmp_path, text):
    (tmp_path / "a.yaml").write_text(text)
    loaded = load("a.yaml", tmp_path)
    assert described(loaded.document, "a.yaml").is_async


AVRO = {"schemaFormat": "application/vnd.apache.avro;version=1.9.0"}


def test_a_file_that_is_too_large_is_told_with_the_limit_of_all_descriptions(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(specifications, "MAX_BYTES", 1024**2)
    files = site_files(tabs=[{"tab": "Events", "asyncapi": "events.yaml"}])
    files["index.md"] = "# Hello\n"
    files["events.yaml"] += "#" * 1024**2

    (line,) = build_site(tmp_path / "site", files).warning_lines
    assert "'events.yaml' cannot be read: it is larger than 1 MB [docsjson.openapi-file]" in line


def test_a_schema_in_a_file_of_its_own_language_stands_as_it_is_written(tmp_path):
    schema = {name: {"$ref": f"{name}.avsc"} for name in ("order", "gone")}
    messages = {name: {"payload": {**AVRO, "schema": schema[name]}} for name in schema}
    written = '{"type": "record",\n    "name": "Order"}'
    channels = {"private": {"address": "/rt", "messages": messages}}
    built = sockets(tmp_path, {"order.avsc": written}, channels=channels, operations={})

    page = built.article("api-reference/websockets/private")
    assert page.select_one("#order-message pre").get_text().strip() == written
    assert page.select("#gone-message pre") == []
    [line] = built.warning_lines
    assert line.startswith("live.json:1:")
    assert "'gone.avsc' is left out" in line


def test_what_a_server_and_the_document_say_is_not_lost(tmp_path):
    server = {
        "host": "kafka.example.org",
        "protocol": "kafka",
        "tags": [{"name": "production", "description": "The real one."}],
        "externalDocs": {"url": "https://example.org/kafka", "description": "Our Kafka"},
        "bindings": {"kafka": {"schemaRegistryUrl": "https://registry.example.org"}},
    }
    built = sockets(tmp_path, servers={"main": server}, id="urn:example:orders")

    for page in ("overview", "websockets/private"):
        said = words(built.article(f"api-reference/{page}").select_one("#servers"))
        assert "kafka.schemaRegistryUrl = https://registry.example.org" in said
        assert "production The real one." in said
        assert "Our Kafka" in said
    assert "ID urn:example:orders" in words(built.article("api-reference/overview"))


def test_a_channel_with_many_operations_has_a_page_for_each(tmp_path):
    channel = {"$ref": "#/channels/live"}
    names = [f"doThing{number}" for number in range(11)]
    part = {"type": "object"}
    document = {
        "asyncapi": "3.0.0",
        "info": {"title": "Live", "version": "1"},
        "channels": {
            "live": {
                "address": "/live",
                "messages": {
                    name: {"payload": {**part, "properties": {f"of{name}": {"type": "string"}}}}
                    for name in names
                },
            }
        },
        "operations": {
            name: {
                "action": "send",
                "channel": channel,
                "summary": f"About {name}.",
                "description": f"More of {name}.",
                "messages": [{"$ref": f"#/channels/live/messages/{name}"}],
                "reply": {"messages": [{"$ref": "#/channels/live/messages/doThing0"}]},
            }
            for name in names
        },
    }
    group = {"group": "Live", "asyncapi": {"source": "live.yaml", "directory": "live"}}
    by_hand = "---\ntitle: All\nasyncapi: live.yaml live\n---\n"
    built = {}
    for kind, pages in (("listed", ["index", group]), ("by hand", ["index", "all"])):
        files = {
            "docs.json": json.dumps({"name": "T", "navigation": {"pages": pages}}),
            "live.yaml": json.dumps(document),
            "index.md": "# Hello\n",
            **({"all.md": by_hand} if kind == "by hand" else {}),
        }
        built[kind] = build_site(tmp_path / kind, files)
        assert built[kind].warning_lines == []

    whole = built["listed"].article("live/websockets/live")
    assert fields(whole) == []
    assert len(whole.select("#operations .dj-channel-action a")) == len(names)
    part = built["listed"].article("live/live/about-dothing3")
    assert fields(part) == ["ofdoThing3", "ofdoThing0"]  # the message, and the one that answers it
    assert words(part).count("More of doThing3.") == 1
    assert fields(built["by hand"].article("all")) == [f"of{name}" for name in names]


def test_channels_without_a_tag_are_not_below_the_tag_of_others(tmp_path):
    group = {"group": "Events", "asyncapi": "events.yaml"}
    document = {
        "asyncapi": "3.0.0",
        "info": {"title": "Events", "version": "1"},
        "servers": {"main": {"host": "k", "protocol": "kafka"}},
        "channels": {
            "orders": {"address": "orders", "tags": [{"name": "Sales"}]},
            "rest": {"address": "rest"},
        },
    }
    files = {
        "docs.json": json.dumps({"name": "T", "navigation": {"pages": ["index", group]}}),
        "events.yaml": json.dumps(document),
        "index.md": "# Hello\n",
    }
    built = build_site(tmp_path, files)

    sales = built.article("api-reference/overview").select_one("#tag-sales")
    assert "orders" in words(sales)
    assert "rest" not in words(sales)
