/// A type that converts itself to and from a JSON value, and therefore works with any `Encoder` and
/// `Decoder`.
public protocol JSONCodable: Codable {
  /// Creates a value from its JSON; throws an error if the JSON doesn't match.
  init(json: JSONValue) throws

  /// The value as JSON.
  var json: JSONValue { get }
}

extension JSONCodable {
  /// Decodes the value as JSON from any decoder.
  public init(from decoder: any Decoder) throws {
    try self.init(json: JSONValue(from: decoder))
  }

  /// Encodes the value as JSON with any encoder.
  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}

extension JSONValue: Codable {
  /// Decodes any JSON value.
  ///
  /// Decoders of other packages, such as Foundation, don't preserve the order of members or the
  /// text of numbers.
  public init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: MemberKey.self) {
      var members = JSONObject()
      for name in object.allKeys {
        members[name.stringValue] = try object.decode(JSONValue.self, forKey: name)
      }
      self = .object(members)
    } else if var array = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !array.isAtEnd { elements.append(try array.decode(JSONValue.self)) }
      self = .array(elements)
    } else {
      self = try Self.scalar(in: decoder.singleValueContainer())
    }
  }

  private static func scalar(in container: any SingleValueDecodingContainer) throws -> JSONValue {
    if container.decodeNil() { return .null }
    if let flag = try? container.decode(Bool.self) { return .bool(flag) }
    if let number = try? container.decode(Int.self) { return .number(JSONNumber(number)) }
    if let number = (try? container.decode(Double.self)).flatMap({ JSONNumber($0) }) {
      return .number(number)
    }
    return .string(try container.decode(String.self))
  }

  /// Encodes the JSON value with any encoder.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      var container = encoder.container(keyedBy: MemberKey.self)
      for member in object.members {
        try container.encode(member.value, forKey: MemberKey(stringValue: member.key))
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .bool(let flag): try container.encode(flag)
      case .string(let text): try container.encode(text)
      case .number(let number):
        if let integer = number.integer {
          try container.encode(integer)
        } else {
          try container.encode(number.double)
        }
      default: try container.encodeNil()
      }
    }
  }

  private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      nil
    }
  }
}
