"""Numbers and texts in bytes, as Python's `struct` has them: `runpack.runpack('<hI', data)`."""
