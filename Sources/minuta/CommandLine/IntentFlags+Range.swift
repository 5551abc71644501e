import IntentKit
import JSONText
import MinutaCore

extension IntentFlags {
  /// Flags that set the parameter `range` of an intent that has one.
  var rangeFlags: [(flag: Flag, usage: String, help: String)] {
    guard definition.properties["range"]?["x-minuta-type"] == "range" else { return [] }
    let month = definition.properties["comment"] == nil ? "-m, --month" : "--month"
    let all: [(flag: Flag, usage: String, help: String)] = [
      (Flag(name: "from", kind: .value), "--from DAY", "First day of the range."),
      (Flag(name: "to", kind: .value), "--to DAY", "Last day of the range."),
      (Flag(name: "week", kind: .boolean), "-w, --week", "The present week."),
      (Flag(name: "month", kind: .boolean), month, "The present month."),
    ]
    let last = (Flag(name: "last", kind: .value), "--last N", "The newest N records of all.")
    let hasLimit = definition.properties["limit"]?["type"] == "integer"
    return (all + (hasLimit ? [last] : [])).filter { definition.properties[$0.0.name] == nil }
  }

  /// Whether the words of a reading are a tag, but stand where a range can stand.
  func hasTagInPlaceOfRange(_ reading: EntryReading) -> Bool {
    let names = reading.values.map(\.name)
    return names.contains("tag") && !names.contains("range")
      && definition.command?.positional.contains("range") == true
  }

  /// Whether a text is one day, or has the form of a date, whose mistake is named better later.
  private func isDay(_ text: String) -> Bool {
    if text.contains("..") { return false }
    return !text.contains("/") && RangePhrase(text) != nil
      || !CivilTime.suggestedDates(for: text).isEmpty
      || CivilTime.lastDay(insteadOfMissingIn: text) != nil
  }

  /// Sets the range and the limit that the flags of a range give.
  func setRange(_ words: CommandLineArguments, _ values: inout JSONObject) throws(Failure) {
    let names = rangeFlags.map(\.flag.name)
    func text(_ name: String) -> String? {
      names.contains(name) ? words.values[name]?.last : nil
    }
    var ranges = ["week", "month"].filter { names.contains($0) && words.booleans[$0] == true }
    let (from, to) = (text("from"), text("to"))
    for case (let flag, let day?) in [("--from", from), ("--to", to)]
    where !isDay(day) {
      throw .rangeInsteadOfDay(day, flag: flag)
    }
    let isAll = from?.lowercased() == "all"
    if isAll, to == nil {
      ranges.append("all")
    } else if from != nil || to != nil {
      ranges.append("\(isAll ? "" : from ?? "")..\(to ?? "")")
    }
    let given = ["from", "to", "week", "month"].filter {
      names.contains($0) && (words.booleans[$0] == true || words.values[$0] != nil)
    }
    if let last = given.last, ranges.count > 1 { throw .twoRanges("--\(given[0])", "--\(last)") }
    if let first = given.first, let other = values["range"] {
      throw .twoRanges(other.string ?? "--range", "--\(first)")
    }
    if let range = ranges.first { values["range"] = .string(range) }
    guard let last = text("last") else { return }
    if Int(last) == nil { throw .notACount(last, flag: "--last") }
    if values["limit"] != nil { throw .duplicateValue("--limit") }
    values["limit"] = value([last], of: "limit")
    if values["range"] == nil { values["range"] = "all" }
  }
}

extension IntentFlags {
  /// Divides words such as `last week tag:Work and text:call` into a range and a filter, which stand
  /// in any order.
  ///
  /// A range alone selects all of its records. Returns nil if there is only one word, or if another
  /// one sets the filter or the range.
  func filterAndRange(
    _ words: ArraySlice<String>,
    _ arguments: CommandLineArguments
  ) -> [EntryLine.Value]? {
    guard arguments.literalCount == 0, definition.properties["range"]?["x-minuta-type"] == "range",
      !rangeFlags.contains(where: { isSet($0.flag.name, arguments) }), !isSet("range", arguments),
      !isSet("filter", arguments)
    else { return nil }
    if RangePhrase(words.text) != nil { return [("filter", "in:all"), ("range", words.text)] }
    let isFlag = words.first.map { definition.properties[$0.lowercased()]?["type"] == "boolean" }
    if words.count < 2 || isFlag == true { return nil }
    if let length = words.rangeLength {
      return [("filter", words.dropFirst(length).text), ("range", words.prefix(length).text)]
    }
    if let start = words.rangeStart {
      return [("filter", words[..<start].text), ("range", words[start...].text)]
    }
    return [("filter", words.text)]
  }

  private func isSet(_ flag: String, _ arguments: CommandLineArguments) -> Bool {
    arguments.values[flag] != nil || arguments.booleans[flag] == true
  }
}
