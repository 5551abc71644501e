import Foundation
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

/// The index is never the truth.
@Suite(.timeLimit(.minutes(10))) struct IndexCorruptionErrorTests {
  private let bench: IndexFixture
  private let expected: StoreQueryResults

  init() throws {
    bench = try IndexFixture()
    _ = try bench.fill(600)
    var random = SeededGenerator(seed: 2)
    let later = IndexFixture.record(500, runs: true, &random)
    try bench.write(bench.indexed()) { $0.create(later) }
    expected = try StoreQueryResults(bench.plain)
    #expect(try StoreQueryResults(bench.indexed()) == expected)
  }

  @Test func `F5 an index with a byte that flipped is made anew`() throws {
    let files = bench.cacheFiles
    #expect(files.contains { $0.hasSuffix("/head") } && files.contains { $0.hasSuffix(".pack") })
    var random = SeededGenerator(seed: 3)
    for number in 0..<120 {
      let file = try #require(bench.cacheFiles.randomElement(using: &random))
      var bytes = try Data(contentsOf: URL(filePath: file))
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try bytes.write(to: URL(filePath: file))
      try #require(
        try StoreQueryResults(bench.indexed()) == expected,
        "\(number): \(place) of \(file)"
      )
      try #require(try StoreQueryResults(bench.indexed()) == expected, "\(number): once more")
    }
  }

  @Test func `F5 an index that was cut off or deleted is made anew`() throws {
    for count in [0, 1, 8, 23, 24, 25, 1000, 4096] {
      for file in bench.cacheFiles {
        let bytes = try Data(contentsOf: URL(filePath: file))
        try bytes.prefix(min(count, bytes.count - 1)).write(to: URL(filePath: file))
        #expect(try StoreQueryResults(bench.indexed()) == expected, "\(count) of \(file)")
      }
      for file in bench.cacheFiles {
        try Directory.unlink(file)
        #expect(try StoreQueryResults(bench.indexed()) == expected, "without \(file)")
      }
    }
    try FileManager.default.removeItem(atPath: bench.cache)
    #expect(try StoreQueryResults(bench.indexed()) == expected)
    #expect(!bench.cacheFiles.isEmpty)
  }

  @Test func `F5 numbers that make no sense in a head that is whole are no harm`() throws {
    let head = try #require(bench.cacheFiles.first { $0.hasSuffix("/head") })
    let bytes = try Data(contentsOf: URL(filePath: head))
    let cache = try #require(IndexCache(in: bench.cache, of: bench.root))
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
      try forged.write(to: URL(filePath: head))
      guard let index = cache.read() else { continue }
      read += 1
      _ = try? index.files(from: .min, to: .max)
      _ = try? index.running()
    }
    #expect(read > 0)
  }

  @Test func `F5 an index of another version is made anew`() throws {
    let head = try #require(bench.cacheFiles.first { $0.hasSuffix("/head") })
    var bytes = try Data(contentsOf: URL(filePath: head))
    bytes[8] += 1
    try bytes.write(to: URL(filePath: head))
    #expect(try StoreQueryResults(bench.indexed()) == expected)
    #expect(try Data(contentsOf: URL(filePath: head))[8] == bytes[8] - 1)
  }

  @Test func `a cache that cannot be written harms nothing`() throws {
    try FileManager.default.removeItem(atPath: bench.cache)
    try Data().write(to: URL(filePath: bench.cache))
    #expect(try StoreQueryResults(bench.indexed()) == expected)
    var random = SeededGenerator(seed: 4)
    let new = IndexFixture.record(900, &random)
    try bench.write(bench.indexed()) { $0.create(new) }
    #expect(try StoreQueryResults(bench.indexed()) == StoreQueryResults(bench.plain))
  }

  @Test func `what reads writes nothing to the store`() throws {
    try FileManager.default.removeItem(atPath: bench.cache)
    let before = try stamps()
    _ = try StoreQueryResults(bench.indexed())
    try bench.indexed().read { try $0.verify() }
    #expect(try stamps() == before)
  }

  private func stamps() throws -> [String: UInt64] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: bench.root)
    let stamps = try paths.map { ($0, try FileFingerprint.of("\(bench.root)/\($0)").number) }
    return Dictionary(uniqueKeysWithValues: stamps)
  }
}
