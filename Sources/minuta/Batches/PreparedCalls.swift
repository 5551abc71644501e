import IntentKit
import JSONText
import SystemCalls

/// Calls with what the flags say of all of them, each with its place.
struct PreparedCalls: CallSource {
  let base: any CallSource
  let isOnce: Bool
  /// What tells this run of the calls from others; nil where no place is wanted.
  var run: String?
  /// Adds to a call what the flags say.
  let confirming: (Call) -> Call

  func reader() throws -> any CallReader {
    Reader(
      base: try base.reader(),
      run: run,
      confirming: confirming,
      keys: isOnce ? OnceKeys() : nil
    )
  }

  private struct Reader: CallReader {
    var base: any CallReader
    let run: String?
    let confirming: (Call) -> Call
    var keys: OnceKeys?
    private var index = 0
    private var digest = ""
    private var firstDigest = ""

    init(
      base: any CallReader,
      run: String?,
      confirming: @escaping (Call) -> Call,
      keys: OnceKeys?
    ) {
      self.base = base
      self.run = run
      self.confirming = confirming
      self.keys = keys
    }

    var isNextAtHand: Bool { base.isNextAtHand }

    mutating func next() throws -> BatchCall? {
      defer { index += 1 }
      guard let next = try base.next() else { return nil }
      let call = confirming(keys?.keyed(next.call) ?? next.call)
      return BatchCall(call, at: run.map { place(of: next.call, in: $0) }, line: next.line)
    }

    /// The digest goes on from the call before, so that it stands for all up to here.
    private mutating func place(of call: Call, in run: String) -> BatchPlace {
      let content = Array(digest.utf8) + call.json.normalized.bytes()
      digest = String(SHA256.hex(of: content).prefix(16))
      if firstDigest.isEmpty { firstDigest = digest }
      return BatchPlace(index: index, digest: digest, run: "\(firstDigest).\(run)")
    }
  }
}
