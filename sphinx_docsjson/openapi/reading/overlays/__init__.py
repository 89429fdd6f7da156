"""Overlays: changes to a description that stand in a file of their own. Pure.

The rules are those of the Overlay Specification 1.0 and 1.1 (spec.openapis.org).
"""
