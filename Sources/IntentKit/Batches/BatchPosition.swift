/// A place in a batch, told by what stands up to there.
public struct BatchPosition: Sendable, Hashable {
  /// Counted from 0.
  public let index: Int
  /// What tells the calls up to and with this one from any others.
  public let digest: String
  /// The run: the digest of the first call, and after a dot what tells it from others.
  public let run: String

  /// Makes a place.
  public init(index: Int, digest: String, run: String) {
    self.index = index
    self.digest = digest
    self.run = run
  }
}
