"""Encodings, as functions."""
open = open
BOM_UTF8 = '\xef\xbb\xbf'


def encode(obj, encoding='utf-8', errors='strict'):
    return obj.encode(encoding, errors)


def decode(obj, encoding='utf-8', errors='strict'):
    return obj.decode(encoding, errors)


def lookup(encoding):
    u''.encode(encoding)
    return encoding


def utf_8_decode(s, errors='strict', final=True):
    return s.decode('utf-8', errors), len(s)


def utf_8_encode(s, errors='strict'):
    return s.encode('utf-8', errors), len(s)
