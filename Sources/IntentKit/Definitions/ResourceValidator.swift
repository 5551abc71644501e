import JSONText

/// Checks the resources of an intent definition against rules that a JSON Schema can't express.
struct ResourceValidator {
  /// The JSON Schema of the definition's parameters.
  let parameters: JSONValue?

  /// Returns the first problem found in the resources, or nil if they are valid.
  func problem(in resources: [JSONValue]) -> ValidationError? {
    var known: Set<JSONValue> = []
    for (index, resource) in resources.enumerated() {
      let pointer = JSONPointer(["resources"]).appending(index)
      let uri = resource["uri"] ?? .null
      if !known.insert(uri).inserted {
        return ValidationError(JSONPointer(["resources"]), .repeatedItem(uri))
      }
      if let problem = problem(in: resource, uri, at: pointer) { return problem }
    }
    return nil
  }

  private func problem(
    in resource: JSONValue,
    _ uri: JSONValue,
    at pointer: JSONPointer
  ) -> ValidationError? {
    let place = pointer.appending("uri")
    guard let parts = IntentDefinition.Resource.parts(of: uri.string ?? "") else {
      let expected = "a URI with its own scheme, such as 'notes://list' or 'notes://list/{id}'"
      return ValidationError(place, .invalidFormat(expected: expected, found: uri))
    }
    if let parameter = parts.parameter, !stringParameters.contains(parameter) {
      let choices = stringParameters.map { JSONValue.string($0) }
      return ValidationError(place, .notOneOf(choices, found: .string(parameter)))
    }
    if parts.parameter == nil, resource["listed"] != nil {
      return ValidationError(
        pointer.appending("listed"),
        .conflict(with: uri.string ?? "")
      )
    }
    // A client reads a resource by its URI alone, so the URI must supply all required parameters.
    let requiredNames = parameters?["required"]?.array?.compactMap(\.string) ?? []
    return requiredNames.first { $0 != parts.parameter }.map { name in
      let expected = "a URI that ends with '{\(name)}'"
      return ValidationError(place, .invalidFormat(expected: expected, found: uri))
    }
  }

  /// The names of the string parameters; a URI can't contain parameters of other types.
  private var stringParameters: [String] {
    let properties = parameters?["properties"]?.object?.members ?? []
    return properties.filter { $0.value["type"] == "string" }.map(\.key)
  }
}
