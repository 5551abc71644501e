import IntentKit
import JSONText

extension Settings {
  /// The path of a setting, in which an item of a list has its number, and the members of the item
  /// that its name stands for, such as the tag in `rates.Acme`.
  typealias Place = (path: JSONPointer, named: JSONObject)

  /// Returns the place of a setting in some settings.
  ///
  /// An item of a list can have a name instead of its number: a choice such as `day`, or a tag. A
  /// name that no item has is that of the item after the last one.
  static func place(_ key: JSONPointer, in json: JSONValue) throws(Failure) -> Place {
    var rest = Array(key.tokens.dropFirst())
    guard let list = key.tokens.first, let first = rest.first, Int(first) == nil,
      let item = schema(of: JSONPointer([list, "0"])), let required = item.requiredNames,
      schema(of: JSONPointer([list]))?["items"] != nil
    else { return (key, [:]) }
    let isMember = rest.count > 1 && rest.last.map { item["properties"]?[$0] != nil } == true
    let member = isMember ? [rest.removeLast()] : []
    let name = JSONValue.string(rest.joined(separator: "."))
    let choice = required.first { item["properties"]?[$0]?["enum"]?.array?.contains(name) == true }
    let items = json[list]?.array ?? []
    let numbers = items.indices.filter {
      items[$0][choice ?? "tag"] == name && (choice == nil || items[$0]["tag"] == nil)
    }
    if numbers.count > 1 { throw .severalListItems(list, key, numbers) }
    let number = numbers.first ?? items.count
    let path = JSONPointer([list, String(number)] + member)
    return (path, member.isEmpty ? [choice ?? "tag": name] : [:])
  }

  /// Returns the settings of a user with one value changed.
  ///
  /// Settings with a mistake can be changed if the change removes it.
  ///
  /// - Parameters:
  ///   - key: the path of the value.
  ///   - word: the new value as a word on the command line; nil to remove it.
  /// - Returns: The settings, and the new value. The settings are nil if there is no value to remove.
  static func changed(
    _ key: JSONPointer,
    to word: String?,
    in environment: Environment
  ) throws(Failure) -> (settings: Settings?, value: JSONValue?) {
    let file = environment.settings
    let bytes = try content(of: environment) ?? Array("{}".utf8)
    let old: JSONValue
    do throws(JSONError) {
      old = try JSONValue(parsing: bytes)
    } catch {
      throw .malformedSettings(file, error)
    }
    let place = try place(key, in: old)
    let path = place.path
    let value = try word.map { (word) throws(Failure) -> JSONValue in
      try self.value(word, of: key, at: place, instead: old.value(at: path))
    }
    if value == nil, old.value(at: path) == nil { return (nil, nil) }
    if let value, let list = path.tokens.first,
      schema(of: JSONPointer([list]))?["type"] == "array",
      path.tokens.count > 1 ? Int(path.tokens[1]) == nil : value.array == nil
    {
      throw .listNeedsNumber(list)
    }
    let new = old.replacing(path.tokens[...], with: value) ?? old
    if value != nil, new.value(at: path) != value { throw .missingListItem(key) }
    if let problem = problems(in: new).first {
      // Only a problem of the changed setting has no line in the file.
      if problem.pointer.tokens.first == path.tokens.first { throw .invalidSetting(problem) }
      throw .malformedSettings(file, line: problem.pointer.line(in: bytes) ?? 1, problem)
    }
    return (try Settings(parsing: new.bytes(), file: file), value)
  }

  /// Returns the value that a word on the command line gives the setting at a place.
  ///
  /// An object may be written as the values of its required members, such as `85.50 EUR`; its other
  /// members remain.
  private static func value(
    _ word: String,
    of key: JSONPointer,
    at place: Place,
    instead old: JSONValue?
  ) throws(Failure) -> JSONValue {
    let schema = schema(of: place.path)
    guard let required = schema?.requiredNames else { return value(word, by: schema) }
    if let object = (try? JSONValue(parsing: word))?.object {
      return .object(place.named.merging(object))
    }
    let names = required.filter { place.named[$0] == nil }
    let words = word.split(separator: " ").map(String.init)
    guard !names.isEmpty, words.count >= names.count else {
      let list = names.map(\.quoted).joined(separator: " and ")
      let expected = "values of \(list) with a space between them"
      throw .invalidSetting(
        ValidationError(key, .invalidFormat(expected: expected, found: .string(word)))
      )
    }
    var object = (old?.object ?? [:]).merging(place.named)
    // The first value may have spaces.
    let first = words.dropLast(names.count - 1).joined(separator: " ")
    for (name, word) in zip(names, [first] + words.suffix(names.count - 1)) {
      object[name] = value(word, by: schema?["properties"]?[name]?.object)
    }
    return .object(object)
  }

  /// Returns the value that a word has by a schema.
  ///
  /// A word is JSON, except where the schema expects text. A list of texts may be written with
  /// commas instead.
  private static func value(_ word: String, by schema: JSONObject?) -> JSONValue {
    if let choice = choice(word, among: schema?["enum"]?.array?.compactMap(\.string) ?? []) {
      return .string(choice)
    }
    if schema?["type"] == "string" { return .string(word) }
    if schema?["items"]?["type"] == "string", !word.hasPrefix("[") {
      return .array(word.split(separator: ",").map { .string(String($0.drop { $0 == " " })) })
    }
    return (try? JSONValue(parsing: word)) ?? .string(word)
  }

  /// Returns the choice that a word names in any case, or by its beginning, as `sun` does `sunday`;
  /// nil if it names none or several.
  private static func choice(_ word: String, among choices: [String]) -> String? {
    let name = word.lowercased()
    let equal = choices.first { $0.lowercased() == name }
    let longer = choices.filter { name.utf8.count > 1 && $0.lowercased().hasPrefix(name) }
    return equal ?? (longer.count == 1 ? longer.first : nil)
  }
}

extension JSONObject {
  /// The names of the required members in this schema of an object; nil if there are none.
  var requiredNames: [String]? { self["required"]?.array?.compactMap(\.string) }
}

extension JSONPointer {
  /// Creates the path of a value from names with dots between them, such as `log.level`.
  init(dotted name: String) {
    self.init(name.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
  }

  /// The names on the path with dots between them.
  var dotted: String { tokens.joined(separator: ".") }
}
