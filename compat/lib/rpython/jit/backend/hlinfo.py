# genext: python2
"""What a program tells the JIT's log about itself."""


class HighLevelJITInfo(object):
    sys_executable = None


highleveljitinfo = HighLevelJITInfo()
