"""A site has the script of the services that it names, and no byte of others."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatch

import pytest

from sphinx_docsjson.base.theme_files import SERVICES_SCRIPT, theme_path
from sphinx_docsjson.ext.integrations import (
    FETCHES,
    is_preview,
    known_services,
    policy,
    policy_line,
    said,
    services_script,
)
from sphinx_docsjson.site.validation import schema

FIELDS = schema()["$defs"]["integrations"]["properties"]
WITHOUT_A_SCRIPT = {"cookies", "telemetry"}
"""What loads nothing from elsewhere."""


def test_each_service_of_the_format_has_its_row_and_its_file():
    files = {path.stem for path in (theme_path() / "scripts" / "integrations").glob("*.js")}
    rows = known_services()

    assert rows.keys() == FIELDS.keys() - WITHOUT_A_SCRIPT
    assert files - {"loading", "consent", "start"} == rows.keys() | {"cookies"}
    assert {key for row in rows.values() for key in row} == {"name", "note", "defaults", *FETCHES}


@pytest.mark.parametrize("service", sorted(known_services()))
def test_a_script_reads_the_fields_of_its_service_and_loads_from_allowed_hosts(service):
    text = (theme_path() / "scripts" / "integrations" / f"{service}.js").read_text("utf-8")
    fields = {
        name: f.get("examples", ["x"])[0] for name, f in FIELDS[service]["properties"].items()
    }
    allowed = policy({service: fields})["script-src"]

    assert [name for name in fields if not re.search(rf"\b{name}\b", text)] == []
    for host in re.findall(r"loadScript\(\s*[`']https://([\w.-]+)/", text):
        assert any(fnmatch(f"https://{host}", each) for each in allowed), host


def test_the_script_holds_what_is_named_and_its_values_as_data():
    text = services_script({"ga4": {"measurementId": "G-1"}, "cookies": {"key": "</script>'\""}})

    assert "googletagmanager.com" in text
    assert "posthog" not in text
    data = re.search(r"^const DATA=(.*);$", text, re.MULTILINE)[1]
    assert json.loads(data) == {
        "cookies": {"key": "</script>'\""},
        "ga4": {"measurementId": "G-1"},
    }


def test_a_policy_names_the_origins_of_the_owner():
    own = {
        "posthog": {"apiHost": "https://events.acme.com:8443/ph"},
        "plausible": {"server": "p.io"},
    }

    found = policy(own)
    assert found["script-src"] == [
        *("https://*.posthog.com", "https://events.acme.com:8443", "https://p.io"),
    ]
    assert policy_line({"pirsch": {"id": "a"}}) == (
        "script-src https://api.pirsch.io; connect-src https://api.pirsch.io"
    )


def test_the_build_says_what_is_loaded_and_what_it_needs():
    text = said(
        {"ga4": {"measurementId": "G"}, "fathom": {"siteId": "A"}, "cookies": {"key": "k"}}
    )

    assert text.startswith(
        "integrations: pages on the web load fathom, ga4, after the consent of readers (cookies)"
    )
    assert "script-src https://*.googletagmanager.com https://cdn.usefathom.com;" in text


def test_pages_load_the_script_where_docs_json_names_a_service(site):
    named = site({"index.md": "# A\n"}, config={"integrations": {"ga4": {"measurementId": "G-1"}}})

    assert SERVICES_SCRIPT in named.text("index.html")
    assert "G-1" not in named.text("index.html")
    assert (named.outdir / "_static" / SERVICES_SCRIPT).is_file()
    assert "pages on the web load ga4." in named.status
    assert named.warning_lines == []


def test_previews_of_changes_watch_nobody():
    assert is_preview({"READTHEDOCS_VERSION_TYPE": "external"})
    assert is_preview({"CONTEXT": "deploy-preview"})
    assert not is_preview({"READTHEDOCS_VERSION_TYPE": "branch", "VERCEL_ENV": "production"})


def test_other_sites_have_no_byte_of_it(site):
    built = site({"index.md": "# A\n"}, config={"integrations": {"cookies": {"key": "k"}}})

    assert "integrations" not in built.text("index.html")
    assert not (built.outdir / "_static" / SERVICES_SCRIPT).exists()
