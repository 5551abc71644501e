package import IntentKit
package import JSONText

extension KeyMap {
  /// The JSON Schema of a key map.
  package static let schema: JSONObject = [
    "title": "Key map of Minuta",
    "type": "object",
    "required": ["minuta", "keys"],
    "properties": [
      "$schema": ["type": "string"],
      "minuta": ["const": 1],
      "debounceMs": [
        "description": "The time after a press in which further presses are ignored.",
        "type": "integer",
        "minimum": 0,
        "maximum": 60_000,
      ],
      "keys": [
        "type": "object",
        "additionalProperties": [
          "type": "object",
          "x-minuta-group": "call",
          "required": ["press"],
          "properties": [
            "press": ["description": "A chord such as LOGO+SHIFT+w.", "type": "string"],
            "call": ["type": "object", "$ref": "#/$defs/call"],
            "pick": KeyPick.schema,
            "feedback": KeyFeedback.schema,
          ],
          "additionalProperties": false,
        ],
      ],
    ],
    "additionalProperties": false,
    "$defs": ["call": .object(EmbeddedSchemas.call)],
  ]

  /// Parses the content of a key map.
  ///
  /// - Parameter file: the path to mention in error messages.
  /// - Throws: the first mistake.
  package init(parsing bytes: [UInt8], file: String) throws(Failure) {
    let (map, mistakes) = Self.parse(bytes, file: file)
    if let first = mistakes.first { throw first }
    self = map
  }

  /// Parses the content of a key map, and finds all mistakes in it.
  ///
  /// - Returns: The keys that have none, and the mistakes in the order of their lines.
  package static func parse(_ bytes: [UInt8], file: String) -> (map: KeyMap, mistakes: [Failure]) {
    let parser = KeyMapParser(bytes: bytes, file: file)
    var (json, mistakes, invalid) = parser.parse()
    var keys: [KeyBinding] = []
    let members = json["keys"]?.object?.withoutComment.members ?? []
    for member in members where !invalid.contains(member.key) {
      do throws(Failure) {
        let key = try parser.key(member.key, member.value)
        if let other = keys.first(where: { $0.press == key.press }) {
          throw parser.makeError(
            at: ["keys", key.slug, "press"],
            .duplicateChord(key.press, other.slug, key.slug)
          )
        }
        keys.append(key)
      } catch {
        mistakes.append(error)
      }
    }
    let map = KeyMap(
      file: file,
      keys: keys.sorted { $0.slug < $1.slug },
      debounce: .milliseconds(json["debounceMs"]?.integer ?? 800),
      text: bytes
    )
    return (map, mistakes.sorted { $0.line < $1.line })
  }
}

extension Failure {
  /// The line of a mistake in a key map.
  fileprivate var line: Int { data["line"]?.integer ?? 0 }
}

/// Parses the JSON of a key map, and adds line numbers to errors.
private struct KeyMapParser {
  let bytes: [UInt8]
  let file: String

  /// Returns the JSON value of the key map, its violations of the schema, and the keys that have
  /// some.
  func parse() -> (json: JSONValue, mistakes: [Failure], invalidKeys: Set<String>) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      let place = KeyMapLocation(file: file, line: error.line, pointer: error.pointer)
      return (.null, [.malformedKeyMap(place, .notJSON(error.problem))], [])
    }
    let problems = SchemaValidator(KeyMap.schema).problems(in: json)
    let keys = problems.map(\.pointer.tokens).filter { $0.count > 1 && $0[0] == "keys" }
    let mistakes = problems.map { makeError(at: $0.pointer.tokens, .value($0.kind)) }
    return (json, mistakes, Set(keys.map { $0[1] }))
  }

  func key(_ slug: String, _ json: JSONValue) throws(Failure) -> KeyMap.KeyBinding {
    guard KeyBindingSlug.isValid(slug) else {
      throw makeError(at: ["keys", slug], .invalidSlug(slug))
    }
    let press = json["press"]?.string ?? ""
    let chord: KeyChord
    do throws(KeyChordError) {
      chord = try KeyChord(press)
    } catch {
      throw makeError(at: ["keys", slug, "press"], .invalidChord(press, error))
    }
    let pick = json["pick"]?.string.flatMap(KeyPick.init)
    return KeyMap.KeyBinding(
      slug: slug,
      press: chord,
      call: try call(slug, json["call"], pick),
      pick: pick,
      feedback: json["feedback"]?.string.flatMap(KeyFeedback.init)
    )
  }

  private func call(
    _ slug: String,
    _ json: JSONValue?,
    _ pick: KeyPick?
  ) throws(Failure) -> IntentCall? {
    guard let json else {
      guard let pick else { throw makeError(at: ["keys", slug], .missingCall) }
      if pick.needsCall { throw makeError(at: ["keys", slug, "pick"], .missingCallOfPick(pick)) }
      return nil
    }
    if let pick, !pick.needsCall {
      throw makeError(at: ["keys", slug, "call"], .needlessCall(pick))
    }
    do throws(Failure) {
      return try IntentCall(json: json)
    } catch {
      guard let problem = error.problem else { throw error }
      throw makeError(at: ["keys", slug, "call"] + problem.pointer.tokens, .value(problem.kind))
    }
  }

  func makeError(at tokens: [String], _ problem: KeyMapError) -> Failure {
    let pointer = JSONPointer(tokens)
    let line = pointer.line(in: bytes) ?? 1
    return .malformedKeyMap(KeyMapLocation(file: file, line: line, pointer: pointer), problem)
  }
}
