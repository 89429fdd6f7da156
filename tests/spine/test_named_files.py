"""A file that docs.json, front matter or a component names is published, or said to be missing."""

import json
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from component_samples import Written, as_tag, sample

import sphinx_docsjson
from sphinx_docsjson.base.source_files import META_FILES
from sphinx_docsjson.components.domain import registry
from tests._support.pictures import picture

SCHEMA = json.loads((Path(sphinx_docsjson.__file__).parent / "site/schema.json").read_text())

OWN = "/images/own {}.png"
LINK = {"label": "L", "name": "L", "url": "https://example.org", "href": "https://example.org"}

FIELDS = {
    "logo": {"logo": {"light": OWN.format("a"), "dark": OWN.format("b")}},
    "favicon": {"favicon": OWN.format("c")},
    "backgroundImage": {"backgroundImage": OWN.format("d")},
    "background.image": {"background": {"image": {"light": OWN.format("d")}}},
    "topbarLinks": {"topbarLinks": [{"name": "L", "url": LINK["url"], "icon": OWN.format("e")}]},
    "navbar": {
        "navbar": {"links": [{"label": "L", "href": LINK["url"], "icon": OWN.format("e")}]}
    },
    "contextual": {
        "contextual": {
            "options": [
                {"title": "T", "description": "D", "href": LINK["url"], "icon": OWN.format("f")}
            ]
        }
    },
    "metatags": {"seo": {"metatags": {"og:image": OWN.format("g")}}},
}
KINDS = ("tab", "anchor", "dropdown", "version", "language", "product")

NAMES_A_FILE = {
    *("logo", "favicon", "backgroundImage", "background.image", "topbarLink.icon"),
    *("navbarLink.icon", "contextualOption.icon", "topAnchor.icon", "flatTab.icon"),
    *("flatAnchor.icon", "menuItem.icon", "group.icon", *(f"{k}Container.icon" for k in KINDS)),
    *("fonts.heading", "fonts.body", "font.headings", "font.heading", "font.body"),
}
"""The fields whose schema is an icon, an image or a font; a new one needs a case here."""


def fields_of_files(schema, where=()):
    """Yield the fields that are icons, images or fonts."""
    for name, inner in schema.items() if isinstance(schema, dict) else ():
        if isinstance(inner, dict):
            path = where if name in {"properties", "$defs", "then", "else"} else (*where, name)
            if meant(inner) in {"icon", "image", "font"} and id(inner) not in SHARED:
                yield ".".join(path)
            yield from fields_of_files(inner, path)


def meant(part):
    """Return the name of the definition that a part of the schema refers to in the end."""
    name = part.get("$ref", "").rpartition("/")[2]
    return (meant(SCHEMA["$defs"][name]) or name) if name else ""


SHARED = {id(part) for part in SCHEMA["$defs"].values() if "$ref" in part}
"""The definitions that several fields refer to, and that are no fields themselves."""


def dead(built):
    """Return the local files that pages name and that the output does not have."""
    found = []
    for page in Path(built.outdir).rglob("*.html"):
        html = page.read_text(encoding="utf-8")
        for address in re.findall(r'(?:src|content|href)="([^"]+\.png)"', html):
            path = unquote(urlsplit(address).path)
            folder = Path(built.outdir) if path.startswith("/") else page.parent
            file = folder / path.lstrip("/")
            if not urlsplit(address).scheme and not file.is_file():
                found.append((page.name, address))
    return found


def pictures(text):
    return {name: picture() for name in set(re.findall(r"images/own \w+\.png", text))}


def test_every_field_of_docs_json_that_names_a_file_has_a_case_here():
    assert {*fields_of_files(SCHEMA)} | {"logo"} == NAMES_A_FILE


@pytest.mark.parametrize("field", FIELDS)
def test_a_file_that_docs_json_names_is_published(site, field):
    config = {"name": "S", "navigation": {"pages": ["index"]}, **FIELDS[field]}
    text = json.dumps(config)
    built = site({"docs.json": text, "index.mdx": "Words.\n", **pictures(text)})

    assert built.warning_lines == []
    assert dead(built) == []
    assert {*pictures(text)} <= {
        path.relative_to(built.outdir).as_posix() for path in Path(built.outdir).rglob("*.png")
    }


@pytest.mark.parametrize("kind", [*KINDS, "group", "anchor"])
def test_an_icon_of_the_navigation_is_published(site, kind):
    label = "en" if kind == "language" else "L"
    entry = {kind: label, "icon": "/images/own x.png", "pages": ["index"]}
    config = {"name": "S", "navigation": {f"{kind}s": [entry]}}
    files = {"docs.json": json.dumps(config), "index.mdx": "Words.\n"}
    built = site({**files, "images/own x.png": picture()})
    missing = site(files)

    assert dead(built) == []
    assert (Path(built.outdir) / "images/own x.png").is_file()
    assert kind == "language" or any("own x.png" in line for line in missing.warning_lines)
    assert dead(missing) == []


def with_own_files(written, number):
    """Return a sample whose icons and pictures are files of the project."""
    inner = [with_own_files(p, number) if isinstance(p, Written) else p for p in written.content]
    own = {
        a.name: OWN.format(f"{number}{a.name}")
        for a in written.component.attributes
        if a.type in {"icon", "image"}
    }
    chosen = {k: v for k, v in written.attributes.items() if k != "iconType"}
    return replace(written, content=tuple(inner), attributes={**chosen, **own})


def test_a_file_that_an_attribute_names_is_published_or_said_to_be_missing(site):
    samples = [with_own_files(sample(c, registry), n) for n, c in enumerate(registry)]
    page = "# Page\n\n" + "\n\n".join(map(as_tag, samples)) + "\n"
    named = pictures(page)
    files = {"docs.json": '{"name": "S", "navigation": {"pages": ["a/b"]}}', "a/b.mdx": page}
    sampled = {"images/sample.png": picture()}

    built = site({**files, **named, **sampled})
    missing = site({**files, **sampled})

    assert dead(built) == dead(missing) == []
    untold = [n for n in named if not any(n in line for line in missing.warning_lines)]
    assert untold == []


def test_the_icon_of_a_page_is_published(site):
    page = '---\ntitle: A\nicon: "/images/own x.png"\n---\nWords.\n'
    config = '{"name": "S", "navigation": {"pages": ["index"]}}'
    built = site({"docs.json": config, "index.mdx": page, "images/own x.png": picture()})

    assert 'src="images/own%20x.png"' in built.text("index.html")
    assert (Path(built.outdir) / "images/own x.png").is_file()


def test_files_of_meta_tags_are_published_with_their_whole_address(site):
    tags = sorted(tag for tag in META_FILES if not tag.startswith("msapplication"))
    own = "\n".join(f'"{tag}": "../images/own x.png"' for tag in tags)
    page = f"---\ntitle: A\n{own}\n---\nWords.\n"
    lost = '---\ntitle: A\n"og:image": "../images/lost.png"\n---\nWords.\n'
    config = {"name": "S", "navigation": {"pages": ["a/b", "a/c"]}}
    config["seo"] = {"metatags": {"canonical": "https://docs.example/"}}
    files = {"docs.json": json.dumps(config), "a/b.mdx": page, "a/c.mdx": lost}
    built = site({**files, "images/own x.png": picture()})

    html = built.text("a/b.html")
    whole = [t for t in tags if f'"{t}" content="https://docs.example/images/own%20x.png"' in html]
    assert whole == tags
    assert (Path(built.outdir) / "images/own x.png").is_file()
    assert '"og:image"' not in built.text("a/c.html")
    assert len(built.warning_lines) == 1
    assert "a/c.mdx:3: WARNING: og:image: the file" in built.warning_lines[0]


def test_what_is_copied_is_the_path_that_the_page_names(site, tmp_path):
    """Spaces around a path, and links of the file system, lead to the file in the output, too."""
    navigation = {"groups": [{"group": "G", "icon": " /images/own x.png ", "pages": ["index"]}]}
    page = '---\ntitle: A\n"og:image": "/images/linked.png"\n---\nWords.\n'
    config = {"name": "S", "navigation": navigation}
    source = tmp_path / "linked"
    (source / "images").mkdir(parents=True)
    (source / "images/linked.png").symlink_to("real.png")
    files = {"docs.json": json.dumps(config), "index.mdx": page}
    pictures_of = {"images/own x.png": picture(), "images/real.png": picture()}
    built = site({**files, **pictures_of}, srcdir=source)

    assert built.warning_lines == []
    assert dead(built) == []
    assert 'content="images/linked.png"' in built.text("index.html")
    assert (Path(built.outdir) / "images/linked.png").is_file()
