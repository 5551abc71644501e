import JSONText

/// A decoder that compares the decoded types with a schema, and returns samples of the schema.
struct SchemaTypeDecoder: Decoder {
  let schema: JSONObject
  let notes: SchemaTypeNotes
  var codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any]

  init(
    schema: JSONObject,
    notes: SchemaTypeNotes,
    codingPath: [any CodingKey] = [],
    userInfo: [CodingUserInfoKey: Any]
  ) {
    self.schema = schema
    self.notes = notes
    self.codingPath = codingPath
    self.userInfo = userInfo
  }

  fileprivate var path: [String] { codingPath.map(\.stringValue) }

  /// Compares a type with the schema.
  func check(_ type: any Decodable.Type) {
    do {
      _ = try value(type)
    } catch {
      notes.add(path, "can't be decoded as \(type): \(error)")
    }
  }

  /// Compares a type with the schema, and returns a sample of it.
  fileprivate func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try decode(type)
    for key in properties.keys where !notes.hasDecoded(key, in: path) {
      notes.add(path + [key], "is in the schema, but not in \(type)")
    }
    return value
  }

  fileprivate var properties: JSONObject { schema["properties"]?.object ?? [:] }

  /// The names of the schema's types, without `null`; empty if it allows any.
  private var types: [String] {
    let named = schema["type"]?.array ?? schema["type"].map { [$0] }
    let choices = schema["enum"]?.array?.map { JSONValue.string($0.typeName) }
    return (named ?? choices ?? []).compactMap(\.string).filter { $0 != "null" }
  }

  private var allowsNull: Bool { schema["type"]?.array?.contains("null") ?? false }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    compare("object")
    return KeyedDecodingContainer(SchemaMemberDecoder(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    compare("array")
    return SchemaElementDecoder(decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  fileprivate func decoder(of schema: JSONObject, _ key: any CodingKey) -> SchemaTypeDecoder {
    SchemaTypeDecoder(
      schema: schema,
      notes: notes,
      codingPath: codingPath + [key],
      userInfo: userInfo
    )
  }

  /// Notes a difference if the schema has another type.
  private func compare(_ type: String) {
    let names = Set(types)
    if names.isEmpty { return }
    if names != [type] {
      notes.add(
        path,
        "is \(type) in the type, but \(names.sorted().joined(separator: " or ")) in the schema"
      )
    }
    if allowsNull != notes.nullable.contains(path.joined(separator: ".")) {
      notes.add(path, "may be null only in the \(allowsNull ? "schema" : "type")")
    }
  }
}

extension SchemaTypeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    notes.nullable.insert(path.joined(separator: "."))
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let format = (schema["x-minuta-type"] ?? schema["x-minuta-entity"])?.string
    let expected = (type as? any FormattedText.Type)?.format
    // Data in base64 is decoded as text, and its text is a part of a formatted type.
    if let expected, format != expected {
      notes.add(path, "has the format \(expected), but \(format ?? "none") in the schema")
    }
    guard let sample = sample(type) else { return try Value(from: self) }
    guard let value = sample as? Value else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: codingPath, debugDescription: "no sample of \(type)")
      )
    }
    return value
  }

  /// Returns a sample of a scalar type; nil for other types.
  private func sample(_ type: any Decodable.Type) -> Any? {
    switch type {
    case is JSONValue.Type: return JSONValue.null
    case is String.Type:
      compare("string")
      let samples = (schema["examples"] ?? schema["enum"])?.array?.compactMap(\.string)
      return schema["default"]?.string ?? samples?.first ?? "text"
    case is Bool.Type:
      compare("boolean")
      return false
    case let type as any FixedWidthInteger.Type:
      compare("integer")
      return type.init(1)
    case is Double.Type, is Float.Type:
      compare("number")
      return type == Float.self ? Float(1) as Any : 1.0
    case let type as any CaseIterable.Type:
      compare("string")
      return choice(of: type)
    default: return nil
    }
  }

  /// Compares the cases of an enumeration with the schema, and returns the first.
  private func choice<Choice: CaseIterable>(of type: Choice.Type) -> Any? {
    let names = type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
    let choices = schema["enum"]?.array?.compactMap(\.string)
    if let choices, Set(choices) != Set(names) {
      notes.add(path, "has other choices in the schema than in \(type)")
    }
    return type.allCases.first
  }
}

/// Compares the members of an object.
private struct SchemaMemberDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: SchemaTypeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { decoder.properties.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { decoder.properties[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key, isOptional: false).value(type)
  }

  // The protocol has its own implementations for scalar types, which would decode the member.
  func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? { optional(type, key) }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? { optional(type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) -> Double? { optional(type, key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) -> Float? { optional(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? { optional(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) -> Int8? { optional(type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) -> Int16? { optional(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) -> Int32? { optional(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) -> Int64? { optional(type, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) -> UInt? { optional(type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) -> UInt8? { optional(type, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) -> UInt16? { optional(type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) -> UInt32? { optional(type, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) -> UInt64? { optional(type, key) }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
    optional(type, key)
  }

  private func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
    let member = member(key, isOptional: true)
    // A schema without members ends the comparison, so that a recursive type isn't endless.
    if decoder.schema["properties"] != nil { member.check(type) }
    return nil
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  {
    member(key, isOptional: false).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    member(key, isOptional: false).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { decoder }

  func superDecoder(forKey key: Key) -> any Decoder { member(key, isOptional: false) }

  private func member(_ key: Key, isOptional: Bool) -> SchemaTypeDecoder {
    let (name, path) = (key.stringValue, decoder.path + [key.stringValue])
    decoder.notes.decode(name, in: decoder.path)
    guard decoder.schema["properties"] != nil else { return decoder.decoder(of: [:], key) }
    guard let schema = decoder.properties[name]?.object else {
      decoder.notes.add(path, "is in the type, but not in the schema")
      return decoder.decoder(of: [:], key)
    }
    let isRequired = decoder.schema["required"]?.array?.contains(.string(name)) ?? false
    if isOptional == (isRequired || schema["default"] != nil) {
      decoder.notes.add(path, "is optional only in the \(isOptional ? "type" : "schema")")
    }
    return decoder.decoder(of: schema, key)
  }
}

/// Compares the elements of an array, with one sample element.
private struct SchemaElementDecoder: UnkeyedDecodingContainer {
  let decoder: SchemaTypeDecoder
  private(set) var currentIndex = 0

  init(decoder: SchemaTypeDecoder) {
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { 1 }
  var isAtEnd: Bool { currentIndex > 0 }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next().value(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
    -> KeyedDecodingContainer<Nested>
  {
    next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    next().unkeyedContainer()
  }

  mutating func superDecoder() -> any Decoder { next() }

  private mutating func next() -> SchemaTypeDecoder {
    currentIndex += 1
    var items = decoder.schema["items"]?.object ?? [:]
    if items["examples"] == nil { items["examples"] = decoder.schema["examples"]?.array?.first }
    return decoder.decoder(of: items, SchemaItemKey())
  }
}

/// The key of an array's elements in a path.
private struct SchemaItemKey: CodingKey {
  var stringValue: String { "items" }
  var intValue: Int? { nil }

  init() {}

  init?(stringValue: String) { nil }

  init?(intValue: Int) { nil }
}
