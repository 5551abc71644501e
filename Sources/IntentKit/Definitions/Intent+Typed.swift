public import JSONText

extension Intent {
  /// Creates an intent with typed parameters and a typed result.
  ///
  /// The names, types and optionality of the types' members must match the definition's schemas. A
  /// parameter with a default isn't optional, because the engine adds the default.
  ///
  /// - Throws: `Failure.invalidDefinition` if the definition is invalid or the types don't match it.
  public init<Parameters: Codable & Sendable, Result: Codable & Sendable>(
    _ definition: JSONValue,
    plan: Body? = nil,
    body: @escaping @Sendable (Parameters, CallContext) async throws -> IntentOutput<Result>
  ) throws(Failure) {
    let definition = try IntentDefinition(json: definition)
    let check = SchemaTypeCheck()
    for (name, type, schema) in [
      ("parameters", Parameters.self as any Decodable.Type, definition.parameters),
      ("result", Result.self as any Decodable.Type, definition.result),
    ] {
      if let difference = check.differences(between: type, and: schema).first {
        throw .invalidDefinition(ValidationError(name, .differentType("\(type)", difference)))
      }
    }
    self.init(definition, plan: plan) { values, context in
      let parameters: Parameters = try JSONValue.object(values).decode()
      return try await body(parameters, context).encoded()
    }
  }
}
