"""A file that logs all writes and flushes; used as the backing file of a loop device.

    block_log.py IMAGE FILE LOG

Mounts a FUSE file system over FILE, which then has the content of IMAGE.
"""

import ctypes
import errno
import os
import struct
import sys

GETATTR, SETATTR, OPEN, READ, WRITE, RELEASE, FSYNC, FLUSH, INIT = 3, 4, 14, 15, 16, 18, 20, 25, 26
UNANSWERED = {2, 36, 42}  # FORGET, INTERRUPT, BATCH_FORGET
MAX_WRITE = 128 << 10
BUFFER = MAX_WRITE + 4096
BIG_WRITES = 1 << 5
REQUEST = struct.Struct("<IIQQIIIHH")
ATTRIBUTES = struct.Struct("<6Q10I")
ENTRY = struct.Struct("<QI")  # offset and length of a write; a flush has length 0


def serve(image, file, log):
    with open(image, "rb") as source:
        content = bytearray(source.read())
    device = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={device},rootmode=100000,user_id={os.getuid()},group_id={os.getgid()}"
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"block_log", os.fsencode(file), b"fuse", 0, options.encode()):
        raise OSError(ctypes.get_errno(), "mount")
    disk = Disk(content, log)
    while True:
        try:
            request = os.read(device, BUFFER)
        except OSError as error:
            if error.errno == errno.ENODEV:  # unmounted
                return
            raise
        _, operation, unique, *_ = REQUEST.unpack_from(request)
        if operation in UNANSWERED:
            continue
        error, answer = disk.answer(operation, memoryview(request)[REQUEST.size :])
        os.write(device, struct.pack("<IiQ", 16 + len(answer), -error, unique) + answer)


class Disk:
    def __init__(self, content, log):
        self.content = content
        self.log = open(log, "wb", buffering=0)

    def answer(self, operation, body):
        """Returns the error number of an operation (0 for success) and its result."""
        if operation == INIT:
            major, minor, ahead = struct.unpack_from("<III", body)
            flags = struct.pack("<IIIIHHIIHHI7I", 7, min(minor, 31), ahead, BIG_WRITES, 0, 0,
                                MAX_WRITE, 1, 0, 0, 0, *[0] * 7)
            return 0, flags
        if operation in (GETATTR, SETATTR):
            size = len(self.content)
            return 0, struct.pack("<QII", 3600, 0, 0) + ATTRIBUTES.pack(
                1, size, size // 512, 0, 0, 0, 0, 0, 0, 0o100600, 1, 0, 0, 0, 4096, 0
            )
        if operation == OPEN:
            return 0, struct.pack("<QII", 0, 0, 0)
        if operation == READ:
            _, offset, size = struct.unpack_from("<QQI", body)
            return 0, bytes(self.content[offset : offset + size])
        if operation == WRITE:
            _, offset, size = struct.unpack_from("<QQI", body)
            data = bytes(body[40 : 40 + size])
            self.content[offset : offset + size] = data
            self.log.write(ENTRY.pack(offset, size) + data)
            return 0, struct.pack("<II", size, 0)
        if operation == FSYNC:
            self.log.write(ENTRY.pack(0, 0))
            return 0, b""
        return (0, b"") if operation in (FLUSH, RELEASE) else (errno.ENOSYS, b"")


def entries(log):
    """Returns a log's writes as (offset, bytes), None for a flush, and their positions."""
    with open(log, "rb") as file:
        data = file.read()
    found, starts, at = [], [], 0
    while at < len(data):
        offset, size = ENTRY.unpack_from(data, at)
        starts.append(at)
        at += ENTRY.size
        found.append((offset, data[at : at + size]) if size else None)
        at += size
    return found, starts


if __name__ == "__main__":
    serve(*sys.argv[1:])
