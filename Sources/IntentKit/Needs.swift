public import JSONText

/// What a call waits for: a value that its caller can give.
public struct Needs: Sendable, Equatable {
  /// The question, one plain sentence.
  public let message: String
  /// The parameter whose value is wanted.
  public let parameter: String
  /// What the value has to be, as a JSON Schema.
  public let schema: JSONValue

  /// Makes a question for a value.
  public init(_ message: String, parameter: String, schema: JSONValue) {
    self.message = message
    self.parameter = parameter
    self.schema = schema
  }

  /// The values among which the caller may choose; nil where any other will do.
  public var choices: [Choice]? {
    schema["oneOf"]?.array?.map { choice in
      Choice(value: choice["const"] ?? .null, title: choice["title"]?.string ?? "")
    }
  }

  /// The needs as an outcome has them, with the schema of an object that has the value.
  public var json: JSONValue {
    [
      "message": .string(message),
      "schema": [
        "type": "object", "properties": .object([parameter: schema]),
        "required": [.string(parameter)],
      ],
    ]
  }
}

/// A value that a parameter can have.
public struct Choice: Sendable, Equatable {
  /// The value.
  public let value: JSONValue
  /// The value as a person knows it.
  public let title: String

  /// Makes a choice.
  public init(value: JSONValue, title: String) {
    self.value = value
    self.title = title
  }

  /// The schema of a value that is one of several.
  public static func schema(of choices: [Choice]) -> JSONValue {
    [
      "type": "string",
      "oneOf": .array(choices.map { ["const": $0.value, "title": .string($0.title)] }),
    ]
  }
}
