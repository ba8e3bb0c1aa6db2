"""Kite, a small dynamically typed language.

    source --lexer--> tokens --parser--> kast --resolver--> variables resolved
           --compiler--> bytecode --interp--> effects
"""
