"""Helpers of RPython programs: arithmetic, object model, JIT hints, strings, floats."""
