import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaIntents

extension Outcome {
  /// Returns the outcome of a list without records, with the day of the last record if there is one.
  ///
  /// - Parameter call: the call; if it selects records by more than their time, nothing is added.
  func namingLastRecord(
    of call: IntentCall,
    _ program: Program,
    _ global: GlobalFlags
  ) async -> Outcome {
    guard case .ok(var result) = self,
      let list = result.typed?.value as? ListRecordsIntent.Result, list.records.isEmpty,
      !["filter", "tag", "untagged"].contains(where: { call.values[$0] != nil })
    else { return self }
    let all = IntentCall("ListRecords", with: ["range": "all", "limit": 1])
    let found = await program.result(of: all, as: ListRecordsIntent.Result.self, global)
    guard let last = found?.records.last else { return self }
    let zone = TimeZone(identifier: list.range.timeZone) ?? .gmt
    let day = LocalTimeConverter(timeZone: zone).minute(of: last.startTime).dateText
    result.dialog += " The last record is of \(day); '\(minuta) list all' lists every record."
    let isFuture = list.range.from.flatMap(Timestamp.date).map { $0 > program.environment.now() }
    if let year = call.values["range"]?.string, Int(year) != nil, isFuture == true {
      result.dialog += " For the record whose id begins with \(year), use '--record \(year)'."
    }
    return .ok(result)
  }
}
