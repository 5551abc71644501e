import JSONText
import SystemCalls

/// The list of the files that a writer is about to make under temporary names.
///
/// It is written before the first of them and need only outlive the writer's process, so it is not
/// waited for. Whoever comes after a writer that died takes off what the list names. Its file stays,
/// since to make one and to remove it cost more than to write to it.
struct StagedFiles {
  let root: String
  /// Where the list lies; absolute.
  let folder: String

  private var path: String { "\(folder)/staged.json" }

  /// Writes the list.
  ///
  /// - Parameter files: absolute paths within the store.
  func note(_ files: [String]) throws(SystemError) {
    let names = files.map {
      JSONValue.string(String(Substring($0.utf8.dropFirst(root.utf8.count + 1))))
    }
    let file = try FileDescriptor(opening: path, for: .overwriting, permissions: 0o600)
    let bytes = JSONValue.array(names).bytes()
    try file.write(bytes)
    try file.truncate(to: bytes.count)
  }

  /// Empties the list, once nothing it names is there any more.
  func forget() throws(SystemError) {
    try note([])
  }

  /// Whether there is a list, be it empty.
  func isThere() throws(SystemError) -> Bool {
    try FileStatus.of(path, following: false) != nil
  }

  /// Removes what the list names, and leaves the list empty.
  func discard() throws(SystemError) {
    let names = try names()
    if names.isEmpty { return }
    for name in names where Self.isTemporary(name) { try remove("\(root)/\(name)") }
    try forget()
  }

  /// Removes the list.
  func removeList() throws(SystemError) {
    try remove(path)
  }

  private func remove(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      try Folder.unlink(path)
    } catch  where error.isMissing {}
  }

  /// What the list names, within the store.
  func names() throws(SystemError) -> [String] {
    guard let bytes = try list() else { return [] }
    // A list that is not whole was written by somebody who made nothing after it.
    let names = (try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: .max)))?.array ?? []
    return names.compactMap(\.string)
  }

  private func list() throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      return try FileDescriptor(opening: path, for: .readingInPlace).readAll(limit: .max)
    } catch  where error.isMissing {
      return nil
    }
  }

  /// Whether a path is one that this program gives to what it has not finished.
  private static func isTemporary(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard let name = parts.last, !parts.contains("..") else { return false }
    return name.hasPrefix(".minuta-") && name.hasSuffix(".tmp")
  }
}
