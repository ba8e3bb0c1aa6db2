class Config(object):
    def __init__(self, argv):
        self.handler = len(argv)

def handler_of(config):
    return config.handler

def entry_point(argv):
    return handler_of(Config(argv))(1)

#| error[E0404]: an integer is called
#|  --> FILE:9:12
#|   |
#| 3 |         self.handler = len(argv)
#|   |         ------------ attribute `handler` is set to an integer here
#| ...
#| 6 |     return config.handler
#|   |            -------------- returned by `handler_of`
#| ...
#| 9 |     return handler_of(Config(argv))(1)
#|   |            ------------------------^^^
#|   |            |
#|   |            it cannot be called
#|   |            an integer comes from here
#|   |
#|   = help: only functions, methods, classes and instances with __call__ can be called
#|
#| genext: stopped because of an error
