import SystemCalls

/// The files in the directories of records whose names aren't those of records.
struct NonRecordFiles {
  /// The paths of images and of other programs' files, relative to the data directory.
  private(set) var others: [String] = []
  /// The paths of temporary files of Minuta and of sync programs.
  private(set) var temporaries: [String] = []

  private let reader: DirectoryReader

  init(_ reader: DirectoryReader) throws(SystemError) {
    self.reader = reader
    for name in try Directory.names(in: reader.root) ?? [] where Self.isTemporary(name) {
      if reader.overlay[name] == nil { temporaries.append(name) }
    }
    try visit(StoreLayout.records, depth: 0)
    others += reader.overlay.movedImages
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
      // Ignore a permanent error here, because reading the records reports it.
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

  /// Returns whether `name` is a temporary file of Minuta or of a sync program.
  private static func isTemporary(_ name: String) -> Bool {
    name.hasSuffix(".tmp")
      && [".minuta-", ".syncthing.", "~syncthing~"].contains { name.hasPrefix($0) }
  }

  /// Returns whether `name` is a file that operating systems create in directories.
  private static func isHarmless(_ name: String) -> Bool {
    name.hasPrefix(".") || ["Thumbs.db", "desktop.ini", "Icon\r"].contains(name)
  }
}
