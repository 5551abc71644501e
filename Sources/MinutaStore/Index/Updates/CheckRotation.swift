import SystemCalls

/// Keeps in the cache which folders' files summaries have looked through, so that each has its turn.
struct CheckRotation {
  private struct Entry {
    /// The higher, the later it was looked through.
    var round: Int64
    /// From where on its files were looked at since, in seconds since 1970.
    var start: Int64
  }

  static let name = "checked"
  private static let maximumRound = Int64(Int32.max)

  private let path: String
  /// By folder.
  private var entries: [String: Entry] = [:]
  private var isChanged = false

  /// Reads what was kept; what cannot be read counts for nothing.
  init(in cache: IndexCache) {
    path = "\(cache.folder)/\(Self.name)"
    let file = try? FileDescriptor(opening: path, for: .readingNoFollow)
    let bytes = (try? file?.readAll(limit: 1 << 24)) ?? []
    bytes.withUnsafeBytes { bytes in entries = (try? Self.entries(in: bytes)) ?? [:] }
  }

  private static func entries(
    in bytes: UnsafeRawBufferPointer
  ) throws(IndexCorruptionError) -> [String: Entry] {
    var reader = BinaryReader(try ChecksumEnvelope.open(bytes, as: .rotation))
    let list = try reader.list { reader throws(IndexCorruptionError) in
      (try reader.text(), Entry(round: try reader.number(), start: try reader.number()))
    }
    guard list.allSatisfy({ 0...maximumRound ~= $1.round }) else { throw IndexCorruptionError() }
    return Dictionary(list) { first, _ in first }
  }

  /// When a folder was looked through last, compared with others.
  func round(of folder: String) -> Int64 { entries[folder]?.round ?? 0 }

  /// The files of a folder that start before this are looked at next.
  func start(of folder: String) -> Int64 { entries[folder]?.start ?? .max }

  /// Notes that the files of a folder from a start on were looked at; nil for all of them.
  mutating func markChecked(_ folder: String, from start: Int64?) {
    isChanged = true
    if let start {
      entries[folder] = Entry(round: round(of: folder), start: start)
    } else {
      let last = entries.values.map(\.round).max() ?? 0
      entries[folder] = Entry(round: last + 1, start: .max)
    }
  }

  /// Keeps what is known of some folders, where there is something new.
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
