"""Names of the codes of compiled patterns, numbered as in CPython 2.7."""
from re import error

MAGIC = 20031017


def _numbered(text):
    return dict([(name, number) for number, name in enumerate(text.split())])


OPCODES = _numbered("""failure success any any_all assert assert_not at branch call category charset bigcharset groupref
    groupref_exists groupref_ignore in in_ignore info jump literal literal_ignore mark max_until min_until not_literal
    not_literal_ignore negate range repeat repeat_one subpattern min_repeat_one""")
ATCODES = _numbered("""at_beginning at_beginning_line at_beginning_string at_boundary at_non_boundary at_end at_end_line at_end_string
    at_loc_boundary at_loc_non_boundary at_uni_boundary at_uni_non_boundary""")
CHCODES = _numbered("""category_digit category_not_digit category_space category_not_space category_word category_not_word
    category_linebreak category_not_linebreak category_loc_word category_loc_not_word category_uni_digit category_uni_not_digit
    category_uni_space category_uni_not_space category_uni_word category_uni_not_word category_uni_linebreak
    category_uni_not_linebreak""")

SRE_FLAG_TEMPLATE, SRE_FLAG_IGNORECASE, SRE_FLAG_LOCALE, SRE_FLAG_MULTILINE = 1, 2, 4, 8
SRE_FLAG_DOTALL, SRE_FLAG_UNICODE, SRE_FLAG_VERBOSE = 16, 32, 64
SRE_INFO_PREFIX, SRE_INFO_LITERAL, SRE_INFO_CHARSET = 1, 2, 4
