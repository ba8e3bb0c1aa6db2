# genext: python2
"""A folder for the files of this session."""
import os

import py

udir = py.path.local.make_numbered_dir(prefix='usession-', keep=3,
                                       rootdir=py.path.local(os.environ.get('GENEXT_TEST_TEMP') or '/tmp'))
make_udir = None
