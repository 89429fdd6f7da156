"""Files below ``.well-known`` for agents: skills with their digests, and the APIs of a site.

Agent Skills Discovery 0.2.0 (github.com/cloudflare/agent-skills-discovery-rfc), which
``npx skills add`` reads; the catalogue of APIs of RFC 9727, a set of links of RFC 9264.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sphinx_docsjson.base.markdown import joined
from sphinx_docsjson.base.source_files import SKILL, SKILLS, WELL_KNOWN, is_authors
from sphinx_docsjson.build import base_url, the_build
from sphinx_docsjson.html.written_files import files_for_agents
from sphinx_docsjson.outputs.crawlers import (
    authors_file,
    index_entry,
    openapi_entries,
    publish,
    summary,
)
from sphinx_docsjson.outputs.llms import IndexEntry, entry_line, outline_of, plain
from sphinx_docsjson.outputs.markdown.writer import twin_name, twin_path
from sphinx_docsjson.outputs.twins import HTML_BUILDERS, has_twins
from sphinx_docsjson.pages.front_matter import read_front_matter
from sphinx_docsjson.steps import Turn, add_step
from sphinx_docsjson.urls import is_external
from sphinx_docsjson.version import __version__
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_docsjson.ext.openapi.pages.reference import DescribedApi


FOLDER = f"{WELL_KNOWN}/agent-skills"
INDEX = f"{FOLDER}/index.json"
CATALOG = f"{WELL_KNOWN}/api-catalog"
GENERATED = "skill.md"
"""Where a skill is that the build makes; a file of the author with this name is published."""

DISCOVERY_SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"
LONGEST_NAME, LONGEST_DESCRIPTION = 64, 1024
MOST_NEEDED = 10
"""How many pages a skill that the build makes leads to."""

_READ_FIRST = (
    "The pages below describe the current version: read them before you answer, and say which "
    "page an answer comes from."
)
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")
_LINK_TARGET = re.compile(r"\]\(([^()\s#]+)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Skill:
    """A skill as one file: its ``SKILL.md``, or an archive of that and what is beside it."""

    name: str
    description: str
    artifact: bytes
    is_archive: bool = False

    @property
    def path(self) -> str:
        """The address of the file, from that of the index."""
        return f"{self.name}.tar.gz" if self.is_archive else f"{self.name}/{SKILL}"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the step."""
    add_step(
        app,
        "build-finished",
        Turn.AMONG,
        write_discovery,
        "write the discovery files of agents: skills and the API catalogue",
    )
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def write_discovery(app: Sphinx, _failure: Exception | None) -> None:
    """Write the index of skills with their files, and the catalogue of APIs."""
    if app.builder.name not in HTML_BUILDERS or not app.config.docsjson_discovery:
        return
    build = the_build(app.config)
    if build.from_toctrees:
        return
    if authors_file(app, INDEX) is None:
        skills = list(own_skills(app))
        if not skills and (text := generated_skill(app)):
            publish(app, GENERATED, text)
            skills = [described_skill(text.encode(), {})]
        if skills:
            publish(app, INDEX, index_of(skills))
        for skill in skills:
            publish(app, f"{FOLDER}/{skill.path}", skill.artifact)
    base, described = base_url(app.config), tuple(_described(app))
    if base and any(api.download for api in described):
        publish(app, CATALOG, catalog_text(app, described, base))


def _described(app: Sphinx) -> Iterable[DescribedApi]:
    """Return the APIs of the site; none where the feature is switched off that reads them."""
    if "sphinx_docsjson.ext.openapi" not in app.extensions:
        return ()
    from sphinx_docsjson.ext.openapi.pages.reference import api_reference

    return api_reference(the_build(app.config)).known.values()


# The index of skills. Pure.


def index_of(skills: Iterable[Skill]) -> str:
    """Return the text of the index; its addresses are relative to itself."""
    listed = [
        {
            "name": skill.name,
            "type": "archive" if skill.is_archive else "skill-md",
            "description": skill.description,
            "url": skill.path,
            "digest": f"sha256:{sha256(skill.artifact).hexdigest()}",
        }
        for skill in skills
    ]
    found = {"$schema": DISCOVERY_SCHEMA, "skills": listed}
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def skill_name(text: str) -> str:
    """Return *text* as the name of a skill: lower case, with single dashes inside."""
    return _NOT_IN_NAMES.sub("-", text.lower())[:LONGEST_NAME].strip("-")


def described_skill(text: bytes, others: Mapping[str, bytes]) -> Skill:
    """Return a skill of its ``SKILL.md`` and the *others* of its folder, by their paths.

    :raises ValueError: when its front matter lacks the name or the description.
    """
    front = read_front_matter(text.decode("utf-8", errors="replace"))
    name, description = skill_name(front.text("name")), " ".join(front.text("description").split())
    if not name or not description:
        raise ValueError("name" if not name else "description")
    return Skill(
        name=name,
        description=description[:LONGEST_DESCRIPTION],
        artifact=archive_of({SKILL: text, **others}) if others else text,
        is_archive=bool(others),
    )


def archive_of(files: Mapping[str, bytes]) -> bytes:
    """Return the files as ``.tar.gz``; the same files are the same bytes, whenever it is made."""
    packed = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=packed, mode="wb", mtime=0, filename="") as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.USTAR_FORMAT) as archive,
    ):
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return packed.getvalue()


# The skills of the author, as they are.


def own_skills(app: Sphinx) -> Iterator[Skill]:
    """Yield the skills that are beside ``docs.json``; one that agents cannot read is reported."""
    root = Path(app.srcdir)
    found: dict[str, dict[str, bytes]] = {}
    for name in files_for_agents(app):
        folder = "/".join(name.split("/")[:2]) if name.startswith(f"{SKILLS}/") else ""
        if folder or name in (GENERATED, SKILL):
            inside = name.removeprefix(f"{folder}/") if folder else SKILL
            found.setdefault(folder, {})[inside] = (root / name).read_bytes()
    names: set[str] = set()
    for folder, files in found.items():
        place = (str(root / (f"{folder}/{SKILL}" if folder else GENERATED)), 1)
        try:
            skill = described_skill(files.pop(SKILL), files)
        except ValueError as missing:
            text = f"the skill has no {missing}; agents need one in its front matter"
            warn(Warn.FRONT_MATTER, text, location=place)
            continue
        if skill.name in names:
            text = f"another skill is also called {skill.name!r}; this one is not in the index"
            warn(Warn.FRONT_MATTER, text, location=place)
            continue
        names.add(skill.name)
        yield skill


# A skill that is made of the site: when to use it, where to look, the pages most needed.


def generated_skill(app: Sphinx) -> str:
    """Return the text of ``skill.md``, or nothing where it could lead nowhere.

    A skill is read far from the site, so it needs the address of the site and its twins.
    """
    build, base = the_build(app.config), base_url(app.config)
    site = build.full_site
    name = skill_name(site.name)
    if not (base and name and has_twins(app)) or is_authors(app, GENERATED):
        return ""
    about = summary(app, site)
    use = f"Use it when you write code, commands or settings for {site.name}, or answer questions."
    description = " ".join(f"{about} {use}".split())[:LONGEST_DESCRIPTION]
    pages = [index_entry(app, docname) for docname in most_needed(app, base)]
    indexes = [IndexEntry(title=n, url=base + n, notes=text) for n, text in _indexes(app)]
    described = openapi_entries(app, lambda path: base + path)
    first = next((entry.url for entry in pages), base + twin_path(app.config.root_doc))
    commands = "\n".join(f"curl -fsSL {url}" for url in (indexes[0].url, first))
    parts = [
        f"---\nname: {name}\ndescription: {json.dumps(description, ensure_ascii=False)}\n---",
        f"# {plain(site.name)}",
        plain(about),
        f"## When to use it\n\n{plain(use)} {_READ_FIRST}",
        f"## Where to look\n\n{_listed(indexes)}",
        "The index leads to each page as Markdown, which says what the page says.",
        f"## Key pages\n\n{_listed(pages)}" if pages else "",
        f"## API descriptions\n\n{_listed(described)}" if described else "",
        f"## Commands\n\nRead the index, then a page:\n\n```sh\n{commands}\n```",
    ]
    return joined(parts) + "\n"


def _indexes(app: Sphinx) -> Iterator[tuple[str, str]]:
    if app.config.docsjson_llms_txt:
        yield "llms.txt", "the index of all pages"
        if app.config.docsjson_llms_full:
            yield "llms-full.txt", "all pages in one file"
    if not app.config.docsjson_llms_txt:
        yield twin_path(app.config.root_doc), "the first page"


def _listed(entries: Iterable[IndexEntry]) -> str:
    return "\n".join(map(entry_line, entries))


def most_needed(app: Sphinx, base: str) -> list[str]:
    """Return the announced pages that most other pages lead to, the first page before them."""
    build, env = the_build(app.config), app.env
    outline = outline_of(build.nav, build.full_site, env.metadata, env.toctree_includes)
    pages = {base + twin_path(docname): docname for docname in outline.pages}
    count: Counter[str] = Counter()
    for docname in pages.values():
        twin = app.outdir / twin_name(docname)
        text = twin.read_text(encoding="utf-8") if twin.is_file() else ""
        led_to = {pages.get(target, docname) for target in _LINK_TARGET.findall(text)}
        count.update(led_to - {docname})
    first = app.config.root_doc
    order = sorted(pages.values(), key=lambda name: (name != first, -count[name]))
    return order[:MOST_NEEDED]


# The catalogue of APIs.


def catalog_text(app: Sphinx, described: Iterable[DescribedApi], base: str) -> str:
    """Return the set of links: the APIs of the catalogue, and of each what describes it."""
    contexts = [_links_of(app, api, api.download.path, base) for api in described if api.download]
    items = [{"href": context["anchor"]} for context in contexts]
    found = {"linkset": [{"anchor": base + CATALOG, "item": items}, *contexts]}
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def _links_of(app: Sphinx, api: DescribedApi, path: str, base: str) -> dict[str, Any]:
    """Return the links of one API (RFC 8631): its description for machines, and for people.

    :param path: that of the description, or its URL.
    """
    url = path if is_external(path) else base + quote(path)
    form = "application/json" if url.endswith(".json") else "application/yaml"
    docname = api.tags.get("") or next(iter(api.operations.values()), app.config.root_doc)
    pages = [{"href": base + app.builder.get_target_uri(docname), "type": "text/html"}]
    if has_twins(app):
        pages.append({"href": base + twin_path(docname), "type": "text/markdown"})
    server = next((each.default_url for each in api.spec.servers), "")
    endpoint = server if is_external(server) else pages[0]["href"]
    return {
        "anchor": endpoint,
        "service-doc": pages,
        "service-desc": [{"href": url, "type": form}],
    }
