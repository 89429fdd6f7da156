"""What is left of a build when a later release has moved what ``sphinx_docsjson.compat`` touches.

``python -m tests.compat`` renames each thing alone and prints what changes.
"""
