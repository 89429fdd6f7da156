"""Which steps of the schedule act in which builds, and when among those of others."""

from types import SimpleNamespace

import pytest
from sphinx.events import EventManager
from sphinx.events import core_events as named_by_sphinx

from sphinx_docsjson.build import Build, ShownBuild, begin_build, build_of, the_build
from sphinx_docsjson.extension import SCHEDULE, Turn, When, connect, listener


class Config:
    """Something that builds are kept by."""

    docsjson_contents_decide = None


def app_of(*, site: bool, builder: str = "html") -> SimpleNamespace:
    config = Config()
    if site:
        begin_build(config, Build(site=None, srcdir=None, texts=None))
    return SimpleNamespace(config=config, builder=SimpleNamespace(name=builder))


def acts(when: When, app: SimpleNamespace, event: str = "env-updated", *args: object) -> bool:
    called = []
    listener(lambda *given: called.append(given), when, event)(app, *args)
    return bool(called)


@pytest.mark.parametrize(
    ("site", "builder", "acting"),
    [
        (False, "html", {When.ALWAYS}),
        (False, "epub", {When.ALWAYS}),
        (True, "html", {When.ALWAYS, When.SITE, When.SHOWN, When.CONTENTS}),
        (True, "epub", {When.ALWAYS, When.SITE, When.SHOWN, When.CONTENTS, When.EPUB}),
    ],
)
def test_a_step_acts_in_the_builds_that_it_is_for(site, builder, acting):
    app = app_of(site=site, builder=builder)
    assert {when for when in When if acts(when, app)} == acting


def test_a_build_that_failed_is_not_finished():
    app = app_of(site=True)
    assert acts(When.SITE, app, "build-finished", None)
    assert not acts(When.SITE, app, "build-finished", ValueError())
    assert acts(When.ALWAYS, app, "build-finished", ValueError())


@pytest.mark.parametrize("event", ["env-get-outdated", "env-updated"])
def test_a_step_that_does_not_act_names_no_document(event):
    assert listener(lambda *_: ["a"], When.SITE, event)(app_of(site=False)) == []


def test_a_step_that_does_not_act_is_no_answer():
    assert listener(lambda *_: "a", When.SITE, "html-page-context")(app_of(site=False)) is None


def test_steps_run_in_the_order_of_the_table_and_in_their_turn():
    ran = []

    def step(name):
        return lambda _app: ran.append(name)

    app = SimpleNamespace(pdb=False)
    events = EventManager(app)
    app.connect = lambda event, run, priority: events.connect(event, run, priority)
    events.connect("builder-inited", step("another extension"), 500)
    table = {
        ("builder-inited", Turn.AFTER): ((When.ALWAYS, step("last"), ""),),
        ("builder-inited", Turn.BEFORE): (
            (When.ALWAYS, step("first"), ""),
            (When.ALWAYS, step("second"), ""),
        ),
    }
    connect(app, table)
    events.emit("builder-inited")
    assert ran == ["first", "second", "another extension", "last"]


def test_the_schedule_names_events_of_sphinx_and_says_what_comes_of_each_step():
    html = {"html-page-context", "html-collect-pages"}
    assert {event for event, _turn in SCHEDULE} <= named_by_sphinx.keys() | html
    for steps in SCHEDULE.values():
        assert [run.__name__ for _when, run, says in steps if not says or says.endswith(".")] == []


def test_a_build_without_docs_json_is_none_or_an_error():
    config = Config()
    assert build_of(config) is None
    with pytest.raises(LookupError):
        the_build(config)


def test_what_is_read_before_its_moment_says_so():
    build = Build(site=None, srcdir=None, texts=None)

    with pytest.raises(AttributeError, match=r"build\.nav is read before its moment"):
        build.nav
    with pytest.raises(AttributeError, match=r"build\.nvA is nothing that a build knows"):
        build.nvA


def test_what_every_shown_build_has_is_no_part_of_a_docs_json_alone():
    """The types of mypy hold it; here the names are those that a build of toctrees fills in."""
    build = Build(site=None, srcdir=None, texts=None, from_toctrees=True)
    later = {"nav"}  # written_toctrees.read_navigation

    assert {name for name in ShownBuild.__annotations__ if not hasattr(build, name)} == later
