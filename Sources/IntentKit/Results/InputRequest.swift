public import JSONText

/// A request for input that a call needs from its caller.
public struct InputRequest: Sendable, Equatable {
  /// The question for the user, as one sentence.
  public let message: String
  /// The JSON Schema of the answers: an object with a member for each field.
  public let form: JSONObject
  /// The state that the caller must return with its answers; nil if the answers become arguments of
  /// the call.
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

  /// Creates a request for an argument that a call lacks, with a question such as `Which record?`.
  init(missing parameter: String, schema: JSONValue) {
    let title = schema["title"]?.string ?? parameter
    let kind = schema["items"] ?? schema
    let question =
      switch (kind["x-minuta-type"]?.string, title) {
      case ("moment", "Start"): "When does it start?"
      case ("moment", "End"): "When does it end?"
      case ("moment", _): "When?"
      case ("duration", _): "How long?"
      default: "Which \(title.lowercasingFirst)?"
      }
    self.init(question, parameter: parameter, schema: schema)
  }

  /// Creates a request for the fields of a form.
  public init(_ message: String, form: JSONObject, state: String?) {
    self.message = message
    self.form = form
    self.state = state
  }

  /// The requested fields, in order.
  public var fields: [InputField] {
    let required = form["required"]?.array ?? []
    return (form["properties"]?.object?.members ?? []).map { member in
      InputField(
        name: member.key,
        schema: member.value,
        isRequired: required.contains(.string(member.key))
      )
    }
  }

  /// The request as JSON, which becomes part of the outcome.
  public var json: JSONValue {
    var json: JSONObject = ["message": .string(message), "schema": .object(form)]
    json["state"] = state.map { .string($0) }
    return .object(json)
  }

  /// A field that the caller is asked to fill in.
  public struct InputField: Sendable, Equatable {
    /// The name of the field, under which its value is returned in the answers.
    public let name: String
    /// The JSON Schema of the field's value.
    public let schema: JSONValue
    /// Whether the call can't continue without a value for the field.
    public let isRequired: Bool

    /// Creates a field.
    public init(name: String, schema: JSONValue, isRequired: Bool) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
    }

    /// The values to choose from; nil if the field isn't limited to certain values.
    public var choices: [InputChoice]? {
      let titled = schema["oneOf"]?.array?.map { choice in
        InputChoice(value: choice["const"] ?? .null, title: choice["title"]?.string ?? "")
      }
      let plain = schema["enum"]?.array?.map {
        InputChoice(value: $0, title: $0.string ?? $0.text())
      }
      return titled ?? plain
    }
  }
}

/// A value that the caller can choose for a field.
public struct InputChoice: Sendable, Equatable {
  /// The JSON value to return if this choice is selected.
  public let value: JSONValue
  /// The display name of the choice.
  public let title: String

  /// Creates a choice.
  public init(value: JSONValue, title: String) {
    self.value = value
    self.title = title
  }

  /// Returns the schema of a value that must be one of the choices.
  public static func schema(of choices: [InputChoice]) -> JSONValue {
    [
      "type": "string",
      "oneOf": .array(choices.map { ["const": $0.value, "title": .string($0.title)] }),
    ]
  }
}
