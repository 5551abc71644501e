import IntentKit
import JSONText
import MinutaCore
import SystemCalls

/// The failures of flags of other programs that no flag of the command replaces.
extension IntentFlags {
  /// Returns a failure of the flags with what to type instead of those of other programs.
  ///
  /// - Parameter words: the words after the command, as they were typed.
  func explaining(_ failure: Failure, of words: ArraySlice<String>) -> Failure {
    let names = words.map { $0.splitAtEquals.name }
    guard let flag = failure.data["flag"]?.string, let place = names.firstIndex(of: flag) else {
      return failure
    }
    let isNegative = Int(flag).map { $0 < 0 } == true
    switch (definition.id, flag) {
    case ("DeleteRecord", "--filter"), ("DeleteRecord", "--range"), ("DeleteRecord", "--tag"),
      ("DeleteRecord", "-t"):
      return .deletionOfMany(flag)
    case ("BulkUpdate", "--tag"), ("BulkUpdate", "-t"):
      var others = Array(words)
      let tag = others.removeValue(at: place)
      return .tagOfBulk(flag, tag ?? "TAG", others, of: definition)
    case ("StopTimer", "--all"):
      return .usage("\(failure.message) To stop all timers, use '\(minuta) stop'.")
    case ("Summarize", _) where isNegative:
      let view = names.first { ["day", "month", "week"].contains($0) }
      if view == nil, names.count > 1 { return failure }
      return .offsetOfRange(flag, of: "summary", view: view)
    case ("ListDays", _) where isNegative:
      let view = names.dropLast().firstIndex(of: "--view").map { names[$0 + 1] }
      return .offsetOfRange(flag, view: view)
    case _ where isNegative && acceptsRelativeTimes:
      return .usage("\(failure.message) For \(flag.dropFirst()) minutes ago, write '\(flag)m'.")
    case ("UpdateRecord", _) where flag.count > 2 && !flag.hasPrefix("--"):
      let label = flag.dropFirst()
      let isTypo = TypoSuggester.closest(to: "-\(flag)", in: Array(self.names.values)) != nil
      guard !isTypo, Label.isName(label.unicodeScalars) else { return failure }
      return .usage("\(failure.message) To remove a label, use '--remove-label \(label)'.")
    case (_, "--client"), (_, "--project"), (_, "-p"):
      return levelOfTag(flag, Array(words)) ?? failure
    default: return failure
    }
  }

  /// The failure of a flag for a level of tags; nil if the command takes no tag.
  private func levelOfTag(_ flag: String, _ words: [String]) -> Failure? {
    guard definition.takesTag("tag"), let command = definition.command else { return nil }
    var words = words
    let levels = [["--client"], ["--project", "-p"]].compactMap { names -> String? in
      let place = words.firstIndex { names.contains($0.splitAtEquals.name) }
      return place.map { words.removeValue(at: $0) ?? names[0].dropFirst(2).uppercased() }
    }
    let path = levels.joined(separator: "/")
    if command.positional.first.map(definition.takesTag) == true {
      if let place = words.placeOfName {
        words[place] = "\(path)/\(words[place])"
      } else {
        words.insert(path, at: 0)
      }
    } else {
      words += command.positional.contains("range") ? [path] : ["--tag", path]
    }
    let line = ([command.name] + words.map(\.quotedForShell))[...].text
    return .levelOfTag(flag, line)
  }
}

extension Failure {
  /// The failure of a number such as `-1`, which is meant as an earlier week, day or month.
  fileprivate static func offsetOfRange(
    _ flag: String,
    of command: String? = nil,
    view: String?
  ) -> Failure {
    let view = view ?? "week"
    let range = view == "day" ? "yesterday" : command == nil ? "last" : "last \(view)"
    let line = "\(command ?? view) \(range)"
    return usage("There is no flag \(flag.quoted). Name the \(view), as in '\(minuta) \(line)'.")
  }

  /// The failure of a flag for a client or a project, which are parts of a tag's name.
  fileprivate static func levelOfTag(_ flag: String, _ line: String) -> Failure {
    let noun = flag == "--client" ? "A client is the first part" : "A project is a part"
    return usage("There is no flag \(flag.quoted). \(noun) of a tag. \(use(line))")
  }

  /// The failure of a deletion of records that a flag selects.
  static func deletionOfMany(_ flag: String) -> Failure {
    let condition = flag == "--range" ? "in:yesterday" : "tag:TAG"
    return usage(
      "There is no flag \(flag.quoted). To delete all records of a filter, "
        + use("bulk \(condition) --delete", isSentence: false)
    )
  }

  /// The failure of a flag for the tag of records to change, which are selected by a filter.
  ///
  /// - Parameter words: the other words, of which the first may be the name of a flag.
  fileprivate static func tagOfBulk(
    _ flag: String,
    _ tag: String,
    _ words: [String],
    of definition: IntentDefinition
  ) -> Failure {
    var words = words
    if let first = words.first, definition.properties[first]?["type"] == "boolean" {
      words = words.dropFirst() + ["--\(first)"]
    }
    let range = words[...].rangeLength ?? 0
    let hasFilter = range < words.count && !words[range].hasPrefix("-")
    if hasFilter {
      let end = words[range...].firstIndex { $0.hasPrefix("-") } ?? words.count
      let names = words[range..<end]
      if names.allSatisfy(\.isNameInPlaceOfFilter) {
        words.replaceSubrange(range..<end, with: [names.text.shortTagCondition])
      }
      words += ["--retag", tag]
    } else {
      words.insert(tag.shortTagCondition, at: range)
    }
    let line = (["bulk"] + words.map(\.quotedForShell))[...].text
    if hasFilter {
      return usage(
        "There is no flag \(flag.quoted). To change the tag, \(use(line, isSentence: false))"
      )
    }
    return usage(
      "There is no flag \(flag.quoted). To select the records of a tag, "
        + use(line, isSentence: false) + " To change their tag, use '--retag'."
    )
  }
}

extension String {
  /// Whether a word of letters is no condition of a filter, so that it may be the name of a tag.
  fileprivate var isNameInPlaceOfFilter: Bool {
    allSatisfy(\.isLetter) && !(FilterParser.words + ["not"]).contains(lowercased())
  }
}

extension [String] {
  /// Removes a flag and its value, and returns the value; nil if it has none.
  fileprivate mutating func removeValue(at place: Int) -> String? {
    let attached = remove(at: place).splitAtEquals.value
    if attached != nil || place == count || self[place].hasPrefix("-") { return attached }
    return remove(at: place)
  }

  /// The place of the first word that is neither a flag, a label nor part of a time or a range; nil
  /// if there is none.
  fileprivate var placeOfName: Int? {
    var place = 0
    while place < count {
      let rest = self[place...]
      if self[place].hasPrefix("-") || self[place].hasPrefix("+") {
        place += 1
      } else if let length = rest.rangeLength {
        place += length
      } else if EntryPart.parts(rest).first?.form == .text {
        return place
      } else {
        place += EntryPart.parts(rest)[0].text.split(separator: " ").count
      }
    }
    return nil
  }
}
