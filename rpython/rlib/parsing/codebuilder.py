"""Python text, line by line, indented by the blocks that are open."""
import contextlib


class Codebuilder(object):
    def __init__(self):
        self.blocks = []
        self.code = []

    def get_code(self):
        assert not self.blocks, "open blocks: %s" % (self.blocks,)
        return "\n".join(["    " * depth + line for depth, line in self.code])

    def emit(self, text):
        for line in text.split("\n"):
            if line:
                self.code.append((len(self.blocks), line))

    def start_block(self, blockstarter):
        assert blockstarter.endswith(":"), blockstarter
        self.emit(blockstarter)
        self.blocks.append(blockstarter)

    def end_block(self, starterpart=""):
        block = self.blocks.pop()
        assert starterpart in block, "ended wrong block %s with %s" % (block, starterpart)

    @contextlib.contextmanager
    def block(self, blockstarter):
        self.start_block(blockstarter)
        yield None
        self.end_block(blockstarter)

    def store_code_away(self):
        stored = self.blocks, self.code
        self.blocks, self.code = [], []
        return stored

    def restore_code(self, stored):
        result = self.blocks, self.code
        self.blocks, self.code = stored
        return result

    def add_code(self, stored):
        blocks, code = stored
        self.code += [(len(self.blocks) + depth, line) for depth, line in code]
        self.blocks += blocks
