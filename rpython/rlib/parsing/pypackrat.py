"""What modules with packrat parsers import: see `makepackrat`."""
import py       # for modules that import `*`
from rpython.rlib.parsing.makepackrat import BacktrackException, PackratParser, Status
from rpython.rlib.parsing.tree import Nonterminal, Symbol
