"""The paths of three users, from an empty environment to a site: ``python -m tests.paths``."""
