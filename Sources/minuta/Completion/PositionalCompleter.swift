import IntentKit
import JSONText
import MinutaCore

/// Finds the candidates for the next word of an intent's command, from what the words before it leave.
struct PositionalCompleter {
  private let definition: IntentDefinition
  private let reading: CommandReading
  private let words: [String]
  private let values: ValueChoices

  /// - Parameter arguments: the words before the next one, which have been parsed.
  init(
    _ definition: IntentDefinition,
    _ arguments: CommandLineArguments,
    _ values: ValueChoices
  ) {
    self.definition = definition
    self.values = values
    reading = CommandGrammar.read(definition, arguments).reading
    words = arguments.positionals
  }

  /// Whether the next word is a grouping, as after `by`.
  var isAfterBy: Bool { reading.isAfterBy }

  /// Returns the candidates, the best first; nil if the next word can be anything, such as a path.
  ///
  /// - Parameter prefix: the beginning of the next word.
  func candidates(_ prefix: String) async -> [CompletionCandidate]? {
    func values(_ name: String) async -> [CompletionCandidate] {
      await self.values.candidates(of: name, in: definition, prefix)
    }
    let phrases = takesRange ? RangePhrase.commonPhrases.continuations(after: words) : []
    if !words.isEmpty, !phrases.isEmpty { return phrases.candidates }
    var found: [CompletionCandidate] = []
    var hasText = false
    for name in reading.free {
      let schema = definition.properties[name] ?? .null
      if schema["items"]?["x-minuta-type"] == "dimension" {
        if reading.isAfterBy { return await values(name) }
        if reading.text(of: name) == nil { found += ["by"].candidates }
      } else if schema["x-minuta-type"] == "range" {
        found += await values(name) + phrases.candidates
      } else if schema["x-minuta-type"] != "filter" {
        let isRecord = (schema["items"] ?? schema)["x-minuta-entity"] == "record"
        let isChoice = CommandGrammar.choices(of: schema) != nil
        if isChoice, definition.requiredParameters.contains(name) { return await values(name) }
        let isText = !isChoice && !isRecord
        // Records are offered where one comes first, or if one is being typed.
        let isOther = isRecord && name != definition.wordParameters.first && !prefix.hasPrefix("@")
        if isText && hasText || isOther { continue }
        hasText = hasText || isText
        let all = await values(name)
        // The shell completes paths if there are no candidates.
        if all.isEmpty, schema.isAnyText, found.isEmpty, !reading.canTakeTime { return nil }
        found += all
      }
    }
    let times = times(prefix, besides: found)
    return (requiresTime ? times + found : found + times).uniqued
  }

  private var takesRange: Bool {
    definition.wordParameters.contains { definition.properties[$0]?["x-minuta-type"] == "range" }
  }

  /// Whether the command can't be performed without a time.
  private var requiresTime: Bool {
    definition.command?.times.contains { definition.requiredParameters.contains($0) } == true
  }

  /// Returns words with which a time can begin; weekdays only for what nothing else begins with.
  private func times(
    _ prefix: String,
    besides found: [CompletionCandidate]
  ) -> [CompletionCandidate] {
    guard reading.canTakeTime else { return [] }
    let times = ["now", "noon", "today", "yesterday"]
    // The name of a tag, which can be new, usually stands before any time.
    let parameters = definition.wordParameters
    let beginsWithTag =
      words.isEmpty && parameters.count == 1 && definition.takesTag(parameters[0])
    if prefix.isEmpty { return beginsWithTag && !found.isEmpty ? [] : times.candidates }
    if found.contains(where: { $0.text.matches(prefix) }) { return [] }
    return (times + Weekday.allCases.map { $0.name.lowercased() }).candidates
  }
}

extension [String] {
  /// Returns the words with which the texts go on after some words, in any case; for `last`, `week` of
  /// `last week`.
  ///
  /// Without words, these are the first words of the texts.
  fileprivate func continuations(after words: [String]) -> [String] {
    let typed = words.map { $0.lowercased() }
    return flatMap { text -> [String] in
      let parts = text.split(separator: " ")
      if parts.count < 2 { return [] }
      if typed.isEmpty { return [String(parts[0])] }
      let known = parts.map { $0.lowercased() }
      return (1..<parts.count).filter { known.prefix($0).elementsEqual(typed.suffix($0)) }
        .map { parts.dropFirst($0).joined(separator: " ") }
    }.uniqued
  }
}
