import JSONText
import SystemCalls

/// The list of the files that a writer is about to make under temporary names.
///
/// It is written before the first of them and need only outlive the writer's process, so it is not
/// waited for. Whoever comes after a writer that died takes off what the list names. Its file stays,
/// since to make one and to remove it cost more than to write to it.
struct StagedFileList {
  let files: StoreFileSystem
  /// The folder of the list, within the store.
  let folder: String

  private var path: String { "\(folder)/staged.json" }

  /// Writes the list.
  ///
  /// - Parameter names: paths within the store.
  func write(_ names: [String]) throws(SystemError) {
    let file = try files.open(path, for: .overwriting, permissions: 0o600)
    let bytes = JSONValue.array(names.map { .string($0) }).bytes()
    try file.write(bytes)
    try file.truncate(to: bytes.count)
  }

  /// Empties the list, once nothing it names is there any more.
  func clear() throws(SystemError) {
    try write([])
  }

  /// Whether there is a list, be it empty.
  func exists() throws(SystemError) -> Bool {
    try files.status(of: path) != nil
  }

  /// Removes what the list names, and leaves the list empty.
  func discard() throws(SystemError) {
    guard let names = try list() else { return try removeUnlistedFiles() }
    if names.isEmpty { return }
    for name in names where Self.isTemporary(name) { try files.discard(name) }
    try clear()
  }

  /// Removes the list.
  func removeListFile() throws(SystemError) {
    try files.discard(path)
  }

  /// The temporary files that the list names, within the store.
  func names() throws(SystemError) -> [String] {
    (try list() ?? []).filter(Self.isTemporary)
  }

  /// Whether the list was lost with the power, so that the next writer looks for what it named.
  func isLost() throws(SystemError) -> Bool {
    if try list() != nil { return false }
    return try files.isFolder(folder)
  }

  /// The listed paths; nil if the list is missing or not whole, as after a loss of power.
  private func list() throws(SystemError) -> [String]? {
    guard case .text(let text) = try files.text(of: path) else { return nil }
    let limits = JSONLimits(bytes: .max)
    let names = (try? JSONValue(parsing: Array(text.utf8), limits: limits))?.array
    return names?.compactMap(\.string)
  }

  /// Removes all temporary files that no other machine is about to use.
  private func removeUnlistedFiles() throws(SystemError) {
    guard try isLost() else { return }
    let reader = DirectoryReader(root: files.root)
    let machines = try Directory.names(in: "\(files.root)/\(MachineLayout.machines)") ?? []
    var used: Set<String> = []
    for machine in machines {
      let other = StagedFileList(files: files, folder: "\(MachineLayout.machines)/\(machine)")
      used.formUnion((try? other.names()) ?? [])
    }
    let found = try NonRecordFiles(reader).temporaries
    for path in found
    where Self.isTemporary(path) && !used.contains(path) {
      try files.discard(path)
    }
    try clear()
  }

  /// Whether a path is one that this program gives to what it has not finished.
  private static func isTemporary(_ path: String) -> Bool {
    let name = StoreLayout.name(ofFile: path)
    return StoreLayout.isPlainPath(path) && name.hasPrefix(".minuta-") && name.hasSuffix(".tmp")
  }
}
