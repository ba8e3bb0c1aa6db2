"""The log of a factory of strategies: a line for each time a container gets a strategy, or the sums of them."""


class LogEntry(object):
    """The sums of one kind of events."""

    def __init__(self):
        self.slots = 0
        self.objects = 0
        self.element_typenames = {}

    def add(self, size, element_typename):
        self.objects += 1
        self.slots += size
        if element_typename:
            self.element_typenames[element_typename] = None

    def classnames(self):
        return self.element_typenames.keys()


class Logger(object):
    _attrs_ = ['active', 'aggregate', 'logs']
    _immutable_fields_ = ['active?', 'aggregate?', 'logs']

    def __init__(self):
        self.active = False
        self.aggregate = False
        self.logs = {}

    def activate(self, aggregate=False):
        """From here on events are logged; with `aggregate` they are counted until `print_aggregated_log`."""
        self.active = True
        if aggregate:
            self.aggregate = True

    def log(self, new_strategy, size, cause='', old_strategy='', typename='', element_typename=''):
        if not self.aggregate:
            names = []
            if element_typename:
                names.append(element_typename)
            self.output(cause, old_strategy, new_strategy, typename, size, 1, names)
            return
        kind = (cause, old_strategy, new_strategy, typename)
        entry = self.logs.get(kind, None)
        if entry is None:
            entry = self.logs[kind] = LogEntry()
        entry.add(size, element_typename)

    def print_aggregated_log(self):
        if self.aggregate:
            for kind, entry in self.logs.items():
                cause, old_strategy, new_strategy, typename = kind
                self.output(cause, old_strategy, new_strategy, typename, entry.slots, entry.objects, entry.classnames())

    def output(self, cause, old_strategy, new_strategy, typename, slots, objects, element_typenames):
        text = cause + ' ('
        if old_strategy:
            text += old_strategy + ' -> '
        text += new_strategy + ')'
        if typename:
            text += ' of ' + typename
        text += ' size %d objects %d' % (slots, objects)
        if element_typenames:
            text += ' elements: ' + ' '.join(element_typenames)
        self.do_print(text)

    def do_print(self, str):
        """Subclasses may send the line elsewhere."""
        print(str)
