import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaIntents

extension ValueChoices {
  /// Returns the values of a parameter for the shell.
  ///
  /// - Parameter prefix: the beginning of the value.
  func candidates(
    of name: String,
    in definition: IntentDefinition,
    _ prefix: String
  ) async -> [CompletionCandidate] {
    if let comma = prefix.lastIndex(of: ","), definition.properties[name]?.takesCommas == true {
      let item = String(prefix[prefix.index(after: comma)...])
      return await candidates(of: name, in: definition, item).following(prefix)
    }
    let schema = definition.properties[name] ?? .null
    let items = schema["items"]
    switch (schema["x-minuta-entity"] ?? items?["x-minuta-entity"])?.string {
    case "tag":
      let isRunning = schema["x-minuta-running"] == true
      return (isRunning ? await runningTags() : await tags()).candidates
    case "record": return await records(for: prefix)
    case "deletedRecord": return await deletedRecords()
    default: break
    }
    let choices = CommandGrammar.choices(of: schema) ?? CommandGrammar.choices(of: items)
    let words =
      switch schema.type ?? items?.type {
      case "label": await labels(for: prefix)
      case "filter": await filters(for: prefix)
      case "range": RangePhrase.commonWords
      case "timeZone", "timeZoneOrRecord": TimeZone.knownTimeZoneIdentifiers
      case "dimension":
        // The examples of a dimension are all dimensions that have a name.
        (items?["examples"]?.array?.compactMap(\.string) ?? []) + (await labelKeys(for: prefix))
      default: choices ?? []
      }
    return words.candidates
  }

  /// Returns the choices of a menu for a field.
  func choices(for field: InputRequest.InputField) async -> [InputChoice] {
    let schema = field.schema["items"] ?? field.schema
    let item = InputRequest.InputField(name: field.name, schema: schema, isRequired: true)
    let found = await choices(ofItem: item)
    if field.schema["items"] == nil { return found }
    return found.map { InputChoice(value: [$0.value], title: $0.title) }
  }

  /// Whether a value that isn't among the choices may be typed.
  static func allowsTyping(_ field: InputRequest.InputField) -> Bool {
    let schema = field.schema["items"] ?? field.schema
    return schema["oneOf"] == nil && schema["enum"] == nil && schema["type"] != "boolean"
      && schema["x-minuta-entity"] != "record"
  }

  private func choices(ofItem field: InputRequest.InputField) async -> [InputChoice] {
    if let choices = field.choices { return choices }
    if field.schema["type"] == "boolean" {
      return [InputChoice(value: true, title: "Yes"), InputChoice(value: false, title: "No")]
    }
    switch field.schema["x-minuta-entity"]?.string {
    case "tag": return await tagChoices()
    case "record":
      return await recentRecords().prefix(Self.menuLimit).map { record in
        InputChoice(value: .string(record.id), title: title(of: record))
      }
    default: break
    }
    switch field.schema["x-minuta-type"]?.string {
    case "duration": return Self.durations.map(InputChoice.init(text:))
    case "range": return RangePhrase.commonWords.map(InputChoice.init(text:))
    default:
      if field.name != "comment" { return [] }
      let comments = await recentRecords().compactMap(\.comment)
      return comments.uniqued.prefix(Self.menuLimit).map(InputChoice.init(text:))
    }
  }

  private static let durations = ["15m", "30m", "45m", "1h", "1h30m", "2h", "3h", "4h", "8h"]
  /// The maximum number of records and comments.
  private static let menuLimit = 30

  /// Returns the tags, by their names where these are clear.
  ///
  /// Two tags may have the same name after a sync, and an edited file may have a name that isn't
  /// normalized.
  func tagChoices() async -> [InputChoice] {
    let tags = await recentTags()
    let counts = Dictionary(grouping: tags, by: \.name).mapValues(\.count)
    return tags.map { tag in
      let isClear = counts[tag.name] == 1 && TagName.normalized(tag.name) == tag.name
      return InputChoice(value: .string(isClear ? tag.name : tag.id), title: tag.name)
    }
  }
}

extension InputChoice {
  fileprivate init(text: String) {
    self.init(value: .string(text), title: text)
  }
}

extension Array where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrence.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension JSONValue {
  /// Whether a parameter with this schema takes any text, or a path.
  var isAnyText: Bool {
    let text = self["items"] ?? self
    return [nil, "file"].contains(type) && text["x-minuta-entity"] == nil && text["enum"] == nil
  }

  /// Whether a word can have several items of a parameter with this schema, with commas between.
  fileprivate var takesCommas: Bool {
    guard let items = self["items"] else { return false }
    return items["enum"] != nil || items.type == "dimension"
      || items["x-minuta-entity"]?.string == "record"
  }

  /// The type of the text that a parameter with this schema takes, such as `filter`.
  fileprivate var type: String? { self["x-minuta-type"]?.string }
}
