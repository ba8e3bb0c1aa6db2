# genext: python2
"""Names for low-level objects that other parts of a program in C would see. There are none: names are noted, and nothing else."""

EXPORTS_names = {}


def export_struct(name, struct):
    """Gives a prebuilt structure a name; each name is given once."""
    assert name not in EXPORTS_names, 'the name %s is given twice' % name
    EXPORTS_names[name] = struct
