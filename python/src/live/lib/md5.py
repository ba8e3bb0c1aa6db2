"""MD5 (Python 2)."""
from hashlib import md5 as new
md5 = new
