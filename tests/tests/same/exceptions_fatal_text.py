# A program that reads texts of exceptions ends with the text of the exception that nobody catches.
# exit: 1
# stderr: ValueError: foo 3
class Failed(Exception):
    def __init__(self, message):
        super(Failed, self).__init__("failed: " + message)

def entry_point(argv):
    n = len(argv) - len(argv) + 3
    try:
        raise Failed("x" * n)
    except Failed as e:
        print(str(e))
    raise ValueError("foo %d" % n)

def target(*args):
    return entry_point, None

if __name__ == '__main__':
    entry_point([])
