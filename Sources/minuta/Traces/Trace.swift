import JSONText

/// The recorded trace of a workflow run.
struct Trace {
  let id: String
  /// Whether the run is still in progress.
  let isRunning: Bool
  let bytes: [UInt8]

  /// The complete lines; an interrupted write may leave a partial line at the end.
  var lines: [ArraySlice<UInt8>] {
    let newline = UInt8(ascii: "\n")
    return bytes[..<(bytes.lastIndex(of: newline) ?? 0)].split(separator: newline)
  }

  var values: [JSONValue] { lines.compactMap { try? JSONValue(parsing: Array($0)) } }
}
