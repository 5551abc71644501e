import SystemCalls

/// The files of a store that are no records by their names: what lies beside them.
struct NonRecordFiles {
  /// Images, and what does not belong here; within the store, sorted.
  private(set) var others: [String] = []
  /// Files of ours and of syncs that are not finished.
  private(set) var temporaries: [String] = []

  private let reader: DirectoryReader

  init(_ reader: DirectoryReader) throws(SystemError) {
    self.reader = reader
    for name in try Directory.names(in: reader.root) ?? [] where Self.isTemporary(name) {
      if reader.overlay[name] == nil { temporaries.append(name) }
    }
    try visit(StoreLayout.records, depth: 0)
  }

  private mutating func visit(_ folder: String, depth: Int) throws(SystemError) {
    guard
      depth <= StoreLayout.maximumDepth,
      try FileStatus.of("\(reader.root)/\(folder)", following: false)?.kind == .directory
    else { return }
    let names: [String]?
    do throws(SystemError) {
      names = try Directory.names(in: "\(reader.root)/\(folder)")
    } catch {
      // The listing of the records names it.
      if error.isTransient { throw error }
      return
    }
    for name in names ?? [] where !name.hasSuffix(".json") {
      let path = "\(folder)/\(name)"
      if reader.overlay[path] != nil { continue }
      if Self.isTemporary(name) {
        temporaries.append(path)
      } else if !Self.isHarmless(name) {
        switch try FileStatus.of("\(reader.root)/\(path)", following: false)?.kind {
        case .directory: try visit(path, depth: depth + 1)
        case .regular, .other: others.append(path)
        case .link, nil: break
        }
      }
    }
  }

  /// Whether a file is one of ours or of a sync that has not its own name yet.
  private static func isTemporary(_ name: String) -> Bool {
    name.hasSuffix(".tmp")
      && [".minuta-", ".syncthing.", "~syncthing~"].contains { name.hasPrefix($0) }
  }

  /// Whether a file is one that systems leave in every folder.
  private static func isHarmless(_ name: String) -> Bool {
    name.hasPrefix(".") || ["Thumbs.db", "desktop.ini", "Icon\r"].contains(name)
  }
}
