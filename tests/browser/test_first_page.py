"""A built page opens in a browser."""

import pytest

pytestmark = pytest.mark.browser


def test_a_page_opens_under_a_strict_policy_without_an_error(site, serve, visit):
    built = site({"index.md": "# Hello\n\nWorld.\n"})

    opened = visit(f"{serve(built.outdir)}/index.html")

    assert opened.page.locator("h1").inner_text().startswith("Hello")


def test_a_blocked_script_is_seen(tmp_path, serve, visit):
    page = "<!doctype html><title>x</title><h1>x</h1><script>document.title = 'ran'</script>"
    (tmp_path / "index.html").write_text(page)

    opened = visit(f"{serve(tmp_path)}/index.html")

    assert opened.page.title() == "x"
    assert any("Content Security Policy" in error for error in opened.errors)


def test_a_violation_of_access_rules_is_seen(tmp_path, serve, visit):
    page = "<!doctype html><html lang=en><title>x</title><main><h1>x</h1><img src=x></main>"
    (tmp_path / "index.html").write_text(page)

    opened = visit(f"{serve(tmp_path, policy='')}/index.html")

    assert [line.split()[0] for line in opened.accessibility_violations()] == ["image-alt"]
