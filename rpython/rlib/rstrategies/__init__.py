"""Containers that choose how to hold their items: `rstrategies`, and the log of the choices: `logger`."""
