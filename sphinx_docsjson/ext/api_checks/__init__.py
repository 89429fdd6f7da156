"""Examples and documents checked against the description."""
