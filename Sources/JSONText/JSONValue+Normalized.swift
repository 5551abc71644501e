extension JSONValue {
  /// The normalized form, which is the same for all values that JSON Schema considers equal:
  /// members are sorted by key, and equal numbers have the same text.
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
