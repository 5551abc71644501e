/// The position of a call in a batch, with a digest that detects changes to the calls up to it.
public struct BatchPosition: Sendable, Hashable {
  /// The index of the call in the batch, counted from 0.
  public let index: Int
  /// A digest of all calls up to and including this one.
  public let digest: String
  /// The ID of the batch run: the digest of the first call, a dot and a suffix unique to the run.
  public let run: String
  /// Whether this is the last call of the batch; false if its length is unknown.
  public internal(set) var isLast = false

  /// The digest of the batch's first call, which is the first part of the run's ID.
  public var batch: Substring { run.prefix { $0 != "." } }

  /// Creates the position of a call.
  public init(index: Int, digest: String, run: String) {
    self.index = index
    self.digest = digest
    self.run = run
  }
}
