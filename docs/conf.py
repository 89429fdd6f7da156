"""Our own site needs no setting but the extension."""

extensions = ["sphinx_docsjson"]
