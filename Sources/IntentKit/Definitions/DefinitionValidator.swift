import JSONText

/// Checks intent definitions against their JSON Schema and against rules that a schema can't
/// express.
enum DefinitionValidator {
  static let reservedIds = ["exit", "initialize", "ping", "shutdown"]

  static func check(_ json: JSONValue) throws(Failure) {
    if let problem = SchemaValidator(EmbeddedSchemas.definition).problems(in: json).first {
      throw .invalidDefinition(problem)
    }
    for rule in [identifier, keywords, required, command, summary, defaults, resources, rows] {
      if let problem = rule(json) { throw .invalidDefinition(problem) }
    }
  }

  /// Returns the problems with the keys that workflow files and intent definitions share, such as
  /// `id`.
  static func problems(ofHead json: JSONValue) -> [ValidationError] {
    [identifier, keywords, required, command, defaults, rows].compactMap { $0(json) }
  }

  private static func identifier(_ json: JSONValue) -> ValidationError? {
    let id = json["id"]?.string ?? ""
    let isPlain = id.utf8.allSatisfy(\.isIdentifierByte)
    let expected =
      if !isPlain || id.first?.isLetter != true {
        "a letter followed by letters, digits and '_'"
      } else if reservedIds.contains(id) {
        "an ID that isn't reserved"
      } else {
        String?.none
      }
    return expected.map {
      ValidationError(JSONPointer(["id"]), .invalidFormat(expected: $0, found: .string(id)))
    }
  }

  /// Rejects unsupported schema keywords, because the validator would silently ignore them.
  private static func keywords(_ json: JSONValue) -> ValidationError? {
    for name in ["parameters", "result"] {
      guard let schema = json[name]?.object else { continue }
      if let pointer = SchemaValidator(schema).unsupportedKeywords(at: JSONPointer([name])).first {
        return unchecked(pointer, in: json)
      }
    }
    return nil
  }

  private static func unchecked(_ pointer: JSONPointer, in json: JSONValue) -> ValidationError {
    let word = pointer.tokens.last ?? ""
    guard SchemaValidator.keywords.contains(word), let value = json.value(at: pointer) else {
      return ValidationError(
        pointer,
        .unknownName(near: TypoSuggester.closest(to: word, in: SchemaValidator.keywords))
      )
    }
    return ValidationError(
      pointer,
      .invalidFormat(expected: "a value that JSON Schema allows there", found: value)
    )
  }

  /// Rejects required parameters that aren't declared, because no call could supply them.
  private static func required(_ json: JSONValue) -> ValidationError? {
    let names = json["parameters"]?["required"]?.array ?? []
    return unknownParameter(among: names, at: JSONPointer(["parameters", "required"]), in: json)
  }

  private static func command(_ json: JSONValue) -> ValidationError? {
    for key in ["words", "times"] {
      let names = json["command"]?[key]?.array ?? []
      let pointer = JSONPointer(["command", key])
      if let unknown = unknownParameter(among: names, at: pointer, in: json) { return unknown }
    }
    for key in ["labels", "rest"] {
      guard let name = json["command"]?[key] else { continue }
      let pointer = JSONPointer(["command", key])
      if let unknown = unknownParameter(among: [name], at: pointer, in: json) {
        return ValidationError(pointer, unknown.kind)
      }
    }
    return nil
  }

  /// Checks that an intent with resources is read-only and available over MCP.
  private static func resources(_ json: JSONValue) -> ValidationError? {
    guard let resources = json["resources"]?.array else { return nil }
    if json["effects"]?["readOnly"] != true {
      return ValidationError(
        JSONPointer(["effects", "readOnly"]),
        .notOneOf([true], found: json["effects"]?["readOnly"] ?? .null)
      )
    }
    if let sources = json["sources"], sources.array?.contains("mcp") != true {
      return ValidationError(
        "sources",
        .invalidFormat(expected: "a list that contains 'mcp'", found: sources)
      )
    }
    return ResourceValidator(parameters: json["parameters"]).problem(in: resources)
  }

  /// Returns an error for the first name in a list that isn't a declared parameter.
  private static func unknownParameter(
    among names: [JSONValue],
    at pointer: JSONPointer,
    in json: JSONValue
  ) -> ValidationError? {
    let parameters = json["parameters"]?["properties"]?.object?.keys ?? []
    for (index, name) in names.enumerated() where !parameters.contains(name.string ?? "") {
      let choices = parameters.map { JSONValue.string($0) }
      return ValidationError(pointer.appending(index), .notOneOf(choices, found: name))
    }
    return nil
  }

  private static func rows(_ json: JSONValue) -> ValidationError? {
    json["rows"].flatMap { problem(ofRows: $0, "rows", at: JSONPointer(["rows"])) }
  }

  /// Returns the first problem with rows or with a part of them, which has a schema of its own.
  private static func problem(
    ofRows part: JSONValue,
    _ schema: String,
    at pointer: JSONPointer
  ) -> ValidationError? {
    let validator = SchemaValidator(EmbeddedSchemas.rows[schema]?.object ?? [:])
    if let problem = validator.problems(in: part, at: pointer).first { return problem }
    let parts = [("columns", "column"), ("inner", "rows"), ("tables", "rows")]
    return parts.lazy.flatMap { key, schema in
      (part[key]?.array ?? []).enumerated().compactMap { index, element in
        problem(ofRows: element, schema, at: pointer.appending(key).appending(index))
      }
    }.first
  }

  private static func summary(_ json: JSONValue) -> ValidationError? {
    let parameters = json["parameters"]?["properties"]?.object?.keys ?? []
    let pieces = (json["summary"]?.string ?? "").split(
      separator: "{",
      omittingEmptySubsequences: false
    )
    // If a brace isn't closed, keep it in the name, so that the name matches no parameter.
    let names = pieces.dropFirst().map { piece in
      piece.contains("}") ? String(piece.prefix { $0 != "}" }) : "{" + piece
    }
    return names.first { !parameters.contains($0) }.map { name in
      ValidationError(
        JSONPointer(["summary"]),
        .notOneOf(parameters.map { .string($0) }, found: .string(name))
      )
    }
  }

  private static func defaults(_ json: JSONValue) -> ValidationError? {
    for member in json["parameters"]?["properties"]?.object?.members ?? [] {
      guard let schema = member.value.object, let value = schema["default"] else { continue }
      let pointer = JSONPointer(["parameters", "properties", member.key, "default"])
      if let problem = SchemaValidator(schema).problems(in: value, at: pointer).first {
        return problem
      }
    }
    return nil
  }
}

extension UInt8 {
  /// Whether the byte is allowed in an intent's ID.
  package var isIdentifierByte: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
