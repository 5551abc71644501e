/// The name that a program gave to the second version of a file.
struct ConflictCopyName: Equatable {
  /// The path that the first version has.
  let original: String

  /// Takes a path apart; nil where the file has a name of no such kind.
  init?(_ path: String) {
    let folder = StoreLayout.folder(ofFile: path)
    let name = StoreLayout.name(ofFile: path)
    guard name.hasSuffix(".json") else { return nil }
    let stem = String(name.dropLast(5))
    guard let first = Self.syncthing(stem) ?? Self.dropbox(stem) ?? Self.ours(stem) else {
      return nil
    }
    if first.isEmpty { return nil }
    original = folder.isEmpty ? "\(first).json" : "\(folder)/\(first).json"
  }

  /// `X.sync-conflict-20260101-120000-ABCDEFG`.
  private static func syncthing(_ stem: String) -> String? {
    let parts = stem.split(separator: ".sync-conflict-", omittingEmptySubsequences: false)
    guard parts.count > 1, let stamp = parts.last, stamp.first?.isNumber == true else { return nil }
    // A copy of a copy is one of the first version.
    return String(parts[0])
  }

  /// `X (Anna's conflicted copy 2026-01-01)`, with a number after it where there are several.
  private static func dropbox(_ stem: String) -> String? {
    guard stem.hasSuffix(")") else { return nil }
    let parts = stem.split(separator: " (", omittingEmptySubsequences: false)
    guard let mark = parts.firstIndex(where: { $0.contains("conflicted copy") }), mark > 0 else {
      return nil
    }
    return parts[..<mark].joined(separator: " (")
  }

  /// `X_conflict_12`.
  private static func ours(_ stem: String) -> String? {
    let parts = stem.split(separator: "_conflict_", omittingEmptySubsequences: false)
    guard
      parts.count > 1, let number = parts.last, !number.isEmpty,
      number.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    return String(parts[0])
  }
}
