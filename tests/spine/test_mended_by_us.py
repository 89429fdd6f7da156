"""What we put right ourselves is said as info, and no warning."""

from __future__ import annotations


def test_a_colour_that_is_put_right_lets_a_build_pass_with_warnings_as_errors(site):
    built = site(
        {"index.md": "---\ntitle: Home\n---\n\nText.\n"},
        config={"colors": {"primary": "#ff8800"}},
    )

    assert built.warning_lines == []
