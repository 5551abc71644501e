extension JSONValue {
  /// Decodes a Swift value from this JSON value.
  ///
  /// - Parameter userInfo: Values for the `init(from:)` of the decoded types.
  /// - Throws: `DecodingError`, or the error of a type's `init(from:)`.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> Value {
    try JSONValueDecoder(value: self, codingPath: [], userInfo: userInfo).decode(type)
  }
}

/// Decodes Swift values from a JSON value without converting it to text.
struct JSONValueDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]

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
    JSONValueDecoder(value: value, codingPath: codingPath + [key], userInfo: userInfo)
  }

  private func mismatch(_ expected: String) -> DecodingError {
    let text = "Expected \(expected), but found \(value.typeName)."
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: text)
    return .typeMismatch(JSONValue.self, context)
  }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let scalar = scalar(type) else { return try type.init(from: self) }
    guard let scalar = scalar as? Value else { throw mismatch("\(type)") }
    return scalar
  }

  /// Returns the JSON value as a scalar of the given type, or as `JSONValue`.
  ///
  /// Other integers decode themselves, with the functions below: a cast to a protocol would search
  /// all conformances of the program for each type.
  ///
  /// - Returns: Nil if this isn't the type of a scalar; an optional without a value if the JSON
  ///   value has another type.
  private func scalar(_ type: any Decodable.Type) -> Any? {
    switch type {
    case is String.Type: value.string as Any
    case is Bool.Type: value.bool as Any
    case is Int.Type: value.integer as Any
    case is JSONValue.Type: value
    case is Double.Type: number as Any
    case is Float.Type: number.map { Float($0) } as Any
    default: nil
    }
  }

  private var number: Double? {
    if case .number(let number) = value { number.double } else { nil }
  }

  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

  private func integer<Value: FixedWidthInteger>() throws -> Value {
    guard let integer = value.integer, let exact = Value(exactly: integer) else {
      throw mismatch("\(Value.self)")
    }
    return exact
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
