import SystemCalls

/// Sees to it that a writer takes no change of others for its own.
///
/// The stamp of a folder is looked at right before and right after each change that the writer makes
/// in it, so that what others do meanwhile leaves a stamp that nobody expects.
final class DirectoryChangeGuard {
  private struct FingerprintPair {
    let first: UInt64
    /// 0 once somebody else came in between.
    var last: UInt64
  }

  private var fingerprints: [String: FingerprintPair] = [:]

  /// Does something that changes the names in a folder.
  ///
  /// - Parameter folder: absolute.
  func around<Result: ~Copyable>(
    _ folder: String,
    _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let before = (try? FileFingerprint.of(folder).number) ?? 0
    let result = try body()
    let after = (try? FileFingerprint.of(folder).storedNumber) ?? 0
    if let pair = fingerprints[folder] {
      fingerprints[folder]?.last = pair.last == before && before != 0 ? after : 0
    } else {
      fingerprints[folder] = FingerprintPair(first: before, last: after)
    }
    return result
  }

  /// Takes it that a folder has something in it that the writer's transaction does not tell.
  func markChanged(_ folder: String) { fingerprints[folder] = FingerprintPair(first: 0, last: 0) }

  /// The folders of a store in which the writer has changed anything, within it.
  func folders(in root: String) -> [String] {
    fingerprints.keys.filter { $0.hasPrefix("\(root)/") }
      .map { String(Substring($0.utf8.dropFirst(root.utf8.count + 1))) }
  }

  /// The stamp that a folder has now, where it had another before and nobody else has changed
  /// anything; 0 otherwise.
  func stamp(of folder: String, since known: UInt64) -> UInt64 {
    guard let pair = fingerprints[folder], pair.first == known, pair.last != 0 else { return 0 }
    return (try? FileFingerprint.of(folder).number) == pair.last ? pair.last : 0
  }
}
