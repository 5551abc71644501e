import IntentKit
import JSONText
import SystemCalls

/// The calls of a JSON Lines file.
struct JSONLinesBatchSource: BatchSource {
  let input: CallFileInput

  func reader() throws -> any BatchReader {
    Reader(lines: NonblankLineReader(try input.lines(), of: input.name), isStream: input.isStream)
  }

  /// Reads the lines of the input and skips blank ones.
  struct NonblankLineReader {
    private var lines: LineReader
    let name: String

    init(_ lines: LineReader, of name: String) {
      self.lines = lines
      self.name = name
    }

    var hasBufferedCall: Bool { lines.hasBufferedLine { !Self.isBlank($0) } }

    mutating func next() throws(Failure) -> (bytes: [UInt8], number: Int)? {
      do throws(SystemError) {
        while let line = try lines.next() {
          if !Self.isBlank(line) { return (line, lines.number) }
        }
        return nil
      } catch  where error.isTooLarge {
        throw .lineTooLong(name, line: lines.number + 1)
      } catch {
        throw .unreadableFile(name, reason: error.reason)
      }
    }

    private static func isBlank(_ line: some Sequence<UInt8>) -> Bool {
      line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }
  }

  private struct Reader: BatchReader {
    var lines: NonblankLineReader
    let isStream: Bool

    var hasBufferedCall: Bool { !isStream || lines.hasBufferedCall }

    mutating func next() throws -> BatchCall? {
      guard let (bytes, number) = try lines.next() else { return nil }
      do throws(Failure) {
        return BatchCall(try call(bytes, number), line: number)
      } catch {
        throw isStream ? InvalidCallError(.failed(error)) : error
      }
    }

    private func call(_ bytes: [UInt8], _ number: Int) throws(Failure) -> IntentCall {
      let json: JSONValue
      do throws(JSONError) {
        json = try JSONValue(parsing: bytes)
      } catch {
        throw .malformedLine(lines.name, line: number, error)
      }
      if isStream, json.array != nil { throw .listInStream(lines.name, line: number) }
      do throws(Failure) {
        return try IntentCall(json: json)
      } catch {
        throw .invalidCall(file: lines.name, line: number, error)
      }
    }
  }
}
