"""Fixtures for every room: build a small site from a dictionary of files."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import core, settings
from sphinx import locale
from sphinx.application import builtin_extensions

from tests._support.building import Built, build_site
from tests._support.inputs import REAL_INPUTS
from tests._support.page_cases import PageCases
from tests._support.seeds import VARIABLE, seed_of_the_day
from tests._support.shared_builds import built_once
from tests._support.texts import Case, compare

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

# A loaded machine is no failure: nothing in the tests depends on absolute time.
settings.register_profile("explore", deadline=None)
settings.register_profile("repeat", deadline=None, derandomize=True)
settings.load_profile("repeat" if seed_of_the_day() is None else "explore")

pytest_plugins = ("sphinx.testing.fixtures",)

# Words of a module of Sphinx follow the language of each build only when it is imported before
# any; otherwise tests after a German build would see German.
for extension in builtin_extensions:
    import_module(extension)

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"

TOUCHES_SPHINX = (
    "books/",
    "compat/",
    "components/test_builders.py",
    "html/test_pages.py",
    "html/test_sphinx_content.py",
    "navigation/",
    "openapi/test_directives.py",
    "openapi/test_objects.py",
    *(f"pages/test_{name}.py" for name in ("cases", "frontmatter", "generated_documents", "html")),
    *(f"pages/test_{name}.py" for name in ("ignored_files", "links", "myst_pages", "snippets")),
    *(f"pages/test_{name}.py" for name in ("suffixes", "tags")),
    "search/test_index.py",
    *(f"spine/test_{name}.py" for name in ("configuration", "first_build")),
    *(f"spine/test_{name}.py" for name in ("message_log", "no_site", "other_code", "said")),
    *(f"spine/test_{name}.py" for name in ("schedule", "waiting_doctrees")),
    *(f"translation/test_{name}.py" for name in ("api", "components", "languages_of_pages")),
    *(f"translation/test_{name}.py" for name in ("own_words", "pages", "plain", "site")),
)
"""The folders and modules whose tests ask Sphinx for something: builders, themes, domains,
environments, catalogues. What others know of Sphinx, they know through these; on its oldest
release they run at night."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regen",
        action="store_true",
        help="write what came out into the cases",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Let hypothesis draw with the seed of the day, unless its own option names another one."""
    if config.getoption("--hypothesis-seed", None) is None:
        core.global_force_seed = seed_of_the_day()


def pytest_report_header() -> str:
    """Say how to repeat this run."""
    day = seed_of_the_day()
    return "seed: none, every run tries the same" if day is None else f"seed: {VARIABLE}={day}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as ``quick`` what is not ``nightly``: a new test runs with every change.

    ``oldest`` is what touches Sphinx, and runs on the oldest release that we promise, too. What
    drives a browser is tried a second time where it fails, and the summary says so: two programs
    of others stand between the test and the page.
    """
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=1))
        if item.get_closest_marker("nightly") is None:
            item.add_marker(pytest.mark.quick)
        place = item.path.relative_to(TESTS).as_posix()
        if place.startswith(TOUCHES_SPHINX):
            item.add_marker(pytest.mark.oldest)


@pytest.fixture
def agrees(request: pytest.FixtureRequest) -> Callable[[Case, str], None]:
    """Return ``agrees(case, actual)``, which compares or, with ``--regen``, writes down."""
    return partial(compare, regenerate=request.config.getoption("--regen"))


@pytest.fixture(scope="session")
def page_cases(tmp_path_factory: pytest.TempPathFactory) -> PageCases:
    """What becomes of the pages of text cases."""
    return PageCases(tmp_path_factory.mktemp("cases"))


@pytest.fixture(autouse=True, scope="module")
def _english_in_each_module() -> Iterator[None]:
    """Forget what a fixture of a module has left, also where it failed."""
    yield
    locale.translators.clear()


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Forget the catalogues of a build; Sphinx keeps them for the rest of the process."""
    kept = dict(locale.translators)
    yield
    locale.translators.clear()
    locale.translators.update(kept)


@pytest.fixture
def site(tmp_path: Path):
    """Return ``build(files, builder="html", *, config=…, navigation=…)`` → :class:`Built`.

    ``docs.json`` is written from ``config`` (merged over a minimal one) unless *files* has it.
    """
    count = 0

    def build(
        files: dict[str, str],
        builder: str = "html",
        *,
        config: dict[str, Any] | None = None,
        srcdir: Path | None = None,
        **options: Any,
    ) -> Built:
        nonlocal count
        source = srcdir or tmp_path / f"site{count}"
        count += 1
        if "docs.json" not in files and "mint.json" not in files:
            pages = [
                Path(name).with_suffix("").as_posix()
                for name in files
                if name.endswith((".md", ".mdx", ".rst"))
            ]
            minimal = {"name": "Test site", "navigation": [{"group": "Start", "pages": pages}]}
            files = {**files, "docs.json": json.dumps(minimal | (config or {}), indent=2)}
        return build_site(source, files, builder, **options)

    return build


@pytest.fixture(scope="session")
def docs_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our own documentation as HTML, built once a run."""

    def build(folder: Path) -> None:
        places = ["-d", str(folder / "doctrees"), str(ROOT / "docs"), str(folder / "html")]
        command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", *places]
        subprocess.run(command, check=True, cwd=ROOT)

    return built_once(tmp_path_factory, "docs", build) / "html"


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What starts browsers; a process may have one only at a time."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real sites and specifications; skips visibly where it is absent."""
    if not REAL_INPUTS.is_dir():
        pytest.skip("no real inputs: docs/contribute/oracles.md says how to fill DOCSJSON_INPUTS")
    return REAL_INPUTS
