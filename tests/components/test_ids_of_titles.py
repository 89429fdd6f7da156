"""Components with a title have the id of the hosted platform, and the one they had before."""

import pytest

TITLED = {
    "Accordion": "<Accordion title='{}'>x</Accordion>",
    "Step": "<Steps><Step title='{}'>x</Step></Steps>",
    "Tab": "<Tabs><Tab title='{}'>x</Tab></Tabs>",
    "Update": "<Update label='{}'>x</Update>",
}


def ids_of(built):
    return [each["id"] for each in built.article("index").select("[id]")]


@pytest.mark.parametrize("text", list(TITLED.values()), ids=list(TITLED))
@pytest.mark.parametrize(
    ("title", "first", "before"),
    [
        ("3-Month Member Milestone", "3-month-member-milestone", "month-member-milestone"),
        ("安装 指南", "安装-指南", None),
        ("التثبيت", "التثبيت", None),
        ("Été", "été", "ete"),
        ("user_id", "user_id", "user-id"),
    ],
)
def test_a_title_gives_an_id_in_any_script(site, text, title, first, before):
    links = f"[a](#{first})" + (f" [b](#{before})" if before else "")
    built = site({"index.mdx": f"# P\n\n{text.format(title)}\n\n{links}\n"})
    found = ids_of(built)

    assert built.warning_lines == []
    assert found.count(first) == 1
    assert before is None or found.count(before) == 1
    assert before is None or found.index(first) < found.index(before)


def test_ids_from_before_are_numbered_as_they_were(site):
    accordions = "".join(f"<Accordion title='{n} Months'>x</Accordion>\n\n" for n in (3, 4))
    found = ids_of(site({"index.mdx": f"# P\n\n{accordions}"}))

    assert {"3-months", "4-months", "months", "months-2"} <= set(found)


def test_other_ids_leave_those_of_headings_alone(site):
    body = "<Accordion title='3 Months'>x</Accordion>\n\n## Months\n\nx\n"
    built = site({"index.mdx": f"# P\n\n{body}"})

    assert built.article("index").select_one("section#months h2") is not None


def test_an_id_of_the_author_stands_alone(site):
    built = site({"index.mdx": "# P\n\n<Accordion title='3 Months' id='own'>x</Accordion>\n"})

    assert "own" in ids_of(built)
    assert not {"3-months", "months"} & set(ids_of(built))


def test_the_summary_stays_the_first_in_an_accordion_with_several_ids(site):
    built = site({"index.mdx": "# P\n\n<Accordion title='3 Months'>x</Accordion>\n"})
    details = built.article("index").select_one("details[id='3-months']")

    assert details.find(True, recursive=False).name == "summary"


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("api.params", ["param-api.params", "param-api-params"]),
        ("user_id", ["param-user_id", "param-user-id"]),
        ("clientId", ["param-clientId"]),
    ],
)
def test_a_field_has_the_id_of_the_hosted_platform_too(site, name, ids):
    built = site(
        {"index.mdx": f"# P\n\n<ResponseField name='{name}' type='string'>x</ResponseField>\n"}
    )

    assert [each for each in ids_of(built) if each.startswith("param-")] == ids
