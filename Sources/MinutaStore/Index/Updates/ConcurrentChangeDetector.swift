import SystemCalls

/// Detects that another process changes a directory while we modify it.
///
/// It compares the directory's fingerprint before and after each of our changes. If another process
/// changes the directory in between, the fingerprint becomes 0, which forces a new listing.
final class ConcurrentChangeDetector {
  private struct ObservedFingerprints {
    let first: UInt64
    /// The fingerprint after our last change; 0 once another process has changed the directory.
    var last: UInt64
    /// Whether the directory's file system gives each change its own timestamp; nil if unknown.
    var hasFineTimestamps: Bool?
  }

  private var fingerprints: [String: ObservedFingerprints] = [:]

  /// Performs `body`, which changes the entries of a directory, and takes fingerprints around it.
  ///
  /// - Parameter folder: the directory's absolute path.
  func around<Result: ~Copyable>(
    _ folder: String,
    _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    // The granularity doesn't matter for `number`, so don't ask for it.
    let before = (try? FileFingerprint.of(folder, hasFineTimestamps: false).number) ?? 0
    let result = try body()
    // A transaction changes a directory many times, so ask for the granularity once.
    let pair = fingerprints[folder]
    let isFine = pair?.hasFineTimestamps ?? TimestampGranularity.isFineGrained(at: folder)
    let after = (try? FileFingerprint.of(folder, hasFineTimestamps: isFine).storedNumber) ?? 0
    let isOurs = pair.map { $0.last == before && before != 0 } ?? true
    fingerprints[folder] = ObservedFingerprints(
      first: pair?.first ?? before,
      last: isOurs ? after : 0,
      hasFineTimestamps: isFine
    )
    return result
  }

  /// Forces a new listing of a directory because it has a change that isn't in the journal entry.
  func markChanged(_ folder: String) {
    fingerprints[folder] = ObservedFingerprints(first: 0, last: 0)
  }

  /// Returns the paths of the directories that we have changed, relative to the store.
  func folders(in root: String) -> [String] {
    fingerprints.keys.filter { $0.hasPrefix("\(root)/") }
      .map { String(Substring($0.utf8.dropFirst(root.utf8.count + 1))) }
  }

  /// Returns the current fingerprint of a directory; 0 if another process has changed it since
  /// `known`.
  func fingerprint(of folder: String, since known: UInt64) -> UInt64 {
    guard let pair = fingerprints[folder], pair.first == known, pair.last != 0 else { return 0 }
    return (try? FileFingerprint.of(folder).number) == pair.last ? pair.last : 0
  }
}
