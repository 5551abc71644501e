/// Calls in order, which can be gone through more than once unless they come as a stream.
public protocol CallSource {
  /// Begins with the first call.
  func reader() throws -> any CallReader
}

/// Goes through calls in order.
public protocol CallReader {
  /// The next call; nil after the last.
  mutating func next() throws -> BatchCall?

  /// Whether `next` answers without waiting for anybody.
  var isNextAtHand: Bool { get }
}

/// A call of a batch.
public struct BatchCall: Sendable, Hashable {
  /// What is asked for.
  public let call: Call
  /// The place, by which an interrupted batch is found again; nil where it cannot be.
  public let place: BatchPlace?

  /// Makes a call of a batch.
  public init(_ call: Call, at place: BatchPlace? = nil) {
    self.call = call
    self.place = place
  }
}

/// A place in a batch, told by what stands up to there.
public struct BatchPlace: Sendable, Hashable {
  /// Counted from 0.
  public let index: Int
  /// What tells the calls up to and with this one from any others.
  public let digest: String
  /// The digest of the first call alone.
  public let firstDigest: String

  /// Makes a place.
  public init(index: Int, digest: String, firstDigest: String) {
    self.index = index
    self.digest = digest
    self.firstDigest = firstDigest
  }
}

/// Calls that are all at hand.
public struct CallList: CallSource {
  private let calls: [Call]

  /// Makes a source of calls.
  public init(_ calls: [Call]) {
    self.calls = calls
  }

  /// Begins with the first call.
  public func reader() -> any CallReader { Reader(rest: calls[...]) }

  private struct Reader: CallReader {
    var rest: ArraySlice<Call>
    let isNextAtHand = true

    mutating func next() -> BatchCall? { rest.popFirst().map { BatchCall($0) } }
  }
}
