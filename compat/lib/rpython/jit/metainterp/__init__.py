"""The JIT of RPython, as far as tests of interpreters see it."""
