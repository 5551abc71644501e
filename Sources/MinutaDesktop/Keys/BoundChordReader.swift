import SystemCalls

/// Reads the key combinations that a host's file binds, and the files that it includes.
package struct BoundChordReader {
  /// The key combinations, in the order of the lines.
  package private(set) var chords: [BoundChord] = []
  private let host: any KeyBindingGenerator
  private let home: String
  /// The variables such as `$mod`, the latest first.
  private var variables: [(name: String, value: String)] = []
  private var files: Set<String> = []

  private static let limit = 1 << 20

  package init(_ host: any KeyBindingGenerator, home: String) {
    self.host = host
    self.home = home
  }

  /// Reads a file.
  ///
  /// - Parameter block: the numbers of the lines that Minuta wrote, which are skipped.
  package mutating func read(_ bytes: [UInt8], of file: String, skipping block: ClosedRange<Int>?) {
    guard files.insert(file).inserted else { return }
    let content = host.file?.comment.blankingComments(in: bytes) ?? bytes
    let lines = String(decoding: content, as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    for (index, line) in host.independentLines(lines).enumerated() {
      if block?.contains(index + 1) == true || addVariable(line) { continue }
      let resolved = variables.reduce(line) { $0.replacing($1.name, with: $1.value) }
      if let path = host.includedPath(in: resolved) {
        include(path, from: file)
        continue
      }
      let place = "'\(file)' on line \(index + 1)"
      chords += host.boundChords(in: resolved).compactMap {
        BoundChord($0, place: place, source: line)
      }
    }
  }

  /// Returns whether a line sets a variable, which lines below it may contain.
  private mutating func addVariable(_ line: String) -> Bool {
    // The default of a variable that comes from an X resource follows the resource's name.
    let match =
      line.firstMatch(of: /^\s*set_from_resource\s+(\$\w+)\s+\S+\s+([^#]*[^#\s])/)
      ?? line.firstMatch(of: /^\s*(?:set\s+)?(\$\w+)\s*=?\s*([^#]*[^#\s])/)
    guard let match else { return false }
    variables.insert((String(match.1), String(match.2)), at: 0)
    return true
  }

  /// Reads the files of an include line, which may have wildcards; skips files that can't be read.
  private mutating func include(_ path: String, from file: String) {
    let whole = absolute(path, from: file)
    for path in PathPattern(whole).flatMap({ try? $0.paths() }) ?? [whole] {
      if let bytes = try? FileDescriptor.contents(of: path, limit: Self.limit) {
        read(bytes, of: path, skipping: nil)
      }
    }
  }

  private func absolute(_ path: String, from file: String) -> String {
    for start in ["~/", "$HOME/"] where path.hasPrefix(start) {
      return "\(home)/\(path.dropFirst(start.count))"
    }
    return path.hasPrefix("/") ? path : "\(Directory.parent(of: file) ?? "")/\(path)"
  }
}
