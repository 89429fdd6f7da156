"""Input meant to break things, and faults: each case holds a defect that was mended."""
