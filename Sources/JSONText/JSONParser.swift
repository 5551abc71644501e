/// Limits for parsing JSON text.
public struct JSONLimits: Sendable {
  /// The maximum nesting depth of arrays and objects.
  public var depth: Int
  /// The maximum size of the text in bytes.
  public var bytes: Int

  /// Creates limits; the defaults are 512 levels and 16 MiB.
  public init(depth: Int = 512, bytes: Int = 16 << 20) {
    self.depth = depth
    self.bytes = bytes
  }
}

extension JSONValue {
  /// Parses a text that consists of one JSON value.
  ///
  /// The parser follows RFC 8259 strictly: it rejects comments, trailing commas, byte-order marks,
  /// duplicate keys, lone surrogates and invalid UTF-8.
  public init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
    let result: Result<JSONValue, JSONError> = bytes.withUnsafeBufferPointer { buffer in
      var parser = JSONParser(bytes: buffer, limits: limits)
      do throws(JSONError) {
        return .success(try parser.document())
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  /// Parses a text that consists of one JSON value.
  public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }
}

/// A recursive-descent parser for JSON.
///
/// If parsing a value fails, each enclosing object or array adds its key or index to the error's
/// pointer.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let limits: JSONLimits
  var position = 0
  private var depth = 0

  init(bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func document() throws(JSONError) -> JSONValue {
    if bytes.count > limits.bytes { throw error(.tooLarge(limit: limits.bytes)) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw error(.byteOrderMark) }
    skipWhitespace()
    let result = try value()
    skipWhitespace()
    if position < bytes.count { throw error(.trailingText) }
    return result
  }

  mutating func value() throws(JSONError) -> JSONValue {
    guard position < bytes.count else { throw error(.unexpectedEnd) }
    switch bytes[position] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw unexpected()
    }
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    try enterContainer()
    var members: [JSONObject.Member] = []
    var names = DuplicateKeyDetector()
    while try next(after: members.count, closing: UInt8(ascii: "}")) {
      let start = position
      let key = try memberKey()
      if names.contains(key, among: members) {
        position = start
        throw error(.duplicateKey(key))
      }
      do throws(JSONError) {
        members.append(JSONObject.Member(key: key, value: try value()))
      } catch {
        throw error.nested(in: key)
      }
    }
    return .object(JSONObject(unchecked: members))
  }

  /// Parses a member's key, the colon and the whitespace around it.
  mutating func memberKey() throws(JSONError) -> String {
    guard position < bytes.count else { throw error(.unexpectedEnd) }
    guard bytes[position] == UInt8(ascii: "\"") else { throw unexpected() }
    let name = try string()
    skipWhitespace()
    guard position < bytes.count else { throw error(.unexpectedEnd) }
    guard bytes[position] == UInt8(ascii: ":") else { throw unexpected() }
    position += 1
    skipWhitespace()
    return name
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    try enterContainer()
    var elements: [JSONValue] = []
    while try next(after: elements.count, closing: UInt8(ascii: "]")) {
      do throws(JSONError) {
        elements.append(try value())
      } catch {
        throw error.nested(in: String(elements.count))
      }
    }
    return .array(elements)
  }

  mutating func enterContainer() throws(JSONError) {
    if depth == limits.depth { throw error(.tooDeep(limit: limits.depth)) }
    depth += 1
    position += 1
  }

  /// Moves to the next element or member; returns false after the closing bracket.
  ///
  /// - Parameter count: The number of elements or members that have been parsed so far.
  mutating func next(
    after count: Int,
    closing: UInt8
  ) throws(JSONError) -> Bool {
    skipWhitespace()
    guard position < bytes.count else { throw error(.unexpectedEnd) }
    if bytes[position] == closing {
      position += 1
      depth -= 1
      return false
    }
    if count == 0 { return true }
    guard bytes[position] == UInt8(ascii: ",") else { throw unexpected() }
    let comma = position
    position += 1
    skipWhitespace()
    if position < bytes.count, bytes[position] == closing {
      position = comma
      throw error(.trailingComma)
    }
    return true
  }

  private mutating func literal(
    _ text: StaticString,
    _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    for index in 0..<text.utf8CodeUnitCount {
      guard position < bytes.count else { throw error(.unexpectedEnd) }
      guard bytes[position] == text.utf8Start[index] else { throw unexpected() }
      position += 1
    }
    return value
  }

  mutating func skipWhitespace() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        position += 1
      default: return
      }
    }
  }
}

extension JSONParser {
  func error(_ problem: JSONError.Problem) -> JSONError {
    let line = bytes[..<position].count { $0 == UInt8(ascii: "\n") } + 1
    return JSONError(problem: problem, offset: position, line: line, pointer: JSONPointer())
  }

  /// Returns the error for an unexpected character at `position`, or for invalid UTF-8 there.
  func unexpected() -> JSONError {
    var decoder = UTF8()
    var rest = bytes[position...].prefix(4).makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&rest) {
      return error(.unexpectedCharacter(scalar))
    }
    return error(.invalidUTF8)
  }
}

extension JSONError {
  fileprivate func nested(in token: String) -> JSONError {
    var error = self
    error.pointer.tokens.insert(token, at: 0)
    return error
  }
}

/// Detects duplicate keys: by a linear search in small objects, by a set in large ones.
private struct DuplicateKeyDetector {
  private var names: Set<[UInt8]> = []

  mutating func contains(_ key: String, among members: [JSONObject.Member]) -> Bool {
    if members.count < 64 {
      return members.contains { $0.key.hasSameBytes(as: key) }
    }
    if names.isEmpty { names.formUnion(members.map { Array($0.key.utf8) }) }
    return !names.insert(Array(key.utf8)).inserted
  }
}
