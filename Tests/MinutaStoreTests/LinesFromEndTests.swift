import Foundation
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

@Suite struct LinesFromEndTests {
  @Test(arguments: [
    [], [0], [0, 0, 0], [1], [5, 0, 7], [262_143, 1], [262_144, 0, 262_145],
    [600_000, 3, 2_000_000],
  ])
  func `lines come from the end, with their places, however long they are`(
    lengths: [Int]
  ) throws {
    let folder = try TemporaryFolder()
    let lines = lengths.enumerated().map { place, length in
      [UInt8](repeating: UInt8(ascii: "a") + UInt8(place), count: length)
    }
    for end in ["", "\n"] {
      let bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")])) + Array(end.utf8)
      try folder.replace("lines", by: bytes)
      let path = folder.path + "/lines"
      var offset = 0
      for first in 0...lines.count {
        let file = try FileDescriptor(opening: path, for: .reading)
        var reader = try LinesFromEnd(file, at: path, from: min(offset, bytes.count))
        for line in lines[first...].reversed() where !line.isEmpty {
          let next = try reader.next()
          let found = try #require(next)
          #expect(found.bytes.elementsEqual(line))
          #expect(bytes[found.offset...].starts(with: line))
        }
        let next = try reader.next()
        #expect(next?.offset == nil, "from line \(first)")
        if first < lines.count { offset += lines[first].count + 1 }
      }
    }
  }
}
