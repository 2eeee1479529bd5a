#!/usr/bin/env python3
"""Prints archives as JSON lines: one for the head, then one for each scene and each record.

It shares no code with the package, so that the two can be compared. It reads sound archives only;
of anything else it says in one line what is wrong, and ends with status 1.

    read-archive.py FILE...

What JSON cannot tell apart is written as an object: {"bytes": "00ff"} for a byte string,
{"double": "3ff0000000000000"} for a floating-point number by its bits, {"tag": 32, "value": ...},
{"simple": 23}, and {"map": [[key, value], ...]} for a map, in its order.
"""

import io
import json
import struct
import sys

import cbor2

ITEM_TAG = 0x52535452
EMBEDDED_TAG = 24
FOOTER_LENGTH = 78
CHECKSUM_LENGTH = 5  # As it is encoded: a head and four bytes.
HEAD, SCENE, RECORD, FOOTER = range(4)
CRITICAL = 1


class Unsound(Exception):
    """Says in one line why a file is no sound archive."""


# Checksums


def crc_table():
    """What each byte contributes to a CRC-32C."""
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


TABLE = crc_table()


def checksum(*parts):
    """The CRC-32C of some byte strings, one after the other."""
    crc = 0xFFFFFFFF
    for part in parts:
        for byte in part:
            crc = TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return (crc ^ 0xFFFFFFFF).to_bytes(4, "big")


# Values


def keep_tag(number):
    """Makes a decoder that leaves a tag as it is, whatever the library would make of it."""
    return lambda value, immutable: cbor2.CBORTag(number, value)


KEPT_TAGS = {number: keep_tag(number) for number in [*range(300), 43000, 55799]}


def decode(stream):
    """Reads one item of CBOR, and refuses what an archive may not hold."""
    return cbor2.CBORDecoder(
        stream,
        semantic_decoders=KEPT_TAGS,
        read_size=1,
        max_depth=1010,
        allow_indefinite=False,
        allow_duplicate_keys=False,
    ).decode()


def decode_all(data):
    """Reads the one item that a byte string holds."""
    stream = io.BytesIO(data)
    value = decode(stream)
    if stream.tell() != len(data):
        raise Unsound("bytes follow an item that stands alone")
    return value


def readable(value):
    """Translates a value so that JSON keeps everything of it."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return {"double": struct.pack(">d", value).hex()}
    if isinstance(value, (bytes, bytearray)):
        return {"bytes": value.hex()}
    if isinstance(value, cbor2.CBORTag):
        return {"tag": value.tag, "value": readable(value.value)}
    if isinstance(value, dict):
        return {"map": [[readable(key), readable(entry)] for key, entry in value.items()]}
    if isinstance(value, (list, tuple)):
        return [readable(element) for element in value]
    if value is cbor2.undefined:
        return {"simple": 23}
    if isinstance(value, cbor2.CBORSimpleValue):
        return {"simple": value.value}
    raise Unsound(f"a value of the unknown type {type(value).__name__}")


def embedded(fields, key):
    """The value in a byte string that holds encoded CBOR; an empty map if there is none."""
    if key not in fields:
        return readable({})
    tag = fields[key]
    if not isinstance(tag, cbor2.CBORTag) or tag.tag != EMBEDDED_TAG:
        raise Unsound(f"entry {key} is not embedded CBOR")
    return readable(decode_all(tag.value))


# Items


def items(data):
    """Yields the items of a file: kind, flags, scene, node, body, and the bytes of each."""
    stream = io.BytesIO(data)
    while stream.tell() < len(data):
        start = stream.tell()
        tag = decode(stream)
        if not isinstance(tag, cbor2.CBORTag) or tag.tag != ITEM_TAG or len(tag.value) != 6:
            raise Unsound(f"no item at byte {start}")
        yield tag.value, data[start : stream.tell()]


def read_footer(data):
    """The fields of the footer, without which a file does not exist."""
    try:
        (kind, *_, footer, _), _ = next(items(data[-FOOTER_LENGTH:]))
    except (Unsound, StopIteration, cbor2.CBORDecodeError):
        kind = None
    if kind != FOOTER:
        raise Unsound("it does not end with a footer")
    return footer


def number(value):
    """A number that is written as a byte string, the most significant byte first."""
    return int.from_bytes(value, "big")


def check(data, footer):
    """Compares a file with what its footer says of it."""
    salt = footer[3]
    chain = []
    for (*_, stored), encoded in items(data):
        computed = checksum(salt, encoded[:-CHECKSUM_LENGTH])
        if computed != stored:
            raise Unsound("the checksum of an item does not match")
        chain.append(computed)
    if number(footer[5]) != len(data):
        raise Unsound(f"{len(data)} bytes, where the footer says {number(footer[5])}")
    if number(footer[4]) != len(chain) - 1:
        raise Unsound(f"{len(chain) - 1} items, where the footer says {number(footer[4])}")
    if checksum(salt, *chain[:-1]) != footer[6]:
        raise Unsound("the items are not those that the footer was written for")


# What is printed


def head_line(fields):
    return {
        "kind": "head",
        "version": number(fields[0]),
        "generation": number(fields[1]),
        "sequence": number(fields[2]),
        "scenes": fields[4],
    }


def scene_line(fields):
    header = fields[0]
    return {
        "kind": "scene",
        "scene": header[0],
        "date": readable(float(header[1])),
        "appVersion": header[2],
        "schema": header[3],
        "system": header[4],
        "layoutClass": header.get(5),
        "root": fields[1],
        "nextNumber": fields[2],
        "appState": embedded(fields, 3),
    }


def record_line(scene, node, fields):
    return {
        "kind": "record",
        "scene": scene,
        "number": node,
        "parent": fields.get(4),
        "slot": fields.get(0, ""),
        "identifier": fields[1],
        "className": fields.get(2),
        "classVersion": fields.get(3, 0),
        "children": [{"slot": slot, "children": numbers} for slot, numbers in fields.get(5, [])],
        "state": embedded(fields, 6),
        "containerState": embedded(fields, 7),
        "presentation": embedded(fields, 8),
    }


def lines(data):
    """Yields what is to be printed of a sound archive."""
    footer = read_footer(data)
    check(data, footer)
    scenes = {}
    for (kind, flags, scene, node, fields, _), _ in items(data):
        if kind == HEAD:
            yield head_line(fields)
        elif kind == SCENE:
            scenes[scene] = fields[0][0]
            yield scene_line(fields)
        elif kind == RECORD:
            yield record_line(scenes[scene], node, fields)
        elif kind != FOOTER and flags & CRITICAL:
            raise Unsound(f"an item of the unknown kind {kind}, which one has to know")


def main(paths):
    if not paths:
        sys.exit(__doc__)
    for path in paths:
        try:
            with open(path, "rb") as file:
                data = file.read()
            for line in lines(data):
                print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
        except (Unsound, OSError, cbor2.CBORDecodeError) as error:
            sys.exit(f"{path}: not a sound archive: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
