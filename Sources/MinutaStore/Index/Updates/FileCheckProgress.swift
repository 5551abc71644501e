import SystemCalls

/// Remembers which directories have been checked for changed files.
///
/// Each summary checks only some of the files, so it continues where earlier summaries ended.
struct FileCheckProgress {
  private struct FolderProgress {
    /// The number of the directory's last complete check; the directory with the lowest is next.
    var round: Int64
    /// The time, in seconds since 1970, that the current check has reached: files with this or a
    /// later start are checked.
    var start: Int64
  }

  static let name = "checked"
  private static let maximumRound = Int64(Int32.max)

  private let path: String
  /// The progress of the check of each directory, by path.
  private var entries: [String: FolderProgress] = [:]
  private var isChanged = false

  /// Reads the state from the cache; an unreadable file counts as empty.
  init(in cache: IndexCache) {
    path = "\(cache.folder)/\(Self.name)"
    let file = try? FileDescriptor(opening: path, for: .readingNoFollow)
    let bytes = (try? file?.readAll(limit: 1 << 24)) ?? []
    bytes.withUnsafeBytes { bytes in entries = (try? Self.entries(in: bytes)) ?? [:] }
  }

  private static func entries(
    in bytes: UnsafeRawBufferPointer
  ) throws(IndexCorruptionError) -> [String: FolderProgress] {
    var reader = BinaryReader(try ChecksumEnvelope.open(bytes, as: .rotation))
    let list = try reader.list { reader throws(IndexCorruptionError) in
      (try reader.text(), FolderProgress(round: try reader.number(), start: try reader.number()))
    }
    guard list.allSatisfy({ 0...maximumRound ~= $1.round }) else { throw IndexCorruptionError() }
    return Dictionary(list) { first, _ in first }
  }

  /// Returns the number of a directory's last complete check; 0 if there was none.
  func round(of folder: String) -> Int64 { entries[folder]?.round ?? 0 }

  /// Returns the record start before which the next check of a directory continues, with older
  /// files.
  func start(of folder: String) -> Int64 { entries[folder]?.start ?? .max }

  /// Records that the files of a directory that start at or after `start` were checked.
  ///
  /// If `start` is nil, the check of the directory is complete.
  mutating func markChecked(_ folder: String, from start: Int64?) {
    isChanged = true
    if let start {
      entries[folder] = FolderProgress(round: round(of: folder), start: start)
    } else {
      let last = entries.values.map(\.round).max() ?? 0
      entries[folder] = FolderProgress(round: last + 1, start: .max)
    }
  }

  /// Writes the check state of the given directories to the cache if it has changed.
  func write(of folders: [DirectoryIndex]) {
    guard isChanged else { return }
    var body = BinaryWriter()
    body.put(folders.compactMap { folder in entries[folder.path].map { (folder.path, $0) } }) {
      $0.put($1.0)
      $0.put($1.1.round)
      $0.put($1.1.start)
    }
    try? Directory.replace(path, with: ChecksumEnvelope.seal(body, as: .rotation))
  }
}
