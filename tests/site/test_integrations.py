"""Which services a ``docs.json`` has pages load, and what it takes for none to be loaded."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.site.loading import CONSENT, NOBODY_AGREES, load_site
from sphinx_docsjson.site.validation import schema

GA4 = {"ga4": {"measurementId": "G-1"}}
HOSTILE = (
    'G-1");alert(1)//',
    "G-1</script><script>alert(1)</script>",
    "G-1?x=1&y=//evil.example",
    "G-1/../../evil",
    "G-\u2028",
    "javascript:alert(1)",
    "https://user:pass@evil.example/",
    "https://evil.example/?a#b",
)
SERVICES = schema()["$defs"]["integrations"]["properties"]
IDS = [
    (service, name)
    for service, part in SERVICES.items()
    for name, field in part["properties"].items()
    if "pattern" in field
]


@pytest.fixture
def loaded(tmp_path):
    def load(integrations, name="integrations"):
        config = {"name": "A", "navigation": ["index"], name: integrations}
        (tmp_path / "docs.json").write_text(json.dumps(config), encoding="utf-8")
        found = load_site(tmp_path)
        messages = [p.message for p in found.problems if "index" not in p.message]
        return dict(found.site.integrations), messages

    return load


def whole(service):
    """Return what the schema gives as examples for the fields of a service."""
    fields = SERVICES[service]["properties"].items()
    return {name: field["examples"][0] for name, field in fields if "examples" in field}


@pytest.mark.parametrize(("service", "name"), IDS)
def test_an_id_of_another_form_is_said_and_its_service_left_out(loaded, service, name):
    for text in HOSTILE:
        found, (message, *_) = loaded({service: whole(service) | {name: text}})
        assert found == {}, text
        assert f"integrations.{service}.{name}: " in message
        assert "is ignored; it must look like" in message


def test_space_around_an_id_is_no_part_of_it(loaded):
    assert loaded({"ga4": {"measurementId": "G-1\n"}}) == (GA4, [])


def test_each_service_is_read_with_its_examples(loaded):
    wanted = {name: whole(name) for name in SERVICES.keys() - {"cookies", "telemetry"}}

    assert loaded(wanted) == (wanted, [])


@pytest.mark.parametrize(
    "wrong",
    [
        {"cookies": "key"},
        {"cookies": {"value": "yes"}},
        {"cookies": {"key": "k", "value": ["yes"]}},
        {"onetrust": {"domainScript": "a", "categoryId": 7}},
        {"transcend": {"bundleId": "../x"}},
    ],
)
def test_no_service_is_loaded_when_nobody_could_agree_to_it(loaded, wrong):
    found, messages = loaded(GA4 | wrong)

    assert found == {}
    assert any(NOBODY_AGREES in message for message in messages)


def test_telemetry_turns_all_services_off(loaded):
    assert loaded(GA4 | {"telemetry": {"enabled": False}}) == ({}, [])
    assert loaded(GA4 | {"telemetry": {"enabled": True}}) == (GA4, [])


def test_older_spellings_are_read(loaded):
    assert loaded(GA4, "analytics") == (GA4, [])
    assert loaded({"intercom": "abc12345"})[0] == {"intercom": {"appId": "abc12345"}}


def test_without_a_service_nothing_is_loaded(loaded):
    assert loaded({"cookies": {"key": "k"}}) == ({}, [])
    assert set(CONSENT) < SERVICES.keys()
