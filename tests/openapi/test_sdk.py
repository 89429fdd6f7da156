"""The reference of an SDK stands where docs.json places it: pages, objects, links, and faults."""

from __future__ import annotations

import json
import sys
import zlib

import pytest

from tests._support.building import build_site, write_files

HEAD = b"# Sphinx inventory version 2\n# Project: x\n# Version: 1\n# zlib\n"
LISTED = (
    b"acme.http py:module 0 api/http.html#module-$ -\n"
    b"operator ==() cpp:function 1 api/eq.html#$ -\n"
    b"acme._inner py:function 1 x.html#$ -\n"
    b"start std:label -1 start.html Start\n"
)
PACKAGE = {
    "__init__.py": '"""Tools. Use them well."""\n',
    "client.py": '"""The client."""\n\n\ndef get(path: str) -> bytes:\n    """Get it."""\n',
    "broken.py": "import no_such_module_anywhere\n",
    "deep/__init__.py": '"""Deep."""\n',
    "deep/leaf.py": '"""A leaf."""\n',
    "_private.py": "raise RuntimeError('nobody asked')\n",
}
FAULTS = {
    "format": {"format": "javadoc", "source": "java/"},
    "typedoc": {"format": "typedoc", "source": "typedoc.json"},
    "missing": {"source": "gone.inv"},
    "other": {"source": "docs.json"},
    "module": {"source": "python:no_such_package_anywhere"},
    "no name": {"source": "python:not a name"},
    "inventory": {"source": "broken.inv", "url": "https://other.example.org"},
    "address": {"source": "objects.inv"},
    "remote": {"source": "https://example.org/objects.inv", "url": "https://example.org"},
}


@pytest.fixture(scope="module")
def sdk(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sdk")
    write_files(folder / "code" / "acme_tools", PACKAGE)
    broken = [
        {"group": name, "pages": [f"bad/{number}"], "sdk": value}
        for number, (name, value) in enumerate(FAULTS.items())
    ]
    tabs = [
        {"tab": "Start", "pages": ["index"]},
        {
            "tab": "Py",
            "sdk": {"format": "sphinx", "source": "python:acme_tools"},
            "groups": [{"group": "Begin", "pages": ["begin"]}],
        },
        {"tab": "Other", "sdk": {"source": "objects.inv", "url": "https://o.example.org/d"}},
        {"tab": "Bad", "groups": broken},
    ]
    pages = ["index", "begin", *(f"bad/{number}" for number in range(len(FAULTS)))]
    links = "{py:func}`acme_tools.client.get`"
    files = {
        "docs.json": json.dumps({"name": "S", "navigation": {"tabs": tabs}}),
        "objects.inv": HEAD + zlib.compress(LISTED),
        "broken.inv": HEAD + b"not packed",
        **{f"{name}.md": f"# {name}\n\n{links}\n" for name in pages},
    }
    sys.path.insert(0, str(folder / "code"))
    try:
        conf = {"extensions": ["sphinx_docsjson", "sphinx.ext.autodoc"], "nitpicky": True}
        yield build_site(folder / "site", files, conf=conf)
    finally:
        sys.path.remove(str(folder / "code"))
        for name in [name for name in sys.modules if name.startswith("acme_tools")]:
            del sys.modules[name]


def outline(node):
    if not hasattr(node, "children"):
        return getattr(node, "href", None) or node.path
    return {node.label: [outline(child) for child in node.children]}


def tab(sdk, number):
    from sphinx_docsjson.build import the_build

    (found,) = outline(the_build(sdk.app.config).full_site.navigation.children[number]).values()
    return found


def said(node):
    return " ".join(node.get_text(" ").split())


def test_modules_of_python_are_pages_and_packages_groups(sdk):
    assert tab(sdk, 1) == [
        {"Begin": ["begin"]},
        {"": ["sdk-reference/acme-tools", "sdk-reference/client"]},
        {"deep": ["sdk-reference/deep", "sdk-reference/deep/leaf"]},
    ]
    page = sdk.article("sdk-reference/client")
    assert "get(path: str) → bytes" in page.select_one("dt.sig").get_text()
    assert said(page.select_one(".dj-lead")) == "The client."
    links = [a["href"] for a in sdk.article("begin").select("a.reference")]
    assert links == ["sdk-reference/client.html#acme_tools.client.get"]


def test_an_inventory_gives_links_to_the_site_that_it_is_of(sdk):
    assert tab(sdk, 2) == [
        {"Modules": ["https://o.example.org/d/api/http.html#module-acme.http"]},
        {"Functions": ["https://o.example.org/d/api/eq.html#operator ==()"]},
    ]


def test_each_fault_is_said_with_its_place_and_what_to_do_and_costs_its_own_pages(sdk):
    lines = sdk.warning_lines
    wanted = {
        "'java/' is not read as javadoc; \"python:\" with a package": "config",
        "'typedoc.json' is not read as typedoc;": "config",
        "there is no file 'gone.inv'": "config",
        "'docs.json' is not read;": "config",
        "'no_such_package_anywhere': Python cannot import it (ModuleNotFoundError": "sdk",
        "'not a name' is not the name of a package": "config",
        "'broken.inv': it is not an objects.inv (": "sdk",
        '"url" is missing: the address of the site whose objects.inv this is': "config",
        "'https://example.org/objects.inv': a build does not read URLs; save the file": "sdk",
        "'acme_tools.broken': Python cannot import it (ModuleNotFoundError": "sdk",
    }
    found = {
        part: [each for each in lines if part in each and each.endswith(f"[docsjson.{kind}]")]
        for part, kind in wanted.items()
    }
    assert {part: len(each) for part, each in found.items()} == dict.fromkeys(wanted, 1)
    assert len(lines) == len(wanted)
    assert all(each.startswith("docs.json:1:") for (each,) in found.values())
    assert all(f"bad/{number}" in sdk.app.env.found_docs for number in range(len(FAULTS)))


def test_code_is_imported_only_where_conf_py_loads_autodoc(tmp_path):
    groups = [{"group": "A", "pages": ["index"], "sdk": {"source": "python:this"}}]
    config = {"name": "S", "navigation": {"groups": groups}}
    sys.modules.pop("this", None)
    built = build_site(tmp_path / "s", {"docs.json": json.dumps(config), "index.md": "# A\n"})
    [line] = built.warning_lines
    assert "conf.py does not load it; add 'sphinx.ext.autodoc' to extensions" in line
    assert "this" not in sys.modules
