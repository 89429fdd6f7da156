"""Every request of a form and of its samples, sent to a mock server of somebody else's.

``python -m tests.openapi.prism SPEC…`` starts Prism (npm ``@stoplight/prism-cli``) for each
description and prints what it refuses, with its reason.
"""
