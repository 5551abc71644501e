import IntentKit
import JSONText

/// The flags of an intent, made from its definition.
struct IntentFlags {
  private let definition: IntentDefinition

  init(_ definition: IntentDefinition) {
    self.definition = definition
  }

  var flags: [Flag] {
    definition.properties.members.map { member in
      Flag(
        name: member.key.kebabCased,
        kind: member.value["type"]?.string == "boolean" ? .boolean : .value,
        isList: member.value["type"]?.string == "array"
      )
    } + [Flag(name: "with", kind: .value)]
  }

  /// The values of a call.
  func values(_ words: CommandLineWords) throws(UsageError) -> JSONObject {
    let positional = definition.command?.positional ?? []
    try words.noWords(after: positional.count)
    var values = try given(words.values["with"]?.last)
    for (name, word) in zip(positional, words.plain) {
      if words.values[name.kebabCased] != nil { throw .givenTwice("--\(name.kebabCased)") }
      values[name] = value([word], of: name)
    }
    for name in definition.properties.keys {
      if let flag = words.booleans[name.kebabCased] { values[name] = .bool(flag) }
      if let texts = words.values[name.kebabCased] { values[name] = value(texts, of: name) }
    }
    return values
  }

  private func given(_ text: String?) throws(UsageError) -> JSONObject {
    guard let text else { return [:] }
    do throws(JSONError) {
      if let object = try JSONValue(parsing: text).object { return object }
    } catch {
      throw .notJSON(flag: "--with", error)
    }
    throw .notAnObject(flag: "--with")
  }

  /// Text as the JSON that the schema wants; what cannot be that stays text, for the check to name.
  private func value(_ texts: [String], of name: String) -> JSONValue {
    let schema = definition.properties[name]
    let last = texts.last ?? ""
    switch schema?["type"]?.string {
    case "integer", "number":
      if case .number(let number)? = try? JSONValue(parsing: last) { return .number(number) }
      return .string(last)
    case "array":
      let isChoice = schema?["items"]?["enum"] != nil
      let items = isChoice ? texts.flatMap { $0.split(separator: ",").map(String.init) } : texts
      return .array(items.map { .string($0) })
    default: return .string(last)
    }
  }
}

extension String {
  /// `groupBy` as `group-by`.
  var kebabCased: String {
    reduce(into: "") { result, character in
      result += character.isUppercase ? "-\(character.lowercased())" : String(character)
    }
  }
}
