import SystemCalls

/// The paths that a sync shares with other machines.
package enum SyncedPath {
  /// The kinds of files in a data folder.
  package enum Kind: Sendable {
    case tags
    case record
    case image
    case invoice
    /// The file isn't shared.
    case other
  }

  /// The path of the list of tags.
  package static let tags = StoreLayout.tags
  /// The folder of the records and their images.
  package static let records = StoreLayout.records
  /// The folders that contain all other shared files.
  package static let folders = [records, StoreLayout.invoices]

  /// Returns the kind of the file at a path relative to the data folder.
  package static func kind(of path: String) -> Kind {
    if path == StoreLayout.tags { return .tags }
    guard StoreLayout.isPlainPath(path) else { return .other }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    if parts.contains(where: { $0.first == UInt8(ascii: ".") || $0.count > 255 }) { return .other }
    switch parts.count {
    case 2 where path.hasPrefix("\(StoreLayout.invoices)/"): return isText(path) ? .invoice : .other
    case 2...StoreLayout.maximumDepth + 2 where path.hasPrefix("\(StoreLayout.records)/"):
      return isText(path) ? .record : isImage(path) ? .image : .other
    default: return .other
    }
  }

  /// Returns whether a path belongs to the shared files: the tags, the records with their images, and
  /// the invoices.
  package static func contains(_ path: String) -> Bool { kind(of: path) != .other }

  /// Returns whether a path is that of a folder for the records of a year or a month.
  package static func isCalendarFolder(_ path: String) -> Bool {
    let parts = path.split(separator: "/").map(String.init)
    return parts.first == StoreLayout.records && 2...3 ~= parts.count
      && parts.dropFirst().allSatisfy { $0.allSatisfy { ("0"..."9").contains($0) } }
  }

  /// Returns whether the file at a path is JSON, not an image.
  package static func isText(_ path: String) -> Bool { path.hasSuffix(".json") }

  private static func isImage(_ path: String) -> Bool {
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return ["png", "jpg", "jpeg", "heic", "gif", "webp"].contains(ending)
  }

  /// Returns the maximum size of the file at a path, in bytes.
  package static func limit(of path: String) -> Int {
    switch kind(of: path) {
    case .tags, .invoice: StoreLayout.tagsLimit
    case .record: StoreLayout.recordLimit
    case .image, .other: imageLimit
    }
  }

  private static let imageLimit = 8 << 20
}
