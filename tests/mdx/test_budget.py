"""A page that multiplies what it is made of costs one message; what was made stays."""

from __future__ import annotations

import pytest

from sphinx_docsjson.mdx import budget
from sphinx_docsjson.mdx.budget import PageBudget, size_of, spending
from sphinx_docsjson.mdx.javascript import evaluate
from sphinx_docsjson.mdx.tokens import NotConstant
from sphinx_docsjson.mdx.values import as_text
from tests._support.building import build_site
from tests._support.finite import steps

SITE = {"docs.json": '{"name": "X", "navigation": [{"group": "G", "pages": ["a"]}]}'}
TEN = range(1, 11)


def powers(first: str, each: str, join: str, around: str = "{}") -> str:
    """Return ten constants, each of which holds the last one ten times."""
    lines = [f"export const a0 = {first}"]
    for number in TEN:
        inside = join.join([each.format(f"a{number - 1}")] * 10)
        lines.append(f"export const a{number} = {around.format(inside)}")
    return "\n".join(lines)


def snippets(import_line: str, tag: str) -> dict[str, str]:
    """Return snippets of ten levels, each of which has ten of the next."""
    found = {"snippets/s10.mdx": "deep\n"}
    for number in range(10):
        head = import_line.format(number + 1)
        found[f"snippets/s{number}.mdx"] = f"{head}\n\n" + f"{tag.format(number + 1)}\n\n" * 10
    return found


IMPORT = "import S{0} from '/snippets/s{0}.mdx'"
TEXTS = powers('"x"', "${{{}}}", "", "`{}`")
PAGES = {
    "text in attributes": (TEXTS, "<Card title={a6}>c</Card>\n\n" * 50),
    "text": (TEXTS, "{a10}"),
    "lists": (powers('["x"]', "{}", ", ", "[{}]"), "{a10}"),
    "lists as text": (powers('["x"]', "{}", ", ", "[{}]"), "<Card title={a10}>c</Card>"),
    "elements": (powers("<b>x</b>", "{{{}}}", "", "<div>{}</div>"), "{a10}"),
    "deep lists": (
        "\n".join(
            ["export const a0 = [1]", *(f"export const a{n} = [a{n - 1}]" for n in range(1, 2000))]
        ),
        "{a1999} <Card title={a1999}>c</Card>",
    ),
    "functions": (
        "\n".join(
            [
                "export const F0 = () => <b>x</b>",
                *(f"export const F{n} = () => <div>{f'<F{n - 1} />' * 10}</div>" for n in TEN),
            ]
        ),
        "<F10 />",
    ),
    "code of props": (
        TEXTS + "\n\nexport const F = ({b}) => <div>\n```\n" + "{b}" * 10 + "\n```\n</div>",
        "<F b={a6} />\n\n" * 5,
    ),
    "snippets": (IMPORT.format(0), "<S0 />"),
    "snippets by name": ("", '<Snippet file="s0.mdx" />'),
}


@pytest.fixture
def _small(monkeypatch):
    """A tenth of the budget shows the same, sooner."""
    whole = PageBudget.__init__
    monkeypatch.setattr(PageBudget, "__init__", lambda self: whole(self, 10**6, 10**4, 10**5, 200))


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("what", PAGES)
def test_a_page_that_multiplies_says_so_once(tmp_path, what):
    head, body = PAGES[what]
    files = snippets(IMPORT, "<S{} />")
    if what == "snippets by name":
        files = snippets("", '<Snippet file="s{}.mdx" />')
    page = f"---\ntitle: A\n---\n\n{head}\n\nbefore\n\n{body}\n\nafter\n"
    built = build_site(tmp_path / "src", {**SITE, **files, "a.mdx": page})
    told = [line for line in built.warning_lines if "docsjson.budget" in line]
    assert len(told) == 1
    assert told[0].startswith(("a.mdx:", "snippets/s"))
    text = built.article("a").text
    assert "before" in text
    assert "after" in text
    assert len(built.text("a.html")) < 5_000_000


def test_a_page_without_multiplying_has_budget_to_spare(tmp_path):
    page = (
        "---\ntitle: A\n---\n\nexport const B = ({x}) => <b>{x}</b>\n\n" + '<B x="1" />\n\n' * 500
    )
    built = build_site(tmp_path / "src", {**SITE, "a.mdx": page})
    assert built.warning_lines == []
    assert built.article("a").text.count("1") == 500


@pytest.mark.usefixtures("_small")
def test_variables_are_paid_for(tmp_path):
    site = '{"name": "X", "navigation": ["a"], "variables": {"v": "%s"}}' % ("x" * 10_000)
    files = {"docs.json": site, "a.mdx": "---\ntitle: A\n---\n\n" + "{{v}} y\n\n" * 300}
    built = build_site(tmp_path / "src", files)
    assert len([line for line in built.warning_lines if "docsjson.budget" in line]) == 1
    assert len(built.text("a.html")) < 2_500_000


def test_the_size_of_a_value_is_counted_without_writing_it_out():
    value = ["word"]
    for _ in range(50):
        value = [value] * 10
    assert size_of(value)[0] == 4 * 10**50
    assert steps(size_of, value) < 10_000
    with spending(PageBudget()):
        assert as_text(value) == ""


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("9" * 5000, "Infinity"),
        ("-1.50", "-1.5"),
        ("0.00002", "0.00002"),
        ("1e999", "Infinity"),
    ],
)
def test_a_number_of_any_length_is_a_number(source, value):
    assert as_text(evaluate(source, {})) == value


@pytest.mark.parametrize("mark", ["!", "-", "(", "[", "{a:", "`${", "a?"])
def test_an_expression_of_any_depth_ends(mark):
    with pytest.raises(NotConstant):
        evaluate(mark * 5000, {"a": 1})


def test_every_part_of_the_budget_has_its_words():
    for spent in (*budget.PageBudget.__dataclass_fields__, "depth"):
        if spent not in {"spent", "told", "at_end"}:
            assert "the page is too large" in PageBudget(spent=spent).message()
