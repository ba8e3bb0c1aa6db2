# E0308, 0: prebuilt instance
count = 0

def entry_point(argv):
    global count
    count += 1
    return count
