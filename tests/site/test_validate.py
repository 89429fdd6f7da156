"""A mistake costs one field and one located message that helps."""

import pytest


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", "1:1", "the file is empty"),
        ("[]", "1:1", "must hold an object, not a list"),
        ('{"navigation": []}', "1:1", "'name' is missing"),
        ('{"name": "x", "navigaton": []}', "1:1", "'navigation' is missing"),
        ('{"name": 3, "navigation": []}', "1:10", "name: 3 makes no site: it must be a string"),
        ('{"name": "x", "navigation": "y"}', "1:29", 'navigation: "y" makes no site'),
        ("{" * 100, "1:2", "a key in double quotes is expected"),
    ],
)
def test_only_a_file_that_is_no_site_is_fatal_and_says_so_once(load, text, place, words):
    loaded = load(text).loaded
    fatal = [p for p in loaded.problems if p.fatal]

    assert loaded.site is None
    assert len(fatal) == 1
    assert words in fatal[0].message
    assert str(fatal[0].location) == f"docs.json:{place}"


def test_a_misspelt_navigation_is_suggested(load):
    [problem] = [p for p in load('{"name": "x", "navigaton": []}').loaded.problems if p.fatal]

    assert "Is 'navigaton' meant to be it?" in problem.message


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (
            {"colours": {}},
            "colours: 'colours' is no field here and is ignored. Did you mean 'colors'?",
        ),
        (
            {"openAPIs": "x.json"},
            "openAPIs: 'openAPIs' is no field here and is ignored. Did you mean 'openapi'?",
        ),
        (
            {"navbar": {"links": [{"name": "Blog", "href": "/blog"}]}},
            "navbar.links[0].name: 'name' is no field here and is ignored. Did you mean 'label'?",
        ),
        (
            {"modeToggle": {"default": "drak"}},
            (
                'modeToggle.default: "drak" is ignored; it must be one of light, dark.'
                " Did you mean 'dark'?"
            ),
        ),
        (
            {"feedback": {"suggestEdit": "true"}},
            (
                'feedback.suggestEdit: "true" is ignored; it must be true or false, not a string.'
                " Write true without quotes."
            ),
        ),
        (
            {"colors": {"primary": "#16a34a", "light": "green"}},
            (
                'colors.light: "green" is ignored; a colour is written as "#" and three or six'
                ' hexadecimal digits, such as "#16a34a"'
            ),
        ),
        (
            {"colors": {"primary": "#16a34a80"}},
            (
                'colors.primary: "#16a34a80" is ignored; a colour has three or six digits after'
                ' "#". Did you mean "#16a34a"?'
            ),
        ),
        (
            {"navigation": [{"group": "A", "pages": ["a", 3]}]},
            (
                "navigation[0].pages[1]: 3 is ignored; it must be a string or an object, not a"
                ' number. Write "3".'
            ),
        ),
        (
            {"topbarLinks": [{"name": "Blog"}]},
            "topbarLinks[0]: 'url' is missing; add it.",
        ),
        (
            {"footerSocials": {"gitub": "https://github.com/x"}},
            "footerSocials.gitub: 'gitub' is no field here and is ignored. Did you mean 'github'?",
        ),
        (
            {"metadata": {"og:image": ["x"]}},
            (
                'metadata["og:image"]: the value is ignored; it must be a string or a number or'
                " true or false, not a list."
            ),
        ),
    ],
)
def test_a_mistake_is_named_with_its_path_and_the_nearest_right_spelling(load, config, message):
    result = load(config)

    assert message in [p.message for p in result.loaded.problems]
    assert not any(p.fatal for p in result.loaded.problems)


def test_a_misspelt_field_that_is_needed_is_reported_once(load):
    result = load({"tabs": [{"label": "API", "url": "api"}], "navigation": ["api/a"]})

    assert [p.message for p in result.loaded.problems] == [
        "tabs[0].label: 'label' is no field here and is ignored. Did you mean 'name'?"
    ]


def test_a_message_points_to_the_line_and_column_of_what_is_wrong(load):
    result = load('{\n  "name": "x",\n  "navigation": [],\n  "favicn": "a.png"\n}')

    assert [str(p.location) for p in result.loaded.problems] == ["docs.json:4:3"]


def test_a_wrong_value_falls_back_to_the_default_and_the_rest_is_kept(load):
    site = load(
        {
            "colors": {"primary": "blue", "dark": "#000"},
            "modeToggle": {"default": 1, "isHidden": True},
            "navigation": [{"group": "A", "pages": ["a", None, 7, "b"]}, 5],
        }
    )

    assert site.site.colors.primary == "#16a34a"
    assert site.site.colors.dark == "#000000"
    assert site.site.appearance.default is None
    assert site.site.appearance.toggle_hidden
    assert site.outline == [["group A", "a", "b"]]


def test_paths_in_later_messages_count_the_entries_that_were_taken_out(load):
    result = load({"navigation": [{"group": "A", "pages": [1, "https://x.org"]}]})

    assert "navigation[0].pages[1]: 'https://x.org' is ignored" in result.messages[1]


def test_known_fields_without_an_effect_are_accepted_silently(load):
    result = load(
        {
            "$schema": "https://mintlify.com/schema.json",
            "analytics": {"ga4": {"measurementId": "G-1"}, "koala": {"publicApiKey": "x"}},
            "integrations": {"intercom": "x"},
            "theme": "venus",
            "layout": "topnav",
            "rounded": "sharp",
            "sidebar": {"items": "undecorated"},
            "topbar": {"style": "default"},
            "search": {"prompt": "Find", "location": "top"},
            "feedback.thumbsRating": True,
            "hideFeedbackButtons": True,
            "isWhiteLabeled": True,
            "interaction": {"drilldown": True},
            "basePath": "/docs",
            "colors": {"primary": "#005fcc", "ultraLight": "#fff", "ultraDark": "#000"},
            "topbarCtaButton": {"name": "Go", "url": "/go", "arrow": True, "style": "pill"},
            "logo": None,
        }
    )

    assert result.messages == []


def test_a_dotted_key_is_the_field_inside_the_field(load):
    site = load({"feedback.suggestEdit": True, "feedback": {"raiseIssue": True}}).site

    assert site.feedback.suggest_edit
    assert site.feedback.raise_issue


def test_a_key_that_stands_twice_is_reported(load):
    result = load('{"name": "a",\n "name": "b", "navigation": []}')

    assert result.site.name == "b"
    assert "docs.json:2:2: the key 'name' stands twice" in result.messages[0]
