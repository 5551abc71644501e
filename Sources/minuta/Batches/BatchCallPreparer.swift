import IntentKit
import JSONText
import SystemCalls

/// Calls with what the flags say of all of them, each with its place.
struct BatchCallPreparer: BatchSource {
  let base: any BatchSource
  let assignsIdempotencyKeys: Bool
  /// What tells this run of the calls from others; nil where no place is wanted.
  var run: String?
  /// Adds to a call what the flags say.
  let addingConfirmation: (IntentCall) -> IntentCall

  func reader() throws -> any BatchReader {
    Reader(
      base: try base.reader(),
      run: run,
      addingConfirmation: addingConfirmation,
      keys: assignsIdempotencyKeys ? IdempotencyKeyGenerator() : nil
    )
  }

  private struct Reader: BatchReader {
    var base: any BatchReader
    let run: String?
    let addingConfirmation: (IntentCall) -> IntentCall
    var keys: IdempotencyKeyGenerator?
    private var index = 0
    private var digest = ""
    private var firstDigest = ""

    init(
      base: any BatchReader,
      run: String?,
      addingConfirmation: @escaping (IntentCall) -> IntentCall,
      keys: IdempotencyKeyGenerator?
    ) {
      self.base = base
      self.run = run
      self.addingConfirmation = addingConfirmation
      self.keys = keys
    }

    var hasBufferedCall: Bool { base.hasBufferedCall }

    mutating func next() throws -> BatchCall? {
      defer { index += 1 }
      guard let next = try base.next() else { return nil }
      let call = addingConfirmation(keys?.addingKey(to: next.call) ?? next.call)
      return BatchCall(call, at: run.map { place(of: next.call, in: $0) }, line: next.line)
    }

    /// The digest goes on from the call before, so that it stands for all up to here.
    private mutating func place(of call: IntentCall, in run: String) -> BatchPosition {
      let content = Array(digest.utf8) + call.json.normalized.bytes()
      digest = String(SHA256.hex(of: content).prefix(16))
      if firstDigest.isEmpty { firstDigest = digest }
      return BatchPosition(index: index, digest: digest, run: "\(firstDigest).\(run)")
    }
  }
}
