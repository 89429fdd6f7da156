"""The projects that Sphinx tests itself with: ``python -m tests.roots`` builds them with us."""
