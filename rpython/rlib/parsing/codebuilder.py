"""Python text, line by line. Blocks indent what is written inside of them:

    text = Codebuilder()
    with text.block('if x:'):
        text.emit('y()')
    text.get_code()             # 'if x:\\n    y()'
"""


class Block(object):
    """An open block, for `with`."""

    def __init__(self, builder, head):
        self.builder, self.head = builder, head

    def __enter__(self):
        self.builder.start_block(self.head)

    def __exit__(self, kind, value, traceback):
        if kind is None:
            self.builder.end_block(self.head)


class Codebuilder(object):
    def __init__(self):
        # Heads of the open blocks; pairs of depth and line.
        self.blocks, self.code = [], []

    def block(self, blockstarter):
        return Block(self, blockstarter)

    def emit(self, text, deeper=0):
        self.code.extend([(len(self.blocks) + deeper, line) for line in text.splitlines() if line])

    def start_block(self, blockstarter):
        if not blockstarter.endswith(':'):
            raise ValueError('no head of a block: %s' % blockstarter)
        self.emit(blockstarter)
        self.blocks.append(blockstarter)

    def end_block(self, starterpart=''):
        ended = self.blocks.pop()
        if starterpart not in ended:
            raise ValueError('the open block is %s, not %s' % (ended, starterpart))

    def get_code(self):
        if self.blocks:
            raise ValueError('open blocks: %s' % ', '.join(self.blocks))
        return '\n'.join([depth * '    ' + line for depth, line in self.code])
