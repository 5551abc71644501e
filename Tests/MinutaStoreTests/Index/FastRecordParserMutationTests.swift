import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

/// Tests that the fast parser returns the same rows as the ordinary decoder.
@Suite(.timeLimit(.minutes(30))) struct FastRecordParserMutationTests {
  @Test func `F7 the fast parser agrees with the decoder on mutated records`() async throws {
    var scanned = 0
    let run = try await FuzzTest("scanned records", seeds, sample: 15_000) { bytes in
      let row = bytes.withUnsafeBytes {
        FastRecordParser.row(in: $0, name: "a.json", fingerprint: 7)
      }
      let decoded = Self.decoded(bytes)
      guard let row else { return decoded != nil }
      scanned += 1
      guard row == decoded else { throw FuzzTestError("scanned \(row), decoded \(decoded as Any)") }
      return true
    }
    #expect(scanned > 1000)
    Attachment.record("\(run), \(scanned) scanned", named: "scan.txt")
  }

  private static func decoded(_ bytes: [UInt8]) -> IndexRow? {
    let json = try? DirectoryReader.json(bytes, limit: StoreLayout.recordLimit)
    let record = json.flatMap { try? StoredRecord(json: $0) }?.record
    return record.map { IndexRow($0, name: "a.json", fingerprint: 7) }
  }

  private var seeds: ByteMutator {
    var random = SeededGenerator(seed: 1)
    let records = (0..<12).map { number in
      IndexFixture.record(
        number * 1000,
        runs: number.isMultiple(of: 4),
        tag: number.isMultiple(of: 2) ? IndexFixture.id(&random) : nil,
        &random
      )
    }
    let texts = records.map { JSONValue.object(StoredRecord.json(of: $0)) }
    let seeds = texts.flatMap { [$0.bytes(), $0.bytes(.indented)] }
    let words = [
      "\"id\"", "null", "\"tagId\":null", "[\"a.png\"]", "2026-02-29T24:00:00Z", "\\u0041",
    ]
    return ByteMutator(seeds: seeds, pieces: JSONFragments.with(words), changes: 0...2, number: 11)
  }

  @Test func `records written by this program don't need the decoder`() throws {
    var random = SeededGenerator(seed: 6)
    for number in 0..<50 {
      var record = IndexFixture.record(number, runs: number.isMultiple(of: 5), &random)
      record.comment = number.isMultiple(of: 2) ? "Review" : nil
      record.images = number.isMultiple(of: 3) ? ["a.png", "b.png"] : []
      let bytes = JSONValue.object(StoredRecord.json(of: record)).bytes(.indented)
      let name = StoreLayout.names(of: record)[number % 3]
      let row = bytes.withUnsafeBytes { FastRecordParser.row(in: $0, name: name, fingerprint: 1) }
      #expect(row == IndexRow(record, name: name, fingerprint: 1))
      #expect(row?.fileName == name)
    }
  }
}
