"""A build changes when Python looks for garbage."""

import gc

from sphinx_docsjson.performance import NEW_OBJECTS


def test_python_looks_seldom_during_a_build_and_as_before_afterwards(site, monkeypatch):
    before = gc.get_threshold()
    told = []
    change = gc.set_threshold
    monkeypatch.setattr(gc, "set_threshold", lambda *new: (told.append(new), change(*new)))

    site({"index.md": "# Start\n"})

    assert told == [(max(NEW_OBJECTS, before[0]), *before[1:]), before]
    assert gc.get_threshold() == before
