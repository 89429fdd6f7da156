"""The features of the package, each an ordinary Sphinx extension: see ``features.py``."""
