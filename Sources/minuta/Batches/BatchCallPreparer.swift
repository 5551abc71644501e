import IntentKit
import JSONText
import SystemCalls

/// A batch source that applies the batch flags to each call and gives it a position in the batch.
struct BatchCallPreparer: BatchSource {
  let base: any BatchSource
  let assignsIdempotencyKeys: Bool
  /// The suffix that identifies this run of the batch; nil if the calls need no positions, such as
  /// in a dry run.
  var run: String?
  /// Adds `confirm` to a call if `--yes` is set.
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
      return BatchCall(call, at: run.map { position(of: next.call, in: $0) }, line: next.line)
    }

    /// Returns the position of a call, which is the next one in the batch.
    ///
    /// Each digest includes the previous one, so it covers all calls up to this position.
    private mutating func position(of call: IntentCall, in run: String) -> BatchPosition {
      let content = Array(digest.utf8) + call.json.normalized.bytes(.stored)
      digest = String(SHA256.hex(of: content).prefix(16))
      if firstDigest.isEmpty { firstDigest = digest }
      return BatchPosition(index: index, digest: digest, run: "\(firstDigest).\(run)")
    }
  }
}
