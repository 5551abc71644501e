import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaIntents

extension IntentInvocation {
  /// Returns a failure with what to type instead, as far as the words of the command line show it.
  func explaining(
    _ failure: Failure,
    _ reading: EntryReading,
    _ program: Program,
    _ global: GlobalFlags
  ) async throws -> Failure {
    let flags = IntentFlags(definition: definition)
    if failure.code == "tagNotFound", let group = reading.tag?.unknownGroup(of: definition) {
      return .unknownGroup(group, among: flags.groups)
    }
    if failure.code == "tagNotFound", flags.filtersByLabels, let tag = reading.tag,
      await LabelCompleter(program, global).keys(for: "+").contains("+\(tag.lowercased())")
    {
      return failure.naming(label: tag, in: reading, of: definition)
    }
    if failure.code == "tagNotFound", flags.hasTagInPlaceOfRange(reading) {
      return .neitherRangeNorTag(failure, words: reading.tag ?? "")
    }
    if global.wantsJSON { return failure }
    if ["endInFuture", "startInFuture"].contains(failure.code) {
      let parser = try DateTimeParser(program.environment, global)
      let earlier = reading.yesterday(by: parser, now: program.environment.now())
      if let earlier, ["LogTime", "StartTimer"].contains(definition.id) {
        return failure.suggesting(time: earlier)
      }
    }
    if definition.id == "ResumeTimer", failure.code == "recordNotFound",
      let name = reading.word(of: "record"), !name.isRecordReference
    {
      let others = await EntityCompleter(program, global).allTags().filter { $0 != name }
      if let near = TypoSuggester.closest(to: name, in: others) {
        return .unknownTagToResume(name, near: near)
      }
    }
    var names = flags.names
    if case .conflict? = failure.problem?.kind {
      // A person who typed `1h 9-11` knows the words, and not the parameters that they set.
      for (name, word) in reading.values { names[name] = word }
      if let start = reading.word(of: "start"), let end = reading.word(of: "end") {
        names["end"] = "\(start) to \(end)"
      }
    }
    return failure.naming(names).addingUsage(of: definition, for: reading)
  }

  /// Returns the failure of a grouping by `+label`, as help texts write it for any label; nil if the
  /// call has none, or if there is such a label.
  func placeholderOfLabel(
    in values: JSONObject,
    _ program: Program,
    _ global: GlobalFlags
  ) async -> Failure? {
    let words = values["groupBy"]?.array?.compactMap(\.string) ?? []
    guard let word = words.first(where: { $0.lowercased() == "+label" }) else { return nil }
    let keys = await LabelCompleter(program, global).keys(for: "+")
    if keys.contains(where: { $0.lowercased() == "+label" }) { return nil }
    return .placeholderOfLabel(word, definition.command?.name ?? "", known: keys)
  }

  /// Returns the id of the last record with the tag that `minuta resume` names in place of a record;
  /// nil if there is none, or if the words name a record.
  func recordToResume(
    insteadOf reading: EntryReading,
    _ outcome: Outcome,
    _ program: Program,
    _ global: GlobalFlags
  ) async -> String? {
    guard definition.id == "ResumeTimer", case .failed(let failure) = outcome,
      failure.code == "recordNotFound", let name = reading.word(of: "record")
    else { return nil }
    let call = IntentCall(
      "ListRecords",
      with: ["range": "all", "tag": .string(name), "limit": 1]
    )
    return await program.result(of: call, as: ListRecordsIntent.Result.self, global)?.records.last?
      .id
  }
}

extension IntentFlags {
  /// The usual values of the parameter `groupBy`; empty if the command doesn't group.
  var groups: [String] {
    let examples = definition.properties["groupBy"]?["items"]?["examples"]?.array
    return examples?.compactMap(\.string) ?? []
  }
}

extension EntryReading {
  /// Returns the times of the day before, such as `yesterday 23:30-00:30`; nil if they have not
  /// passed or have a day of their own.
  fileprivate func yesterday(by parser: DateTimeParser, now: Date) -> String? {
    guard let start = word(of: "start") ?? word(of: "at"), parser.kind(start) == .clock else {
      return nil
    }
    let earlier = "yesterday \(start)"
    let others = values.filter { !["at", "start"].contains($0.name) }
    guard EntryReading(values: [("start", earlier)] + others).hasPassed(by: parser, now: now) else {
      return nil
    }
    guard let end = word(of: "end") else { return earlier }
    return parser.kind(end) == .clock ? "\(earlier)-\(end)" : nil
  }
}

extension String {
  /// The words after `by` in the name of a tag, if the command groups; else nil.
  fileprivate func unknownGroup(of definition: IntentDefinition) -> String? {
    guard definition.properties["groupBy"] != nil else { return nil }
    let words = split(separator: " ").map { String($0) }
    guard let place = words.dropLast().firstIndex(where: \.isBeforeDimension) else { return nil }
    return words[place + 1]
  }
}
