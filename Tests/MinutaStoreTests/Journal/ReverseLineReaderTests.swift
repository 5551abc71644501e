import Foundation
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

@Suite struct ReverseLineReaderTests {
  @Test(
    arguments: [
      [], [0], [0, 0, 0], [1], [5, 0, 7], [262_143, 1], [262_144, 0, 262_145],
      [600_000, 3, 2_000_000],
    ],
    [nil, 4]
  )
  func `lines of any length are read in reverse order with their offsets`(
    lengths: [Int],
    limit: Int?
  ) throws {
    let folder = try TemporaryDirectory()
    let lines = lengths.enumerated().map { index, length in
      [UInt8](repeating: UInt8(ascii: "a") + UInt8(index), count: length)
    }
    for end in ["", "\n"] {
      let bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")])) + Array(end.utf8)
      try folder.replace("lines", by: bytes)
      let path = folder.path + "/lines"
      var offset = 0
      for first in 0...lines.count {
        let file = try FileDescriptor(opening: path, for: .reading)
        let start = min(offset, bytes.count)
        var reader = try ReverseLineReader(file, at: path, from: start, limit: limit)
        for line in lines[first...].reversed() where !line.isEmpty {
          let next = try reader.next()
          let found = try #require(next)
          #expect(line.starts(with: found.bytes) && found.size == line.count)
          #expect(found.bytes.count == line.count || limit.map { found.bytes.count >= $0 } == true)
          #expect(found.bytes.count <= 262_144 + 4 || limit == nil)
          #expect(bytes[found.offset...].starts(with: line))
        }
        let next = try reader.next()
        #expect(next?.offset == nil, "from line \(first)")
        if first < lines.count { offset += lines[first].count + 1 }
      }
    }
  }
}
