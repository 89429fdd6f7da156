"""The reference of an SDK stands where docs.json places it: pages, objects, links, and faults."""

from __future__ import annotations

import json
import sys
import zlib
from types import SimpleNamespace

import pytest
from docutils.utils import new_document

from sphinx_docsjson.openapi.content.texts import PageTexts
from sphinx_docsjson.openapi.content.typedoc import SymbolPages, read_typedoc
from sphinx_docsjson.openapi.pages.sdk import inventory_of
from sphinx_docsjson.openapi.reading.parse import UnreadableFile
from tests._support.building import build_site, write_files
from tests._support.inputs import input_text

TYPEDOC = input_text(__file__, "typedoc.json")
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
    "missing": {"format": "typedoc", "source": "gone.json"},
    "old": {"format": "typedoc", "source": "old.json"},
    "other": {"source": "docs.json"},
    "module": {"source": "python:no_such_package_anywhere"},
    "no name": {"source": "python:not a name"},
    "inventory": {"source": "broken.inv", "url": "https://other.example.org"},
    "address": {"source": "objects.inv"},
    "remote": {"source": "https://example.org/typedoc.json"},
}


@pytest.fixture(scope="module")
def sdk(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sdk")
    write_files(folder / "code" / "acme_tools", PACKAGE)
    broken = [
        {"group": name, "pages": [f"bad/{number}"], "sdk": value}
        for number, (name, value) in enumerate(FAULTS.items())
    ]
    second = {"source": "typedoc.json", "directory": "sdk/beta"}
    typed = {"format": "typedoc", "source": "typedoc.json", "directory": "sdk/ts"}
    tabs = [
        {"tab": "Start", "pages": ["index"]},
        {"tab": "TS", "sdk": typed, "groups": [{"group": "Begin", "pages": ["begin"]}]},
        {"tab": "Beta", "groups": [{"group": "All", "sdk": second}]},
        {"tab": "Py", "sdk": {"source": "python:acme_tools"}},
        {"tab": "Other", "sdk": {"source": "objects.inv", "url": "https://o.example.org/d"}},
        {"tab": "Bad", "groups": broken},
    ]
    pages = ["index", "begin", *(f"bad/{number}" for number in range(len(FAULTS)))]
    links = "{js:func}`Client.find` {py:func}`acme_tools.client.get`"
    files = {
        "docs.json": json.dumps({"name": "S", "navigation": {"tabs": tabs}}),
        "typedoc.json": TYPEDOC,
        "old.json": json.dumps({"kind": 1, "schemaVersion": "9.9", "children": []}),
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


def test_symbols_of_typescript_are_pages_in_the_groups_of_typedoc_below_the_authors_own(sdk):
    begin, first, *groups = tab(sdk, 1)
    assert (begin, first) == ({"Begin": ["begin"]}, {"": ["sdk/ts/overview"]})
    assert [title for group in groups for title in group] == [
        *("Namespaces", "Enumerations", "Classes", "Interfaces"),
        *("Type Aliases", "Variables", "Functions"),
    ]
    assert groups[2] == {"Classes": ["sdk/ts/client", "sdk/ts/client-error"]}
    (inner,) = groups[0]["Namespaces"]
    assert inner["inner"][0] == "sdk/ts/inner/overview"


def test_a_class_shows_its_signatures_with_links_its_members_and_what_is_said_of_them(sdk):
    page = sdk.article("sdk/ts/client")
    assert said(page.select_one(".dj-lead")) == "The client. See User and getUser ."
    signatures = [node.get_text() for node in page.select("dt.sig")]
    assert "class Client<T extends User = User> implements Disposable" in signatures[0]
    assert any(
        "new Client<T extends User = User>(key: string, options?: Options<T>)" in each
        for each in signatures
    )
    find = page.find(id="Client.find")
    assert "find(lookup: Lookup) → Promise<T | undefined>" in find.get_text()
    assert find.select_one("a.reference")["href"] == "lookup.html#Lookup"
    assert "Deprecated: Use Client.find ." in said(page)
    overloads = [each.strip("\n#¶ ") for each in signatures if "on(event" in each]
    assert overloads == ['on(event: "open") → void', 'on(event: "close", code: number) → this']
    assert not any("secret" in each or "isError" in each for each in signatures)
    twin = sdk.text("sdk/ts/client.md")
    assert "- **lookup** ([Lookup](lookup.md#Lookup)) – what to look for" in twin


def test_types_are_written_as_typescript_writes_them(sdk):
    def signature(page):
        return sdk.article(f"sdk/ts/{page}").select_one("dt.sig").get_text()

    assert "type Lookup = string | { email: string; strict?: boolean }" in signature("lookup")
    assert "type Cond<T> = T extends (infer U)[] ? U : never" in signature("inner/cond")
    assert "type M = { readonly [K in keyof User]?: User[K] }" in signature("inner/m")
    assert "type Tpl = `a-${string}`" in signature("inner/tpl")
    assert "getUser<K extends keyof User>(id: string, keys: K[] = [])" in signature("get-user")
    assert "Pick<User, K> & { at: Date }" in signature("get-user")


def test_objects_of_an_sdk_are_in_the_inventory_and_the_first_of_two_has_the_name(sdk):
    objects = sdk.app.env.domains.javascript_domain.objects
    assert objects["Client.find"] == ("sdk/ts/client", "Client.find", "method")
    assert objects["Role.Writer"][0] == "sdk/ts/role"
    assert not [name for name, (page, *_) in objects.items() if page.startswith("sdk/beta")]
    beta = sdk.article("sdk/beta/client").find(id="Client.find").select_one("a.reference")
    assert beta["href"] == "lookup.html"
    assert "acme_tools.client.get" in sdk.app.env.domains.python_domain.objects
    links = [a["href"] for a in sdk.article("begin").select("a.reference")]
    assert links == [
        "sdk/ts/client.html#Client.find",
        "sdk-reference/client.html#acme_tools.client.get",
    ]


def test_modules_of_python_are_pages_and_packages_groups(sdk):
    assert tab(sdk, 3) == [
        {"": ["sdk-reference/acme-tools", "sdk-reference/client"]},
        {"deep": ["sdk-reference/deep", "sdk-reference/deep/leaf"]},
    ]
    page = sdk.article("sdk-reference/client")
    assert "get(path: str) → bytes" in page.select_one("dt.sig").get_text()
    assert said(page.select_one(".dj-lead")) == "The client."


def test_an_inventory_gives_links_to_the_site_that_it_is_of(sdk):
    assert tab(sdk, 4) == [
        {"Modules": ["https://o.example.org/d/api/http.html#module-acme.http"]},
        {"Functions": ["https://o.example.org/d/api/eq.html#operator ==()"]},
    ]


def test_each_fault_is_said_with_its_place_and_what_to_do_and_costs_its_own_pages(sdk):
    lines = sdk.warning_lines
    wanted = {
        "'java/' is not read as javadoc; TypeDoc's JSON": "config",
        "there is no file 'gone.json'": "config",
        "'old.json': the file has schemaVersion '9.9', and 2.0 is read; write it with": "sdk",
        "'docs.json': this is no JSON of TypeDoc; write it with `typedoc --json FILE`": "sdk",
        "'no_such_package_anywhere': Python does not import it (ModuleNotFoundError": "sdk",
        "'not a name' is no name of a package": "config",
        "'broken.inv': the objects.inv is damaged": "sdk",
        '"url" is missing: the address of the site whose objects.inv this is': "config",
        "save the file in the source folder, or add 'https://example.org' to docsjson_": "sdk",
        "'acme_tools.broken': Python does not import it (ModuleNotFoundError": "sdk",
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


def test_lines_of_an_inventory_are_read_whatever_their_names_hold():
    entries = [
        (each.name, each.kind, each.path) for each in inventory_of(HEAD + zlib.compress(LISTED))
    ]
    assert entries[1] == ("operator ==()", "cpp:function", "api/eq.html#operator ==()")
    assert len(entries) == 4
    with pytest.raises(UnreadableFile, match=r"no objects\.inv of version 2"):
        list(inventory_of(b"# Sphinx inventory version 1\n"))


WRONG = (None, [], {}, "x", -1, True, [[1]], {"type": "array"}, [{"kind": 8}])


def spoiled(value, counter, every):
    """Return *value* with each *every*-th part of it replaced by something of another type."""
    counter[0] += 1
    if counter[0] % every == 0 and counter[0] > 1:
        return WRONG[counter[0] // every % len(WRONG)]
    if isinstance(value, dict):
        return {key: spoiled(part, counter, every) for key, part in value.items()}
    if isinstance(value, list):
        return [spoiled(part, counter, every) for part in value]
    return value


def contents(package):
    domain = SimpleNamespace(objects={})
    env = SimpleNamespace(docname="x", domains=SimpleNamespace(javascript_domain=domain))
    document = new_document("x")
    pages = SymbolPages(
        package=package, env=env, document=document, texts=PageTexts(known={}), source="x.json"
    )
    return [pages.content(symbol) for symbol in package.walk()]


@pytest.mark.parametrize("every", [3, 5, 7, 11, 23, 61, 173, 509, 997])
def test_a_file_that_is_nearly_of_typedoc_costs_what_is_wrong_and_never_the_build(every):
    data = {**spoiled(json.loads(TYPEDOC), [0], every), "kind": 1, "schemaVersion": "2.0"}
    assert contents(read_typedoc(json.dumps(data)))


def test_a_type_that_is_endlessly_deep_ends():
    told = {"type": "intrinsic", "name": "string"}
    for _level in range(150):
        told = {"type": "array", "elementType": told}
    alias = {"id": 1, "name": "A", "kind": 2_097_152, "type": told}
    project = {"kind": 1, "schemaVersion": "2.0", "name": "p", "children": [alias]}
    [_overview, [described]] = contents(read_typedoc(json.dumps(project)))
    assert "…[]" in described.astext()
