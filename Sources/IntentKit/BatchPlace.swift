/// A place in a batch, told by what stands up to there.
public struct BatchPlace: Sendable, Hashable {
  /// Counted from 0.
  public let index: Int
  /// What tells the calls up to and with this one from any others.
  public let digest: String
  /// The digest of the first call alone, and after a dot what tells this run of it from others.
  public let firstDigest: String

  /// Makes a place.
  public init(index: Int, digest: String, firstDigest: String) {
    self.index = index
    self.digest = digest
    self.firstDigest = firstDigest
  }
}
