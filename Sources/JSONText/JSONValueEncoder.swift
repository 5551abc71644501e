extension JSONValue {
  /// Encodes a Swift value as JSON.
  ///
  /// The members of an object are in the order in which the type encodes them.
  ///
  /// - Throws: `EncodingError` if a number is infinite or NaN, or the error of a type's `encode`.
  public init<Value: Encodable>(encoding value: Value) throws {
    self = try JSONValueEncoder(path: nil).json(of: value)
  }
}

/// Encodes Swift values as a JSON value without converting it to text.
final class JSONValueEncoder: Encoder {
  private let path: JSONCodingPath?
  private var scalar: JSONValue?
  private var elements: [JSONValue]?
  private var members = JSONObject()
  /// The encoders of nested containers, which are filled later, by the place of their JSON.
  private var nestedMembers: [(key: String, encoder: JSONValueEncoder)] = []
  private var nestedElements: [(index: Int, encoder: JSONValueEncoder)] = []

  init(path: JSONCodingPath?) {
    self.path = path
  }

  var codingPath: [any CodingKey] { path?.keys ?? [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The encoded value; an empty object if nothing was encoded.
  fileprivate var json: JSONValue {
    if let scalar { return scalar }
    if var elements {
      for (index, encoder) in nestedElements { elements[index] = encoder.json }
      return .array(elements)
    }
    for (key, encoder) in nestedMembers { members[key] = encoder.json }
    return .object(members)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(JSONMemberEncoder(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if elements == nil { elements = [] }
    return JSONElementEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    JSONScalarEncoder(encoder: self)
  }

  fileprivate var count: Int { elements?.count ?? 0 }

  fileprivate func append(_ json: JSONValue) { elements?.append(json) }

  fileprivate func set(_ json: JSONValue, forKey key: String) { members[key] = json }

  fileprivate func set(_ json: JSONValue) { scalar = json }

  fileprivate func nested(_ key: any CodingKey) -> JSONValueEncoder {
    JSONValueEncoder(path: JSONCodingPath(key, in: path))
  }

  /// Returns the encoder of a nested container, whose JSON takes its place in the end.
  fileprivate func nestedMember(_ key: any CodingKey) -> JSONValueEncoder {
    let encoder = nested(key)
    members[key.stringValue] = .null
    nestedMembers.append((key.stringValue, encoder))
    return encoder
  }

  fileprivate func nestedElement() -> JSONValueEncoder {
    let encoder = nested(JSONIndexKey(count))
    nestedElements.append((count, encoder))
    append(.null)
    return encoder
  }

  fileprivate func json<Value: Encodable>(of value: Value) throws -> JSONValue {
    // `JSONValue` would copy itself part by part.
    if Value.self == JSONValue.self, let value = value as? JSONValue { return value }
    try value.encode(to: self)
    return json
  }

  fileprivate func number(_ value: Double) throws -> JSONValue {
    guard let number = JSONNumber(value) else { throw invalid(value) }
    return .number(number)
  }

  fileprivate func number(_ value: some FixedWidthInteger) throws -> JSONValue {
    guard let integer = Int(exactly: value) else { throw invalid(value) }
    return .number(JSONNumber(integer))
  }

  private func invalid(_ value: Any) -> EncodingError {
    let text = "JSON has no number \(value)."
    return .invalidValue(
      value,
      EncodingError.Context(codingPath: codingPath, debugDescription: text)
    )
  }
}

/// Encodes the members of a JSON object.
private struct JSONMemberEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: JSONValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) { encoder.set(.null, forKey: key.stringValue) }

  // The most frequent types are encoded without an encoder of their own.
  func encode(_ value: String, forKey key: Key) {
    encoder.set(.string(value), forKey: key.stringValue)
  }

  func encode(_ value: Int, forKey key: Key) {
    encoder.set(.number(JSONNumber(value)), forKey: key.stringValue)
  }

  func encode(_ value: Bool, forKey key: Key) {
    encoder.set(.bool(value), forKey: key.stringValue)
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    encoder.set(try encoder.nested(key).json(of: value), forKey: key.stringValue)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
    -> KeyedEncodingContainer<Nested>
  {
    encoder.nestedMember(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.nestedMember(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder }

  func superEncoder(forKey key: Key) -> any Encoder { encoder.nestedMember(key) }
}

/// Encodes the elements of a JSON array.
private struct JSONElementEncoder: UnkeyedEncodingContainer {
  let encoder: JSONValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.count }

  func encodeNil() { encoder.append(.null) }

  func encode(_ value: String) { encoder.append(.string(value)) }

  func encode<Value: Encodable>(_ value: Value) throws {
    encoder.append(try encoder.nested(JSONIndexKey(count)).json(of: value))
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
    -> KeyedEncodingContainer<Nested>
  {
    encoder.nestedElement().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.nestedElement().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.nestedElement() }
}

/// Encodes one value that isn't part of an object or an array.
private struct JSONScalarEncoder: SingleValueEncodingContainer {
  let encoder: JSONValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  // Scalars are encoded by functions for their types. A cast to a protocol would search all
  // conformances of the program for each type.
  func encodeNil() { encoder.set(.null) }
  func encode(_ value: String) { encoder.set(.string(value)) }
  func encode(_ value: Bool) { encoder.set(.bool(value)) }
  func encode(_ value: Double) throws { encoder.set(try encoder.number(value)) }
  func encode(_ value: Float) throws { encoder.set(try encoder.number(Double(value))) }
  func encode(_ value: Int) { encoder.set(.number(JSONNumber(value))) }
  func encode(_ value: Int8) throws { encoder.set(try encoder.number(value)) }
  func encode(_ value: Int16) throws { encoder.set(try encoder.number(value)) }
  func encode(_ value: Int32) throws { encoder.set(try encoder.number(value)) }
  func encode(_ value: Int64) throws { encoder.set(try encoder.number(value)) }
  func encode(_ value: UInt) throws { encoder.set(try encoder.number(value)) }
  func encode(_ value: UInt8) throws { encoder.set(try encoder.number(value)) }
  func encode(_ value: UInt16) throws { encoder.set(try encoder.number(value)) }
  func encode(_ value: UInt32) throws { encoder.set(try encoder.number(value)) }
  func encode(_ value: UInt64) throws { encoder.set(try encoder.number(value)) }

  func encode<Value: Encodable>(_ value: Value) throws {
    encoder.set(try encoder.json(of: value))
  }
}
