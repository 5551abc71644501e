r"""Separates the code of a Swift file from its comments and texts.

    >>> code, texts = scan('let a = "x // \(b.map { "y" }) z"  // a "comment"\n')
    >>> code
    'let a = "\' \'\' \\(b.map { "\'" }) \'"                \n'
    >>> texts
    ['y', 'x // \x00 z']
    >>> scan('f(#"a"b"# + "c" +\n  "d", #' + 4 * '"' + "#)")[1]
    ['a"bcd', '""']
    >>> scan('"a \\\n b"')[0]
    '"\' \'\n \'"'
    >>> scan('a.contains(/"[^"]*"/) || b / c == "d"')[1]
    ['d']
"""

import functools
import re

TOKEN = (
    r"//[^\n]*|/\*.*?\*/"
    r"|(?P<regex>#/.+?/#|(?<=[(,=\[ ])/(?![\s/*=])(?:\\.|[^/\\\n])+/)"
    r'|(?P<hashes>#*)"(?P<rest>""(?=[ \t]*\n))?'
)
OUTSIDE = re.compile(TOKEN, re.S)
INTERPOLATION = re.compile(TOKEN + r"|(?P<parenthesis>[()])", re.S)


def scan(text):
    """Returns the text with comments as spaces and each character of a text as an apostrophe.

    Offsets and lines stay as they are, and interpolated code stays readable. The second result has the
    texts without their interpolations (a NUL stands for each); texts that `+` joins are one.
    """
    parts, texts = [], []
    _scan_code(text, 0, parts, texts, False)
    joined, end = [], None
    for start, stop, value in texts:
        if end is not None and re.fullmatch(r"\s*\+\s*", text[end:start]):
            joined[-1] += value
        else:
            joined.append(value)
        end = stop
    return "".join(parts), joined


def _scan_code(text, at, parts, texts, inside):
    pattern = INTERPOLATION if inside else OUTSIDE
    depth = 0
    while found := pattern.search(text, at):
        parts.append(text[at : found.start()])
        at = found.end()
        token = found.group()
        if found["hashes"] is not None:
            parts.append(token)
            at = _scan_text(text, at, parts, texts, found)
        elif inside and found["parenthesis"]:
            depth += 1 if token == "(" else -1
            parts.append(token)
            if depth < 0:
                return at
        else:
            parts.append(re.sub(r"\S", "'" if found["regex"] else " ", token))
    parts.append(text[at:])
    return len(text)


def _scan_text(text, at, parts, texts, start):
    value = ""
    pattern = _end_of_text(start["hashes"], bool(start["rest"]))
    while found := pattern.search(text, at):
        value += text[at : found.start()]
        parts.append(re.sub(r"\S", "'", text[at : found.start()]))
        at = found.end()
        if found["escaped"] == "(":
            value += "\0"
            parts.append(found.group())
            at = _scan_code(text, at, parts, texts, True)
        elif found["escaped"]:
            value += found.group()
            parts.append(re.sub(r"\S", "'", found.group()))
        else:
            parts.append(found.group())
            break
    texts.append((start.start(), at, value))
    return at


@functools.cache
def _end_of_text(hashes, is_long):
    quote = '"""' if is_long else '"'
    return re.compile(rf"\\{hashes}(?P<escaped>.)|{quote}{hashes}", re.S)
