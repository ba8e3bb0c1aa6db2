from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['ip', 'chunk', 'instruction'], reds=['vm'])


class Chunk(object):
    def __init__(self, code):
        self.code = code


class VM(object):
    def __init__(self, chunk):
        self.ip = 0
        self.chunk = chunk
        self.total = 0

    def run(self):
        instruction = 0
        while True:
            driver.jit_merge_point(ip=self.ip, chunk=self.chunk, instruction=instruction, vm=self)
            instruction = self.chunk.code[self.ip]
            self.ip += 1
            if instruction == 0:
                return self.total
            self.total += instruction


def entry_point(argv):
    return VM(Chunk([len(argv), 2, 0])).run()
