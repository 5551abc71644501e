import IntentKit
import JSONText
import MinutaStore

/// Calls with what the flags say of all of them, each with its place.
struct PreparedCalls: CallSource {
  let base: any CallSource
  let isOnce: Bool
  /// Adds to a call what the flags say.
  let confirming: (Call) -> Call

  func reader() throws -> any CallReader {
    Reader(base: try base.reader(), confirming: confirming, keys: isOnce ? OnceKeys() : nil)
  }

  /// What tells a batch that begins with the same call; nil where there is none.
  func firstDigest() throws -> String? {
    var reader = try reader()
    return try reader.next()?.place?.digest
  }

  private struct Reader: CallReader {
    var base: any CallReader
    let confirming: (Call) -> Call
    var keys: OnceKeys?
    private var last: BatchPlace?

    init(base: any CallReader, confirming: @escaping (Call) -> Call, keys: OnceKeys?) {
      self.base = base
      self.confirming = confirming
      self.keys = keys
    }

    var isNextAtHand: Bool { base.isNextAtHand }

    mutating func next() throws -> BatchCall? {
      guard let call = try base.next()?.call else { return nil }
      let place = place(of: call)
      last = place
      return BatchCall(confirming(keys?.keyed(call) ?? call), at: place)
    }

    /// The digest goes on from the call before, so that it stands for all up to here.
    private func place(of call: Call) -> BatchPlace {
      let content = Array((last?.digest ?? "").utf8) + call.json.normalized.bytes()
      let digest = String(SHA256.hex(of: content).prefix(16))
      return BatchPlace(
        index: last.map { $0.index + 1 } ?? 0,
        digest: digest,
        firstDigest: last?.firstDigest ?? digest
      )
    }
  }
}
