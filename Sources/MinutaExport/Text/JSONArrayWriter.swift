import JSONText

/// Writes a JSON array with an element a line.
struct JSONArrayWriter {
  private var hasElement = false

  func begin(_ output: inout [UInt8]) {
    output.append(UInt8(ascii: "["))
  }

  mutating func append(_ element: JSONValue, to output: inout [UInt8]) {
    output += (hasElement ? ",\n" : "\n").utf8
    hasElement = true
    output += element.bytes()
  }

  func end(_ output: inout [UInt8]) {
    output += "\n]\n".utf8
  }
}
