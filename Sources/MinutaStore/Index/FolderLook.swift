import MinutaCore
import SystemCalls

/// What is in a folder of records, as of its stamp or later.
struct FolderLook: Sendable {
  /// Within the store.
  let path: String
  /// How many folders lie above it, up to that of all records.
  let depth: Int
  /// Taken before the folder was looked into; 0 where that failed, so that it is looked into again.
  private(set) var stamp: UInt64
  /// Whether there is a folder.
  private(set) var isFolder = false
  /// The names of what could be files of records.
  private(set) var names: [String] = []
  /// The names of the folders within that are to be looked into.
  private(set) var folders: [String] = []
  private(set) var unlisted: [SetAsideFile] = []

  /// - Throws: Where the system could not do its work.
  init(
    _ path: String,
    depth: Int,
    in root: borrowing OpenFolder
  ) throws(SystemError) {
    (self.path, self.depth) = (path, depth)
    let found = try root.look(at: path)
    stamp = found?.stamp.lasting ?? ChangeStamp.missing.number
    switch found?.kind {
    case .folder: isFolder = true
    case .link: setAside(path, "it is a link")
    case .regular, .other: setAside(path, "it is no folder")
    case nil: break
    }
    guard isFolder else { return }
    do throws(SystemError) {
      for entry in try root.entries(of: path) { try take(entry, root) }
    } catch {
      if error.isOfTheSystem { throw error }
      stamp = 0
      if !error.isMissing { setAside(path, error.reason) }
    }
  }

  private mutating func take(
    _ entry: OpenFolder.Entry,
    _ root: borrowing OpenFolder
  ) throws(SystemError) {
    if entry.name.hasPrefix(".") { return }
    if entry.name.hasSuffix(".json") {
      names.append(entry.name)
      return
    }
    let below = "\(path)/\(entry.name)"
    do throws(SystemError) {
      var kind = entry.kind
      if kind == nil { kind = try root.look(at: below)?.kind }
      switch kind {
      case .folder where depth < StoreLayout.deepest: folders.append(entry.name)
      case .folder: setAside(below, "it lies too deep")
      case .link: setAside(below, "it is a link")
      case .regular, .other, nil: break
      }
    } catch {
      if error.isOfTheSystem { throw error }
      stamp = 0
      setAside(below, error.reason)
    }
  }

  private mutating func setAside(_ path: String, _ reason: String) {
    unlisted.append(SetAsideFile(path: path, reason: reason))
  }

  static func depth(of path: String) -> Int {
    path.utf8.count { $0 == UInt8(ascii: "/") }
  }
}
