# genext: python2
"""The annotator as tests see it: Python objects over the engine."""
