"""Parses JSON documents with Python's parser, made as strict as RFC 8259.

Reads documents from standard input, each preceded by its length in four bytes. For each, prints its
canonical form, or `-` if it is invalid. The argument is the maximum nesting depth.
"""

import json
import sys


class Number(str):
    pass


class Rejected(Exception):
    pass


class Object(tuple):
    pass


def reject(word):
    raise Rejected(word)


def make_object(pairs):
    if len({key for key, _ in pairs}) < len(pairs):
        raise Rejected("duplicate key")
    return Object(pairs)


def string(text):
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise Rejected("lone surrogate")
    return '"' + ".".join("%x" % ord(character) for character in text) + '"'


def canonical(value, levels):
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, str):
        return string(value)
    if levels == 0:
        raise Rejected("too deep")
    if isinstance(value, Object):
        inner = (string(key) + ":" + canonical(item, levels - 1) for key, item in value)
        return "{" + ",".join(inner) + "}"
    return "[" + ",".join(canonical(item, levels - 1) for item in value) + "]"


def result(document, levels):
    try:
        value = json.loads(
            document.decode("utf-8", "strict"),
            object_pairs_hook=make_object,
            parse_constant=reject,
            parse_int=Number,
            parse_float=Number,
        )
        return canonical(value, levels)
    except (ValueError, Rejected):
        return "-"


def main():
    sys.setrecursionlimit(100000)
    source = sys.stdin.buffer
    while head := source.read(4):
        document = source.read(int.from_bytes(head, "big"))
        print(result(document, int(sys.argv[1])))


main()
