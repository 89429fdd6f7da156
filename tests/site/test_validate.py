"""A mistake costs one field and one located message that helps."""


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


def test_known_fields_without_an_effect_are_accepted_silently(load):
    result = load(
        {
            "$schema": "https://mintlify.com/schema.json",
            "analytics": {"ga4": {"measurementId": "G-1"}, "koala": {"publicApiKey": "x1"}},
            "integrations": {"intercom": "abc12345"},
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
