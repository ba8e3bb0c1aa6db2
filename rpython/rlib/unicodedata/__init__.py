"""Properties of Unicode characters."""
