import Foundation
import JSONText

// Compares the speed of JSONText and Foundation at decoding and encoding record files.
let files = (0..<2000).map(TimeRecord.file)
let data = files.map { Data($0) }
let decoder = JSONDecoder()
decoder.dateDecodingStrategy = .iso8601
let encoder = JSONEncoder()
encoder.dateEncodingStrategy = .iso8601
encoder.outputFormatting = .prettyPrinted
let values = try files.map { try JSONValue(parsing: $0) }
let records = try data.map { try decoder.decode(TimeRecord.self, from: $0) }

/// The sum of all results, so that the optimizer can't remove the measured calls as unused.
var total = 0

let times = try BenchmarkComparison(rounds: 15).shortestTimes(of: [
  { for file in files { total += try JSONValue(parsing: file).object?.members.count ?? 0 } },
  { for file in data { total += try decoder.decode(TimeRecord.self, from: file).images.count } },
  { for value in values { total += value.bytes(.indented).count } },
  { for record in records { total += try encoder.encode(record).count } },
])
let rates = times.map { Double(files.count) / ($0 / .seconds(1)) }

func show(_ what: String, _ ours: Double, _ theirs: Double) {
  print("\(what): JSONText \(Int(ours))/s, Foundation \(Int(theirs))/s,", terminator: " ")
  print("ratio \((ours / theirs).formatted(.number.precision(.fractionLength(1))))")
}

print("\(files[0].count) bytes a record, \(total > 0 ? files.count : 0) records, best of 15 rounds")
show("read", rates[0], rates[1])
show("write", rates[2], rates[3])
