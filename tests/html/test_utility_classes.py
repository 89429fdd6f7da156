"""A class of Tailwind says on our pages what it says there."""

from collections import Counter

import pytest

from sphinx_docsjson.ext.utility_classes.rules import rules_of, utility_rules
from tests.html.class_oracle import SAMPLE, equal_uses, words_in

COLORS = {"primary": "#16a34a"}


def css(name):
    return "\n".join(rule.css for rule in rules_of(name, COLORS))


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("flex", ".flex { display: flex; }"),
        ("mt-2.5", ".mt-2\\.5 { margin-top: 0.625rem; }"),
        ("-mt-px", ".-mt-px { margin-top: -1px; }"),
        ("w-1/2", ".w-1\\/2 { width: 50%; }"),
        ("text-[15px]", ".text-\\[15px\\] { font-size: 15px; }"),
        ("text-[#abc]/50", ".text-\\[\\#abc\\]\\/50 { color: rgb(170 187 204 / 0.5); }"),
        ("w-[calc(100%-2rem)]", ".w-\\[calc\\(100\\%-2rem\\)\\] { width: calc(100% - 2rem); }"),
        ("!mb-0", ".\\!mb-0 { margin-bottom: 0px !important; }"),
        ("bg-primary/10", ".bg-primary\\/10 { background-color: rgb(22 163 74 / 0.1); }"),
        ("sm:flex", "@media (min-width: 640px) { .sm\\:flex { display: flex; } }"),
        ("group-hover:underline",
         ".group:hover .group-hover\\:underline { text-decoration-line: underline; }"),
        ("[&_p]:mt-0", ".\\[\\&_p\\]\\:mt-0 p { margin-top: 0px; }"),
        ("space-y-4",
         (".space-y-4 > :not([hidden]) ~ :not([hidden]) { --tw-space-y-reverse: 0; margin-top: "
         "calc(1rem * calc(1 - var(--tw-space-y-reverse))); margin-bottom: "
         "calc(1rem * var(--tw-space-y-reverse)); }")),
    ],
)  # fmt: skip
def test_a_class_is_written_as_tailwind_writes_it(name, rule):
    assert css(name) == rule


def test_the_dark_mode_is_the_one_that_readers_choose_or_that_their_system_has():
    chosen, system = rules_of("dark:hidden", {})

    assert chosen.css == (
        '@media screen { html[data-mode="dark"] .dark\\:hidden { display: none; } }'
    )
    assert system.around == ("@media screen and (prefers-color-scheme: dark)",)


@pytest.mark.parametrize(
    "name",
    [
        "prose", "my-callout", "docutils", "text-l", "w-7xl", "bg-nothing-500", "hover:", ":flex",
        "w-[1px;color:red]", "w-[}*{color:red]", "bg-[url(https://example.org/x)]", "w-[1)]",
        "w-[/*]", "[&{}]:flex", "[color:red;x:y]", "w-[expression(x)]", "content-['</style>']",
        "[&_p)]:flex", "w-[", "w-]", "[", "-", "!", "a" * 300,
    ],
)  # fmt: skip
def test_what_is_no_utility_or_could_leave_its_rule_is_not_written(name):
    assert css(name) == ""


def test_a_later_width_and_a_state_win_over_the_class_alone():
    sheet = utility_rules({"hover:flex", "lg:flex", "flex", "sm:flex", "dark:flex", "p-4", "pt-2"})

    places = [sheet.index(f".{name} ") for name in ("p-4", "pt-2", "sm\\:flex", "lg\\:flex")]
    assert places == sorted(places)
    assert sheet.index(".hover\\:flex:hover") > sheet.index(".flex {")
    assert sheet.index(".dark\\:flex") > sheet.index(".lg\\:flex")


def test_one_class_of_a_border_is_enough_to_see_it():
    sheet = utility_rules({"border-b"})

    assert ":where(.border-b) { border-width: 0; border-style: solid;" in sheet


def test_what_turns_or_casts_shadows_begins_with_nothing():
    assert "--tw-rotate: 0;" in utility_rules({"scale-105"})
    assert "--tw-ring-shadow: 0 0 #0000" in utility_rules({"shadow-md"})
    assert "--tw" not in utility_rules({"flex"})


def test_animations_are_written_where_they_are_used():
    assert "@keyframes spin { to" in utility_rules({"animate-spin"})
    assert "@keyframes" not in utility_rules({"flex", "animate-none"})


def test_nothing_is_written_of_names_that_mean_nothing():
    assert utility_rules({"docutils", "container", "my-own"}) == ""


def test_classes_are_found_in_the_source_of_pages():
    text = "<div className=\"a b\" /> <i class='c'> <p className={`d ${x} e`}>"

    assert words_in(text) == Counter("abcde")


@pytest.mark.nightly
def test_classes_that_sites_use_mean_what_tailwind_says(tmp_path):
    table = equal_uses(dict.fromkeys(SAMPLE, 1), tmp_path)

    assert [row for row in table if not row.equal] == []
