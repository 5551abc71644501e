import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaIntents

/// Finds the values of parameters that the shell completes or a menu offers, the most likely first.
struct ValueChoices {
  let program: Program
  private let global: GlobalFlags

  init(_ program: Program, _ global: GlobalFlags) {
    self.program = program
    self.global = global
  }

  /// The numbers of days in which recent records are looked for; nil for all.
  ///
  /// The files of a few days are checked faster than all.
  private static let days = [7, 60, nil]
  /// The maximum number of recent records if there are none in the last days.
  private static let recentLimit = 100
  /// The maximum number of records that are offered.
  private static let limit = 20

  /// Returns the names of the tags that aren't archived, those of recent records first.
  func tags() async -> [String] { await recentTags().map(\.name).uniqued }

  /// Returns the names of the tags of running timers, or those of all tags if none has a tag.
  func runningTags() async -> [String] {
    let running = await recentRecords().filter { $0.endTime == nil }
    let names = running.compactMap { $0.tag?.name }.uniqued
    return names.isEmpty ? await tags() : names
  }

  /// Returns the tags that aren't archived, those of recent records first.
  func recentTags() async -> [TagResult] {
    let list = await program.result(
      of: IntentCall("ListTags"),
      as: ListTagsIntent.Result.self,
      global
    )
    let tags = list?.tags ?? []
    let recent = await recentRecords().compactMap { $0.tag?.id }.uniqued
    let known = Set(recent)
    let byID = Dictionary(tags.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return recent.compactMap { byID[$0] } + tags.filter { !known.contains($0.id) }
  }

  /// Returns references to records: numbers such as `@1`, or ids if a word begins like one.
  func records(for word: String) async -> [CompletionCandidate] {
    let usesNumbers = word.isEmpty || word.hasPrefix("@")
    let words = word.hasPrefix("@") ? [] : ["last", "running"]
    let found = await recentRecords().prefix(usesNumbers ? Self.limit : .max).enumerated().map {
      let id = String($1.id.prefix(8))
      let text =
        usesNumbers ? "@\($0 + 1)" : word.contains(where: \.isLowercase) ? id.lowercased() : id
      return CompletionCandidate(text: text, note: note(on: $1))
    }
    return found + words.map { CompletionCandidate(text: $0) }
  }

  /// Returns the ids of the records that can be restored.
  func deletedRecords() async -> [CompletionCandidate] {
    let call = IntentCall("ListDeletions")
    let list = await program.result(of: call, as: ListDeletionsIntent.Result.self, global)
    return (list?.pendingDeletions ?? []).map {
      CompletionCandidate(text: String($0.id.prefix(8)), note: note(on: $0))
    }
  }

  /// Returns the records of the last days, or of all if these have too few, newest first.
  ///
  /// - Parameter count: the number of records from which on they are enough.
  func recentRecords(atLeast count: Int = 1) async -> [RecordResult] {
    let clock = LocalTimeConverter(timeZone: program.environment.timeZone)
    let today = clock.time(at: program.environment.now()).daysSince1970
    var found: [RecordResult] = []
    for days in Self.days where found.count < count {
      // Planned records are the newest ones, so the range has no end.
      let range = days.map { "\(CivilTime(day: today - $0).dateText).." } ?? "all"
      var values: JSONObject = ["range": .string(range)]
      if days != Self.days[0] {
        // Few records of a long time are found by reading the index first.
        values["limit"] = .number(JSONNumber(max(count, Self.recentLimit)))
      }
      let call = IntentCall("ListRecords", with: values)
      let list = await program.result(of: call, as: ListRecordsIntent.Result.self, global)
      found = list?.records.reversed() ?? []
    }
    return found
  }

  private func note(on record: RecordResult) -> String {
    title(of: record).escapedForTerminal.shortened(to: 60)
  }

  /// Returns the start, tag and comment of a record.
  func title(of record: RecordResult) -> String {
    let clock = LocalTimeConverter(timeZone: program.environment.timeZone)
    let start = clock.minute(of: record.startTime)
    let tag = record.tag.map { $0.name ?? "deleted tag" } ?? "untagged"
    let text = "\(start.dateText) \(start.clockText) \(tag) \(record.comment ?? "")"
    return text.trimmingSpaces
  }
}

extension Program {
  /// Returns the result of a call that changes nothing, for completions; nil if it fails.
  func result<Value>(
    of call: IntentCall,
    as type: Value.Type,
    _ global: GlobalFlags
  ) async -> Value? {
    guard
      let engine = try? await engine(global, printsTextOnly: true),
      // With `--dry-run`, the outcome of a list is a planned one.
      let result = await engine.perform(call, from: .commandLine).result
    else { return nil }
    return result.typed?.value as? Value
  }
}
