"""A page in other versions and languages: which one search engines list, and the way there."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.navigation.nav import Choice, current_version
from sphinx_docsjson.navigation.tree import PagesByPath
from sphinx_docsjson.site.model import Kind
from tests._support.building import build_site

BASE = "https://docs.acme.example/"


def versions_in(language):
    def pages(number, *names):
        return [f"{language}/{number}/{name}" for name in names]

    return [
        {"version": "1.0", "pages": pages(1, "use", "gone")},
        {"version": "2.0", "default": True, "pages": pages(2, "start", "use")},
    ]


@pytest.fixture(scope="module")
def editions(tmp_path_factory):
    languages = [{"language": code, "versions": versions_in(code)} for code in ("de", "en", "jp")]
    languages[1]["default"] = True
    languages[2]["versions"][1]["pages"].pop()  # Japanese lacks "use" of 2.0
    config = {"name": "Acme", "navigation": {"languages": languages}}
    files = {"docs.json": json.dumps(config)}
    listed = [page for one in languages for each in one["versions"] for page in each["pages"]]
    files |= {f"{page}.md": f"# {page}\n" for page in listed}
    conf = {"html_baseurl": BASE}
    return build_site(tmp_path_factory.mktemp("editions") / "site", files, conf=conf)


def links(built, page, relation, attribute="href"):
    found = built.soup(page).select(f"link[rel={relation}]")
    return {link.get("hreflang"): link[attribute] for link in found if not link.get("type")}


def test_a_page_names_itself_in_every_language_and_as_the_default_that_of_the_first(editions):
    assert editions.warning_lines == []
    same = {code: f"{BASE}{folder}/2/start.html" for code, folder in LANGUAGES.items()}
    wanted = {**same, "x-default": same["en"]}
    assert [links(editions, f"{code}/2/start", "alternate") for code in ("de", "jp")] == [
        wanted
    ] * 2
    assert links(editions, "en/2/use", "alternate").keys() == {"de", "en", "x-default"}


LANGUAGES = {"de": "de", "en": "en", "ja": "jp"}


def test_a_page_of_an_older_version_names_the_same_page_of_the_current_one_as_canonical(editions):
    assert links(editions, "de/1/use", "canonical") == {None: f"{BASE}de/2/use.html"}
    assert links(editions, "de/1/use", "alternate") == {}
    assert links(editions, "de/2/use", "canonical") == {None: f"{BASE}de/2/use.html"}
    assert links(editions, "de/1/gone", "canonical") == {None: f"{BASE}de/1/gone.html"}


def test_it_says_so_in_the_page_and_in_its_twin_with_the_way_to_the_current_one(editions):
    note = editions.article("en/1/use").select_one(".dj-other-version")
    assert note.get_text() == (
        "This is version 1.0, not the current one. Read this page in version 2.0"
    )
    assert note.a["href"] == "../2/use.html"
    gone = editions.article("en/1/gone").select_one(".dj-other-version")
    assert gone.a.get_text() == "Go to version 2.0"
    assert gone.a["href"] == "../2/start.html"
    assert not editions.article("en/2/use").select(".dj-other-version")
    said = (
        "> This is version 1.0, not the current one. "
        f"[Read this page in version 2.0]({BASE}en/2/use.md)"
    )
    assert said in editions.text("en/1/use.md").splitlines()
    assert "current one" not in editions.text("en/2/use.md")


def choices(*names, active):
    return [Choice(kind=Kind.VERSION, label=name, active=name == active) for name in names]


@pytest.mark.parametrize(
    ("names", "active", "current"),
    [
        (["v3", "v2", "v1"], "v1", "v3"),
        (["v3", "v2", "v1"], "v3", None),
        (["v1", "v2", "v3"], "v1", None),
        (["1.9", "1.10"], "1.10", None),
        (["1.10", "1.9"], "1.9", "1.10"),
        (["next", "v2"], "v2", None),
        (["v2", "v1"], "", None),
    ],
)
def test_without_a_default_the_first_version_is_current_only_with_the_highest_number(
    names, active, current
):
    found = current_version(choices(*names, active=active))
    assert (found.label if found else None) == current


def test_generated_pages_beside_a_version_do_not_hide_which_page_is_the_same():
    old = PagesByPath.of(["en/v1/use", "en/v1/guide/more", "en/v1/gone"])
    new = PagesByPath.of(["en/v2/use", "en/v2/guide/more", "en/plants/gone", "en/api/use"])

    assert new.prefix == "en/"
    assert [new.same(page, old) for page in old.pages] == ["en/v2/use", "en/v2/guide/more", None]
    assert new.same("de/v2/use", None) == "en/v2/use"
    assert PagesByPath.of(["en/v2/use", "en/v3/use"]).same("en/v1/use", None) is None


def test_the_newest_version_and_the_first_language_may_have_no_folder_of_their_own():
    newest = PagesByPath.of(["guides/use", "guides/more", "reference/all"])
    older = PagesByPath.of(["v1/guides/use", "v1/guides/oauth2/more"])
    english = PagesByPath.of([*newest.pages, *older.pages])
    french = PagesByPath.of(["fr/guides/use", "fr/reference/all"])

    assert [newest.same(page, older) for page in older.pages] == ["guides/use", None]
    assert [older.same(page, newest) for page in newest.pages] == ["v1/guides/use", None, None]
    assert english.same("fr/guides/use", french) == "guides/use"
    assert french.same("guides/use", english) == "fr/guides/use"


def test_a_link_to_another_language_elsewhere_is_not_where_a_page_stands(tmp_path):
    navigation = {
        "global": {
            "languages": [{"language": "de", "href": "https://de.acme.example"}],
            "products": [{"product": "Orchard", "href": "https://orchard.example"}],
        },
        "languages": [
            {"language": "en", "pages": ["guides/use"]},
            {"language": "fr", "pages": ["fr/guides/use"]},
        ],
    }
    files = {f"{name}.md": f"# {name}\n" for name in ("guides/use", "fr/guides/use")}
    files["docs.json"] = json.dumps({"name": "Acme", "navigation": navigation})
    built = build_site(tmp_path / "site", files, conf={"html_baseurl": BASE})

    shown = [each.get_text(strip=True) for each in built.soup("fr/guides/use").select("summary")]
    assert "Français" in shown
    assert "Produit" in shown
    assert "Orchard" not in shown
    assert links(built, "fr/guides/use", "alternate")["x-default"] == f"{BASE}guides/use.html"
