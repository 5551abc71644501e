/// The name of a conflict copy, which a sync program or Minuta has put beside the original file.
struct ConflictCopyName: Equatable {
  /// The path of the original file, from which the conflict copy was made.
  let original: String
  /// Whether a sync program made the copy, and not Minuta.
  let isFromSyncProgram: Bool

  /// Parses the path of a conflict copy; nil if it has none of the known forms.
  init?(_ path: String) {
    let folder = StoreLayout.folder(ofFile: path)
    let name = StoreLayout.name(ofFile: path)
    guard name.hasSuffix(".json") else { return nil }
    let stem = String(name.dropLast(5))
    // The regular names of 100,000 files are recognized in much less time than they are split.
    if stem.utf8.allSatisfy({ "0123456789-_".utf8.contains($0) }) { return nil }
    let synced = Self.syncthing(stem) ?? Self.dropbox(stem)
    guard let first = synced ?? Self.ours(stem), !first.isEmpty else { return nil }
    isFromSyncProgram = synced != nil
    original = folder.isEmpty ? "\(first).json" : "\(folder)/\(first).json"
  }

  /// Parses a name from Syncthing, such as `X.sync-conflict-20260101-120000-ABCDEFG`; returns `X`.
  private static func syncthing(_ stem: String) -> String? {
    let parts = stem.split(separator: ".sync-conflict-", omittingEmptySubsequences: false)
    guard parts.count > 1, let stamp = parts.last, stamp.first?.isNumber == true else { return nil }
    // The copy of a copy has several suffixes; return the name without any of them.
    return String(parts[0])
  }

  /// Parses a name from Dropbox, such as `X (Anna's conflicted copy 2026-01-01)` or
  /// `X (Anna's conflicted copy 2026-01-01) (1)`; returns `X`.
  private static func dropbox(_ stem: String) -> String? {
    guard stem.hasSuffix(")") else { return nil }
    let parts = stem.split(separator: " (", omittingEmptySubsequences: false)
    guard let suffix = parts.firstIndex(where: { $0.contains("conflicted copy") }), suffix > 0
    else {
      return nil
    }
    return parts[..<suffix].joined(separator: " (")
  }

  /// Parses a name from Minuta, such as `X_conflict_12`; returns `X`.
  private static func ours(_ stem: String) -> String? {
    let parts = stem.split(separator: "_conflict_", omittingEmptySubsequences: false)
    guard
      parts.count > 1, let number = parts.last, !number.isEmpty,
      number.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    return String(parts[0])
  }
}
