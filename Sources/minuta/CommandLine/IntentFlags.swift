import IntentKit
import JSONText
import MinutaCore

/// The flags of an intent, derived from its definition, and the values of its parameters.
struct IntentFlags {
  let definition: IntentDefinition

  var flags: [Flag] {
    definition.properties.members.filter { $0.key != "with" }.map { member in
      Flag(
        name: member.key.kebabCased,
        kind: member.value.valueTypes == ["boolean"] ? .boolean : .value,
        isList: member.value.valueTypes == ["array"] || selectsRecords(member.key),
        allowsNo: member.value["default"] == true,
        parameter: member.key,
        aliases: member.value["x-minuta-aliases"]?.array?.compactMap(\.string) ?? [],
        clashes: Self.clashes(member.key)
      )
    } + [Flag(name: "with", kind: .value)] + rangeFlags
  }

  /// The parameters that have a flag of their own.
  private var parameters: [JSONObject.Member] {
    definition.properties.members.filter { !Self.clashes($0.key) }
  }

  /// Whether the flag of a parameter would be one of the program, so that `--with` sets the parameter.
  static func clashes(_ parameter: String) -> Bool {
    (GlobalFlags.reserved + ["--with"]).contains("--\(parameter.kebabCased)")
  }

  /// A remark on each parameter that only `--with` sets, and on those with the same flag.
  var clashNotes: [String] {
    let names = definition.properties.keys
    let groups = names.map { name in names.filter { $0.kebabCased == name.kebabCased } }
    return groups.filter { $0.count > 1 }.uniqued.map { group in
      "\(group.map(\.quoted).joined(separator: " and ")) have the same flag. Use the exact names: "
        + "\(group.map { "--\($0)".quoted }.joined(separator: " and "))."
    }
      + names.filter(Self.clashes).map { name in
        "\("--\(name.kebabCased)".quoted) is a flag of Minuta, so \(name.quoted) is set by "
          + "\(Failure.withFlag(setting: name))."
      }
  }

  /// Whether a flag sets a parameter.
  func isGiven(_ name: String, _ words: CommandLineArguments) -> Bool {
    words.values[name] != nil
  }

  /// Returns the values of the parameters that the command line sets.
  func values(
    _ words: CommandLineArguments,
    _ reading: CommandReading
  ) throws(Failure) -> JSONObject {
    var values = try parsedObject(words.values["with"]?.last)
    let given = Set(values.keys)
    for name in parameters.map(\.key) {
      if given.contains(name), words.booleans[name] != nil || words.values[name] != nil {
        throw .duplicateValue("--\(name.kebabCased)")
      }
      if let flag = words.booleans[name] { values[name] = .bool(flag) }
      if let texts = words.values[name] { values[name] = value(texts, of: name) }
    }
    for (name, pairs) in Dictionary(grouping: reading.values, by: \.name) {
      let items = value(pairs.map(\.text), of: name)
      // Words add to the items of a flag, and to its conditions.
      let given = isGiven(name, words) || given.contains(name) ? values[name] : nil
      if let given, given.array == nil, !selectsRecords(name) {
        throw .duplicateValue("--\(name.kebabCased)")
      }
      values[name] = given?.array.map { .array($0 + (items.array ?? [])) } ?? items
    }
    try setRange(words, &values)
    if selectsRecords("filter") { joinFilters(words, reading, &values) }
    return values
  }

  private func parsedObject(_ text: String?) throws(Failure) -> JSONObject {
    guard let text else { return [:] }
    do throws(JSONError) {
      if let object = try JSONValue(parsing: text).object { return object }
    } catch {
      throw .notJSON(flag: "--with", error)
    }
    throw .notAnObject(flag: "--with")
  }

  /// Converts the texts of a flag or argument to the JSON type that the parameter's schema
  /// requires.
  ///
  /// A text that can't be converted stays a string, so that validation reports it.
  func value(_ texts: [String], of name: String) -> JSONValue {
    let schema = definition.properties[name]?.withoutNull ?? .null
    guard schema.valueTypes == ["array"] else { return value(texts.last ?? "", schema) }
    if texts.count == 1, case .array(let items)? = Self.parsedContainer(texts[0]) {
      return .array(items)
    }
    let items = schema["items"] ?? .null
    let parts = texts.flatMap { splitsAtCommas($0, items) ? $0.split(separator: ",") : [$0[...]] }
    return .array(parts.map { value(String($0), items) })
  }

  /// Whether a text for a list is several items with commas between them.
  ///
  /// It isn't if the text as a whole is an item, such as `client=R, D` or `1,5h ago`, or if the
  /// items can be any text.
  private func splitsAtCommas(_ text: String, _ items: JSONValue) -> Bool {
    if items["enum"] != nil { return true }
    switch (items["x-minuta-type"] ?? items["x-minuta-entity"])?.string {
    case "dimension", "record": return true
    case "label": return Label(parsing: text) == nil
    case "moment": return MomentPhrase(text) == nil
    default: return items["type"] == "integer"
    }
  }

  private func value(_ text: String, _ schema: JSONValue) -> JSONValue {
    let types = schema.valueTypes
    let isNumber = !types.isEmpty && types.allSatisfy { $0 == "integer" || $0 == "number" }
    if isNumber, case .number(let number)? = try? JSONValue(parsing: text) {
      return .number(number)
    }
    if types.contains("string") { return .string(text) }
    return Self.parsedContainer(text) ?? .string(text)
  }

  /// Parses a text that looks like a JSON array or object; returns nil for any other text.
  private static func parsedContainer(_ text: String) -> JSONValue? {
    guard text.hasPrefix("{") || text.hasPrefix("[") else { return nil }
    return try? JSONValue(parsing: text)
  }
}

/// The flags that give a range: its first and last day, the present week or month, or the newest
/// records.
extension IntentFlags {
  /// Flags that set the parameter `range` of an intent that has one.
  var rangeFlags: [Flag] {
    guard definition.properties["range"]?["x-minuta-type"] == "range" else { return [] }
    let hasLimit = definition.properties["limit"]?["type"] == "integer"
    let all = [
      Flag("--from DAY", "First day of the range."), Flag("--to DAY", "Last day of the range."),
      Flag("-w, --week", "The present week."),
      Flag(
        definition.properties["comment"] == nil ? "-m, --month" : "--month",
        "The present month."
      ),
    ]
    let last = hasLimit ? [Flag("--last N", "The newest N records of all.")] : []
    return (all + last).filter { definition.properties[$0.name] == nil }
  }

  /// Sets the range and the limit that the flags of a range give.
  fileprivate func setRange(
    _ words: CommandLineArguments,
    _ values: inout JSONObject
  ) throws(Failure) {
    let names = rangeFlags.map(\.name)
    let given = names.filter { words.booleans[$0] == true || words.values[$0] != nil }
    if given.isEmpty { return }
    for name in ["from", "to"] where given.contains(name) {
      let day = words.values[name]?.last ?? ""
      if !isDay(day) { throw .rangeInsteadOfDay(day, flag: "--\(name)") }
    }
    if given.contains("last"), let last = words.values["last"]?.last {
      if Int(last) == nil { throw .notACount(last, flag: "--last") }
      if values["limit"] != nil { throw .duplicateValue("--limit") }
      values["limit"] = value([last], of: "limit")
    }
    let ends = given.filter { ["from", "to"].contains($0) }
    let ranges = given.filter { ["week", "month"].contains($0) } + (ends.isEmpty ? [] : ["from"])
    if let last = given.last, ranges.count > 1 { throw .twoRanges("--\(given[0])", "--\(last)") }
    if let first = ranges.first, let other = values["range"] {
      throw .twoRanges(other.string ?? "--range", "--\(ends.first ?? first)")
    }
    guard let range = ranges.first else {
      values["range"] = values["range"] ?? "all"
      return
    }
    values["range"] = .string(ends.isEmpty ? range : self.range(words))
  }

  /// Returns the range of `--from` and `--to`, of which one may be missing.
  private func range(_ words: CommandLineArguments) -> String {
    let (from, to) = (words.values["from"]?.last, words.values["to"]?.last)
    let start = from?.lowercased() == "all" ? "" : from ?? ""
    return to == nil && start.isEmpty ? "all" : "\(start)..\(to ?? "")"
  }

  /// Whether a text is one day, or has the form of a date, whose mistake is named better later.
  private func isDay(_ text: String) -> Bool {
    if text.contains("..") { return false }
    return !text.contains("/") && RangePhrase(text) != nil
      || !CivilTime.suggestedDates(for: text).isEmpty
      || CivilTime.lastDay(insteadOfMissingIn: text) != nil
  }
}

/// The conditions that select records: several filters and tags.
extension IntentFlags {
  /// Whether a parameter selects records: each of several filters, or one of several tags.
  func selectsRecords(_ name: String) -> Bool {
    guard definition.properties["filter"]?["x-minuta-type"] == "filter" else { return false }
    return name == "filter"
      || name == "tag" && definition.wordParameters.contains("tag")
        && !definition.requiredParameters.contains("tag") && definition.selectsByLabels
  }

  /// Makes several filters and several tags one filter.
  fileprivate func joinFilters(
    _ words: CommandLineArguments,
    _ reading: CommandReading,
    _ values: inout JSONObject
  ) {
    func texts(_ name: String) -> [String] {
      let read = reading.values.filter { $0.name == name }.map(\.text)
      let all = (words.values[name] ?? []) + read
      return all.isEmpty ? [values[name]?.string].compactMap(\.self) : all
    }
    var filters = texts("filter")
    let tags = selectsRecords("tag") ? texts("tag").flatMap(\.tagNames) : []
    if tags.count > 1 {
      values["tag"] = nil
      filters.append(tags.map(\.tagCondition).joined(separator: " or "))
    }
    let range = definition.properties["range"]
    // A filter such as `in:2026-11` has a range of its own.
    if range != nil, range?["default"] != "all", values["range"] == nil,
      filters.contains(where: { $0.split(separator: " ").contains { $0.hasPrefix("in:") } })
    {
      values["range"] = "all"
    }
    if let filter = filters.first {
      values["filter"] = .string(
        filters.count > 1 ? filters.map { "(\($0))" }.joined(separator: " ") : filter
      )
    }
  }
}

extension String {
  /// The names of tags with commas between them.
  ///
  /// A blank after a comma makes it a part of a name.
  fileprivate var tagNames: [String] {
    let parts = split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return parts.contains { $0.isEmpty || $0.hasPrefix(" ") } ? [self] : parts
  }

  /// The condition of a filter for a tag; a `=` before its name means the tag alone.
  fileprivate var tagCondition: String {
    hasPrefix("=") ? "tag:=\(String(dropFirst()).quotedInFilter)" : "tag:\(quotedInFilter)"
  }

  /// The condition of a filter for a label.
  var labelCondition: String {
    let (name, value) = splitAtEquals
    return "+\(name)" + (value.map { "=\($0.contains(" ") ? "\"\($0)\"" : $0)" } ?? "")
  }

  private var quotedInFilter: String {
    "\"\(replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// The name in kebab case: `groupBy` becomes `group-by`, and `URL` `url`.
  var kebabCased: String {
    func isUppercase(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }
    guard utf8.contains(where: isUppercase) else { return self }
    let bytes = Array(utf8)
    var name: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      guard isUppercase(byte) else {
        name.append(byte)
        continue
      }
      let isWithinCapitals =
        index > 0 && isUppercase(bytes[index - 1])
        && (index + 1 == bytes.count || isUppercase(bytes[index + 1]))
      let begins = index == 0 || isWithinCapitals || "-_".utf8.contains(bytes[index - 1])
      name += begins ? [byte | 0x20] : [UInt8(ascii: "-"), byte | 0x20]
    }
    return String(decoding: name, as: UTF8.self)
  }
}
