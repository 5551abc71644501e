extension JSONValue {
  /// The value in the form that all values have that JSON Schema calls equal: members sorted by
  /// name, numbers in one spelling.
  public var normalized: JSONValue {
    switch self {
    case .null, .bool, .string: self
    case .number(let number): .number(JSONNumber(unchecked: JSONDecimal(number.text).text))
    case .array(let elements): .array(elements.map(\.normalized))
    case .object(let object): .object(object.normalized)
    }
  }
}

extension JSONObject {
  fileprivate var normalized: JSONObject {
    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return JSONObject(unchecked: sorted.map { Member(key: $0.key, value: $0.value.normalized) })
  }
}
