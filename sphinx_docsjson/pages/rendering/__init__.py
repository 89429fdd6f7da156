"""Tokens → docutils nodes: MyST's renderer and what our tags become."""
