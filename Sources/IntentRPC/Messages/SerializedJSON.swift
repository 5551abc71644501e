import JSONText

/// A JSON value, already serialized on one line as UTF-8.
package struct SerializedJSON: Sendable {
  let utf8: [UInt8]

  init(_ value: JSONValue) {
    utf8 = value.bytes()
  }

  private init(utf8: [UInt8]) {
    self.utf8 = utf8
  }

  /// Returns a JSON object whose values are already serialized.
  static func object(_ members: KeyValuePairs<StaticString, SerializedJSON>) -> SerializedJSON {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(
      members.reduce(2) { $0 + $1.key.utf8CodeUnitCount + $1.value.utf8.count + 4 }
    )
    for (key, value) in members {
      utf8.append(UInt8(ascii: utf8.isEmpty ? "{" : ","))
      utf8.append(UInt8(ascii: "\""))
      key.withUTF8Buffer { utf8.append(contentsOf: $0) }
      utf8.append(UInt8(ascii: "\""))
      utf8.append(UInt8(ascii: ":"))
      utf8 += value.utf8
    }
    if utf8.isEmpty { utf8.append(UInt8(ascii: "{")) }
    utf8.append(UInt8(ascii: "}"))
    return SerializedJSON(utf8: utf8)
  }

  /// Returns a JSON array whose elements are already serialized.
  static func array(_ elements: [SerializedJSON]) -> SerializedJSON {
    let comma = [UInt8(ascii: ",")]
    let inner = elements.map(\.utf8).joined(separator: comma)
    return SerializedJSON(utf8: [UInt8(ascii: "[")] + inner + [UInt8(ascii: "]")])
  }
}
