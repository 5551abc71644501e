extension JSONValue {
  /// Decodes a Swift value from this JSON value.
  ///
  /// - Parameter userInfo: Values for the `init(from:)` of the decoded types.
  /// - Throws: `DecodingError`, or the error of a type's `init(from:)`.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> Value {
    try JSONValueDecoder(value: self, path: nil, userInfo: userInfo).decode(type)
  }
}

/// Decodes Swift values from a JSON value without converting it to text.
struct JSONValueDecoder: Decoder {
  let value: JSONValue
  let path: JSONCodingPath?
  let userInfo: [CodingUserInfoKey: Any]

  var codingPath: [any CodingKey] { path?.keys ?? [] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let object = value.object else { throw mismatch("an object") }
    return KeyedDecodingContainer(JSONMemberDecoder(object: object, decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value.array else { throw mismatch("an array") }
    return JSONElementDecoder(elements: elements, decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// Returns the decoder of a member or an element.
  fileprivate func decoder(of value: JSONValue, _ key: any CodingKey) -> JSONValueDecoder {
    JSONValueDecoder(value: value, path: JSONCodingPath(key, in: path), userInfo: userInfo)
  }

  fileprivate func mismatch(_ expected: String) -> DecodingError {
    let text = "Expected \(expected), but found \(value.typeName)."
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: text)
    return .typeMismatch(JSONValue.self, context)
  }
}

/// A key and the keys of the values around it.
///
/// Arrays of keys are created only for errors and for types that ask for them.
final class JSONCodingPath {
  private let key: any CodingKey
  private let parent: JSONCodingPath?

  init(_ key: any CodingKey, in parent: JSONCodingPath?) {
    self.key = key
    self.parent = parent
  }

  var keys: [any CodingKey] { (parent?.keys ?? []) + [key] }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  // Scalars are decoded by functions for their types. A cast to a protocol would search all
  // conformances of the program for each type.
  func decode(_ type: String.Type) throws -> String { try scalar(value.string, "a string") }
  func decode(_ type: Bool.Type) throws -> Bool { try scalar(value.bool, "a boolean") }
  func decode(_ type: Double.Type) throws -> Double { try scalar(value.double, "a number") }
  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // `JSONValue` would copy itself part by part.
    if type == JSONValue.self, let value = value as? Value { return value }
    return try type.init(from: self)
  }

  private func integer<Value: FixedWidthInteger>() throws -> Value {
    try scalar(value.integer.flatMap { Value(exactly: $0) }, "\(Value.self)")
  }

  fileprivate func scalar<Value>(_ value: Value?, _ expected: String) throws -> Value {
    guard let value else { throw mismatch(expected) }
    return value
  }
}

/// Decodes the members of a JSON object.
private struct JSONMemberDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: JSONObject
  let decoder: JSONValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { object.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decode(type)
  }

  // The most frequent types are decoded without a decoder of their own.
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try object[key.stringValue]?.string ?? member(key).decode(type)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try object[key.stringValue]?.integer ?? member(key).decode(type)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try object[key.stringValue]?.bool ?? member(key).decode(type)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    guard let value = object[key.stringValue], value != .null else { return nil }
    return try value.string ?? member(key).decode(type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let value = object[key.stringValue], value != .null else { return nil }
    return try decoder.decoder(of: value, key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { decoder }

  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

  private func member(_ key: Key) throws -> JSONValueDecoder {
    guard let value = object[key.stringValue] else {
      let text = "There is no member \(key.stringValue)."
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(codingPath: codingPath, debugDescription: text)
      )
    }
    return decoder.decoder(of: value, key)
  }
}

/// Decodes the elements of a JSON array.
private struct JSONElementDecoder: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let decoder: JSONValueDecoder
  private(set) var currentIndex = 0

  init(elements: [JSONValue], decoder: JSONValueDecoder) {
    self.elements = elements
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    let isNull = try current().decodeNil()
    if isNull { currentIndex += 1 }
    return isNull
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next().decode(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
    -> KeyedDecodingContainer<Nested>
  {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }

  private mutating func next() throws -> JSONValueDecoder {
    let decoder = try current()
    currentIndex += 1
    return decoder
  }

  private func current() throws -> JSONValueDecoder {
    guard !isAtEnd else {
      let context = DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "The array has only \(elements.count) elements."
      )
      throw DecodingError.valueNotFound(JSONValue.self, context)
    }
    return decoder.decoder(of: elements[currentIndex], JSONIndexKey(currentIndex))
  }
}

/// The index of an element in a coding path.
struct JSONIndexKey: CodingKey {
  let index: Int

  init(_ index: Int) {
    self.index = index
  }

  var stringValue: String { String(index) }
  var intValue: Int? { index }

  init?(stringValue: String) {
    guard let index = Int(stringValue) else { return nil }
    self.index = index
  }

  init?(intValue: Int) {
    index = intValue
  }
}
