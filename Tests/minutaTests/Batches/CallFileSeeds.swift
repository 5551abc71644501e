import IntentKit
import JSONText
import MinutaIntents
import MinutaTestSupport

/// Valid call files as seeds for mutation; together they contain calls of every intent.
enum CallFileSeeds {
  /// Creates a mutator of the seed files.
  ///
  /// - Parameters:
  ///   - areLines: whether the files are JSON Lines.
  ///   - number: the random seed.
  static func mutator(areLines: Bool, _ number: UInt64) throws -> ByteMutator {
    let calls = try calls()
    let seeds = areLines ? calls.indices.map { lines(calls, at: $0) } : files(calls)
    return ByteMutator(seeds: seeds, pieces: pieces, longest: 3000, number: number)
  }

  /// Returns calls of each intent: one with all parameters, one with the required ones, and one for
  /// each parameter in addition to the required ones.
  private static func calls() throws -> [JSONValue] {
    BuiltInIntentCatalog().definitions.flatMap { definition -> [JSONValue] in
      let required = definition.parameters["required"]?.array ?? []
      var (all, needed) = (JSONObject(), JSONObject())
      for property in definition.properties.members {
        let value = value(for: property.value)
        all[property.key] = value
        if required.contains(.string(property.key)) { needed[property.key] = value }
      }
      let few = all.members.map { needed.merging([$0.key: $0.value]) }
      return ([all, needed] + few).map { IntentCall(definition.id, with: $0).json }
    }
  }

  private static func value(for schema: JSONValue) -> JSONValue {
    if let example = schema["examples"]?.array?.first ?? schema["default"] { return example }
    if let choice = schema["enum"]?.array?.first { return choice }
    switch schema["type"]?.string {
    case "boolean": return true
    case "integer", "number": return 1
    case "array": return [schema["items"].map(value) ?? "a"]
    case "object": return [:]
    default: return "Work"
    }
  }

  private static func files(_ calls: [JSONValue]) -> [[UInt8]] {
    calls.map { $0.bytes() } + calls.map { $0.bytes(.indented) }
      + calls.indices.map { index in
        JSONValue.array(Array(calls[index...].prefix(3))).bytes(
          index % 2 == 0 ? .compact : .indented
        )
      } + [Array(#"{"intent":"Status","key":"k"}"#.utf8), Array("[]".utf8)]
  }

  private static func lines(_ calls: [JSONValue], at index: Int) -> [UInt8] {
    let ends = ["\n", "\r\n", "\n\n \t\n", ""]
    return calls[index...].prefix(3).flatMap { $0.bytes() + ends[index % 3].utf8 }
      + Array((index % 2 == 0 ? #"{"intent":"Status","key":"k"}"# + ends[index % 4] : "").utf8)
  }

  private static let pieces = JSONFragments.with([
    "\n", "\r\n", "\n\n", #"{"intent":"Status"}"#, #"{"intent":"Status"}"# + "\n", #","with":{}"#,
    #","key":"k""#, #","key":"""#, #""tag":"Work","#, #","parallel":true"#, #""at":"now","#, "-15m",
    "1h30m", "1.5h", "yesterday 17:00", "2026-11-20T09:30:00+01:00", "2026-02-30", "24:00",
    "+99:99", "lastWeek", "2026-11-01/2026-11-20", "99999999999999999999", "-9223372036854775808",
    "all", "Europe/Berlin", "America/Nowhere", "#FF8800", "0000", "١٢", "StartTimer", "ss",
  ])
}
