# genext: python2
