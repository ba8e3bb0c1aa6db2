# genext: python2
"""Translation as tests see it."""

# The folder of the toolchain's own C files. There are none.
cdir = '/usr/share/rpython/c'
