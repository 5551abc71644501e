import IntentKit
import JSONText

extension Settings {
  /// Returns the settings of a user with one value changed.
  ///
  /// Settings with a mistake can be changed if the change removes it.
  ///
  /// - Parameters:
  ///   - key: the path of the value.
  ///   - value: the new value; nil to remove it.
  /// - Returns: Nil if there is no value to remove.
  static func changed(
    _ key: JSONPointer,
    to value: JSONValue?,
    in environment: Environment
  ) throws(Failure) -> Settings? {
    let file = environment.settings
    let bytes = try content(of: environment) ?? Array("{}".utf8)
    let old: JSONValue
    do throws(JSONError) {
      old = try JSONValue(parsing: bytes)
    } catch {
      throw .malformedSettings(file, error)
    }
    if value == nil, old.value(at: key) == nil { return nil }
    if let value, let list = key.tokens.first,
      schema(of: JSONPointer([list]))?["type"] == "array",
      key.tokens.count > 1 ? Int(key.tokens[1]) == nil : value.array == nil
    {
      throw .listNeedsNumber(list)
    }
    let new = old.replacing(key.tokens[...], with: value) ?? old
    if new.value(at: key) != value { throw .missingListItem(key) }
    if let problem = problems(in: new).first {
      // Only a problem of the changed setting has no line in the file.
      if problem.pointer.tokens.first == key.tokens.first { throw .invalidSetting(problem) }
      throw .malformedSettings(file, line: problem.pointer.line(in: bytes) ?? 1, problem)
    }
    return try Settings(parsing: new.bytes(), file: file)
  }

  /// Returns the value that a word on the command line gives a setting.
  ///
  /// A word is JSON, except where the schema expects text. A list of texts may be written with
  /// commas instead.
  static func value(_ word: String, of key: JSONPointer) -> JSONValue {
    let schema = schema(of: key)
    if let choice = choice(word, among: schema?["enum"]?.array?.compactMap(\.string) ?? []) {
      return .string(choice)
    }
    if schema?["type"] == "string" { return .string(word) }
    if schema?["items"]?["type"] == "string", !word.hasPrefix("[") {
      return .array(word.split(separator: ",").map { .string(String($0.drop { $0 == " " })) })
    }
    return (try? JSONValue(parsing: word)) ?? .string(word)
  }
}

extension Settings {
  /// Returns the choice that a word names in any case, or by its beginning, as `sun` does `sunday`;
  /// nil if it names none or several.
  private static func choice(_ word: String, among choices: [String]) -> String? {
    let name = word.lowercased()
    let equal = choices.first { $0.lowercased() == name }
    let longer = choices.filter { name.utf8.count > 1 && $0.lowercased().hasPrefix(name) }
    return equal ?? (longer.count == 1 ? longer.first : nil)
  }
}

extension JSONPointer {
  /// Creates the path of a value from names with dots between them, such as `log.level`.
  init(dotted name: String) {
    self.init(name.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
  }
}
