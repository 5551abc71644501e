import SystemCalls

/// Keeps in the cache which folders' files summaries have looked through, so that each has its turn.
struct CheckLedger {
  private struct Entry {
    /// The higher, the later it was looked through.
    var turn: Int64
    /// From where on its files were looked at since, in seconds since 1970.
    var start: Int64
  }

  static let name = "checked"
  private static let mostTurns = Int64(Int32.max)

  private let path: String
  /// By folder.
  private var entries: [String: Entry] = [:]
  private var isChanged = false

  /// Reads what was kept; what cannot be read counts for nothing.
  init(in cache: IndexCache) {
    path = "\(cache.folder)/\(Self.name)"
    let file = try? FileDescriptor(opening: path, for: .readingInPlace)
    let bytes = (try? file?.readAll(limit: 1 << 24)) ?? []
    bytes.withUnsafeBytes { bytes in entries = (try? Self.entries(in: bytes)) ?? [:] }
  }

  private static func entries(
    in bytes: UnsafeRawBufferPointer
  ) throws(IndexDamage) -> [String: Entry] {
    var reader = IndexReader(try SealedBytes.open(bytes, as: .ledger))
    let list = try reader.list { reader throws(IndexDamage) in
      (try reader.text(), Entry(turn: try reader.number(), start: try reader.number()))
    }
    guard list.allSatisfy({ 0...mostTurns ~= $1.turn }) else { throw IndexDamage() }
    return Dictionary(list) { first, _ in first }
  }

  /// When a folder was looked through last, compared with others.
  func turn(of folder: String) -> Int64 { entries[folder]?.turn ?? 0 }

  /// The files of a folder that start before this are looked at next.
  func start(of folder: String) -> Int64 { entries[folder]?.start ?? .max }

  /// Notes that the files of a folder from a start on were looked at; nil for all of them.
  mutating func note(_ folder: String, from start: Int64?) {
    isChanged = true
    if let start {
      entries[folder] = Entry(turn: turn(of: folder), start: start)
    } else {
      let last = entries.values.map(\.turn).max() ?? 0
      entries[folder] = Entry(turn: last + 1, start: .max)
    }
  }

  /// Keeps what is known of some folders, where there is something new.
  func write(of folders: [IndexFolder]) {
    guard isChanged else { return }
    var body = IndexWriter()
    body.put(folders.compactMap { folder in entries[folder.path].map { (folder.path, $0) } }) {
      $0.put($1.0)
      $0.put($1.1.turn)
      $0.put($1.1.start)
    }
    try? Folder.replace(path, with: SealedBytes.seal(body, as: .ledger))
  }
}
