"""Code blocks and what stands around them."""
