import IntentKit

/// The part of a host's configuration file that Minuta wrote, between two comments.
///
/// Everything outside of it is kept byte for byte, in any encoding.
package struct KeyBindingBlock {
  private let file: KeyBindingFile
  private let begin: [UInt8]
  private let end: [UInt8]
  private static let newline = UInt8(ascii: "\n")

  /// Creates the block of a host.
  ///
  /// - Parameter host: the host's name.
  package init(_ file: KeyBindingFile, host: String) {
    self.file = file
    let name = "minuta keys \(host)"
    begin = Array(file.comment.comment("begin of `\(name)`; changes will be lost").utf8)
    end = Array(file.comment.comment("end of `\(name)`").utf8)
  }

  /// Returns a file's content with the block's lines in place of earlier ones.
  package func install(_ lines: [String], in bytes: [UInt8]) throws(KeyBindingBlockError) -> [UInt8]
  {
    var all = split(bytes)
    let sum = file.comment.comment(ChecksumComment.text(for: lines))
    let block = [begin] + ([sum] + lines).map { Array($0.utf8) } + [end]
    if let range = try range(in: all) {
      all.replaceSubrange(range, with: block)
    } else {
      // The block ends with a line break, so that lines that are appended later stay apart.
      if all.last?.isEmpty == false { all.append([]) }
      all.insert(contentsOf: block, at: try index(in: all))
    }
    return joined(all)
  }

  /// Returns the index of the line before which the block belongs.
  private func index(in lines: [[UInt8]]) throws(KeyBindingBlockError) -> Int {
    switch file.insertionPoint {
    case .end: return lines.count - 1
    case .belowInterpreter: return lines[0].starts(with: "#!".utf8) ? 1 : 0
    case .below(let text):
      let code = split(file.comment.blankingComments(in: joined(lines)))
      let index = lines.indices.first { index in
        lines[index] == code[index] && trimmed(lines[index]).elementsEqual(text.utf8)
      }
      guard let index else { throw .missingLine(text) }
      return index + 1
    }
  }

  /// Returns a file's content without the block; nil if it has none.
  package func remove(from bytes: [UInt8]) throws(KeyBindingBlockError) -> [UInt8]? {
    var all = split(bytes)
    guard let range = try range(in: all) else { return nil }
    all.removeSubrange(range)
    return joined(all)
  }

  /// Returns the lines between the comments; nil if there is no block.
  package func content(of bytes: [UInt8]) throws(KeyBindingBlockError) -> [String]? {
    let all = split(bytes)
    guard let range = try range(in: all) else { return nil }
    return all[range].dropFirst().dropLast().map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the line numbers of the block, starting at 1; nil if there is none.
  package func lineNumbers(
    in bytes: [UInt8]
  ) throws(KeyBindingBlockError) -> ClosedRange<Int>? {
    try range(in: split(bytes)).map { $0.lowerBound + 1...$0.upperBound + 1 }
  }

  /// Returns the lines of the block, including its comments; nil if there is none.
  private func range(in lines: [[UInt8]]) throws(KeyBindingBlockError) -> ClosedRange<Int>? {
    let marks = lines.indices.filter { index in
      let line = trimmed(lines[index])
      return line.elementsEqual(begin) || line.elementsEqual(end)
    }
    if marks.isEmpty { return nil }
    guard marks.count == 2, trimmed(lines[marks[0]]).elementsEqual(begin),
      trimmed(lines[marks[1]]).elementsEqual(end)
    else { throw .damaged }
    return marks[0]...marks[1]
  }

  private func split(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: Self.newline, omittingEmptySubsequences: false).map(Array.init)
  }

  private func joined(_ lines: [[UInt8]]) -> [UInt8] {
    Array(lines.joined(separator: [Self.newline]))
  }

  /// Returns a line without blanks and a carriage return around it.
  private func trimmed(_ line: [UInt8]) -> ArraySlice<UInt8> {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0D]
    let start = line.drop { blanks.contains($0) }
    guard let last = start.lastIndex(where: { !blanks.contains($0) }) else { return [] }
    return start[...last]
  }
}

/// The error for a file of a host into which no block can be written.
package enum KeyBindingBlockError: Error, Equatable {
  /// The two comments around the block don't occur exactly once each.
  case damaged
  /// The file has no such line, below which the bindings belong.
  case missingLine(String)
}
