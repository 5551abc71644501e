import Contracts
import Foundation
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

/// Tests that a corrupt index doesn't change the results of queries.
@Suite(.timeLimit(.minutes(10))) struct IndexCorruptionErrorTests {
  private let fixture: IndexFixture
  private let expected: StoreQueryResults

  init() throws {
    fixture = try IndexFixture()
    _ = try fixture.fill(300)
    var random = SeededGenerator(seed: 2)
    let later = IndexFixture.record(500, runs: true, &random)
    try fixture.write(fixture.indexed()) { $0.create(later) }
    expected = try StoreQueryResults(fixture.plain)
    #expect(try StoreQueryResults(fixture.indexed()) == expected)
  }

  @Test func `F5 an index with a flipped bit is rebuilt`() throws {
    let files = fixture.cacheFiles
    #expect(files.contains { $0.hasSuffix("/head") } && files.contains { $0.hasSuffix(".pack") })
    var random = SeededGenerator(seed: 3)
    for number in 0..<40 {
      let file = try #require(fixture.cacheFiles.randomElement(using: &random))
      var bytes = try Data(contentsOf: URL(filePath: file))
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try bytes.write(to: URL(filePath: file))
      try #require(
        try StoreQueryResults(fixture.indexed()) == expected,
        "\(number): \(place) of \(file)"
      )
      try #require(try StoreQueryResults(fixture.indexed()) == expected, "\(number): once more")
    }
  }

  @Test func `F5 a truncated or deleted index is rebuilt`() throws {
    for count in [0, 1, 8, 23, 24, 25, 1000, 4096] {
      for file in fixture.cacheFiles {
        let bytes = try Data(contentsOf: URL(filePath: file))
        try bytes.prefix(min(count, bytes.count - 1)).write(to: URL(filePath: file))
        #expect(try StoreQueryResults(fixture.indexed()) == expected, "\(count) of \(file)")
      }
      for file in fixture.cacheFiles {
        try Directory.unlink(file)
        #expect(try StoreQueryResults(fixture.indexed()) == expected, "without \(file)")
      }
    }
    try FileManager.default.removeItem(atPath: fixture.cache)
    #expect(try StoreQueryResults(fixture.indexed()) == expected)
    #expect(!fixture.cacheFiles.isEmpty)
  }

  @Test func `F5 invalid numbers in a header with a valid checksum cause no crash`() throws {
    let header = try #require(fixture.cacheFiles.first { $0.hasSuffix("/head") })
    let bytes = try Data(contentsOf: URL(filePath: header))
    let cache = try #require(IndexCache(in: fixture.cache, of: fixture.root))
    var random = SeededGenerator(seed: 4)
    var read = 0
    for _ in 0..<2000 {
      var forged = bytes
      let place = Int.random(in: 24..<bytes.count - 8, using: &random)
      let number = [0, 1, -1, 1 << 62, .max, .min, Int(random.next() >> 40)].randomElement()
      withUnsafeBytes(of: (number ?? 0).littleEndian) {
        forged.replaceSubrange(place..<place + 8, with: $0)
      }
      let sum = Checksum.of(Array(forged[24...]))
      withUnsafeBytes(of: sum.littleEndian) { forged.replaceSubrange(16..<24, with: $0) }
      try forged.write(to: URL(filePath: header))
      guard let index = cache.read() else { continue }
      read += 1
      _ = try? index.files(from: .min, to: .max)
      _ = try? index.running()
    }
    #expect(read > 0)
  }

  @Test func `F5 an index of another format version is rebuilt`() throws {
    let header = try #require(fixture.cacheFiles.first { $0.hasSuffix("/head") })
    var bytes = try Data(contentsOf: URL(filePath: header))
    bytes[8] += 1
    try bytes.write(to: URL(filePath: header))
    #expect(try StoreQueryResults(fixture.indexed()) == expected)
    #expect(try Data(contentsOf: URL(filePath: header))[8] == bytes[8] - 1)
  }

  @Test func `a cache that can't be written doesn't change the results`() throws {
    try FileManager.default.removeItem(atPath: fixture.cache)
    try Data().write(to: URL(filePath: fixture.cache))
    #expect(try StoreQueryResults(fixture.indexed()) == expected)
    var random = SeededGenerator(seed: 4)
    let new = IndexFixture.record(900, &random)
    try fixture.write(fixture.indexed()) { $0.create(new) }
    #expect(try StoreQueryResults(fixture.indexed()) == StoreQueryResults(fixture.plain))
  }

  @Test func `reading writes nothing to the store`() throws {
    try FileManager.default.removeItem(atPath: fixture.cache)
    let before = try fingerprints()
    _ = try StoreQueryResults(fixture.indexed())
    try fixture.indexed().read { try $0.verify() }
    #expect(try fingerprints() == before)
  }

  private func fingerprints() throws -> [String: UInt64] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: fixture.root)
    let fingerprints = try paths.map {
      ($0, try FileFingerprint.of("\(fixture.root)/\($0)").number)
    }
    return Dictionary(uniqueKeysWithValues: fingerprints)
  }
}
