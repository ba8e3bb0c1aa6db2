# genext: python2
"""The states of RPython's incremental collector, for programs that name them. The collector here has none."""
STATE_SCANNING, STATE_MARKING, STATE_SWEEPING, STATE_FINALIZING = range(4)
GC_STATES = ['SCANNING', 'MARKING', 'SWEEPING', 'FINALIZING']


class IncrementalMiniMarkGC(object):
    moving_gc = True
