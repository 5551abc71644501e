package import JSONText

/// Reads the elements of a JSON array one by one, so that a large array needs little memory.
package struct JSONElementReader {
  private var scanner: JSONScanner
  private var hasBegun = false
  private var isAtEnd = false

  package init(_ file: ImportFile) {
    scanner = JSONScanner(file)
  }

  /// An element, or nil in place of one that isn't valid JSON, with the line on which it begins.
  package struct Element {
    package let line: Int
    package let value: JSONValue?
    /// Whether the file ends in the middle of the element or of the array.
    package var isCut = false

    /// The reason why there is no value.
    var problem: InvalidReason { isCut ? .cut : .malformed }
  }

  /// Returns the next element; nil after the last.
  ///
  /// After an error in the structure of the array, returns an element without a value, then nil.
  package mutating func next() throws(FormatError) -> Element? {
    if isAtEnd { return nil }
    if !hasBegun {
      hasBegun = true
      guard try scanner.enter(UInt8(ascii: "[")) else { return try broken() }
    }
    switch try scanner.step() {
    case .element(let first):
      let line = scanner.line
      let value = try scanner.value(from: first)
      if value == nil, try scanner.isAtEnd() { return try broken() }
      return Element(line: line, value: value)
    case .end:
      isAtEnd = true
      return try scanner.nextByte() == nil ? nil : Element(line: scanner.line, value: nil)
    case .broken:
      return try broken()
    }
  }

  private mutating func broken() throws(FormatError) -> Element {
    isAtEnd = true
    return Element(line: scanner.line, value: nil, isCut: try scanner.isAtEnd())
  }
}
