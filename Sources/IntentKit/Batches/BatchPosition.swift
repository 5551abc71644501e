/// A position in a batch, identified by a digest of all calls up to it.
public struct BatchPosition: Sendable, Hashable {
  /// The index of the call, counted from 0.
  public let index: Int
  /// A digest of all calls up to and including this one.
  public let digest: String
  /// The ID of the run: the digest of the first call, a dot and a suffix unique to the run.
  public let run: String

  /// Creates a position.
  public init(index: Int, digest: String, run: String) {
    self.index = index
    self.digest = digest
    self.run = run
  }
}
