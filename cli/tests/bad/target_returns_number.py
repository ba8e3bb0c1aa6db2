def target(driver, args):
    return 42
