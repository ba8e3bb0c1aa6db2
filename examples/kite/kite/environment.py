"""Where variables live that more than one function can see."""

from kite.objects import make_error, w_NameError


class Cell(object):
    """A shared variable; empty (None) until it is initialised."""

    def __init__(self):
        self.w_value = None

    def load(self, name):
        w_value = self.w_value
        if w_value is None:
            raise make_error(w_NameError, "'%s' is not defined" % name)
        return w_value

    def store(self, name, w_value):
        if self.w_value is None:
            raise make_error(w_NameError, "'%s' is not defined" % name)
        self.w_value = w_value


class Globals(object):
    """The variables of the outermost block, builtins included.

    A name keeps its cell for ever: code refers to the cell itself.
    """

    def __init__(self):
        self.cells = {}

    def find(self, name):
        """The cell of `name`, created empty if there is none."""
        cell = self.cells.get(name, None)
        if cell is None:
            cell = Cell()
            self.cells[name] = cell
        return cell

    def define(self, name, w_value):
        self.find(name).w_value = w_value
