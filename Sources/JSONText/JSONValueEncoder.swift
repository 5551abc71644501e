extension JSONValue {
  /// Encodes a Swift value as JSON.
  ///
  /// The members of an object are in the order in which the type encodes them.
  ///
  /// - Throws: `EncodingError` if a number is infinite or NaN, or the error of a type's `encode`.
  public init<Value: Encodable>(encoding value: Value) throws {
    self = try JSONValueEncoder(codingPath: [], userInfo: [:]).json(of: value)
  }
}

/// Encodes Swift values as a JSON value without converting it to text.
final class JSONValueEncoder: Encoder {
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]
  private var content = Content.empty

  /// The part of the value that has been encoded.
  private enum Content {
    case empty
    case scalar(JSONValue)
    case members([(key: String, value: Node)])
    case elements([Node])
  }

  /// A member or an element: its JSON, or the encoder of a nested container.
  fileprivate enum Node {
    case json(JSONValue)
    case nested(JSONValueEncoder)

    var json: JSONValue {
      switch self {
      case .json(let json): json
      case .nested(let encoder): encoder.json
      }
    }
  }

  init(codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: Any]) {
    self.codingPath = codingPath
    self.userInfo = userInfo
  }

  /// The encoded value; an empty object if nothing was encoded.
  fileprivate var json: JSONValue {
    switch content {
    case .empty: .object([:])
    case .scalar(let json): json
    case .elements(let nodes): .array(nodes.map(\.json))
    case .members(let nodes):
      .object(nodes.reduce(into: JSONObject()) { $0[$1.key] = $1.value.json })
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .empty = content { content = .members([]) }
    return KeyedEncodingContainer(JSONMemberEncoder(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .empty = content { content = .elements([]) }
    return JSONElementEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    JSONScalarEncoder(encoder: self)
  }

  fileprivate var count: Int {
    if case .elements(let nodes) = content { nodes.count } else { 0 }
  }

  fileprivate func append(_ node: Node) {
    guard case .elements(var nodes) = content else { return }
    content = .empty
    nodes.append(node)
    content = .elements(nodes)
  }

  fileprivate func append(_ node: Node, forKey key: any CodingKey) {
    guard case .members(var nodes) = content else { return }
    content = .empty
    nodes.append((key.stringValue, node))
    content = .members(nodes)
  }

  fileprivate func set(_ json: JSONValue) { content = .scalar(json) }

  fileprivate func nested(_ key: any CodingKey) -> JSONValueEncoder {
    JSONValueEncoder(codingPath: codingPath + [key], userInfo: userInfo)
  }

  fileprivate func json<Value: Encodable>(of value: Value, _ key: (any CodingKey)? = nil) throws
    -> JSONValue
  {
    // Compare types and cast to no protocol: that would search all conformances of the program.
    // Other integers encode themselves as a single value.
    switch Value.self {
    case is String.Type: if let value = value as? String { return .string(value) }
    case is Int.Type: if let value = value as? Int { return .number(JSONNumber(value)) }
    case is Bool.Type: if let value = value as? Bool { return .bool(value) }
    case is JSONValue.Type: if let value = value as? JSONValue { return value }
    case is Double.Type: if let value = value as? Double { return try number(value) }
    default: break
    }
    let encoder = key.map(nested) ?? self
    try value.encode(to: encoder)
    return encoder.json
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

  func encodeNil(forKey key: Key) { encoder.append(.json(.null), forKey: key) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    encoder.append(.json(try encoder.json(of: value, key)), forKey: key)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
    -> KeyedEncodingContainer<Nested>
  {
    nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder }

  func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

  private func nested(_ key: Key) -> JSONValueEncoder {
    let nested = encoder.nested(key)
    encoder.append(.nested(nested), forKey: key)
    return nested
  }
}

/// Encodes the elements of a JSON array.
private struct JSONElementEncoder: UnkeyedEncodingContainer {
  let encoder: JSONValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.count }

  func encodeNil() { encoder.append(.json(.null)) }

  func encode<Value: Encodable>(_ value: Value) throws {
    encoder.append(.json(try encoder.json(of: value, JSONIndexKey(count))))
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
    -> KeyedEncodingContainer<Nested>
  {
    nested().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

  func superEncoder() -> any Encoder { nested() }

  private func nested() -> JSONValueEncoder {
    let nested = encoder.nested(JSONIndexKey(count))
    encoder.append(.nested(nested))
    return nested
  }
}

/// Encodes one value that isn't part of an object or an array.
private struct JSONScalarEncoder: SingleValueEncodingContainer {
  let encoder: JSONValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.set(.null) }

  func encode(_ value: Float) throws { encoder.set(try encoder.number(Double(value))) }
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
