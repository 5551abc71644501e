/// A JSON value that preserves the order of members and the text of numbers.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue {
  /// The text, if this is a string; nil otherwise.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value, if this is `true` or `false`; nil otherwise.
  public var bool: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// The value, if this is a whole number that fits into `Int`; nil otherwise.
  public var integer: Int? {
    if case .number(let number) = self { number.integer } else { nil }
  }

  /// The value as a double, if this is a number; nil otherwise.
  public var double: Double? {
    if case .number(let number) = self { number.double } else { nil }
  }

  /// The elements, if this is an array; nil otherwise.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members, if this is an object; nil otherwise.
  public var object: JSONObject? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The value of an object's member; nil if there is none or this is not an object.
  public subscript(key: String) -> JSONValue? { object?[key] }

  /// The name of the value's type in JSON Schema.
  public var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number(let number): number.isInteger ? "integer" : "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// Returns the value that a pointer refers to; nil if there is none.
  public func value(at pointer: JSONPointer) -> JSONValue? {
    var current = self
    for token in pointer.tokens {
      let next: JSONValue? =
        switch current {
        case .object(let object): object[token]
        case .array(let elements): elements.element(at: token)
        default: nil
        }
      guard let next else { return nil }
      current = next
    }
    return current
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates a number.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }

  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates an object; the last of several members with the same key wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}

extension [JSONValue] {
  /// Returns the element whose index is given as text.
  ///
  /// - Returns: Nil if the text isn't an index of this array, or has a sign or a leading zero.
  fileprivate func element(at token: String) -> JSONValue? {
    guard let index = Int(token), String(index) == token, indices.contains(index) else {
      return nil
    }
    return self[index]
  }
}
