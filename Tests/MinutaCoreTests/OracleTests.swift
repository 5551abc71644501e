import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaCore

private let python = TestPrograms.installed("python3")

@Test(.requires("python3"), .timeLimit(.minutes(20)))
func `E3 E4 E7 E8 the totals equal those computed with Python's zoneinfo`() async throws {
  var random = SeededGenerator(seed: 2026)
  let cases = (0..<24).map { number in
    OracleCase(number, records: 600, usesRecordZones: number >= 18, &random)
  }
  let records = cases.map(\.records.count).reduce(0, +)
  try #require(records >= 10_000)
  let input = cases.flatMap(\.lines).joined(separator: "\n") + "\n"
  let result = try await ChildProcess(
    try #require(python),
    [PackageDirectory.path + "/Tests/MinutaCoreTests/oracle.py"],
    environment: ProcessInfo.processInfo.environment
  )
  .finish(input: Array(input.utf8))
  try #require(result.status == 0, "\(result.errors)")
  let theirs = result.output.split(separator: "\n").map { line in
    let place = line.lastIndex(of: ";") ?? line.startIndex
    return (String(line[..<place]), Int(line[line.index(after: place)...]) ?? -1)
  }
  var ours = cases.reduce(into: [String: Int]()) { $0.merge($1.answers) { first, _ in first } }
  var differences: [String] = []
  for (key, seconds) in theirs {
    let found = ours.removeValue(forKey: key)
    if found != seconds { differences.append("\(key): \(found ?? -1), Python: \(seconds)") }
  }
  differences += ours.map { "\($0.key): \($0.value), Python has none" }
  let first = differences.prefix(10).joined(separator: "\n")
  #expect(differences.isEmpty, "\(first)")
  #expect(theirs.count >= 100_000)
  let report =
    "\(records) records, \(theirs.count) totals compared, \(differences.count) differences"
  Attachment.record(report, named: "oracle.txt")
  print("oracle: \(report)")
}
