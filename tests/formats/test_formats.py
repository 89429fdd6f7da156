"""Files for other programs hold what was meant, whatever the names and titles of a site are."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import tomllib
import xml.etree.ElementTree as ElementTree
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.robotparser import RobotFileParser

import pytest
import yaml
from babel.messages.pofile import read_po
from sphinx.util.inventory import InventoryFile

from sphinx_docsjson.base.messages import title_line
from sphinx_docsjson.base.theme_files import script_literal
from sphinx_docsjson.cli.check import as_github, as_json, as_sarif
from sphinx_docsjson.cli.check_messages import BuildMessage, MessageLocation
from sphinx_docsjson.cli.init_files import HOSTS, SitePaths, quoted
from sphinx_docsjson.cli.new_site import FoundProject, new_site
from sphinx_docsjson.cli.serve.server import rules_in
from sphinx_docsjson.outputs.crawlers import robots_text, sitemap_text
from sphinx_docsjson.outputs.llms import Index, IndexEntry, IndexPart, index_text
from tests._support import npm
from tests._support.building import build_site
from tests.formats.made import FILES, NASTY

NETLIFY = Path(__file__).with_name("netlify_oracle.mjs")
NETLIFY_PACKAGES = ["@netlify/redirect-parser@15.0.4"]


# --- a site in every format


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return a function that builds the site of nasty names with a builder, once."""
    known = {}

    def build(builder):
        if builder not in known:
            folder = tmp_path_factory.mktemp(builder) / "src"
            conf = {"html_baseurl": "https://docs.example.org/base/", "html_theme": "docsjson"}
            known[builder] = build_site(folder, dict(FILES), builder, conf=conf)
        return known[builder]

    return build


def test_the_inventory_holds_every_object_and_no_other(made):
    built = made("html")

    found = InventoryFile.loads((built.outdir / "objects.inv").read_bytes(), uri="")

    meant = {
        (f"{domain.name}:{kind}", name): " ".join(shown.split())
        for domain in built.app.env.domains.sorted()
        for name, shown, kind, *_rest in domain.get_objects()
    }
    read = {
        (kind, name): name if item.display_name == "-" else item.display_name
        for kind, items in found.data.items()
        for name, item in items.items()
    }
    assert read == meant
    assert any(kind == "openapi:tag" for kind, _name in read)


def test_hosts_read_the_redirects_that_are_meant(made):
    built = made("html")
    rules = list(rules_in(built.text("_redirects")))

    assert [(rule.source, rule.target) for rule in rules] == [
        ("/base/old page", "/base/index.html"),
        ("/base/out", "https://x.example/ab%20c"),
        ("/base/all/*", "/base/a%20b/:splat"),
    ]


def test_netlify_reads_the_redirects_that_are_meant(made):
    text = made("html").text("_redirects")
    if reason := npm.missing():
        pytest.skip(reason)
    try:
        npm.installed(NETLIFY.stem, NETLIFY_PACKAGES)
    except RuntimeError as error:
        pytest.skip(str(error))

    [answer] = npm.ask(NETLIFY, NETLIFY_PACKAGES, [text])

    assert answer["errors"] == []
    assert [
        (unquote(each["from"]), each["to"], each["status"]) for each in answer["redirects"]
    ] == [(rule.source, rule.target, rule.status) for rule in rules_in(text)]


def test_node_reads_the_value_that_is_meant_in_a_script():
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    value = {
        "__proto__": [NASTY],
        "constructor": {"__proto__": 1, NASTY: "</script>"},
        'x"__proto__': ['{"__proto__":1', ',"__proto__":'],
    }
    program = f"process.stdout.write(JSON.stringify({script_literal(value)}))"

    done = subprocess.run(["node", "-e", program], capture_output=True, check=True)

    assert json.loads(done.stdout) == value


def test_a_sitemap_and_a_robots_file_hold_their_addresses_only(made):
    bases = ['https://x.example/a b/\nDisallow: /<x>&\x01\u2028"', "https://x.example/é/"]

    tree = ElementTree.fromstring(sitemap_text(f"{base}page" for base in bases))
    robots = RobotFileParser()
    robots.parse(robots_text(f"{bases[0]}sitemap.xml").splitlines())

    assert [unquote(str(loc.text)) for loc in tree.iter() if loc.tag.endswith("loc")] == [
        f"{base}page" for base in bases
    ]
    assert [unquote(each) for each in robots.site_maps() or []] == [f"{bases[0]}sitemap.xml"]
    assert robots.can_fetch("*", "https://x.example/<x>")
    listed = ElementTree.fromstring(made("html").text("sitemap.xml"))
    assert all(urlsplit(str(loc.text)).netloc for loc in listed.iter() if "loc" in loc.tag)


def test_an_index_for_agents_has_a_line_for_each_page_and_no_other_section():
    entry = IndexEntry(title=f"# {NASTY}", url="https://x.example/a b(\n)", notes=f"{NASTY}\n## B")
    part = IndexPart(title=NASTY, entries=(entry, entry))
    text = index_text(Index(name=NASTY, summary=NASTY, notes=(), parts=(part,)))

    lines = [line for line in text.split("\n") if line]

    assert [line[:2] for line in lines] == ["# ", "> ", "##", "- ", "- "]


def test_gettext_reads_every_catalogue(made):
    outdir = made("gettext").outdir
    catalogues = [
        read_po(BytesIO(path.read_bytes()), abort_invalid=True) for path in outdir.rglob("*.pot")
    ]

    assert NASTY in {str(message.id) for each in catalogues for message in each} | {
        NASTY.replace("\r\n", "\n")
    }
    assert len(catalogues) > 2


def test_every_part_of_a_book_is_xml(made):
    outdir = made("epub").outdir
    files = [p for p in outdir.rglob("*") if p.suffix in {".xhtml", ".opf", ".ncx", ".xml"}]

    for path in files:
        ElementTree.parse(path)

    title = ElementTree.parse(outdir / "content.opf").find(
        ".//{http://purl.org/dc/elements/1.1/}title"
    )
    assert title is not None
    assert title.text == title_line(NASTY)


def test_no_character_of_a_printed_book_ends_tex(made):
    outdir = made("latex").outdir

    [book] = [path for path in outdir.glob("*.tex") if "sphinx" not in path.name]

    text = book.read_text("utf-8")
    assert not [line for line in text.split("\n") if any(ord(c) < 32 and c != "\t" for c in line)]
    assert "\n\n" not in text.partition("\\title{")[2].partition("\\date")[0]


# --- files of the command line

PLACES = SitePaths(
    folder="docs of \"us\" & 'you' # a: ${{ b }} \\c \x7f é",
    requirements="docs of \"us\" & 'you' # a: ${{ b }} \\c \x7f é/requirements.txt",
    name="docs",
)


def strings(value):
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings(each)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_runs_the_commands_that_are_meant(host):
    places = PLACES
    name, write = HOSTS[host]
    text = write(places)
    reads = {".toml": tomllib.loads, ".json": json.loads}.get(Path(name).suffix, yaml.safe_load)
    data = reads(text)

    found = [each.replace("${{ '${{' }}", "${{") for each in strings(data)]

    words = [shlex.split(each) for each in found if each.startswith(("pip", "sphinx-docsjson"))]
    flat = [word for each in words for word in each] + found
    assert places.requirements in flat
    assert places.folder in flat
    for each in words:
        assert "#" not in each
        assert each[0] in ("pip", "sphinx-docsjson")
    if host == "github-pages":
        commands = [each for each in strings(data) if "sphinx-docsjson build" in each]
        assert "${{" not in commands[0].replace("${{ '${{' }}", "")


@pytest.mark.parametrize("text", [NASTY, "", "é😀", "true", "a: b", "- a", "\ufeff\x7f\x85"])
def test_a_string_in_quotes_is_read_alike_by_toml_and_yaml(text):
    assert tomllib.loads(f"a = {quoted(text)}") == {"a": text}
    assert yaml.safe_load(f"a: {quoted(text)}") == {"a": text}


@pytest.mark.parametrize("name", ["a: b # {c} <d> [e]\nf", "export const a = 1", "# a", "*a* `b"])
def test_a_new_site_has_its_name_as_text(tmp_path, name):
    files = new_site(FoundProject(name=name))

    built = build_site(tmp_path / "src", dict(files))

    shown = " ".join(name.split())
    assert built.warning_lines == []
    assert json.loads(files["docs.json"])["name"] == name
    assert f"{shown} is ready" in built.article("index").text.replace("“", "").replace("”", "")
    front = yaml.safe_load(files["index.mdx"].split("---")[1])
    assert front["description"] == f"What {shown} does, and where to begin."


def test_reports_of_a_check_name_each_file_and_message():
    file = "a b/#c%20:d,é.mdx"
    text = "one::two,three%0A: \u2028 <four>"
    message = BuildMessage(
        level="warning",
        text=text,
        kind="docsjson.link",
        locations=(MessageLocation(file=file, line=3, column=4),),
    )

    sarif = json.loads(as_sarif([message], Path.cwd()))
    [github] = as_github([message], Path.cwd()).split("\n")

    [result] = sarif["runs"][0]["results"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    parts = urlsplit(uri)
    assert (parts.scheme, parts.netloc, parts.query, parts.fragment) == ("", "", "", "")
    assert unquote(parts.path) == file
    assert result["message"]["text"] == text
    assert json.loads(as_json([message], Path.cwd()))[0]["message"] == text
    command, _, shown = github.removeprefix("::warning ").partition("::")
    properties = dict(each.split("=", 1) for each in command.split(","))
    assert read_command(properties["file"]) == file
    assert read_command(shown) == text


def read_command(value):
    """Return a value of a workflow command as the runner of GitHub reads it."""
    for written, meant in (("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n")):
        value = value.replace(written, meant)
    return value.replace("%25", "%")
