"""A symbolic link shows what lies in the source folder, and nothing else of the machine."""

from __future__ import annotations

import json

import pytest

from tests._support.building import build_site

SECRET = "topsecretwords"
API = f"openapi: 3.1.0\ninfo: {{title: {SECRET}, version: '1'}}\npaths: {{}}\n"
FOUND = {
    "look.css": f".{SECRET} {{color: red}}",
    "more.js": f"console.log('{SECRET}')",
    "llms.txt": f"# {SECRET}\n",
    "robots.txt": f"# {SECRET}\n",
    "sitemap.xml": f"<urlset>{SECRET}</urlset>",
    "skill.md": f"---\nname: a\ndescription: {SECRET}\n---\n",
    "AGENTS.md": SECRET,
    "skills/one/SKILL.md": f"---\nname: one\ndescription: {SECRET}\n---\n",
    ".well-known/security.txt": SECRET,
}
"""Files that are found by their name."""

NAMED = {"logo.svg": f"<svg xmlns='http://www.w3.org/2000/svg'>{SECRET}</svg>", "api.yaml": API}
"""Files that docs.json names."""

CONFIG = {
    "name": "A",
    "logo": "/logo.svg",
    "navigation": [
        {"group": "G", "pages": ["index"]},
        {"group": "H", "openapi": "api.yaml"},
    ],
}


def linked(tmp_path, name: str, target):
    """Return a site in which the file *name* is a link to the file *target*."""
    source = tmp_path / "src"
    link = source / name
    link.parent.mkdir(parents=True, exist_ok=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text({**FOUND, **NAMED}[name])
    link.symlink_to(target)
    files = {"index.md": "# A\n", "docs.json": json.dumps(CONFIG)}
    return build_site(source, files, conf={"html_baseurl": "https://a.example/"})


def holds_secret(built) -> list[str]:
    return [
        path.relative_to(built.outdir).as_posix()
        for path in built.outdir.rglob("*")
        if path.is_file() and SECRET.encode() in path.read_bytes()
    ]


@pytest.mark.parametrize("name", [*FOUND, *NAMED])
def test_a_link_out_of_the_source_folder_is_left_out_and_told(tmp_path, name: str):
    built = linked(tmp_path, name, tmp_path / "outside" / "file")

    assert holds_secret(built) == []
    told = [line for line in built.warning_lines if name.rpartition("/")[2] in line]
    assert len([line for line in told if "docsjson." in line]) >= 1
    if name in FOUND:
        (line,) = told
        assert "outside the source folder" in line


@pytest.mark.parametrize("name", [*FOUND, *NAMED])
def test_a_link_within_the_source_folder_is_followed(tmp_path, name: str):
    built = linked(tmp_path, name, tmp_path / "src" / "_kept" / "file")

    assert holds_secret(built)
