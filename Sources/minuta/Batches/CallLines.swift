import IntentKit
import JSONText
import SystemCalls

/// The calls of a file that has one on each line.
struct CallLines: CallSource {
  let input: CallInput

  func reader() throws -> any CallReader {
    Reader(lines: Lines(try input.lines(), of: input.name), isStream: input.isStream)
  }

  /// The lines that are not blank.
  struct Lines {
    private var lines: LineReader
    let name: String

    init(_ lines: LineReader, of name: String) {
      self.lines = lines
      self.name = name
    }

    var isNextAtHand: Bool { lines.isNextAtHand }

    mutating func next() throws(UsageError) -> (bytes: [UInt8], number: Int)? {
      do throws(SystemError) {
        while let line = try lines.next() {
          if line.contains(where: { !Self.blanks.contains($0) }) { return (line, lines.number) }
        }
        return nil
      } catch {
        throw .unreadableFile(name, reason: error.reason)
      }
    }

    private static let blanks = Array(" \t\r".utf8)
  }

  private struct Reader: CallReader {
    var lines: Lines
    let isStream: Bool

    var isNextAtHand: Bool { !isStream || lines.isNextAtHand }

    mutating func next() throws -> BatchCall? {
      guard let (bytes, number) = try lines.next() else { return nil }
      return BatchCall(try call(bytes, number))
    }

    private func call(_ bytes: [UInt8], _ number: Int) throws(UsageError) -> Call {
      let json: JSONValue
      do throws(JSONError) {
        json = try JSONValue(parsing: bytes)
      } catch {
        throw .malformedLine(lines.name, line: number, error)
      }
      do throws(IntentError) {
        return try Call(json: json)
      } catch {
        throw .wrongCall(file: lines.name, line: number, error)
      }
    }
  }
}
