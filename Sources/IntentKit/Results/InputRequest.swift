public import JSONText

/// What a call waits for: something that its caller can say.
public struct InputRequest: Sendable, Equatable {
  /// The question, one plain sentence.
  public let message: String
  /// What the answer has to be: the JSON Schema of an object with a member for each thing asked.
  public let form: JSONObject
  /// What the answer has to be brought back with; nil where it becomes values of the call.
  public let state: String?

  /// Makes a question for a value of the call.
  public init(_ message: String, parameter: String, schema: JSONValue) {
    self.init(
      message,
      form: [
        "type": "object", "properties": .object([parameter: schema]),
        "required": [.string(parameter)],
      ],
      state: nil
    )
  }

  /// Makes a question for several things.
  public init(_ message: String, form: JSONObject, state: String?) {
    self.message = message
    self.form = form
    self.state = state
  }

  /// What is asked, in order.
  public var fields: [Field] {
    let required = form["required"]?.array ?? []
    return (form["properties"]?.object?.members ?? []).map { member in
      Field(
        name: member.key,
        schema: member.value,
        isRequired: required.contains(.string(member.key))
      )
    }
  }

  /// The needs as an outcome has them.
  public var json: JSONValue {
    var json: JSONObject = ["message": .string(message), "schema": .object(form)]
    json["state"] = state.map { .string($0) }
    return .object(json)
  }

  /// One of the things that are asked.
  public struct Field: Sendable, Equatable {
    /// The member of the answer.
    public let name: String
    /// What its value has to be, as a JSON Schema.
    public let schema: JSONValue
    /// Whether nothing can be done without it.
    public let isRequired: Bool

    /// The values among which the caller may choose; nil where any other will do.
    public var choices: [Choice]? {
      let titled = schema["oneOf"]?.array?.map { choice in
        Choice(value: choice["const"] ?? .null, title: choice["title"]?.string ?? "")
      }
      let plain = schema["enum"]?.array?.map { Choice(value: $0, title: $0.string ?? $0.text()) }
      return titled ?? plain
    }
  }
}

/// A value that can be chosen.
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
