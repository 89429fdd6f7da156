"""The end of a build: what is made of all pages, what is stored, whether that was all.

It takes longer than a page; nobody waits for it. It is done in a copy of the process where there
can be one, so all that is learned of it is what it returns.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.cli.live.building.build_messages import FINISHED, BuildMessages
from sphinx_docsjson.cli.live.problem_lines import BuildProblem, problem_of
from sphinx_docsjson.compat import resident_builds as steps

if TYPE_CHECKING:
    from sphinx.application import Sphinx


@dataclass(frozen=True, kw_only=True)
class Ending:
    """How a build ended.

    :param said: what its end had to say.
    :param has_more: Sphinx finds documents outdated that nobody told of.
    :param error: what it failed of.
    """

    said: tuple[BuildProblem, ...] = ()
    has_more: bool = False
    error: BuildProblem | None = None


def end_build(app: Sphinx, messages: BuildMessages, *, is_complete: bool) -> Ending:
    """End a build.

    :param is_complete: whether Sphinx has looked at all files; else it does so now, and the
        application is of no use afterwards.
    """
    messages.step(FINISHED)
    try:
        steps.finish(app)
        steps.save_environment(app)
        said = tuple(messages.of(FINISHED))
        messages.muted = not is_complete
        return Ending(said=said, has_more=not is_complete and steps.has_more(app))
    except (Exception, SystemExit) as error:
        return Ending(error=problem_of(error, Path(app.srcdir)))
