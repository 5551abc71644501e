/// A JSON value that keeps what its text said: the order of members and the text of numbers.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue {
  /// The text of a string; nil for anything else.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of `true` or `false`; nil for anything else.
  public var bool: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// The value of a number that is a whole one and fits; nil for anything else.
  public var integer: Int? {
    if case .number(let number) = self { number.integer } else { nil }
  }

  /// The elements of an array; nil for anything else.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object; nil for anything else.
  public var object: JSONObject? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The value of an object's member; nil where there is none or this is no object.
  public subscript(key: String) -> JSONValue? { object?[key] }

  /// The word JSON Schema has for the kind of value.
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

  /// The value a pointer leads to; nil where it leads nowhere.
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
  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes a number.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }

  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Makes an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Makes an object; of members with one name the last counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}

extension [JSONValue] {
  /// The element that a pointer's token names, which has neither sign nor zeros in front.
  fileprivate func element(at token: String) -> JSONValue? {
    guard let index = Int(token), String(index) == token, indices.contains(index) else {
      return nil
    }
    return self[index]
  }
}
