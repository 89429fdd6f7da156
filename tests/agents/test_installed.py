"""The documentation of what is installed is found, in the version that is installed."""

from __future__ import annotations

import shutil

from sphinx_docsjson.ext.agents.package import MANIFEST, InstalledDocumentation
from sphinx_docsjson.ext.agents.server import make_server, tools_of
from tests.agents.asking import STATELESS, Refused, asked, write_documentation


def install(environment, name, version, text, *, described=None):
    """Put a package into an environment, as pip leaves it there."""
    folder = environment / "lib" / "python3.12" / "site-packages"
    for before in folder.glob(f"{name}-*.dist-info"):
        shutil.rmtree(before)
    module = name.replace("-", "_")
    pages = {"index": f"# {name}\n\n{text}\n"}
    write_documentation(folder / module / "_docs", name, described or version, pages)
    told = folder / f"{name}-{version}.dist-info"
    told.mkdir(parents=True)
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (told / "entry_points.txt").write_text(f"[docsjson.documentation]\n{name} = {module}._docs\n")


def ask(environment, *calls):
    tools = tools_of(environment, installed=True, environment=environment)
    return asked(make_server(tools), STATELESS, *calls)[1]


def test_two_packages_answer_each_in_its_version(tmp_path):
    install(tmp_path, "acme-brew", "1.0", "Brew with brew().")
    install(tmp_path, "acme-grind", "2.1", "Grind.", described="2.0")

    listed, brew, other, unclear = ask(
        tmp_path,
        ("list_pages", {}),
        ("read_page", {"page": "index", "package": "acme_brew"}),
        ("read_page", {"page": "index", "package": "acme-brw"}),
        ("read_page", {"page": "index"}),
    )

    assert listed == "- acme-brew 1.0\n- acme-grind 2.0 (acme-grind 2.1 is installed)\n"
    assert brew.startswith("acme-brew 1.0\n\n# acme-brew\n")
    assert "Brew with brew()." in brew
    assert other == Refused("No documentation of 'acme-brw' is installed; did you mean acme-brew?")
    assert unclear == Refused("Say which `package` you mean: acme-brew, acme-grind.")


def test_a_package_that_is_installed_anew_answers_anew(tmp_path):
    install(tmp_path, "acme-brew", "1.0", "Brew with brew().")
    installed = InstalledDocumentation(tmp_path)
    before = [each.version for each in installed.known().values()]

    install(tmp_path, "acme-brew", "2.0", "Brew with pour().")

    assert (before, [each.version for each in installed.known().values()]) == (["1.0"], ["2.0"])


def test_a_package_that_is_edited_in_place_is_found_where_its_files_are(tmp_path):
    source, environment = tmp_path / "src", tmp_path / "env"
    install(environment, "acme", "1.0", "Text.")
    site_packages = environment / "lib" / "python3.12" / "site-packages"
    shutil.move(site_packages / "acme", source / "acme")
    (site_packages / "acme.pth").write_text(f"{source}\nimport acme\n")

    assert "Text." in ask(environment, ("read_page", {"page": "index"}))[0]


def test_a_folder_without_a_manifest_is_no_documentation(tmp_path):
    install(tmp_path, "acme", "1.0", "Text.")
    for name in (MANIFEST, "llms.txt"):
        (tmp_path / "lib/python3.12/site-packages/acme/_docs" / name).unlink()

    assert InstalledDocumentation(tmp_path).known() == {}
