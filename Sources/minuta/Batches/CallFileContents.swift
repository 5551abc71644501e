import IntentKit
import JSONText

/// The kinds of content that a call file can have.
enum CallFileContents {
  /// A single call as one JSON value.
  case call(IntentCall)
  /// A list of calls, as a JSON array or JSON Lines.
  case batch(any BatchSource)
  /// A workflow as one JSON value.
  case workflow(Workflow)

  /// The size limit in bytes of a single JSON value; a JSON Lines file has no limit as a whole.
  static let limit = 256 << 20

  /// Reads the content, whose kind follows from the file name, the first lines and the flags.
  init(_ input: CallFileInput, _ flags: BatchFlags) throws(Failure) {
    let isNamedForLines = input.isStream || input.name.hasSuffix(".jsonl")
    let hasLines = isNamedForLines ? true : try Self.hasLines(input)
    if hasLines {
      self = .batch(JSONLinesBatchSource(input: input))
      return
    }
    let isBatch = flags.requiresBatch || input.isStandardInput && flags.assignsIdempotencyKeys
    let bytes = try input.content(limit: Self.limit)
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes, limits: JSONLimits(bytes: Self.limit))
    } catch {
      throw .malformedFile(input.name, error)
    }
    do throws(Failure) {
      switch try ParsedCallFile(json: json) {
      case .call(let call): self = isBatch ? .batch(InMemoryBatchSource([call])) : .call(call)
      case .batch(let calls): self = .batch(InMemoryBatchSource(calls))
      case .workflow(let workflow): self = .workflow(workflow)
      }
    } catch {
      let line = error.problem?.pointer.line(in: bytes)
      throw .invalidCall(file: input.name, line: line, error)
    }
  }

  /// Returns whether the input is JSON Lines: a first line with a JSON object, then further lines.
  ///
  /// Empty standard input counts as JSON Lines without calls.
  private static func hasLines(_ input: CallFileInput) throws(Failure) -> Bool {
    var lines = JSONLinesBatchSource.NonblankLineReader(try input.lines(), of: input.name)
    let first: (bytes: [UInt8], number: Int)?
    do throws(Failure) {
      first = try lines.next()
    } catch {
      // An overlong first line may be a single JSON value, which has a higher limit.
      if error.code == Failure.malformedFileCode { return false }
      throw error
    }
    guard let first else { return input.isStandardInput }
    guard
      first.bytes.first == UInt8(ascii: "{"),
      (try? JSONValue(parsing: first.bytes)) != nil
    else { return false }
    return try lines.next() != nil
  }
}
