def area(width, height):
    return width * height


def entry_point(argv):
    return area(len(argv))
