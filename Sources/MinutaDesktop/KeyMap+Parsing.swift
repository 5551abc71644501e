import IntentKit
import JSONText

extension KeyMap {
  /// Reads the text of a key map.
  ///
  /// - Parameter file: the path that errors name.
  package init(parsing bytes: [UInt8], file: String) throws(DesktopError) {
    let text = KeyMapText(bytes: bytes, file: file)
    let json = try text.checked()
    var keys: [Key] = []
    var slugs: [KeyChord: String] = [:]
    for member in json["keys"]?.object?.members ?? [] {
      let key = try text.key(member.key, member.value)
      if let other = slugs.updateValue(key.slug, forKey: key.press) {
        throw text.wrong(["keys", key.slug, "press"], .sameChord(key.press, as: other))
      }
      keys.append(key)
    }
    self.file = file
    self.text = bytes
    self.keys = keys.sorted { $0.slug < $1.slug }
    debounce = .milliseconds(json["debounceMs"]?.integer ?? 1000)
  }
}

/// The text of a key map, which knows the line of what is wrong in it.
private struct KeyMapText {
  let bytes: [UInt8]
  let file: String

  /// The JSON of the text, which fits the schema.
  func checked() throws(DesktopError) -> JSONValue {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      let place = KeyMapPlace(file: file, line: error.line, pointer: error.pointer)
      throw .malformedKeyMap(place, .notJSON(error.problem))
    }
    if let problem = SchemaCheck(Self.schema).problems(in: json).first {
      throw wrong(problem.pointer.tokens, .value(problem.kind))
    }
    return json
  }

  func key(_ slug: String, _ json: JSONValue) throws(DesktopError) -> KeyMap.Key {
    guard KeySlug.isValid(slug) else { throw wrong(["keys", slug], .notSlug(slug)) }
    let press = json["press"]?.string ?? ""
    let chord: KeyChord
    do throws(KeyChordProblem) {
      chord = try KeyChord(press)
    } catch {
      throw wrong(["keys", slug, "press"], .notChord(press, error))
    }
    return KeyMap.Key(slug: slug, press: chord, call: try call(slug, json["call"] ?? .null))
  }

  private func call(_ slug: String, _ json: JSONValue) throws(DesktopError) -> Call {
    do throws(IntentError) {
      return try Call(json: json)
    } catch {
      guard case .malformedCall(let problem) = error else { throw .call(error) }
      throw wrong(["keys", slug, "call"] + problem.pointer.tokens, .value(problem.kind))
    }
  }

  func wrong(_ tokens: [String], _ problem: KeyMapProblem) -> DesktopError {
    let pointer = JSONPointer(tokens)
    let line = pointer.line(in: bytes) ?? 1
    return .malformedKeyMap(KeyMapPlace(file: file, line: line, pointer: pointer), problem)
  }

  private static let schema: JSONObject = [
    "type": "object",
    "required": ["minuta", "keys"],
    "properties": [
      "minuta": ["const": 1],
      "debounceMs": ["type": "integer", "minimum": 0, "maximum": 60_000],
      "keys": [
        "type": "object",
        "additionalProperties": [
          "type": "object",
          "required": ["press", "call"],
          "properties": ["press": ["type": "string"], "call": ["type": "object"]],
          "additionalProperties": false,
        ],
      ],
    ],
    "additionalProperties": false,
  ]
}
