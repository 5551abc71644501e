import Foundation
import JSONText
import MinutaTestSupport
import Testing

private let python = TestPrograms.installed("python3")

/// A low nesting limit, so that even small documents can exceed it.
private let limits = JSONLimits(depth: 100)

/// A document for which our parser and Python's parser give different results.
private struct ParserDifference: CustomStringConvertible {
  let bytes: [UInt8]
  let ours: String
  let theirs: String

  var description: String {
    let text = String(decoding: bytes, as: UTF8.self)
    return "\(text.debugDescription) \(bytes): \(ours), Python: \(theirs)"
  }
}

/// Returns the result of Python's parser for each document.
private func verdicts(on documents: [[UInt8]]) async throws -> [Substring] {
  var input: [UInt8] = []
  for document in documents {
    withUnsafeBytes(of: UInt32(document.count).bigEndian) { input.append(contentsOf: $0) }
    input.append(contentsOf: document)
  }
  let script = PackageDirectory.path + "/Tests/JSONTextTests/oracle.py"
  let environment = ProcessInfo.processInfo.environment
  let result = try await ChildProcess(
    try #require(python),
    [script, "\(limits.depth)"],
    environment: environment
  )
  .finish(input: input)
  #expect(result.errors == "")
  #expect(result.status == 0)
  return result.output.split(separator: "\n")
}

@Test(.requires("python3"), .timeLimit(.minutes(10)))
func `Python parses 100,000 mutated documents with the same results`() async throws {
  var mutator = DocumentSeeds.mutator(2026)
  let documents = (0..<100_000).map { _ in mutator.next() }
  let theirs = try await verdicts(on: documents)
  try #require(theirs.count == documents.count)
  var differences: [ParserDifference] = []
  var accepted = 0
  for (bytes, verdict) in zip(documents, theirs) {
    let ours = (try? JSONValue(parsing: bytes, limits: limits))?.canonicalForm ?? "-"
    if ours != "-" { accepted += 1 }
    if ours != verdict {
      differences.append(ParserDifference(bytes: bytes, ours: ours, theirs: String(verdict)))
    }
  }
  let first = differences.prefix(5).map(\.description).joined(separator: "\n")
  #expect(differences.isEmpty, "\(differences.count) differ, such as\n\(first)")
  #expect(accepted >= 5000)
  #expect(documents.count - accepted >= 5000)
}
