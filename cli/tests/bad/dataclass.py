from dataclasses import dataclass

@dataclass
class Point:
    x: int
    y: int = 0

def entry_point(argv):
    p = Point(1, len(argv))
    print(p.x + p.y)
    return 0
