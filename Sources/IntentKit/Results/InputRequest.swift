public import JSONText

/// A request for input that a call needs from its caller.
public struct InputRequest: Sendable, Equatable {
  /// The question, as one sentence.
  public let message: String
  /// The JSON Schema of the answers: an object with a member for each field.
  public let form: JSONObject
  /// The state to return with the answers; nil if the answers become arguments of the call.
  public let state: String?

  /// Creates a request for one argument of the call.
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

  /// Creates a request for several fields.
  public init(_ message: String, form: JSONObject, state: String?) {
    self.message = message
    self.form = form
    self.state = state
  }

  /// The requested fields, in order.
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

  /// The request as part of an outcome.
  public var json: JSONValue {
    var json: JSONObject = ["message": .string(message), "schema": .object(form)]
    json["state"] = state.map { .string($0) }
    return .object(json)
  }

  /// A field of a request.
  public struct Field: Sendable, Equatable {
    /// The field's name in the answers.
    public let name: String
    /// The JSON Schema of the field's value.
    public let schema: JSONValue
    /// Whether the call can't continue without the field.
    public let isRequired: Bool

    /// The values to choose from; nil if the field accepts other values.
    public var choices: [Choice]? {
      let titled = schema["oneOf"]?.array?.map { choice in
        Choice(value: choice["const"] ?? .null, title: choice["title"]?.string ?? "")
      }
      let plain = schema["enum"]?.array?.map { Choice(value: $0, title: $0.string ?? $0.text()) }
      return titled ?? plain
    }
  }
}

/// A value to choose.
public struct Choice: Sendable, Equatable {
  /// The value.
  public let value: JSONValue
  /// The display name of the value.
  public let title: String

  /// Creates a choice.
  public init(value: JSONValue, title: String) {
    self.value = value
    self.title = title
  }

  /// Returns the schema of a value that must be one of the choices.
  public static func schema(of choices: [Choice]) -> JSONValue {
    [
      "type": "string",
      "oneOf": .array(choices.map { ["const": $0.value, "title": .string($0.title)] }),
    ]
  }
}
