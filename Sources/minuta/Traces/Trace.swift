import JSONText

/// What was noted of a batch, or of a run of a workflow.
struct Trace {
  let id: String
  let bytes: [UInt8]

  /// The whole lines; the last may not be whole where the batch was interrupted.
  var lines: [ArraySlice<UInt8>] {
    let newline = UInt8(ascii: "\n")
    return bytes[..<(bytes.lastIndex(of: newline) ?? 0)].split(separator: newline)
  }

  var values: [JSONValue] { lines.compactMap { try? JSONValue(parsing: Array($0)) } }
}
