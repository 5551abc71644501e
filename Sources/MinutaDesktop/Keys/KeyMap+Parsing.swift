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
  package init(parsing bytes: [UInt8], file: String) throws(Failure) {
    let parser = KeyMapParser(bytes: bytes, file: file)
    let json = try parser.parse()
    var keys: [KeyBinding] = []
    var slugs: [KeyChord: String] = [:]
    for member in json["keys"]?.object?.members ?? [] {
      let key = try parser.key(member.key, member.value)
      if let other = slugs.updateValue(key.slug, forKey: key.press) {
        throw parser.makeError(
          at: ["keys", key.slug, "press"],
          .duplicateChord(key.press, other, key.slug)
        )
      }
      keys.append(key)
    }
    self.file = file
    self.text = bytes
    self.keys = keys.sorted { $0.slug < $1.slug }
    debounce = .milliseconds(json["debounceMs"]?.integer ?? 700)
  }
}

/// Parses the JSON of a key map, and adds line numbers to errors.
private struct KeyMapParser {
  let bytes: [UInt8]
  let file: String

  /// Returns the JSON value of the key map after validating it against the schema.
  func parse() throws(Failure) -> JSONValue {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      let place = KeyMapLocation(file: file, line: error.line, pointer: error.pointer)
      throw .malformedKeyMap(place, .notJSON(error.problem))
    }
    if let problem = SchemaValidator(KeyMap.schema).problems(in: json).first {
      throw makeError(at: problem.pointer.tokens, .value(problem.kind))
    }
    return json
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
