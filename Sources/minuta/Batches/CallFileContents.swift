import IntentKit
import JSONText

/// What a file of calls holds.
enum CallFileContents {
  /// One call, as one JSON value.
  case call(IntentCall)
  /// Calls in order: a list, or JSON Lines.
  case batch(any BatchSource)
  /// A workflow, as one JSON value.
  case workflow(Workflow)

  /// The most bytes of a file that is one JSON value; lines have no such limit.
  static let limit = 256 << 20

  /// Finds out what a file holds by its name, its beginning, and what is asked of it.
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

  /// Whether the first line is an object by itself, and something comes after it, or a pipe has none.
  private static func hasLines(_ input: CallInput) throws(UsageError) -> Bool {
    var lines = JSONLinesCalls.NonblankLines(try input.lines(), of: input.name)
    let first: (bytes: [UInt8], number: Int)?
    do throws(UsageError) {
      first = try lines.next()
    } catch {
      // One JSON value alone may be longer than a line of many.
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
  /// The way to what is wrong with a file of calls; nil where it is something else.
  var place: JSONPointer? {
    switch self {
    case .malformedCall(let problem): problem.pointer
    case .invalidWorkflow(let problems, _): problems.first?.pointer
    default: nil
    }
  }
}
