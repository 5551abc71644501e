import JSONText

/// What must hold of a definition beyond what a schema can say.
enum DefinitionCheck {
  static let reservedIds = ["exit", "initialize", "ping", "shutdown"]

  static func check(_ json: JSONValue) throws(IntentError) {
    if let problem = SchemaCheck(EmbeddedSchemas.definition).problems(in: json).first {
      throw .invalidDefinition(problem)
    }
    for rule in [identifier, keywords, required, command, summary, defaults, resources] {
      if let problem = rule(json) { throw .invalidDefinition(problem) }
    }
  }

  /// What is wrong with the part of a workflow that a definition has as well.
  static func problems(ofHead json: JSONValue) -> [ValueProblem] {
    [identifier, keywords, required, defaults].compactMap { $0(json) }
  }

  private static func identifier(_ json: JSONValue) -> ValueProblem? {
    let id = json["id"]?.string ?? ""
    let isPlain = id.utf8.allSatisfy(\.isOfIdentifier)
    let expected =
      if !isPlain || id.first?.isLetter != true {
        "a letter, then letters, digits and '_'"
      } else if reservedIds.contains(id) {
        "an id that no protocol has taken"
      } else {
        String?.none
      }
    return expected.map {
      ValueProblem(JSONPointer(["id"]), .unreadable(expected: $0, found: .string(id)))
    }
  }

  /// A keyword that is not checked would promise what does not hold.
  private static func keywords(_ json: JSONValue) -> ValueProblem? {
    for name in ["parameters", "result"] {
      guard let schema = json[name]?.object else { continue }
      if let pointer = SchemaCheck(schema).uncheckedKeywords(at: JSONPointer([name])).first {
        return unchecked(pointer, in: json)
      }
    }
    return nil
  }

  private static func unchecked(_ pointer: JSONPointer, in json: JSONValue) -> ValueProblem {
    let word = pointer.tokens.last ?? ""
    guard SchemaCheck.keywords.contains(word), let value = json.value(at: pointer) else {
      return ValueProblem(pointer, .unknownName(near: NearMiss.of(word, in: SchemaCheck.keywords)))
    }
    return ValueProblem(pointer, .unreadable(expected: "what that keyword takes", found: value))
  }

  /// A parameter that must be given and is not there could never be.
  private static func required(_ json: JSONValue) -> ValueProblem? {
    let names = json["parameters"]?["required"]?.array ?? []
    return stranger(among: names, at: JSONPointer(["parameters", "required"]), in: json)
  }

  private static func command(_ json: JSONValue) -> ValueProblem? {
    let words = json["command"]?["positional"]?.array ?? []
    return stranger(among: words, at: JSONPointer(["command", "positional"]), in: json)
  }

  /// A resource that could not be read, or that would change something when it is, is none.
  private static func resources(_ json: JSONValue) -> ValueProblem? {
    guard let resources = json["resources"]?.array else { return nil }
    if json["effects"]?["readOnly"] != true {
      return ValueProblem(
        JSONPointer(["effects", "readOnly"]),
        .notOneOf([true], found: json["effects"]?["readOnly"] ?? .null)
      )
    }
    if let doors = json["doors"], doors.array?.contains("mcp") != true {
      return ValueProblem("doors", .unreadable(expected: "a list that has 'mcp'", found: doors))
    }
    return ResourceCheck(parameters: json["parameters"]).problem(in: resources)
  }

  /// The first of names in a list that is no parameter's.
  private static func stranger(
    among names: [JSONValue],
    at pointer: JSONPointer,
    in json: JSONValue
  ) -> ValueProblem? {
    let parameters = json["parameters"]?["properties"]?.object?.keys ?? []
    for (index, name) in names.enumerated() where !parameters.contains(name.string ?? "") {
      let choices = parameters.map { JSONValue.string($0) }
      return ValueProblem(pointer.appending(index), .notOneOf(choices, found: name))
    }
    return nil
  }

  private static func summary(_ json: JSONValue) -> ValueProblem? {
    let parameters = json["parameters"]?["properties"]?.object?.keys ?? []
    let pieces = (json["summary"]?.string ?? "").split(
      separator: "{",
      omittingEmptySubsequences: false
    )
    // A brace that is not closed names the rest, which is no parameter's name.
    let names = pieces.dropFirst().map { piece in
      piece.contains("}") ? String(piece.prefix { $0 != "}" }) : "{" + piece
    }
    return names.first { !parameters.contains($0) }.map { name in
      ValueProblem(
        JSONPointer(["summary"]),
        .notOneOf(parameters.map { .string($0) }, found: .string(name))
      )
    }
  }

  private static func defaults(_ json: JSONValue) -> ValueProblem? {
    for member in json["parameters"]?["properties"]?.object?.members ?? [] {
      guard let schema = member.value.object, let value = schema["default"] else { continue }
      let pointer = JSONPointer(["parameters", "properties", member.key, "default"])
      if let problem = SchemaCheck(schema).problems(in: value, at: pointer).first {
        return problem
      }
    }
    return nil
  }
}

extension UInt8 {
  /// Whether the id of an intent may have it.
  package var isOfIdentifier: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
