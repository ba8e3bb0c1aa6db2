"""Command-line options."""


class GetoptError(Exception):
    def __init__(self, msg, opt=''):
        Exception.__init__(self, msg, opt)
        self.msg, self.opt = msg, opt

    def __str__(self):
        return self.msg


error = GetoptError


def getopt(args, shortopts, longopts=(), _mixed=False):
    if isinstance(longopts, str):
        longopts = [longopts]
    args = list(args)
    opts, rest = [], []
    while args:
        a = args.pop(0)
        if a == '--':
            rest.extend(args)
            break
        if a.startswith('--'):
            name, eq, value = a[2:].partition('=')
            found = [o for o in longopts if o.rstrip('=') == name]
            found = found or [o for o in longopts if o.startswith(name)]
            if not found:
                raise GetoptError('option --%s not recognized' % name, name)
            if len(found) > 1:
                raise GetoptError('option --%s not a unique prefix' % name, name)
            name = found[0].rstrip('=')
            if found[0].endswith('='):
                if not eq:
                    if not args:
                        raise GetoptError('option --%s requires argument' % name, name)
                    value = args.pop(0)
            elif eq:
                raise GetoptError('option --%s must not have an argument' % name, name)
            opts.append(('--' + name, value))
        elif a.startswith('-') and a != '-':
            i = 1
            while i < len(a):
                c = a[i]
                i += 1
                at = shortopts.find(c)
                if at < 0 or c == ':':
                    raise GetoptError('option -%s not recognized' % c, c)
                value = ''
                if shortopts[at + 1:at + 2] == ':':
                    value = a[i:]
                    i = len(a)
                    if not value:
                        if not args:
                            raise GetoptError('option -%s requires argument' % c, c)
                        value = args.pop(0)
                opts.append(('-' + c, value))
        else:
            rest.append(a)
            if not _mixed:
                rest.extend(args)
                break
    return opts, rest


def gnu_getopt(args, shortopts, longopts=()):
    return getopt(args, shortopts, longopts, True)
