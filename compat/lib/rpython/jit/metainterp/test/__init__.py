"""Helpers of tests."""
