import SystemCalls

/// The names that a file of the store has while a transaction writes it; paths are within the store.
struct TransactionPaths {
  let path: String
  let folder: String
  /// The path under which a file is written before it takes its own.
  ///
  /// It names the transaction, so that none takes the temporary file of another for its own. It is
  /// short, since the file's own name may be as long as a name can be.
  let temporary: String
  /// The path under which a file is written after the commit, when the temporary file may still be
  /// needed and must never be half written.
  var draft: String { "\(temporary.dropLast(".tmp".count))-draft.tmp" }

  /// - Parameter sequence: the number of the transaction's last entry.
  init(_ path: String, of sequence: Int) {
    self.path = path
    folder = StoreLayout.folder(ofFile: path)
    let name = StoreLayout.name(ofFile: path)
    let digest = SHA256.hex(of: Array(name.utf8)).prefix(16)
    temporary = Self.joined(folder, ".minuta-\(digest)-\(sequence).tmp")
  }

  /// The path of a version that could not take its own.
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
