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

  /// The size limit in bytes of a single JSON value; JSON Lines have no such limit.
  static let limit = 256 << 20

  /// Detects the content from the file name, its beginning and the flags.
  init(_ input: CallInput, _ flags: BatchFlags) throws(UsageError) {
    let isNamedForLines = input.isStream || input.name.hasSuffix(".jsonl")
    let hasLines = isNamedForLines ? true : try Self.hasLines(input)
    if hasLines {
      self = .batch(JSONLinesCalls(input: input))
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
    do throws(IntentError) {
      switch try CallFile(json: json) {
      case .call(let call): self = isBatch ? .batch(CallList([call])) : .call(call)
      case .batch(let calls): self = .batch(CallList(calls))
      case .workflow(let workflow): self = .workflow(workflow)
      }
    } catch {
      let line = error.place?.line(in: bytes)
      throw .invalidCall(file: input.name, line: line, error)
    }
  }

  /// Returns whether the first line is a JSON object and more follows, or standard input is empty.
  private static func hasLines(_ input: CallInput) throws(UsageError) -> Bool {
    var lines = JSONLinesCalls.NonblankLines(try input.lines(), of: input.name)
    let first: (bytes: [UInt8], number: Int)?
    do throws(UsageError) {
      first = try lines.next()
    } catch {
      // A single JSON value may be longer than the limit for one line.
      if case .lineTooLong = error { return false }
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

extension IntentError {
  /// The JSON pointer to the problem; nil if the error is not about a place in the call file.
  var place: JSONPointer? {
    switch self {
    case .malformedCall(let problem): problem.pointer
    case .invalidWorkflow(let problems, _): problems.first?.pointer
    default: nil
    }
  }
}
