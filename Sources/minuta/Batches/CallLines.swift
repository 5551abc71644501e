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

    var isNextAtHand: Bool { lines.isAtHand { !Self.isBlank($0) } }

    mutating func next() throws(UsageError) -> (bytes: [UInt8], number: Int)? {
      do throws(SystemError) {
        while let line = try lines.next() {
          if !Self.isBlank(line) { return (line, lines.number) }
        }
        return nil
      } catch  where error.isTooLarge {
        throw .longLine(name, line: lines.number + 1)
      } catch {
        throw .unreadableFile(name, reason: error.reason)
      }
    }

    private static func isBlank(_ line: some Sequence<UInt8>) -> Bool {
      line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }
  }

  private struct Reader: CallReader {
    var lines: Lines
    let isStream: Bool

    var isNextAtHand: Bool { !isStream || lines.isNextAtHand }

    mutating func next() throws -> BatchCall? {
      guard let (bytes, number) = try lines.next() else { return nil }
      do throws(UsageError) {
        return BatchCall(try call(bytes, number), line: number)
      } catch {
        throw isStream ? UnusableCall(error.outcome) : error
      }
    }

    private func call(_ bytes: [UInt8], _ number: Int) throws(UsageError) -> Call {
      let json: JSONValue
      do throws(JSONError) {
        json = try JSONValue(parsing: bytes)
      } catch {
        throw .malformedLine(lines.name, line: number, error)
      }
      if isStream, json.array != nil { throw .listInStream(lines.name, line: number) }
      do throws(IntentError) {
        return try Call(json: json)
      } catch {
        throw .wrongCall(file: lines.name, line: number, error)
      }
    }
  }
}
