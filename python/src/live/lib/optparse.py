"""A small command-line option parser with optparse's interface."""
import sys


class OptionError(Exception):
    pass


class Values(object):
    def __repr__(self):
        return repr(self.__dict__)

    def ensure_value(self, name, value):
        if getattr(self, name, None) is None:
            setattr(self, name, value)
        return getattr(self, name)


class Option(object):
    def __init__(self, *names, **kw):
        self.names = names
        self.action = kw.get('action', 'store')
        self.type = kw.get('type', 'string')
        self.default = kw.get('default')
        self.help = kw.get('help', '')
        self.const = kw.get('const')
        dest = kw.get('dest')
        if dest is None:
            long = [n for n in names if n.startswith('--')] or list(names)
            dest = long[0].lstrip('-').replace('-', '_')
        self.dest = dest

    def takes_value(self):
        return self.action in ('store', 'append')


class OptionParser(object):
    def __init__(self, usage=None, **kw):
        self.usage = usage
        self.options = []

    def add_option(self, *names, **kw):
        opt = names[0] if isinstance(names[0], Option) else Option(*names, **kw)
        self.options.append(opt)
        return opt

    def set_defaults(self, **kw):
        for opt in self.options:
            if opt.dest in kw:
                opt.default = kw[opt.dest]

    def disable_interspersed_args(self):
        pass

    def error(self, msg):
        sys.stderr.write('error: %s\n' % msg)
        sys.exit(2)

    def _store(self, values, opt, text):
        if opt.action == 'store_true':
            value = True
        elif opt.action == 'store_false':
            value = False
        elif opt.action == 'store_const':
            value = opt.const
        elif opt.action == 'count':
            value = (getattr(values, opt.dest) or 0) + 1
        else:
            try:
                value = int(text) if opt.type in ('int', int) else \
                    float(text) if opt.type in ('float', float) else text
            except ValueError:
                self.error('option %s: invalid value: %r' % (opt.names[-1], text))
            if opt.action == 'append':
                value = (getattr(values, opt.dest) or []) + [value]
        setattr(values, opt.dest, value)

    def parse_args(self, args=None, values=None):
        args = list(sys.argv[1:] if args is None else args)
        values = values or Values()
        for opt in self.options:
            setattr(values, opt.dest, opt.default)
        rest = []
        while args:
            arg = args.pop(0)
            if arg == '--':
                rest.extend(args)
                break
            if not arg.startswith('-') or arg == '-':
                rest.append(arg)
                continue
            text = None
            if arg.startswith('--') and '=' in arg:
                arg, text = arg.split('=', 1)
            elif not arg.startswith('--') and len(arg) > 2:
                arg, text = arg[:2], arg[2:]
            for opt in self.options:
                if arg in opt.names:
                    break
            else:
                self.error('no such option: %s' % arg)
            if opt.takes_value() and text is None:
                if not args:
                    self.error('%s option requires an argument' % arg)
                text = args.pop(0)
            self._store(values, opt, text)
        return values, rest


SUPPRESS_HELP = ''
make_option = Option
