import SystemCalls

/// The paths that a transaction uses for the versions of one file, relative to the data directory.
struct TransactionPaths {
  let path: String
  let folder: String
  /// The path of the new version until it is put in place.
  ///
  /// The name contains the transaction's sequence number, so transactions don't use each other's
  /// files. A digest replaces the file's own name, which could already have the maximum length.
  let temporary: String
  /// The path for writing the temporary file again, if recovery needs it after the commit.
  ///
  /// It is renamed to `temporary` when it is complete, since recovery must never see half of a
  /// file.
  var draft: String { "\(temporary.dropLast(".tmp".count))-draft.tmp" }

  /// Creates the paths for the file at `path`.
  ///
  /// - Parameter sequence: the sequence number of the transaction's last journal entry.
  init(_ path: String, of sequence: Int) {
    self.path = path
    folder = StoreLayout.folder(ofFile: path)
    let name = StoreLayout.name(ofFile: path)
    let digest = SHA256.hex(of: Array(name.utf8)).prefix(16)
    temporary = Self.joined(folder, ".minuta-\(digest)-\(sequence).tmp")
  }

  /// Returns the path of the conflict copy with `number` in its name.
  func conflict(_ number: Int) -> String {
    let name = StoreLayout.name(ofFile: path)
    let isImage = !name.hasPrefix(".") && !name.hasSuffix(".json")
    let ending = isImage ? name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[$0...] } : ".json"
    let stem = ending.map { name.hasSuffix($0) ? String(name.dropLast($0.count)) : name } ?? name
    return Self.joined(folder, "\(stem)_conflict_\(number)\(ending ?? "")")
  }

  private static func joined(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : "\(folder)/\(name)"
  }
}

/// Remembers the paths of a transaction's files, because their digests take time.
final class TransactionPathCache {
  private var known: [String: TransactionPaths] = [:]

  /// Returns the paths for a file, and creates them on the first call.
  func paths(of path: String, creating make: () -> TransactionPaths) -> TransactionPaths {
    if let paths = known[path] { return paths }
    let paths = make()
    known[path] = paths
    return paths
  }
}

extension FileChangeApplier {
  func names(of path: String) -> TransactionPaths {
    cache.paths(of: path) { TransactionPaths(path, of: sequence) }
  }
}
