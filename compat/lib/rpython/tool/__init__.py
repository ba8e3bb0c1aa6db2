"""Small tools."""
