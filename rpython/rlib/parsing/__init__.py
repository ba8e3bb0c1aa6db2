"""Lexers and parsers made from grammars: `ebnfparse` (token grammars), `pypackrat` (grammars in docstrings), and what they are made of."""
