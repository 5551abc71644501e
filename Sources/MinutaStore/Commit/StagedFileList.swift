import JSONText
import SystemCalls

/// The list of the temporary files that a writer is about to create.
///
/// If the writer crashes, the next writer deletes the listed files. So the list is written before
/// the first of them. It isn't flushed, because it has to survive a crash of the process but not of
/// the machine. It is emptied rather than deleted, because writing to an existing file is cheaper.
struct StagedFileList {
  let files: StoreFileSystem
  /// The directory that contains the list, relative to the data directory.
  let folder: String

  private var path: String { "\(folder)/staged.json" }

  /// Writes the list.
  ///
  /// - Parameter names: the paths of the temporary files, relative to the data directory.
  func write(_ names: [String]) throws(SystemError) {
    let file = try files.open(path, for: .overwriting, permissions: 0o600)
    let bytes = JSONValue.array(names.map { .string($0) }).bytes()
    try file.write(bytes)
    try file.truncate(to: bytes.count)
  }

  /// Empties the list, after the listed files were renamed or deleted.
  func clear() throws(SystemError) {
    try write([])
  }

  /// Returns whether the file of the list exists, even if the list is empty.
  func exists() throws(SystemError) -> Bool {
    try files.status(of: path) != nil
  }

  /// Deletes the listed temporary files and empties the list; searches for the files if the list is
  /// lost.
  func discard() throws(SystemError) {
    guard let names = try list() else { return try removeUnlistedFiles() }
    if names.isEmpty { return }
    for name in names where Self.isTemporary(name) { try files.discard(name) }
    try clear()
  }

  func removeListFile() throws(SystemError) {
    try files.discard(path)
  }

  /// Returns the paths of the listed temporary files, relative to the data directory.
  func names() throws(SystemError) -> [String] {
    (try list() ?? []).filter(Self.isTemporary)
  }

  /// Returns whether the list was lost in a power loss, so that the next writer has to search for
  /// temporary files.
  func isLost() throws(SystemError) -> Bool {
    if try list() != nil { return false }
    return try files.isFolder(folder)
  }

  /// Returns the listed paths; nil if the list is missing or incomplete, as after a power loss.
  private func list() throws(SystemError) -> [String]? {
    guard case .text(let text) = try files.text(of: path) else { return nil }
    let limits = JSONLimits(bytes: .max)
    let names = (try? JSONValue(parsing: Array(text.utf8), limits: limits))?.array
    return names?.compactMap(\.string)
  }

  /// Deletes all temporary files in the data directory, except those on another machine's list.
  private func removeUnlistedFiles() throws(SystemError) {
    guard try isLost() else { return }
    let reader = DirectoryReader(root: files.root)
    let machines = try Directory.names(in: "\(files.root)/\(MachineFileLayout.machines)") ?? []
    var used: Set<String> = []
    for machine in machines {
      let other = StagedFileList(files: files, folder: "\(MachineFileLayout.machines)/\(machine)")
      used.formUnion((try? other.names()) ?? [])
    }
    let found = try NonRecordFiles(reader).temporaries
    for path in found
    where Self.isTemporary(path) && !used.contains(path) {
      try files.discard(path)
    }
    try clear()
  }

  /// Returns whether `path` is the path of a temporary file of Minuta.
  private static func isTemporary(_ path: String) -> Bool {
    let name = StoreLayout.name(ofFile: path)
    return StoreLayout.isPlainPath(path) && name.hasPrefix(".minuta-") && name.hasSuffix(".tmp")
  }
}
