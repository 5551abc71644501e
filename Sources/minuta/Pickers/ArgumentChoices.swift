import IntentKit
import JSONText
import MinutaCore
import MinutaIntents

/// Finds the values that a menu offers for an argument, the most likely first.
struct ArgumentChoices {
  private let entities: EntityCompleter

  init(_ program: Program, _ global: GlobalFlags) {
    entities = EntityCompleter(program, global)
  }

  /// Returns the choices for a field.
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
    case "tag": return await tags()
    case "record":
      return await entities.recentRecords().prefix(Self.limit).map { record in
        InputChoice(value: .string(record.id), title: entities.title(of: record))
      }
    default: break
    }
    switch field.schema["x-minuta-type"]?.string {
    case "duration": return Self.durations.map(InputChoice.init(text:))
    case "range": return RangePhrase.commonWords.map(InputChoice.init(text:))
    default:
      if field.name != "comment" { return [] }
      let comments = await entities.recentRecords().compactMap(\.comment)
      return comments.uniqued.prefix(Self.limit).map(InputChoice.init(text:))
    }
  }

  private static let durations = ["15m", "30m", "45m", "1h", "1h30m", "2h", "3h", "4h", "8h"]
  /// The maximum number of records and comments.
  private static let limit = 30

  /// Returns the tags, by their names where these are clear.
  ///
  /// Two tags may have the same name after a sync, and an edited file may have a name that isn't
  /// normalized.
  func tags() async -> [InputChoice] {
    let tags = await entities.recentTags()
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
