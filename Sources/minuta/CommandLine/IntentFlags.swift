import IntentKit
import JSONText
import MinutaCore

/// The flags and positional arguments of an intent, derived from its definition.
struct IntentFlags {
  let definition: IntentDefinition

  var flags: [Flag] {
    parameters.map { member in
      Flag(
        name: member.key.kebabCased,
        kind: member.value.valueTypes == ["boolean"] ? .boolean : .value,
        isList: member.value.valueTypes == ["array"] || selectsRecords(member.key),
        choices: member.key == "format" ? formats : [],
        clashingParameter: Self.clashes(member.key) ? member.key : nil
      )
    } + [Flag(name: "with", kind: .value)] + rangeFlags.map(\.flag)
  }

  /// The parameters, except for one whose flag would be `--with`.
  private var parameters: [JSONObject.Member] {
    definition.properties.members.filter { $0.key != "with" }
  }

  /// The parameters that have a flag of their own.
  private var parametersWithFlags: [JSONObject.Member] {
    parameters.filter { !Self.clashes($0.key) }
  }

  /// Whether the flag of a parameter would be a global one, so that the parameter is set with `--with`.
  static func clashes(_ parameter: String) -> Bool {
    GlobalFlags.reserved.contains("--\(parameter.kebabCased)")
  }

  /// The flags by parameter, without those that are usually set by other words.
  var names: [String: String] {
    let labels = labelsFollowFilter ? nil : definition.command?.labels
    let words = (definition.command?.positional ?? []) + [labels]
    let members = parametersWithFlags.filter { !words.contains($0.key) }
    return Dictionary(uniqueKeysWithValues: members.map { ($0.key, "--\($0.key.kebabCased)") })
  }

  /// Whether an argument of the intent may be a relative time such as `-15m`.
  var acceptsRelativeTimes: Bool { EntryLine(definition, given: []) != nil }

  /// Returns the values of the parameters that the command line sets.
  ///
  /// - Parameter reading: the reading of the positional arguments, which can also replace the value of a
  ///   flag.
  func values(
    _ words: CommandLineArguments,
    _ reading: EntryReading
  ) throws(Failure) -> JSONObject {
    var values = try parsedObject(words.values["with"]?.last)
    for name in parametersWithFlags.map(\.key) {
      if let flag = words.booleans[name.kebabCased] { values[name] = .bool(flag) }
      if let texts = words.values[name.kebabCased] { values[name] = value(texts, of: name) }
    }
    for (name, pairs) in Dictionary(grouping: reading.values, by: \.name) {
      values[name] = value(pairs.map(\.word), of: name)
    }
    try setRange(words, &values)
    if let name = definition.command?.labels, !words.labels.isEmpty {
      let labels = value(words.labels, of: name).array ?? []
      values[name] = .array((values[name]?.array ?? []) + labels)
    }
    if selectsRecords("filter") { joinFilters(words, &values) }
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

extension String {
  /// The name in kebab case: `groupBy` becomes `group-by`.
  var kebabCased: String {
    func isUppercase(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }
    guard utf8.contains(where: isUppercase) else { return self }
    let bytes = utf8.flatMap { isUppercase($0) ? [UInt8(ascii: "-"), $0 | 0x20] : [$0] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
