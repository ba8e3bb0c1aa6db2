# genext: python2
"""What programs say about C: see `cbuild`."""
