"""``sphinx-docsjson doctor``: what is installed, what a project lacks, and what to do."""

from __future__ import annotations

from pathlib import Path

from sphinx_docsjson.cli.diagnosis.findings import State
from sphinx_docsjson.cli.diagnosis.installed import look_at_installation


def doctor(folder: Path) -> int:
    """Print what is found; return 1 when something is wrong."""
    from sphinx_docsjson.cli.diagnosis.project_findings import look_at_project

    found = [*look_at_installation(), *look_at_project(folder)]
    for finding in found:
        print("\n".join(finding.lines))
    count = sum(finding.state is State.WRONG for finding in found)
    print(
        f"{folder}: {count} thing{'s' if count > 1 else ''} to mend"
        if count
        else f"{folder}: nothing to mend"
    )
    return 1 if count else 0
