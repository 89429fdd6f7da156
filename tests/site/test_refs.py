"""A configuration split over several files reads as one."""

from sphinx_docsjson.site import loading as refs


def test_a_reference_is_replaced_by_the_file_and_the_keys_beside_it_win(load):
    result = load(
        {"navigation": {"$ref": "./nav/main.json"}, "colors": {"$ref": "c.json", "dark": "#111"}},
        {
            "nav/main.json": {"groups": [{"$ref": "group.json"}]},
            "nav/group.json": {"group": "A", "pages": {"$ref": "/pages.json"}},
            "pages.json": ["a", "b"],
            "c.json": {"primary": "#222222", "dark": "#333333"},
        },
    )

    assert result.outline == [["group A", "a", "b"]]
    assert (result.site.colors.primary, result.site.colors.dark) == ("#222222", "#111111")
    assert [file.name for file in result.loaded.files] == [
        "docs.json",
        "main.json",
        "group.json",
        "pages.json",
        "c.json",
    ]


def test_a_message_points_into_the_file_where_the_mistake_is(load):
    result = load(
        {"navigation": {"$ref": "nav.json"}}, {"nav.json": '{\n  "groupz": [],\n  "pages": ["a"]}'}
    )

    assert result.messages[0].startswith("nav.json:2:3: navigation.groupz: ")
    assert result.site.navigation.children[0].children[0].location.file == "nav.json"


def test_a_cycle_is_cut_and_reported(load):
    result = load(
        {"navigation": [], "redirects": {"$ref": "a.json"}},
        {"a.json": [{"$ref": "b.json"}], "b.json": {"$ref": "a.json"}},
    )

    assert "leads back to a file that refers to it" in result.messages[0]
    assert result.site.redirects == ()


def test_a_reference_cannot_leave_the_source_folder(load, tmp_path):
    outside = tmp_path.parent / f"{tmp_path.name}-secret.json"
    outside.write_text('{"primary": "#ff0000"}', encoding="utf-8")
    (tmp_path / "link.json").symlink_to(outside)
    result = load({"colors": {"$ref": f"../{outside.name}"}, "redirects": {"$ref": "link.json"}})

    assert sum("leaves the source folder" in message for message in result.messages) == 2
    assert result.site.colors.primary != "#ff0000"


def test_a_file_that_is_not_there_or_not_json_is_left_out(load):
    result = load(
        {"redirects": {"$ref": "no.json"}, "variables": {"$ref": "broken.json"}},
        {"broken.json": '{\n"a": }'},
    )

    assert any("names no file" in message for message in result.messages)
    assert any(message.startswith("broken.json:2:6: ") for message in result.messages)
    assert result.site.variables == {}


def test_references_that_multiply_are_stopped(load, monkeypatch):
    monkeypatch.setattr(refs, "MAX_VALUES", 500)
    files = {f"{n}.json": [{"$ref": f"{n + 1}.json"}] * 10 for n in range(12)}
    result = load(
        {"redirects": {"$ref": "0.json"}},
        {**files, "12.json": [{"source": "/a", "destination": "/b"}]},
    )

    assert any("too large" in message for message in result.messages)
