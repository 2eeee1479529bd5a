#!/usr/bin/env python3
"""Prints what a store saved as JSON lines, from a folder or from single files.

It was written after Documentation/ArchiveFormat.md and shares no code with the package, so that the
two can be compared.

    read-archive.py FOLDER...  the state, as a launch finds it: a line for all of it, then one for
                               each scene and each node; the folder of a snapshot too
    read-archive.py FILE...    what stands in a file, checked with its index: a baseline like a
                               state, a segment of the journal with a line for each save

From a folder it reads whatever can be read, as a launch does. A file has to be sound up to its end;
of one that is not it says in one line what is wrong, and ends with status 1.

What JSON cannot tell apart is written as an object: {"bytes": "00ff"} for a byte string,
{"double": "3ff0000000000000"} for a floating-point number by its bits, {"tag": 32, "value": ...},
{"simple": 23}, and {"map": [[key, value], ...]} for a map, in its order.
"""

import io
import itertools
import json
import math
import os
import re
import struct
import sys

import cbor2

VERSION = 2
TAG = bytes.fromhex("DA52535452")
ITEM_TAG = 0x52535452
EMBEDDED_TAG = 24
FOOTER_LENGTH = 78
SEGMENT_HEAD_LENGTH = 90
CHECKSUM_LENGTH, CHECKSUM_HEAD = 5, 0x44  # As it is encoded: a head and four bytes.
PAGE_LENGTH = 4096
BLOCK_LENGTH = 256  # In entries.
HEAD, SCENE, RECORD, FOOTER, INDEX, SEGMENT, COMMIT, REMOVALS, DISCARD, REPLACEMENT, END = range(11)
CRITICAL, DIES_WITH_OWNER = 1, 2
JOURNAL_KINDS = (SCENE, RECORD, COMMIT, REMOVALS, DISCARD, REPLACEMENT)
NOTHING, BASELINE, JOURNAL = range(3)
MENDED_LENGTH = 64 << 10  # In bytes, of an item in which a flipped bit is mended.


class Unsound(Exception):
    """Says in one line why a file is not sound."""


class Newer(Exception):
    """Says in one line what only a newer version can read."""


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
        # Where bytes were changed in a text, the item ends where it did all the same.
        str_errors="replace",
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


def number(value):
    """A number that is written as a byte string, the most significant byte first."""
    return int.from_bytes(value, "big")


# Items


class Item:
    """An item, whether or not its checksum is right."""

    def __init__(self, data, offset, salt):
        stream = io.BytesIO(data)
        stream.seek(offset)
        tag = decode(stream)
        if not isinstance(tag, cbor2.CBORTag) or tag.tag != ITEM_TAG or len(tag.value) != 6:
            raise Unsound(f"no item at byte {offset}")
        self.kind, self.flags, self.scene, self.node, self.body, self.stored = tag.value
        self.offset, self.end = offset, stream.tell()
        self.length = self.end - offset
        self.computed = checksum(salt, data[offset : self.end - CHECKSUM_LENGTH])
        self.is_sound = self.stored == self.computed
        heads = (self.kind, self.flags, self.scene, self.node)
        self.head = data[offset : offset + 6 + sum(head_length(value) for value in heads)]

    @property
    def place(self):
        return [self.offset, self.length]


def head_length(value):
    """How many bytes a number or null has, written as short as can be."""
    if value is None or value < 24:
        return 1
    return next(1 + width for width in (1, 2, 4, 8) if value < 1 << 8 * width)


UNREADABLE = (Unsound, cbor2.CBORDecodeError, TypeError, KeyError, ValueError, AttributeError)


def sound_item(data, offset, salt):
    """The item at an offset, if there is a sound one."""
    try:
        item = Item(data, offset, salt)
        return item if item.is_sound else None
    except UNREADABLE:
        return None


class DamagedItem:
    """An item of which no more can be told than what stands before its body."""

    is_sound = False

    def __init__(self, data, offset, end, salt):
        if data[offset : offset + 6] != TAG + b"\x86" or end - offset < 16:
            raise Unsound(f"no item at byte {offset}")
        stream = io.BytesIO(data[:end])
        stream.seek(offset + 6)
        heads = [decode(stream) for _ in range(4)]
        if not all(isinstance(head, int) or head is None for head in heads):
            raise Unsound(f"no item at byte {offset}")
        self.kind, self.flags, self.scene, self.node = heads
        self.offset, self.end = offset, end
        self.head = data[offset : stream.tell()]
        self.stored = data[end - 4 : end]
        self.computed = checksum(salt, data[offset : end - CHECKSUM_LENGTH])


def with_one_bit_flipped(data, places):
    """Yields some bytes with each one bit of some places flipped."""
    for place in places:
        for bit in range(8):
            changed = bytearray(data)
            changed[place] ^= 1 << bit
            yield bytes(changed)


def flipped_bit(length, difference):
    """Where, among so many bytes, a flipped bit makes such a difference to their checksum."""
    effects = [TABLE[1 << bit] for bit in range(8)]
    for place in reversed(range(length)):
        if difference in effects:
            return place, 1 << effects.index(difference)
        effects = [TABLE[effect & 0xFF] ^ effect >> 8 for effect in effects]
    return None


def is_power_of_two(value):
    return value > 0 and value & value - 1 == 0


def mended_item(data, offset, end, salt):
    """The item that some bytes of a file are, but for one flipped bit."""
    found, length = data[offset:end], end - offset - CHECKSUM_LENGTH
    if not 0 < length <= MENDED_LENGTH - CHECKSUM_LENGTH:
        return None
    mended = bytearray(found)
    computed = checksum(salt, found[:length])
    difference = number(computed) ^ number(found[length + 1 :])
    if difference == 0:
        mended[length] = CHECKSUM_HEAD
    elif is_power_of_two(difference):
        mended[length + 1 :] = computed
    elif place := flipped_bit(length, difference):
        mended[place[0]] ^= place[1]
    if not is_power_of_two(number(found) ^ number(mended)):
        return None
    item = sound_item(bytes(mended), 0, salt)
    if not item or item.end != len(mended):
        return None
    item.offset, item.end = offset, end
    return item


def next_sound_item(data, offset, salt):
    """The sound item at an offset, or the first one after it."""
    while (offset := data.find(TAG, offset)) >= 0:
        if item := sound_item(data, offset, salt):
            return item
        offset += 1
    return None


# States


class Scene:
    """A scene and its nodes."""

    def __init__(self, fields):
        self.records = {}
        self.take(fields)

    def take(self, fields):
        header = fields[0]
        self.name, self.app_version = header[0], header[2]
        self.schema, self.system = header[3], header[4]
        self.layout = header.get(5)
        seconds = float(header[1])
        self.seconds = seconds if math.isfinite(seconds) else 0.0
        self.root, self.next_number = fields[1], fields[2]
        self.app_state = embedded(fields, 3)

    def update(self, seconds, *numbers):
        if math.isfinite(seconds):
            self.seconds = float(seconds)
        if numbers:
            self.root, self.next_number = numbers

    def line(self):
        return {
            "kind": "scene",
            "scene": self.name,
            "date": readable(self.seconds),
            "appVersion": self.app_version,
            "schema": self.schema,
            "system": self.system,
            "layoutClass": self.layout,
            "root": self.root,
            "nextNumber": self.next_number,
            "appState": self.app_state,
        }

    def lines(self):
        yield self.line()
        for node in sorted(self.records):
            yield record_line(self.name, node, self.records[node])


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
        "children": [{"slot": slot, "children": numbers} for slot, numbers in children_of(fields)],
        "state": embedded(fields, 6),
        "containerState": embedded(fields, 7),
        "presentation": embedded(fields, 8),
    }


def children_of(fields):
    """The slots that a record lists, each with the numbers of the children."""
    lists = []
    for slot, *rest in fields.get(5, [["presented"]]):
        if len(rest) == 1 and isinstance(rest[0], (list, tuple)):
            lists.append((slot, list(rest[0])))  # As in version 1.
        else:
            lists.append((slot, [total % 2**64 for total in itertools.accumulate(rest)]))
    return lists


class State:
    """All scenes, and the save that they are of."""

    def __init__(self):
        self.scenes = {}
        self.sequence = 0
        self.chain = bytes(4)
        self.position = (NOTHING, 0)
        self.covered = 0
        self.synced = 0

    def lines(self, kind):
        names = sorted(self.scenes, key=lambda name: name.encode())
        yield {"kind": kind, "sequence": self.sequence, "scenes": names}
        for name in names:
            yield from self.scenes[name].lines()


# Baselines


class Baseline:
    """The file of a generation: its footer, and every sound item in it."""

    def __init__(self, data):
        footer = None
        if len(data) >= FOOTER_LENGTH:
            footer = sound_item(data, len(data) - FOOTER_LENGTH, data[-39:-31])
        if not footer or footer.kind != FOOTER or footer.end != len(data):
            raise Unsound("it does not end with a footer")
        fields = footer.body
        if number(fields[0]) > VERSION:
            raise Newer(f"its format has version {number(fields[0])}")
        if number(fields[5]) != len(data):
            raise Unsound(f"{len(data)} bytes, where the footer says {number(fields[5])}")
        self.data, self.footer, self.salt = data, fields, fields[3]
        self.generation, self.sequence = number(fields[1]), number(fields[2])
        self.items, self.gaps = [], 0
        offset, end = 0, len(data) - FOOTER_LENGTH
        while offset < end:
            item = next_sound_item(data[:end], offset, self.salt)
            start = item.offset if item else end
            if start > offset:
                self.gaps += 1
                # All nodes of a scene would be lost with it.
                mended = mended_item(data, offset, start, self.salt)
                if mended and mended.kind == SCENE:
                    self.items.append(mended)
            if item is None:
                break
            self.items.append(item)
            offset = item.end

    def check(self):
        """Makes sure that nothing is missing, and that the index says what is there."""
        if self.gaps:
            raise Unsound("the checksum of an item does not match")
        if number(self.footer[4]) != len(self.items):
            raise Unsound(f"{len(self.items)} items, where it says {number(self.footer[4])}")
        if checksum(self.salt, *(item.stored for item in self.items)) != self.footer[6]:
            raise Unsound("the items are not those that the footer was written for")
        indexes = [item for item in self.items if item.kind == INDEX]
        # An archive that stands alone, as what is held back does, needs none.
        if number(self.footer[0]) >= 2 and self.generation > 0:
            if len(indexes) != 1 or indexes[0] is not self.items[-1]:
                raise Unsound("it has no index before its footer")
        for index in indexes:
            summary = Summary()
            for item in self.items:
                summary.add(item)
            for part in summary.scenes.values():
                part.is_replaced = True
            head = self.items[0].body
            check_index(index, self.salt, summary, self.sequence, head[5], number(head[6]))

    def state(self):
        state = State()
        scenes, twice = {}, set()
        state.sequence = self.sequence
        state.synced = self.sequence
        state.position, state.chain = (BASELINE, self.generation), self.footer[6]
        for item in self.items:
            if item.kind == HEAD and 5 in item.body:
                state.chain, state.covered = item.body[5], number(item.body[6])
            elif item.kind == INDEX:
                state.chain, state.covered = item.body[1], item.body[6]
            elif item.kind == SCENE:
                scenes[item.scene] = Scene(item.body)
            elif item.kind > INDEX and item.flags & CRITICAL:
                raise Newer(f"it needs items of kind {item.kind}")
        for item in self.items:
            if item.kind == RECORD and item.scene in scenes:
                records = scenes[item.scene].records
                if item.node in records:
                    twice.add((item.scene, item.node))
                records[item.node] = item.body
        for scene, node in twice:
            del scenes[scene].records[node]
        state.scenes = {scene.name: scene for scene in scenes.values()}
        return state


# The journal


class Batch:
    """A save in a segment, with its commit."""

    def __init__(self, items, commit):
        self.items = items
        self.end, self.commit = commit.end, commit.body
        self.sequence, _, _, self.chain, unsynced = commit.body[:5]
        self.synced = self.sequence - unsynced
        self.updates = commit.body[5:]
        self.is_sound = all(item.is_sound for item in items)
        self.lacks_items_alone = all(
            item.is_sound or item.kind == RECORD or not item.flags & CRITICAL for item in items
        )


class Segment:
    """A file of the journal, as far as its saves follow each other."""

    def __init__(self, data):
        start = data[:SEGMENT_HEAD_LENGTH]
        head = self.head_in(start)
        if head is None and len(start) == SEGMENT_HEAD_LENGTH and any(start):
            heads = map(self.head_in, with_one_bit_flipped(start, range(len(start))))
            head = next(filter(None, heads), None)
        if head is None:
            raise Unsound("it does not begin with the head of a segment")
        self.data, self.salt = data, head.body[2]
        if number(head.body[0]) > VERSION:
            raise Newer(f"its format has version {number(head.body[0])}")
        self.number = number(head.body[1])
        self.origin = (head.body[3], number(head.body[4]))
        self.origin_end, self.origin_sequence = number(head.body[5]), number(head.body[6])
        self.origin_chain, self.synced = head.body[7], number(head.body[8])
        self.batches, self.index, self.trouble = [], None, None
        self.read(head)

    @staticmethod
    def head_in(data):
        item = sound_item(data, 0, data[29:37])
        return item if item and item.kind == SEGMENT and item.end == SEGMENT_HEAD_LENGTH else None

    def item(self, offset):
        """The item at an offset, whatever can be told of it."""
        if item := sound_item(self.data, offset, self.salt):
            return item
        following = next_sound_item(self.data, offset + 1, self.salt)
        end = following.offset if following else len(self.data)
        if item := mended_item(self.data, offset, end, self.salt):
            # What a record is read from later is the file, which is not mended.
            item.is_sound = item.kind in JOURNAL_KINDS and item.kind != RECORD
            return item
        if following:
            return DamagedItem(self.data, offset, end, self.salt)
        item = Item(self.data, offset, self.salt)
        if item.kind != COMMIT:
            raise Unsound(f"no item at byte {offset}")
        return item

    def read(self, head):
        """Reads saves up to the end, to the index, or to where nothing follows."""
        offset, sequence, chain = head.end, self.origin_sequence, self.origin_chain
        leading = head.head + head.stored
        while True:
            start, items = offset, []
            while True:
                if offset >= len(self.data) or self.data[offset] == 0:
                    self.trouble = "a save has no commit" if items else None
                    return
                try:
                    item = self.item(offset)
                except UNREADABLE:
                    self.trouble = f"no item at byte {offset}"
                    return self.look_beyond(offset)
                offset = item.end
                if item.kind == INDEX and not items:
                    self.index = item
                    return self.look_beyond(start)
                if item.kind == COMMIT:
                    break
                items.append(item)
            if not item.is_sound or not self.follows(item, items, start, sequence):
                self.trouble = "a commit does not fit what stands before it"
                return self.look_beyond(start)
            if not self.is_chained(items, chain, leading, item.body[3]):
                self.trouble = "the checksum of a save does not match"
                return self.look_beyond(start)
            batch = Batch(items, item)
            self.batches.append(batch)
            self.synced = max(self.synced, batch.synced)
            sequence, chain, leading = batch.sequence, batch.chain, b""

    @staticmethod
    def follows(commit, items, start, sequence):
        return list(commit.body[:3]) == [sequence + 1, len(items), commit.offset - start]

    @staticmethod
    def is_chained(items, chain, leading, expected):
        """Whether the chain leads to a commit.

        Where it does by what the checksums should be, they alone were hit, and the items are sound.
        """
        for stored in (True, False):
            parts = [chain, leading]
            for item in items:
                parts += [item.head, item.stored if stored else item.computed]
            if checksum(*parts) == expected:
                if not stored:
                    for item in items:
                        item.is_sound = True
                return True
        return False

    def look_beyond(self, offset):
        """Takes the highest save that had reached the disk from what cannot be followed."""
        while item := next_sound_item(self.data, offset, self.salt):
            try:
                if item.kind == COMMIT:
                    self.synced = max(self.synced, item.body[0] - item.body[4])
                elif item.kind == INDEX:
                    self.synced = max(self.synced, item.body[0])
            except UNREADABLE:
                pass
            offset = item.end

    def check(self):
        """Makes sure that the segment ends in order, and that its index says what is there."""
        if self.trouble:
            raise Unsound(self.trouble)
        if not all(batch.is_sound for batch in self.batches):
            raise Unsound("the checksum of an item does not match")
        if self.index:
            # Zeros may follow, to which the segment was to be written.
            if not self.index.is_sound or any(self.data[self.index.end :]):
                raise Unsound("its index is damaged")
            summary = Summary()
            for batch in self.batches:
                for item in batch.items:
                    summary.add(item)
                for update in batch.updates:
                    summary.scene(update[0]).note(update)
            last = self.batches[-1]
            check_index(self.index, self.salt, summary, last.sequence, last.chain, self.number)

    def lines(self):
        yield {
            "kind": "segment",
            "number": self.number,
            "origin": list(self.origin),
            "sequence": self.origin_sequence,
            "hasIndex": self.index is not None,
        }
        for batch in self.batches:
            yield {"kind": "save", "sequence": batch.sequence, "items": len(batch.items)}


def apply(batch, state, names):
    """Applies a save to a state; `names` tells the scenes of the segment by their numbers."""
    replaced = set()
    for item in batch.items:
        name = names.get(item.scene)
        if item.kind == SCENE and item.is_sound:
            name = item.body[0][0]
            names[item.scene] = name
            if name in state.scenes:
                state.scenes[name].take(item.body)
            else:
                state.scenes[name] = Scene(item.body)
            continue
        scene = state.scenes.get(name)
        if scene is None:
            continue
        if item.kind == RECORD:
            # The node of a damaged record is lost; what it was before does not count any more.
            scene.records.pop(item.node, None)
            if item.is_sound:
                scene.records[item.node] = item.body
        elif not item.is_sound:
            continue
        elif item.kind == REMOVALS:
            for node in item.body:
                scene.records.pop(node, None)
        elif item.kind == REPLACEMENT:
            scene.records.clear()
        elif item.kind == DISCARD:
            del state.scenes[name]
        elif item.kind > END and item.flags & CRITICAL:
            raise Newer(f"it needs items of kind {item.kind}")
    for scene, *update in batch.updates:
        if names.get(scene) in state.scenes:
            state.scenes[names[scene]].update(*update)


# Indexes


class Summary:
    """Where the items lie that count at the end of a file, as its index has to say."""

    def __init__(self):
        self.scenes, self.carried = {}, []

    def scene(self, key):
        return self.scenes.setdefault(key, ScenePart())

    def add(self, item):
        if item.kind in (HEAD, INDEX, SEGMENT):
            return
        if item.scene is None:
            self.carried.append(item.place)
        else:
            self.scene(item.scene).add(item)


class ScenePart:
    """What a file says of one scene."""

    def __init__(self):
        self.place, self.update = [0, 0], None
        self.is_replaced = self.is_discarded = False
        self.removed, self.records, self.carried = set(), {}, []

    def add(self, item):
        if item.kind == SCENE:
            self.place, self.update, self.is_discarded = item.place, None, False
        elif item.kind == RECORD:
            self.records[item.node] = item
            self.removed.discard(item.node)
        elif item.kind == REMOVALS:
            for node in item.body:
                self.records.pop(node, None)
                self.removed.add(node)
            self.carried = [
                entry for entry in self.carried if not (entry[1] and entry[0] in self.removed)
            ]
        elif item.kind in (REPLACEMENT, DISCARD):
            self.is_replaced, self.is_discarded = True, item.kind == DISCARD
            self.removed, self.records, self.carried = set(), {}, []
        else:
            self.carried.append([item.node, bool(item.flags & DIES_WITH_OWNER), item.place])

    def note(self, update):
        """Takes what a commit says, which may leave out what did not change."""
        update = list(update)
        if len(update) == 2 and self.update and len(self.update) == 4:
            update += self.update[2:]
        self.update = update

    def record_rows(self, classes):
        rows, end = [], sum(self.place)
        for node, item in sorted(self.records.items()):
            gap = (item.offset - end) % 2**64
            end = item.end
            name = numbered(classes, item.body.get(2))
            rows.append([node, end, gap, name, zigzag(item.body.get(3, 0)), 3])
        return rows

    def child_rows(self, slots):
        rows = [
            [node, slots.index(slot), position, child]
            for node, item in self.records.items()
            for slot, numbers in children_of(item.body)
            for position, child in enumerate(numbers)
        ]
        return sorted(rows)


def numbered(classes, name):
    return 0 if name is None else classes.index(name) + 1


def zigzag(value):
    return value << 1 if value >= 0 else (-value << 1) - 1


def table_rows(table, salt):
    """The rows of a table of an index, if the checksums of its pages are right."""
    count, blocks, entries, checksums = table
    pages = [entries[start : start + PAGE_LENGTH] for start in range(0, len(entries), PAGE_LENGTH)]
    if checksums != b"".join(checksum(salt, page) for page in pages):
        raise Unsound("a page of an index does not match its checksum")
    if len(blocks) != -(-count // BLOCK_LENGTH):
        raise Unsound("a table of an index has other blocks than it has entries")
    rows = []
    start = 0
    for block, fields in enumerate(blocks):
        for entry in range(min(BLOCK_LENGTH, count - block * BLOCK_LENGTH)):
            row = []
            for base, step, width in fields:
                excess = number(entries[start : start + width])
                row.append((base + step * entry + excess) % 2**64)
                start += width
            rows.append(row)
    if start != len(entries):
        raise Unsound("a table of an index has other entries than it says")
    return rows


def check_index(item, salt, summary, sequence, chain, covered):
    """Compares an index with what it is the index of."""
    index = item.body
    expected = {0: sequence, 1: chain, 6: covered, 7: item.length.to_bytes(8, "big")}
    for key, value in expected.items():
        if index[key] != value:
            raise Unsound(f"entry {key} of the index is {index[key]!r} and should be {value!r}")
    if plain(index[5]) != summary.carried:
        raise Unsound("the index has other items without a scene")
    described = {scene[0]: scene for scene in index[4]}
    written = {key: part for key, part in summary.scenes.items() if part.place != [0, 0]}
    if sorted(described) != sorted(written) or list(described) != sorted(described):
        raise Unsound("the index has other scenes")
    for key, part in written.items():
        _, flags, place, update, removed, carried, records, children = described[key]
        pairs = [
            ("flags", flags, part.is_replaced + 2 * part.is_discarded),
            ("place", plain(place), part.place),
            ("changes", plain(update), part.update),
            ("removed nodes", plain(removed), sorted(part.removed)),
            ("other items", plain(carried), part.carried),
            ("records", table_rows(records, salt), part.record_rows(index[2])),
            ("children", table_rows(children, salt), part.child_rows(index[3])),
        ]
        for what, found, wanted in pairs:
            if found != wanted:
                raise Unsound(f"the index has other {what} of scene {key}: {found}, not {wanted}")


def plain(value):
    """Lists in place of tuples."""
    return [plain(element) for element in value] if isinstance(value, (list, tuple)) else value


# Folders


def load(path):
    with open(path, "rb") as file:
        return file.read()


def numbers_in(folder, prefix):
    """The numbers of the files of a kind, and where they are."""
    pattern = re.compile(f"{prefix}-([0-7][0-9a-f]{{15}})\\.cbors")
    matches = (pattern.fullmatch(name) for name in os.listdir(folder))
    return {int(match[1], 16): os.path.join(folder, match[0]) for match in matches if match}


def newest_baseline(folder):
    baselines = numbers_in(folder, "state")
    for generation in sorted(baselines, reverse=True):
        try:
            baseline = Baseline(load(baselines[generation]))
            if baseline.generation == generation:
                return baseline.state()
        except UNREADABLE:
            continue
    return State()


def segments_after(folder, covered):
    segments = {}
    for key, path in numbers_in(folder, "journal").items():
        try:
            segment = Segment(load(path))
        except UNREADABLE:
            continue
        if segment.number == key and key > covered:
            segments[key] = segment
    return segments


def follow(state, segments, end):
    """Applies the saves that follow a state, up to the last one that counts."""
    synced = max([state.synced] + [segment.synced for segment in segments.values()])
    while state.sequence < end:
        followers = [
            segment
            for segment in segments.values()
            if segment.origin_sequence == state.sequence
            and segment.origin_chain == state.chain
            and segment.number > (state.position[1] if state.position[0] == JOURNAL else 0)
        ]
        for segment in sorted(followers, key=lambda segment: -segment.number):
            if apply_segment(segment, segments, state, end, synced):
                break
        else:
            return


def apply_segment(segment, segments, state, end, synced):
    """Applies a segment up to where one that follows says that it ends; answers if there is any."""
    ends = [
        (other.origin_sequence, other.origin_chain, other.origin_end)
        for other in sorted(segments.values(), key=lambda other: -other.number)
        if other.origin == (JOURNAL, segment.number) and other.origin_sequence <= end
    ]
    for place in ends:
        if apply_indexed(segment, place, state):
            return True
    known = [(batch.sequence, batch.chain, batch.end) for batch in segment.batches]
    last = next((one[0] for one in ends if one in known), end)
    names, count = {}, 0
    for batch in segment.batches:
        may_lose_items = batch.sequence <= synced and batch.lacks_items_alone
        if batch.sequence > min(last, end) or not (batch.is_sound or may_lose_items):
            break
        apply(batch, state, names)
        state.sequence, state.chain = batch.sequence, batch.chain
        state.position = (JOURNAL, segment.number)
        count += 1
    return count > 0


def apply_indexed(segment, place, state):
    """Applies a segment by its index alone, if there is a sound one where it ends.

    Of a segment that is full no more is looked at than what counts at its end.
    """
    sequence, chain, end = place
    index = sound_item(segment.data, end, segment.salt)
    if not index or index.kind != INDEX:
        return False
    parts = []
    try:
        if (index.body[0], index.body[1], index.body[6]) != (sequence, chain, segment.number):
            return False
        for key, flags, where, update, removed, _, records, _ in index.body[4]:
            item = sound_item(segment.data, where[0], segment.salt)
            if not item or item.kind != SCENE or item.scene != key or item.end != sum(where):
                return False
            parts.append((item, flags, update, removed, table_rows(records, segment.salt)))
    except UNREADABLE:
        return False
    for item, flags, update, removed, rows in parts:
        name = item.body[0][0]
        if flags & 1:
            state.scenes.pop(name, None)
        if flags & 2:
            continue
        if name in state.scenes:
            state.scenes[name].take(item.body)
        else:
            state.scenes[name] = Scene(item.body)
        scene = state.scenes[name]
        if update:
            scene.update(*update[1:])
        for node in removed:
            scene.records.pop(node, None)
        before = item.end
        for node, record_end, gap, *_ in rows:
            record = sound_item(segment.data, (before + gap) % 2**64, segment.salt)
            before = record_end
            scene.records.pop(node, None)
            # A node whose record is damaged is lost.
            if record and record.kind == RECORD and record.node == node and record.end == before:
                scene.records[node] = record.body
    state.sequence, state.chain, state.position = sequence, chain, (JOURNAL, segment.number)
    return True


def folder_lines(folder):
    """Yields what is to be printed of a folder."""
    end, snapshot = math.inf, {}
    if os.path.exists(os.path.join(folder, "end")):
        item = Item(load(os.path.join(folder, "end")), 0, bytes(8))
        if item.kind != END or not item.is_sound:
            raise Unsound("the end of the snapshot is damaged")
        end = number(item.body[1])
        snapshot = {"name": item.body.get(2), "reason": item.body.get(3)}
    state = newest_baseline(folder)
    follow(state, segments_after(folder, state.covered), end)
    first, *rest = state.lines("state")
    yield first | snapshot
    yield from rest


def file_lines(data):
    """Yields what is to be printed of a file that has to be sound."""
    if data[:8] == TAG + bytes([0x86, SEGMENT, 1]):
        segment = Segment(data)
        segment.check()
        return segment.lines()
    baseline = Baseline(data)
    baseline.check()
    first, *rest = baseline.state().lines("baseline")
    return [first | {"generation": baseline.generation}, *rest]


def main(paths):
    if not paths:
        sys.exit(__doc__)
    for path in paths:
        try:
            lines = folder_lines(path) if os.path.isdir(path) else file_lines(load(path))
            for line in lines:
                print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
        except UNREADABLE + (Newer, OSError) as error:
            sys.exit(f"{path}: cannot be read: {type(error).__name__}: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
