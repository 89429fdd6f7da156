"""Which steps of the schedule act in which builds, and when among those of others."""

from types import SimpleNamespace

import pytest
from sphinx.events import EventManager
from sphinx.events import core_events as named_by_sphinx

from sphinx_docsjson.build import Build, Navigation, ShownBuild, begin_build, build_of, the_build
from sphinx_docsjson.ext.books import makes_epub
from sphinx_docsjson.extension import SCHEDULE, with_contents
from sphinx_docsjson.steps import (
    Step,
    Turn,
    add_step,
    always,
    listener,
    run_steps,
    steps_of,
    with_site,
    with_theme,
    with_toctrees,
)

CONDITIONS = (always, with_site, with_theme, with_toctrees, with_contents, makes_epub)


class Config:
    """Something that builds are kept by."""

    docsjson_contents_decide = None


def app_of(*, site: bool, builder: str = "html") -> SimpleNamespace:
    config = Config()
    if site:
        begin_build(config, Build(site=None, srcdir=None, texts=None))
    return SimpleNamespace(config=config, builder=SimpleNamespace(name=builder))


def step_of(run, when, event="env-updated"):
    return Step(event=event, turn=Turn.AMONG, run=run, description="", when=when)


def acts(when, app: SimpleNamespace, event: str = "env-updated", *args: object) -> bool:
    called = []
    listener(step_of(lambda *given: called.append(given), when, event))(app, *args)
    return bool(called)


@pytest.mark.parametrize(
    ("site", "builder", "acting"),
    [
        (False, "html", {always}),
        (False, "epub", {always}),
        (True, "html", {always, with_site, with_theme, with_contents}),
        (True, "epub", {always, with_site, with_theme, with_contents, makes_epub}),
    ],
)
def test_a_step_acts_in_the_builds_that_it_is_for(site, builder, acting):
    app = app_of(site=site, builder=builder)
    assert {when for when in CONDITIONS if acts(when, app)} == acting


def test_a_build_that_failed_is_not_finished():
    app = app_of(site=True)
    assert acts(with_site, app, "build-finished", None)
    assert not acts(with_site, app, "build-finished", ValueError())
    assert acts(always, app, "build-finished", ValueError())


@pytest.mark.parametrize("event", ["env-get-outdated", "env-updated"])
def test_a_step_that_does_not_act_names_no_document(event):
    assert listener(step_of(lambda *_: ["a"], with_site, event))(app_of(site=False)) == []


def test_a_step_that_does_not_act_is_no_answer():
    assert (
        listener(step_of(lambda *_: "a", with_site, "html-page-context"))(app_of(site=False))
        is None
    )


class App(SimpleNamespace):
    """An application as far as steps need one: what they are kept by, and its events."""

    __hash__ = object.__hash__


def app_with_events() -> tuple[App, EventManager]:
    app = App(pdb=False)
    events = EventManager(app)
    app.connect = lambda event, run, priority: events.connect(event, run, priority)
    return app, events


def test_steps_run_in_the_order_in_which_they_were_added_and_in_their_turn():
    ran = []

    def run(name):
        return lambda _app: ran.append(name)

    app, events = app_with_events()
    events.connect("builder-inited", run("another extension"), 500)
    for turn, name in ((Turn.AFTER, "last"), (Turn.BEFORE, "first"), (Turn.BEFORE, "second")):
        add_step(app, "builder-inited", turn, run(name), "", when=always)
    events.emit("builder-inited")

    assert ran == ["first", "second", "another extension", "last"]
    assert [step.turn for step in steps_of(app)] == [Turn.AFTER, Turn.BEFORE, Turn.BEFORE]


def test_the_steps_of_an_event_can_be_run_when_sphinx_has_begun_with_it():
    ran = []
    app, _events = app_with_events()
    add_step(app, "config-inited", Turn.BEFORE, lambda *given: ran.append(given), "", when=always)
    add_step(app, "config-inited", Turn.AFTER, lambda *given: ran.append("no"), "", when=always)
    run_steps(app, "config-inited", Turn.BEFORE, "config")

    assert ran == [(app, "config")]


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

    with pytest.raises(AttributeError, match=r"build\.nav is read before it is set"):
        build.nav
    with pytest.raises(AttributeError, match=r"build\.nvA is not an attribute of a build"):
        build.nvA


def test_what_every_shown_build_has_is_no_part_of_a_docs_json_alone():
    """The types of mypy hold it; here the names are those that a build of toctrees fills in."""
    build = Build(site=None, srcdir=None, texts=None, navigation=Navigation.TOCTREES)
    later = {"nav"}  # written_toctrees.read_navigation

    assert {name for name in ShownBuild.__annotations__ if not hasattr(build, name)} == later
