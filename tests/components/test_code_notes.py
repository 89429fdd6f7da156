"""What is said of a line of code: where notes stand, and the types that a file says."""

import json

import pytest

from sphinx_docsjson.components.code_notes import note_places, read_types, with_types

CODE = "const a = hello(1)"
HOVER = {"type": "hover", "line": 0, "character": 6, "length": 1, "text": "const a: string"}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("x = 1  # (2)", [(1, 2, "x = 1")]),
        ("x(1) // (12)", [(1, 12, "x(1)")]),
        ("<a> <!-- (1) -->", [(1, 1, "<a>")]),
        ("{/* (3) */}", [(1, 3, "")]),
        ("call(1)", []),
        ("x  # see (1) and (2)", []),
        ("x  # (one)", []),
    ],
)
def test_the_place_of_a_note_is_a_number_alone_in_a_comment(line, found):
    assert list(note_places(line)) == found


def test_a_type_stands_on_its_name_and_never_across_elements():
    names = [(6, 7, "const a: string"), (9, 13, "across")]
    html = 'const <b>a</b> = <i>he</i>llo(<b>"</b>)'

    assert with_types(html, names).count("dj-type") == 1
    assert ">a</span></b>" in with_types(html, names)


def test_a_file_of_other_code_is_refused_and_so_is_one_without_places():
    assert read_types({"code": CODE, "nodes": [HOVER]}, CODE) == {1: [(6, 7, "const a: string")]}
    with pytest.raises(ValueError, match="has changed"):
        read_types({"code": "other", "nodes": []}, CODE)
    with pytest.raises(ValueError, match="no line"):
        read_types({"nodes": [{"type": "hover"}]}, CODE)


def test_names_have_the_types_of_a_file_and_a_wrong_file_costs_only_them(site):
    built = site(
        {
            "index.md": f'# A\n\n```ts twoslash="a.json"\n{CODE}\n```\n\n'
            f'```ts twoslash="b.json"\n{CODE}\n```\n',
            "a.json": json.dumps({"code": CODE, "nodes": [HOVER]}),
        }
    )

    assert [each["data-type"] for each in built.soup("index").select("pre .dj-type")] == [
        "const a: string"
    ]
    assert len(built.soup("index").select("pre")) == 2
    assert [line for line in built.warning_lines if "b.json" in line and "no such file" in line]
