import JSONText

/// What must hold of the resources of a definition beyond what a schema can say.
struct ResourceValidator {
  /// The schema of the parameters.
  let parameters: JSONValue?

  /// The first thing that is wrong.
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
      let expected =
        "a scheme of its own, '://' and a path whose last part may be a parameter in braces"
      return ValidationError(place, .invalidFormat(expected: expected, found: uri))
    }
    if let parameter = parts.parameter, !texts.contains(parameter) {
      let choices = texts.map { JSONValue.string($0) }
      return ValidationError(place, .notOneOf(choices, found: .string(parameter)))
    }
    if parts.parameter == nil, resource["listed"] != nil {
      return ValidationError(
        pointer.appending("listed"),
        .conflict(with: uri.string ?? "")
      )
    }
    // What a call needs and a URI cannot give leaves nothing to be read.
    let needed = parameters?["required"]?.array?.compactMap(\.string) ?? []
    return needed.first { $0 != parts.parameter }.map { name in
      ValidationError(place, .invalidFormat(expected: "a URI that gives '\(name)'", found: uri))
    }
  }

  /// The parameters that a part of a URI can be the value of.
  private var texts: [String] {
    let properties = parameters?["properties"]?.object?.members ?? []
    return properties.filter { $0.value["type"] == "string" }.map(\.key)
  }
}
