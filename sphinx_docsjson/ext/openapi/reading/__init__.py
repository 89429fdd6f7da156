"""Files and addresses → one bundled document, within limits."""
