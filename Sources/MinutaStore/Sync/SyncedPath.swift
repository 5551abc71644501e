import SystemCalls

/// The paths that a sync shares with other machines.
package enum SyncedPath {
  /// Returns whether a path relative to the data folder belongs to the shared files: the tags, the
  /// records with their images, and the invoices.
  package static func contains(_ path: String) -> Bool {
    if path == StoreLayout.tags { return true }
    guard StoreLayout.isPlainPath(path) else { return false }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    if parts.contains(where: { $0.first == UInt8(ascii: ".") || $0.count > 255 }) { return false }
    switch parts.count {
    case 2 where path.hasPrefix("\(StoreLayout.invoices)/"): return isText(path)
    case 2...StoreLayout.maximumDepth + 2 where path.hasPrefix("\(StoreLayout.records)/"):
      return isText(path) || isImage(path)
    default: return false
    }
  }

  /// Returns whether the file at a path is JSON, not an image.
  package static func isText(_ path: String) -> Bool { path.hasSuffix(".json") }

  private static func isImage(_ path: String) -> Bool {
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return ["png", "jpg", "jpeg", "heic", "gif", "webp"].contains(ending)
  }

  /// Returns the maximum size of the file at a path, in bytes.
  package static func limit(of path: String) -> Int {
    if !isText(path) { return imageLimit }
    return path.hasPrefix("\(StoreLayout.records)/")
      ? StoreLayout.recordLimit : StoreLayout.tagsLimit
  }

  private static let imageLimit = 8 << 20
}
