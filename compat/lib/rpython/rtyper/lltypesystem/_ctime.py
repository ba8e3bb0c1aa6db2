# genext: python2
"""Functions of C's `time.h`, said in RPython: dates of the proleptic Gregorian calendar, and zones as the system's files (RFC 8536)
tell them. A date is a `struct tm` of the program: whatever fields it asked for beside the nine of C, `tm_gmtoff` and `tm_zone` are
set if they are there.

Names of days and months are those of the locale C. Rules for times after the last change that a file of a zone has are not
read: the zone stays as it is then.
"""
import os
import time
from rpython.rlib.objectmodel import specialize
from rpython.rtyper.lltypesystem import lltype

_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
_MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]   # days of a year before a month
_ZONES = '/usr/share/zoneinfo/'


# ____________________________________________________________ the calendar


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _day_of_year(year, month, day):
    """From 0 on; months and days too."""
    return _BEFORE[month] + day + (1 if month > 1 and _is_leap(year) else 0)


def _days_before(year):
    """Days from the beginning of 1970 to that of a year."""
    y = year - 1
    return 365 * (year - 1970) + y // 4 - y // 100 + y // 400 - 477


class Date(object):
    """The parts of a date as `struct tm` has them."""

    def __init__(self, seconds, zone):
        """`seconds` since 1970 where `zone` holds."""
        local = seconds + zone.offset
        days = local // 86400
        rest = local - days * 86400
        self.hour, self.min, self.sec = rest // 3600, rest // 60 % 60, rest % 60
        self.wday = (days + 4) % 7
        year = 1970 + days * 400 // 146097
        while _days_before(year) > days:
            year -= 1
        while _days_before(year + 1) <= days:
            year += 1
        self.year, self.yday = year, days - _days_before(year)
        month = 11
        while _day_of_year(year, month, 0) > self.yday:
            month -= 1
        self.mon, self.mday = month, self.yday - _day_of_year(year, month, 0) + 1
        self.isdst = zone.isdst


# ____________________________________________________________ zones


class Zone(object):
    """What holds at some time: seconds east of Greenwich, whether it is summer time, a name."""

    def __init__(self, offset, isdst, name):
        self.offset, self.isdst, self.name = offset, isdst, name


UTC = Zone(0, 0, 'GMT')


class Zones(object):
    """The zone of the system: where what holds changes, and what holds from there on."""

    def __init__(self, text):
        self.changes = [0][:0]
        self.kinds = [0][:0]
        self.zones = [UTC][:0]
        if text.startswith('TZif') and len(text) >= 44:
            if text[4] < '2':
                self.read(text, 0, 4)
            else:
                self.read(text, _Counts(text, 0).size(4), 8)

    def read(self, text, start, width):
        counts = _Counts(text, start)
        kinds = start + 44 + counts.times * width
        zones = kinds + counts.times
        names = zones + counts.types * 6
        if len(text) < names + counts.chars:
            return
        for i in range(counts.times):
            self.changes.append(_number(text, start + 44 + i * width, width))
            self.kinds.append(ord(text[kinds + i]))
        for i in range(counts.types):
            at = zones + i * 6
            name = names + ord(text[at + 5])
            end = name
            while end < len(text) and text[end] != '\0':
                end += 1
            assert 0 <= name <= end
            self.zones.append(Zone(_number(text, at, 4), ord(text[at + 4]), text[name:end]))

    def at(self, seconds):
        if not self.zones:
            return UTC
        low, high = 0, len(self.changes)
        while low < high:
            middle = (low + high) // 2
            if self.changes[middle] <= seconds:
                low = middle + 1
            else:
                high = middle
        kind = self.kinds[low - 1] if low > 0 else 0
        return self.zones[kind] if kind < len(self.zones) else UTC


def _number(text, at, width):
    """A big-endian number with a sign."""
    value = ord(text[at])
    if value > 127:
        value -= 256
    for i in range(1, width):
        value = value << 8 | ord(text[at + i])
    return value


class _Counts(object):
    """The header of a file of a zone: how many parts of each sort follow."""

    def __init__(self, text, start):
        if len(text) < start + 44:
            text, start = '\0' * 44, 0
        self.marks = _number(text, start + 20, 4) + _number(text, start + 24, 4)
        self.leaps = _number(text, start + 28, 4)
        self.times = _number(text, start + 32, 4)
        self.types = _number(text, start + 36, 4)
        self.chars = _number(text, start + 40, 4)

    def size(self, width):
        """The size of the header and what follows it, whose times have `width` bytes."""
        return 44 + self.times * (width + 1) + self.types * 6 + self.chars + self.leaps * (width + 4) + self.marks


class _System(object):
    """The zone of the system, as it was read for a value of TZ."""
    tz = ''
    zones = None


_system = _System()


def _text_of(path):
    try:
        fd = os.open(path, os.O_RDONLY, 0)
    except OSError:
        return ''
    parts = []
    try:
        while True:
            part = os.read(fd, 65536)
            if part == '':
                break
            parts.append(part)
    except OSError:
        pass
    os.close(fd)
    return ''.join(parts)


def _zone_at(seconds):
    tz = os.environ.get('TZ')
    key = '-' if tz is None else tz
    if _system.zones is None or _system.tz != key:
        if tz is None:
            text = _text_of('/etc/localtime')
        else:
            name = tz[1:] if tz.startswith(':') else tz
            text = _text_of(name if name.startswith('/') else _ZONES + name) if name != '' else ''
        _system.zones = Zones(text)
        _system.tz = key
    return _system.zones.at(seconds)


# ____________________________________________________________ texts


def _two(n):
    return chr(48 + n // 10 % 10) + chr(48 + n % 10)


def _clock(date):
    return _two(date.hour) + ':' + _two(date.min) + ':' + _two(date.sec)


def _dated(date):
    """As `asctime` writes it."""
    day = str(date.mday) if date.mday > 9 else ' ' + str(date.mday)
    return '%s %s %s %s %d\n' % (_DAYS[date.wday % 7][:3], _MONTHS[date.mon % 12][:3], day, _clock(date), date.year)


def _iso_week(date):
    """Year and week by ISO 8601."""
    weekday = (date.wday + 6) % 7
    week = (date.yday - weekday + 10) // 7
    year = date.year
    if week < 1:
        year -= 1
        last = (date.wday - date.yday - 1) % 7      # of the last day of the year before
        long_year = last == 4 or (last == 5 and _is_leap(year))
        week = 53 if long_year else 52
    elif week == 53:
        days = 366 if _is_leap(year) else 365
        if days - date.yday <= 3 - weekday:
            year, week = year + 1, 1
    return year, week


def _directive(c, date, zone):
    """What a letter behind `%` stands for; it itself if it stands for nothing."""
    if c == 'a':
        return _DAYS[date.wday % 7][:3]
    if c == 'A':
        return _DAYS[date.wday % 7]
    if c == 'b' or c == 'h':
        return _MONTHS[date.mon % 12][:3]
    if c == 'B':
        return _MONTHS[date.mon % 12]
    if c == 'c':
        text = _dated(date)
        return text[:max(len(text) - 1, 0)]
    if c == 'C':
        return _two(date.year // 100)
    if c == 'd':
        return _two(date.mday)
    if c == 'D' or c == 'x':
        return _two(date.mon + 1) + '/' + _two(date.mday) + '/' + _two(date.year)
    if c == 'e':
        return str(date.mday) if date.mday > 9 else ' ' + str(date.mday)
    if c == 'F':
        return '%d-%s-%s' % (date.year, _two(date.mon + 1), _two(date.mday))
    if c == 'G':
        return str(_iso_week(date)[0])
    if c == 'g':
        return _two(_iso_week(date)[0])
    if c == 'H':
        return _two(date.hour)
    if c == 'I':
        return _two((date.hour + 11) % 12 + 1)
    if c == 'j':
        return chr(48 + (date.yday + 1) // 100) + _two(date.yday + 1)
    if c == 'm':
        return _two(date.mon + 1)
    if c == 'M':
        return _two(date.min)
    if c == 'n':
        return '\n'
    if c == 'p':
        return 'AM' if date.hour < 12 else 'PM'
    if c == 'r':
        return _two((date.hour + 11) % 12 + 1) + ':' + _two(date.min) + ':' + _two(date.sec) + (' AM' if date.hour < 12 else ' PM')
    if c == 'R':
        return _two(date.hour) + ':' + _two(date.min)
    if c == 's':
        return str(_seconds(date))
    if c == 'S':
        return _two(date.sec)
    if c == 't':
        return '\t'
    if c == 'T' or c == 'X':
        return _clock(date)
    if c == 'u':
        return str((date.wday + 6) % 7 + 1)
    if c == 'U':
        return _two((date.yday + 7 - date.wday) // 7)
    if c == 'V':
        return _two(_iso_week(date)[1])
    if c == 'w':
        return str(date.wday)
    if c == 'W':
        return _two((date.yday + 7 - (date.wday + 6) % 7) // 7)
    if c == 'y':
        return _two(date.year)
    if c == 'Y':
        return str(date.year)
    if c == 'z':
        minutes = abs(zone.offset) // 60
        return ('-' if zone.offset < 0 else '+') + _two(minutes // 60) + _two(minutes % 60)
    if c == 'Z':
        return zone.name
    if c == '%':
        return '%'
    return '%' + c


def _formatted(format, date, zone):
    parts = []
    i = 0
    while i < len(format):
        c = format[i]
        i += 1
        if c == '%' and i < len(format):
            c = format[i]
            i += 1
            if (c == 'E' or c == 'O') and i < len(format):
                c = format[i]
                i += 1
            parts.append(_directive(c, date, zone))
        else:
            parts.append(c)
    return ''.join(parts)


def _seconds(date):
    """Seconds since 1970 of a date where it is local; its parts may be beyond their bounds."""
    year, month = date.year + date.mon // 12, date.mon % 12
    days = _days_before(year) + _day_of_year(year, month, 0) + date.mday - 1
    local = ((days * 24 + date.hour) * 60 + date.min) * 60 + date.sec
    first = local - _zone_at(local).offset
    return local - _zone_at(first).offset


# ____________________________________________________________ as C has them


def _rffi():
    from rpython.rtyper.lltypesystem import rffi
    return rffi


def _reader(TM):
    """A function that reads the date in a `struct tm`."""
    rffi = _rffi()

    def read(tm):
        date = Date(0, UTC)
        date.sec = rffi.getintfield(tm, 'c_tm_sec')
        date.min = rffi.getintfield(tm, 'c_tm_min')
        date.hour = rffi.getintfield(tm, 'c_tm_hour')
        date.mday = rffi.getintfield(tm, 'c_tm_mday')
        date.mon = rffi.getintfield(tm, 'c_tm_mon')
        date.year = rffi.getintfield(tm, 'c_tm_year') + 1900
        date.wday = rffi.getintfield(tm, 'c_tm_wday')
        date.yday = rffi.getintfield(tm, 'c_tm_yday')
        date.isdst = rffi.getintfield(tm, 'c_tm_isdst')
        return date
    return read


def _writer(TM):
    """A function that writes one."""
    rffi = _rffi()
    names = TM.TO._names
    has_offset, has_zone = 'c_tm_gmtoff' in names, 'c_tm_zone' in names

    def write(tm, date, zone):
        rffi.setintfield(tm, 'c_tm_sec', date.sec)
        rffi.setintfield(tm, 'c_tm_min', date.min)
        rffi.setintfield(tm, 'c_tm_hour', date.hour)
        rffi.setintfield(tm, 'c_tm_mday', date.mday)
        rffi.setintfield(tm, 'c_tm_mon', date.mon)
        rffi.setintfield(tm, 'c_tm_year', date.year - 1900)
        rffi.setintfield(tm, 'c_tm_wday', date.wday)
        rffi.setintfield(tm, 'c_tm_yday', date.yday)
        rffi.setintfield(tm, 'c_tm_isdst', date.isdst)
        if has_offset:
            rffi.setintfield(tm, 'c_tm_gmtoff', zone.offset)
        if has_zone:
            tm.c_tm_zone = rffi.str2charp(zone.name, track_allocation=False)
    return write




def _time(args, result):
    def function(place):
        now = int(time.time())
        if place:
            place[0] = now
        return now
    return function


def _of_zone(local):
    def make(args, result):
        write = _writer(result)

        class Place(object):
            """The one `struct tm` that there is."""

            def __init__(self):
                self.tm = lltype.nullptr(result.TO)
        place = Place()

        def function(at):
            seconds = at[0]
            zone = _zone_at(seconds) if local else UTC
            if not place.tm:
                place.tm = lltype.malloc(result.TO, flavor='raw', track_allocation=False)
            write(place.tm, Date(seconds, zone), zone)
            return place.tm
        return function
    return make


def _mktime(args, result):
    read, write = _reader(args[0]), _writer(args[0])

    def function(tm):
        seconds = _seconds(read(tm))
        zone = _zone_at(seconds)
        write(tm, Date(seconds, zone), zone)
        return seconds
    return function


def _asctime(args, result):
    read, rffi = _reader(args[0]), _rffi()
    return lambda tm: rffi.str2charp(_dated(read(tm)), track_allocation=False)


def _ctime(args, result):
    rffi = _rffi()

    def function(at):
        zone = _zone_at(at[0])
        return rffi.str2charp(_dated(Date(at[0], zone)), track_allocation=False)
    return function


def _strftime(args, result):
    read, rffi = _reader(args[3]), _rffi()
    names = args[3].TO._names
    tells_zone = 'c_tm_gmtoff' in names and 'c_tm_zone' in names

    def zone_of(tm, date):
        if not tells_zone:
            return _zone_at(_seconds(date))
        name = rffi.charp2str(tm.c_tm_zone) if tm.c_tm_zone else ''
        return Zone(rffi.getintfield(tm, 'c_tm_gmtoff'), date.isdst, name)

    @specialize.argtype(2)
    def function(buf, size, format, tm):
        date = read(tm)
        zone = zone_of(tm, date)
        text = _formatted(format if isinstance(format, str) else rffi.charp2str(format), date, zone)
        if len(text) + 1 > size:
            return 0
        for i in range(len(text)):
            buf[i] = text[i]
        buf[len(text)] = '\0'
        return len(text)
    return function


def _tzset(args, result):
    def function():
        """TZ is looked at whenever a zone is asked for."""
    return function


# Makers of functions, of the types of their arguments and results, by name and number of arguments.
MAKERS = {
    ('time', 1): _time, ('gmtime', 1): _of_zone(False), ('localtime', 1): _of_zone(True), ('mktime', 1): _mktime,
    ('asctime', 1): _asctime, ('ctime', 1): _ctime, ('strftime', 4): _strftime, ('tzset', 0): _tzset,
}
