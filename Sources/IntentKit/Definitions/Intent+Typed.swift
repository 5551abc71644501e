public import JSONText

extension Intent {
  /// Creates an intent with typed parameters and a typed result.
  ///
  /// The names, types and optionality of the types' members must match the definition's schemas. A
  /// parameter with a default isn't optional, because the default is added.
  ///
  /// - Throws: `Failure.invalidDefinition` if the definition is invalid or the types don't match it.
  public init<Parameters: Codable & Sendable, Result: Codable & Sendable>(
    _ definition: JSONValue,
    plan: (@Sendable (Parameters, CallContext) async throws -> IntentResult)? = nil,
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
    var typedPlan: Body?
    if let plan {
      typedPlan = { try await plan(definition.decode($0), $1) }
    }
    self.init(definition, plan: typedPlan) { values, context in
      try await body(definition.decode(values), context).encoded()
    }
  }
}

extension IntentDefinition {
  /// Decodes arguments, with the defaults that the engine hasn't added.
  fileprivate func decode<Parameters: Decodable>(_ values: JSONObject) throws -> Parameters {
    let defaults = properties.compactMapValues { $0.value["default"] }
    return try JSONValue.object(defaults.merging(values)).decode()
  }
}
