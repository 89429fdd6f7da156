"""What agents discover below ``.well-known`` keeps the rules of its formats."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import tarfile
from contextlib import contextmanager
from hashlib import sha256
from urllib.parse import urljoin, urlsplit
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

import pytest
import yaml
from jsonschema import Draft202012Validator

from sphinx_docsjson.cli.serve.open_pages import OpenPages
from sphinx_docsjson.cli.serve.server import Serving, StaticSite, listen, media_type
from sphinx_docsjson.ext.discovery import archive_of, index_of, skill_name
from tests._support import npm

BASE = {"html_baseurl": "https://docs.example.com/en/"}
INDEX = ".well-known/agent-skills/index.json"
CATALOG = ".well-known/api-catalog"
NAME = r"^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$"

SKILLS_SCHEMA = {
    "type": "object",
    "required": ["$schema", "skills"],
    "properties": {
        "$schema": {"const": "https://schemas.agentskills.io/discovery/0.2.0/schema.json"},
        "skills": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["name", "type", "description", "url", "digest"],
                "additionalProperties": False,
                "properties": {
                    "name": {"pattern": NAME},
                    "type": {"enum": ["skill-md", "archive"]},
                    "description": {"type": "string", "minLength": 1, "maxLength": 1024},
                    "url": {"type": "string", "minLength": 1},
                    "digest": {"pattern": "^sha256:[0-9a-f]{64}$"},
                },
            },
        },
    },
}
"""Agent Skills Discovery 0.2.0, "Discovery Index"."""

TARGETS = {
    "type": "array",
    "minItems": 1,
    "items": {
        "type": "object",
        "required": ["href"],
        "properties": {
            "href": {"pattern": "^(?:https?|wss?)://"},
            "type": {"pattern": "^[a-z]+/[a-z.+-]+$"},
        },
    },
}
CATALOG_SCHEMA = {
    "type": "object",
    "required": ["linkset"],
    "additionalProperties": False,
    "properties": {
        "linkset": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["anchor"],
                "properties": {"anchor": {"pattern": "^(?:https?|wss?)://"}},
                "patternProperties": {"^(?:item|service-doc|service-desc)$": TARGETS},
                "additionalProperties": False,
            },
        }
    },
}
"""RFC 9264, section 4.2, with the relations of RFC 9727 and RFC 8631 that we write."""

API = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "servers": [{"url": "https://{at}.example.com/v1", "variables": {"at": {"default": "api"}}}],
    "paths": {"/a": {"get": {"summary": "A", "responses": {"200": {"description": "ok"}}}}},
}
FILES = {
    "index.md": "---\ntitle: Start\ndescription: How to begin.\n---\n\n[b](b.md)\n",
    "a.md": "---\ntitle: A\n---\n\n[b](b.md)\n",
    "b.md": "---\ntitle: B\n---\n\nText.\n",
    "api.json": json.dumps(API),
}
CONFIG = {
    "name": "Acme: Docs!",
    "description": 'Says "all" of Acme.',
    "api": {"openapi": "api.json"},
    "navigation": {"groups": [{"group": "G", "pages": ["index", "a", "b"]}]},
}
SKILL = (
    "---\nname: Care of Plants\ndescription: Waters them. Use it in summer.\n---\n\n# Water\r\n"
)


def skills_of(built):
    found = json.loads(built.text(INDEX))
    Draft202012Validator(SKILLS_SCHEMA).validate(found)
    for skill in found["skills"]:
        data = (built.outdir / ".well-known/agent-skills" / skill["url"]).read_bytes()
        assert skill["digest"] == f"sha256:{sha256(data).hexdigest()}"
    return found["skills"]


def test_a_site_without_a_skill_gets_one_with_its_pages_in_the_order_of_need(site):
    built = site(FILES, config=CONFIG, conf=BASE)
    text = built.text("skill.md")
    front = yaml.safe_load(text.split("---\n")[1])
    (listed,) = skills_of(built)
    pages = re.findall(r"en/([ab]|index)\.md\)", text.partition("## Key pages")[2])

    assert front["name"] == listed["name"] == "acme-docs"
    assert front["description"] == listed["description"]
    assert front["description"].startswith('Says "all" of Acme. Use it when')
    assert pages == ["index", "b", "a"]
    assert "https://docs.example.com/en/api.json" in text
    assert built.text(".well-known/agent-skills/acme-docs/SKILL.md") == text


def test_the_skills_of_an_author_are_published_with_their_digests(site):
    own = {
        "skill.md": SKILL.encode(),
        "skills/pots/SKILL.md": SKILL.replace("Care of Plants", "pots"),
        "skills/pots/scripts/pot.py": "print()\n",
    }
    built = site(FILES | own, config=CONFIG)
    first, second = skills_of(built)
    packed = (built.outdir / ".well-known/agent-skills/pots.tar.gz").read_bytes()
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        names = archive.getnames()

    assert (first["name"], first["type"]) == ("care-of-plants", "skill-md")
    assert (second["name"], second["type"]) == ("pots", "archive")
    assert names == ["SKILL.md", "scripts/pot.py"]
    assert (built.outdir / "skill.md").read_bytes() == SKILL.encode()
    assert built.warning_lines == []


@contextmanager
def served(built):
    """Serve the files of a site; yield the address."""
    serving = Serving(site=StaticSite(root=built.outdir), pages=OpenPages(built.outdir))
    server = listen(serving, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_commands_of_a_made_skill_print_the_index_and_a_page(site):
    built = site(FILES, config=CONFIG, conf=BASE)
    (commands,) = re.findall(r"```sh\n(.*?)```", built.text("skill.md"), re.DOTALL)
    with served(built) as url:
        said = [
            subprocess.run(["sh", "-c", line], check=True, capture_output=True, text=True).stdout
            for line in commands.replace(BASE["html_baseurl"], url).splitlines()
        ]

    assert said == [built.text("llms.txt"), built.text("index.md")]


def test_a_skill_that_agents_cannot_find_is_told(site):
    nameless = {"skills/pots/SKILL.md": "---\nname: pots\n---\n", "skill.md": SKILL}
    built = site(FILES | nameless, config=CONFIG)

    assert [skill["name"] for skill in skills_of(built)] == ["care-of-plants"]
    (line,) = built.warning_lines
    assert "skills/pots/SKILL.md:1: WARNING: the skill has no description" in line


def test_an_index_of_the_author_stays(site):
    built = site(FILES | {INDEX: "{}", "skill.md": SKILL}, config=CONFIG, conf=BASE)

    assert built.text(INDEX) == "{}"


def test_the_catalogue_has_each_api_with_its_description_and_its_pages(site):
    built = site(FILES, config=CONFIG, conf=BASE)
    found = json.loads(built.text(CATALOG))
    Draft202012Validator(CATALOG_SCHEMA).validate(found)
    catalog, api = found["linkset"]
    links = [target["href"] for name in ("service-desc", "service-doc") for target in api[name]]

    assert catalog["anchor"] == urljoin(BASE["html_baseurl"], CATALOG)
    assert catalog["item"] == [{"href": "https://api.example.com/v1"}]
    assert api["anchor"] == "https://api.example.com/v1"
    assert links[0] == "https://docs.example.com/en/api.json"
    paths = [urlsplit(link).path.removeprefix("/en/") for link in links]
    assert all((built.outdir / path).is_file() for path in paths)


def test_robots_and_sitemap_are_read_by_others(site):
    """By the parser of Python (RFC 9309), and by the rules of sitemaps.org 0.9."""
    signals = {"search": True, "ai-input": True, "ai-train": False}
    built = site(FILES, config=CONFIG | {"seo": {"contentSignals": signals}}, conf=BASE)
    robots = RobotFileParser()
    robots.parse(built.text("robots.txt").splitlines())
    sitemap = ElementTree.parse(built.outdir / "sitemap.xml").getroot()
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    places = [each.findtext(f"{space}loc", "") for each in sitemap.iterfind(f"{space}url")]

    assert robots.site_maps() == [f"{BASE['html_baseurl']}sitemap.xml"]
    assert robots.can_fetch("ClaudeBot", "/en/a.html")
    group = built.text("robots.txt").split("\n\n")[0].splitlines()
    assert "User-agent: *" in group
    assert "Content-Signal: search=yes, ai-input=yes, ai-train=no" in group
    assert sitemap.tag == f"{space}urlset"
    assert len(places) == len(set(places))
    assert {f"{BASE['html_baseurl']}{name}.html" for name in "ab"} <= set(places)


def test_without_an_address_or_when_the_project_says_so_there_is_no_discovery(site):
    for conf in ({}, BASE | {"docsjson_discovery": False}):
        built = site(FILES, config=CONFIG, conf=conf)

        assert not (built.outdir / ".well-known").exists()
        assert not (built.outdir / "skill.md").exists()


@pytest.mark.parametrize("text", ["A", "Ünï code -- x", "x" * 99, "-a-", "9 lives", "a_b.c"])
def test_any_name_becomes_the_name_of_a_skill(text):
    assert re.match(NAME, skill_name(text))


def test_an_archive_of_the_same_files_is_the_same_bytes():
    files = {"b/x.txt": b"1", "SKILL.md": b"2"}

    assert archive_of(files) == archive_of(dict(reversed(files.items())))


SKILLS_PACKAGE = "skills@1.5.18"


@pytest.mark.nightly
def test_npx_skills_installs_from_a_built_site(site, tmp_path):
    own = {"skill.md": SKILL, "skills/pots/SKILL.md": SKILL.replace("Care of Plants", "pots")}
    own["skills/pots/scripts/pot.py"] = "print()\n"
    folder = npm.installed("skills", [SKILLS_PACKAGE])
    for files, expected in (
        (FILES, {"acme-docs/SKILL.md"}),
        (FILES | own, {"care-of-plants/SKILL.md", "pots/SKILL.md", "pots/scripts/pot.py"}),
    ):
        built = site(files, config=CONFIG, conf=BASE)
        project = tmp_path / f"project-{len(files)}"
        project.mkdir()
        program = folder / "node_modules" / "skills" / "bin" / "cli.mjs"
        with served(built) as url:
            command = ["node", program, "add", url, "-y", "--copy", "-a", "claude-code"]
            subprocess.run(command, cwd=project, check=True, timeout=120, capture_output=True)
        skills = project / ".claude" / "skills"
        found = {p.relative_to(skills).as_posix() for p in skills.rglob("*") if p.is_file()}

        assert found == expected


def test_the_schema_of_the_index_refuses_what_the_format_does():
    good = json.loads(index_of([]))

    assert list(Draft202012Validator(SKILLS_SCHEMA).iter_errors(good))


def test_what_is_meant_to_be_discovered_is_served_and_other_hidden_files_are_not(tmp_path):
    site = StaticSite(root=tmp_path)
    for name in (INDEX, CATALOG, ".doctrees/a", ".well-known/.git/a", "a/.well-known/b"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")

    assert site.is_published(tmp_path / INDEX)
    assert media_type(tmp_path / CATALOG) == "application/linkset+json"
    assert not any(
        site.is_published(tmp_path / name)
        for name in (".doctrees/a", ".well-known/.git/a", "a/.well-known/b")
    )
