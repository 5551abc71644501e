import Foundation
import Glibc
import MinutaTestSupport
import SystemCalls
import Testing

/// Writes bytes to a pipe on another thread and returns the bytes that arrive at its other end.
private func received(_ bytes: [UInt8], flags: CInt, atMost count: Int) throws -> [UInt8] {
  var ends: [CInt] = [0, 0]
  pipe(&ends)
  let (reading, writing) = (ends[0], ends[1])
  defer { close(reading) }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  _ = fcntl(writing, F_SETFL, flags)
  Thread.detachNewThread {
    try? writeAll(writing, path: nil, bytes)
    close(writing)
  }
  var received: [UInt8] = []
  while true {
    let piece = try readOnce(reading, path: nil, atMost: count)
    if piece.isEmpty { return received }
    received += piece
  }
}

@Test(.timeLimit(.minutes(10)), arguments: [(O_NONBLOCK, 3001), (O_NONBLOCK, 65_536), (0, 3001)])
func `all bytes are written to a pipe that is often full`(flags: CInt, count: Int) throws {
  let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
  #expect(try received(bytes, flags: flags, atMost: count) == bytes)
}

@Test func `writing to a closed pipe fails`() throws {
  Signals.ignoreWriteSignals()
  var ends: [CInt] = [0, 0]
  pipe(&ends)
  close(ends[0])
  defer { close(ends[1]) }
  #expect(throws: SystemError(call: "write", path: "pipe", code: EPIPE)) {
    try writeAll(ends[1], path: "pipe", [1, 2, 3])
  }
}

@Test func `reading at the end and writing no bytes succeed`() throws {
  var ends: [CInt] = [0, 0]
  pipe(&ends)
  try writeAll(ends[1], path: nil, [])
  close(ends[1])
  defer { close(ends[0]) }
  #expect(try readOnce(ends[0], path: nil, atMost: 10) == [])
}

@Test func `written bytes are in the file`() throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/file"
  let file = try FileDescriptor(opening: path, for: .creating, permissions: 0o600)
  try file.write(Array("one ".utf8))
  try file.write(Array("two".utf8))
  try file.flush()
  #expect(try file.status().size == 7)
  #expect(try file.status().permissions == 0o600)
  #expect(try folder.text(of: "file") == "one two")
  #expect(throws: SystemError(call: "open", path: path, code: EEXIST)) {
    _ = try FileDescriptor(opening: path, for: .creating)
  }
}

@Test func `writing to a full disk fails`() throws {
  let file = try FileDescriptor(opening: "/dev/full", for: .discarding)
  #expect(throws: SystemError(call: "write", path: "/dev/full", code: ENOSPC)) {
    try file.write([1])
  }
}

@Test(arguments: [0, 1_795_000_000_123_456_789, -1, -1_500_000_000, .max] as [Int64])
func `touch sets the time to the nanosecond`(time: Int64) throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/file"
  let file = try FileDescriptor(opening: path, for: .appendingOrCreating)
  try file.touch(nanoseconds: time)
  #expect(try FileStatus.of(path)?.modified == time)
}
