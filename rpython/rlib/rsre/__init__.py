"""Regular expressions in translated programs: `rsre_re` is like `re`, for patterns that are constants; `rsre_core` runs compiled ones."""
