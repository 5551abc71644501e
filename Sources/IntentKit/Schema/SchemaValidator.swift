public import JSONText

/// A validator that checks values against a subset of JSON Schema.
public struct SchemaValidator: Sendable {
  let schema: JSONObject

  /// Creates a validator for a schema.
  public init(_ schema: JSONObject) {
    self.schema = schema
  }

  /// Returns every violation of the schema, in the order of the value's parts.
  ///
  /// - Parameter pointer: The location of the value in its document.
  public func problems(
    in value: JSONValue,
    at pointer: JSONPointer = JSONPointer()
  ) -> [ValidationError] {
    if let kind = typeProblem(of: value) ?? choiceProblem(of: value) {
      return [ValidationError(pointer, kind)]
    }
    switch value {
    case .number(let number): return limits(of: number).map { [ValidationError(pointer, $0)] } ?? []
    case .string(let text): return length(of: text).map { [ValidationError(pointer, $0)] } ?? []
    case .array(let elements): return problems(in: elements, at: pointer)
    case .object(let object): return problems(in: object, at: pointer)
    case .null, .bool: return []
    }
  }

  private func typeProblem(of value: JSONValue) -> ValidationError.Kind? {
    let expected =
      schema["type"]?.array?.compactMap(\.string) ?? schema["type"]?.string.map { [$0] }
    // Ignore unknown type names here; `unsupportedKeywords` reports them.
    guard let expected, !expected.isEmpty, expected.allSatisfy(Self.types.contains) else {
      return nil
    }
    let found = value.typeName
    if expected.contains(found) || (found == "integer" && expected.contains("number")) {
      return nil
    }
    return .wrongType(expected: expected, found: value)
  }

  private func choiceProblem(of value: JSONValue) -> ValidationError.Kind? {
    let lists = [schema["enum"]?.array, schema["const"].map { [$0] }, constants]
    // Most schemas have no choices. Return early for them, because normalizing a large value is
    // slow.
    if lists.allSatisfy({ $0 == nil }) { return nil }
    let normal = value.normalized
    for choices in lists {
      if let choices, !choices.contains(where: { $0.normalized == normal }) {
        return .notOneOf(choices, found: value)
      }
    }
    return nil
  }

  /// The allowed values of a `oneOf` that lists only constants; nil if there is none.
  ///
  /// Any other `oneOf` isn't validated.
  private var constants: [JSONValue]? {
    guard let choices = schema["oneOf"]?.array, !choices.isEmpty else { return nil }
    let constants = choices.compactMap { $0["const"] }
    return constants.count == choices.count ? constants : nil
  }

  private func limits(of number: JSONNumber) -> ValidationError.Kind? {
    let minimum = schema["minimum"]?.number
    let maximum = schema["maximum"]?.number
    let isTooSmall = minimum.map { number.isLess(than: $0) } ?? false
    let isTooLarge = maximum.map { $0.isLess(than: number) } ?? false
    guard isTooSmall || isTooLarge else { return nil }
    return .outOfRange(minimum: minimum, maximum: maximum, found: .number(number))
  }

  /// Checks the length in code points, as JSON Schema defines it.
  private func length(of text: String) -> ValidationError.Kind? {
    let count = text.unicodeScalars.count
    let (minimum, maximum) = bounds("minLength", "maxLength")
    guard count < minimum ?? 0 || count > maximum ?? .max else { return nil }
    return .wrongLength(minimum: minimum, maximum: maximum, found: count)
  }

  private func countProblem(of elements: [JSONValue]) -> ValidationError.Kind? {
    let count = elements.count
    let (minimum, maximum) = bounds("minItems", "maxItems")
    guard count < minimum ?? 0 || count > maximum ?? .max else { return nil }
    return .wrongCount(minimum: minimum, maximum: maximum, found: count)
  }

  private func bounds(
    _ minimumName: String,
    _ maximumName: String
  ) -> (minimum: Int?, maximum: Int?) {
    (
      schema[minimumName]?.integer,
      schema[maximumName]?.integer.flatMap { $0 < 0 ? nil : $0 }
    )
  }

  private func problems(in elements: [JSONValue], at pointer: JSONPointer) -> [ValidationError] {
    if let kind = countProblem(of: elements) {
      return [ValidationError(pointer, kind)]
    }
    if schema["uniqueItems"]?.bool == true, let repeated = elements.firstRepeated {
      return [ValidationError(pointer, .repeatedItem(repeated))]
    }
    switch schema["items"] {
    case .bool(false) where !elements.isEmpty:
      let kind = ValidationError.Kind.wrongCount(minimum: nil, maximum: 0, found: elements.count)
      return [ValidationError(pointer, kind)]
    case .object(let items):
      return elements.enumerated().flatMap { index, element in
        SchemaValidator(items).problems(in: element, at: pointer.appending(index))
      }
    default: return []
    }
  }

  /// Returns the missing and unknown members of an object, without checking the members' values.
  func problems(inShape object: JSONObject, at pointer: JSONPointer) -> [ValidationError] {
    problems(in: object, at: pointer) { _, _, _ in [] }
  }

  private func problems(in object: JSONObject, at pointer: JSONPointer) -> [ValidationError] {
    problems(in: object, at: pointer) { schema, value, place in
      SchemaValidator(schema).problems(in: value, at: place)
    }
  }

  private func problems(
    in object: JSONObject,
    at pointer: JSONPointer,
    valueProblems: (JSONObject, JSONValue, JSONPointer) -> [ValidationError]
  ) -> [ValidationError] {
    let properties = schema["properties"]?.object ?? JSONObject()
    var missing = (schema["required"]?.array ?? []).compactMap(\.string).filter {
      object[$0] == nil
    }
    let problems = object.members.flatMap { member -> [ValidationError] in
      let place = pointer.appending(member.key)
      if member.key == JSONObject.commentKey, properties[member.key] == nil { return [] }
      switch properties.property(named: member.key)?.value ?? schema["additionalProperties"] {
      case .bool(false):
        let near = TypoSuggester.closest(
          to: member.key,
          in: properties.keys.filter { $0 != member.key }
        )
        // A member with a wrong name isn't missing as well.
        missing.removeAll { $0 == near }
        let group = near == nil ? schema["x-minuta-group"]?.string : nil
        return [ValidationError(place, .unknownName(near: near, group: group))]
      case .object(let schema): return valueProblems(schema, member.value, place)
      default: return []
      }
    }
    return missing.map { ValidationError(pointer.appending($0), .missing) } + problems
  }
}

extension JSONObject {
  /// Returns the property of a schema with a name, which may be one of its former names.
  func property(named name: String) -> Member? {
    members.first { $0.key == name }
      ?? members.first { $0.value["x-minuta-aliases"]?.array?.contains(.string(name)) == true }
  }

  /// Returns arguments with the present names of parameters in place of former ones.
  ///
  /// - Parameter properties: the properties of the schema.
  func withPresentNames(_ properties: JSONObject) -> JSONObject {
    var renamed = self
    for member in members where properties[member.key] == nil {
      guard let name = properties.property(named: member.key)?.key, self[name] == nil else {
        continue
      }
      renamed[name] = member.value
      renamed[member.key] = nil
    }
    return renamed
  }
}

extension JSONValue {
  fileprivate var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }
}

extension JSONNumber {
  /// Whether this number is less than `other`.
  ///
  /// Compares two integers exactly, and other numbers as doubles.
  func isLess(than other: JSONNumber) -> Bool {
    if let first = integer, let second = other.integer { return first < second }
    return double < other.double
  }
}

extension [JSONValue] {
  fileprivate var firstRepeated: JSONValue? {
    var seen: Set<JSONValue> = []
    return first { !seen.insert($0.normalized).inserted }
  }
}
