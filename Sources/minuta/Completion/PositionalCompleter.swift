import IntentKit
import JSONText
import MinutaCore

/// Finds the candidates for the next positional argument of an intent.
struct PositionalCompleter {
  /// Returns the possible values of a parameter.
  typealias Values = (_ parameter: String) async -> [CompletionCandidate]

  private let definition: IntentDefinition
  /// The parameters that the words can set, in order; times may stand anywhere.
  private let parameters: [String]
  /// The words before the next one that aren't times.
  private let words: [String]
  private let takesTimes: Bool
  /// Whether the command can take another time.
  private let canTakeTime: Bool
  private let takesTagBesideRange: Bool
  /// Whether the next word is a dimension, as after `by`.
  private let isAfterBy: Bool
  /// Whether `by` and a dimension can follow.
  private let canGroup: Bool
  private let values: Values

  /// - Parameter arguments: the words before the next one, which have been parsed.
  init(_ definition: IntentDefinition, _ arguments: CommandLineArguments, values: @escaping Values)
  {
    func isGiven(_ name: String) -> Bool { arguments.values[name.kebabCased] != nil }
    let positional = definition.command?.positional ?? []
    self.definition = definition
    self.values = values
    takesTimes = EntryLine(definition, given: []) != nil
    takesTagBesideRange =
      definition.takesTag("tag") && !isGiven("tag") && !positional.contains("tag")
    parameters = positional.filter { name in
      let schema = definition.properties[name]
      let type = (schema?["x-minuta-type"] ?? schema?["items"]?["x-minuta-type"])?.string
      return !isGiven(name) && type != "moment" && type != "duration"
    }
    let parts = takesTimes ? EntryPart.parts(arguments.positionals[...]) : nil
    let texts = parts?.filter { $0.form == .text || $0.isUnclear }.map(\.text)
    canTakeTime = parts.map { Self.canTakeTime(definition, after: $0, isGiven) } ?? false
    let groups =
      takesTagBesideRange && !isGiven("groupBy")
      && IntentFlags(definition: definition).groupsByLabels
    isAfterBy = groups && arguments.positionals.last?.isBeforeDimension == true
    words = texts ?? (groups ? arguments.positionals.withoutGroups : arguments.positionals)
    canGroup = groups && words.count == arguments.positionals.count
  }

  /// Returns whether a command can take another time than those that flags and words set.
  private static func canTakeTime(
    _ definition: IntentDefinition,
    after parts: [EntryPart],
    _ isGiven: (String) -> Bool
  ) -> Bool {
    let members = definition.properties.members
    if members.contains(where: { $0.value["items"]?["x-minuta-type"] == "moment" }) { return true }
    let free = members.filter { $0.value["x-minuta-type"] == "moment" && !isGiven($0.key) }
    return parts.filter(\.isCertainTime).reduce(0) { $0 + $1.timeCount } < free.count
  }

  /// Returns the candidates, the best first; nil if the next word can be anything, such as a path.
  ///
  /// - Parameter prefix: the beginning of the next word.
  func candidates(_ prefix: String) async -> [CompletionCandidate]? {
    if isAfterBy { return await values("groupBy") }
    guard let found = await ownCandidates() else { return nil }
    if !takesTimes { return found }
    if prefix.isEmpty {
      if !canTakeTime || startsWithNewTag && !found.isEmpty { return found }
      return requiresTime ? Self.times.candidates + found : found + Self.times.candidates
    }
    if found.contains(where: { $0.text.matches(prefix) }) { return found }
    return found + (Self.times + Self.weekdays).candidates
  }

  private static let times = ["now", "noon", "today", "yesterday"]
  private static let weekdays = Weekday.allCases.map { $0.name.lowercased() }

  /// Whether the command can't be performed without a time.
  private var requiresTime: Bool {
    definition.requiredParameters.contains { name in
      let schema = definition.properties[name]
      return (schema?["x-minuta-type"] ?? schema?["items"]?["x-minuta-type"]) == "moment"
    }
  }

  /// Whether the name of a tag, which can be new, usually stands before any time.
  private var startsWithNewTag: Bool {
    definition.command?.positional.first.map(definition.takesTag) == true
      && definition.errors.contains("emptyTagName")
  }

  private func ownCandidates() async -> [CompletionCandidate]? {
    var rest = words[...]
    for (index, name) in parameters.enumerated() {
      let schema = definition.properties[name]
      let isLast = index == parameters.count - 1
      if schema?["x-minuta-type"]?.string == "range" {
        if isLast || rest.isEmpty { return await ranges(after: rest, isLast: isLast) }
        let length = rest.rangeLength
        if length ?? rest.count == rest.count {
          let phrases = RangePhrase.commonPhrases.continuations(after: rest).candidates
          return length == nil ? phrases : phrases + (await values(parameters[index + 1]))
        }
        rest = rest.dropFirst(length ?? 0)
      } else if rest.isEmpty || isLast && schema?["type"] == "array" {
        let found = await values(name)
        return found.isEmpty && schema?.isAnyText == true ? nil : found
      } else if isLast, definition.takesTag(name) {
        return await tags().continuations(after: rest).candidates
      } else {
        rest = rest.dropFirst()
      }
    }
    return []
  }

  /// Returns ranges, and the tags that can stand beside them in any order.
  private func ranges(
    after words: ArraySlice<String>,
    isLast: Bool
  ) async -> [CompletionCandidate] {
    let all = RangePhrase.commonWords + RangePhrase.commonPhrases.continuations(after: [])
    guard isLast, takesTagBesideRange else {
      let phrases = RangePhrase.commonPhrases.continuations(after: words)
      return (words.isEmpty ? all : phrases).candidates
    }
    let tags = await tags()
    let grouping = canGroup ? ["by"] : []
    if words.isEmpty { return (all + tags + grouping).uniqued.candidates }
    let phrases = RangePhrase.commonPhrases.continuations(after: words)
    let length = words.rangeLength ?? 0
    if length == words.count { return (phrases + grouping + tags).candidates }
    let name = words.dropFirst(length)
    let isTag = tags.contains { $0.lowercased() == name.text.lowercased() }
    let following = isTag ? grouping + (length == 0 ? all : []) : []
    return (phrases + tags.continuations(after: name) + following).uniqued.candidates
  }

  private func tags() async -> [String] { await values("tag").map(\.text) }
}

extension EntryPart {
  /// The number of times that the part sets.
  fileprivate var timeCount: Int {
    switch form {
    case .interval: 2
    case .moment, .since, .until: 1
    case .duration, .day, .text: 0
    }
  }
}

extension [String] {
  /// The words without `by` and the dimension after it.
  fileprivate var withoutGroups: [String] {
    var others: [String] = []
    var rest = self[...]
    while let word = rest.popFirst() {
      if word.isBeforeDimension { _ = rest.popFirst() } else { others.append(word) }
    }
    return others
  }

  /// Returns the words with which the texts go on after some words, in any case; for `client`,
  /// `work` of `client work`.
  ///
  /// Without words, these are the first words of the texts.
  fileprivate func continuations(after words: ArraySlice<String>) -> [String] {
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
