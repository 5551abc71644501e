import JSONText
import MinutaCore
import SystemCalls

/// Reads the files of a store's folder.
struct DirectoryReader {
  let files: StoreFileSystem
  /// The files of a transaction that is committed and not finished, by path; nil for one that goes.
  var overlay: [String: String?] = [:]

  init(root: String) {
    files = StoreFileSystem(root)
  }

  var root: String { files.root }

  /// Makes sure that the folder can be read, if it is there at all.
  func checkRoot() throws(TrackingError) {
    do throws(SystemError) {
      try files.check()
    } catch {
      if error.code == SystemError.missing(root).code { return }
      throw .storeUnreadable(path: root, reason: error.reason)
    }
  }

  /// The tags with the content of their file; nil where there is none.
  func tags() throws(StoreError) -> (tags: StoredTags, text: String)? {
    if let copy = try tagsCopies().first { throw .inConflict(with: copy) }
    return try tagsFile()
  }

  /// The tags with the content of their file, whatever lies beside it; nil where there is none.
  func tagsFile() throws(StoreError) -> (tags: StoredTags, text: String)? {
    do throws(StoreError) {
      let bytes = try bytes(StoreLayout.tags, limit: StoreLayout.tagsLimit)
      let tags = try StoredTags(json: Self.json(bytes, limit: StoreLayout.tagsLimit))
      return (tags, String(decoding: bytes, as: UTF8.self))
    } catch {
      if case .system(let cause) = error, cause.isMissing { return nil }
      throw error
    }
  }

  /// Further files of tags, as a sync leaves one beside the first when both were changed.
  func tagsCopies() throws(StoreError) -> [String] {
    do throws(SystemError) {
      return try (Directory.names(in: root) ?? []).filter {
        StoreLayout.isTagsCopy($0) && overlay[$0] != .some(nil)
      }
    } catch {
      throw .system(error)
    }
  }

  /// When a file last changed, in nanoseconds since 1970; the earliest for one that is planned.
  func modified(_ path: String) throws(SystemError) -> Int64 {
    if overlay[path] != nil { return .min }
    return try FileStatus.of("\(root)/\(path)", following: false)?.modified ?? .min
  }

  func record(_ path: String) throws(StoreError) -> (record: StoredRecord, text: String) {
    let bytes = try bytes(path, limit: StoreLayout.recordLimit)
    let json = try Self.json(bytes, limit: StoreLayout.recordLimit)
    return (try StoredRecord(json: json), String(decoding: bytes, as: UTF8.self))
  }

  /// The text of a file of ours; nil where there is none.
  func text(of path: String) throws(StoreError) -> String? {
    do throws(StoreError) {
      return String(decoding: try bytes(path, limit: StoreLayout.tagsLimit), as: UTF8.self)
    } catch {
      if case .system(let cause) = error, cause.isMissing { return nil }
      throw error
    }
  }

  /// The names of the JSON files in a folder, with those of the overlay.
  func names(in folder: String) throws(SystemError) -> [String] {
    let (prefix, slash) = ("\(folder)/", UInt8(ascii: "/"))
    let stored = try Directory.names(in: "\(root)/\(folder)") ?? []
    let overlaid = overlay.filter { path, _ in
      path.hasPrefix(prefix) && !path.utf8.dropFirst(prefix.utf8.count).contains(slash)
    }
    let gone = Set(
      overlaid.filter { $0.value == nil }.map { String($0.key.dropFirst(prefix.count)) }
    )
    let added = overlaid.filter { $0.value != nil }.map { String($0.key.dropFirst(prefix.count)) }
    return Set(stored + added).subtracting(gone).filter { $0.hasSuffix(".json") }.sorted()
  }

  func isTaken(_ path: String) throws(SystemError) -> Bool {
    if let overlaid = overlay[path] { return overlaid != nil }
    return try FileStatus.of("\(root)/\(path)", following: false) != nil
  }

  static func json(_ bytes: [UInt8], limit: Int) throws(StoreError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: bytes, limits: JSONLimits(bytes: limit))
    } catch {
      throw .notJSON(error)
    }
  }

  /// The content of a regular file.
  func bytes(_ path: String, limit: Int) throws(StoreError) -> [UInt8] {
    if let overlaid = overlay[path] {
      guard let text = overlaid else { throw .system(.missing(path)) }
      return Array(text.utf8)
    }
    do throws(SystemError) {
      if let bytes = try regularFile(path, limit: limit) { return bytes }
    } catch {
      throw .system(error)
    }
    throw .notARegularFile
  }

  /// The content of a regular file; nil for anything else.
  ///
  /// No link is followed, since it could lead out of the store, and a pipe is not waited for.
  private func regularFile(_ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    let file = try files.open(path, for: .readingNoFollow)
    guard try file.status().kind == .regular else { return nil }
    return try file.readAll(limit: limit)
  }

  /// The paths of all files that could be records, and the folders that could not be looked into.
  ///
  /// - Throws: Where the system could not look into one.
  func recordPaths() throws(SystemError) -> (paths: [String], setAside: [SkippedFile]) {
    var listing = RecordFileWalker(root: root)
    try listing.visit(StoreLayout.records, depth: 0)
    let prefix = "\(StoreLayout.records)/"
    let added = overlay.filter { $0.value != nil && $0.key.hasPrefix(prefix) }.map(\.key)
    let paths = listing.paths.filter { overlay[$0] == nil } + added
    return (paths.sorted(), listing.setAside)
  }

  /// Whether a file could be a record, or a folder could not be looked into.
  func hasRecordPaths() throws(SystemError) -> Bool {
    var listing = RecordFileWalker(root: root)
    listing.endsWithFirst = true
    try listing.visit(StoreLayout.records, depth: 0)
    return !listing.isEmpty
  }
}

private struct RecordFileWalker {
  let root: String
  /// Whether one find is enough.
  var endsWithFirst = false
  var paths: [String] = []
  var setAside: [SkippedFile] = []

  var isEmpty: Bool { paths.isEmpty && setAside.isEmpty }

  init(root: String) {
    self.root = root
  }

  mutating func visit(_ path: String, depth: Int) throws(SystemError) {
    do throws(SystemError) {
      switch try FileStatus.of("\(root)/\(path)", following: false)?.kind {
      case .directory where depth <= StoreLayout.maximumDepth: try list(path, depth: depth)
      case .directory: setAside.append(SkippedFile(path: path, reason: "it lies too deep"))
      case .link: setAside.append(SkippedFile(path: path, reason: "it is a link"))
      // Other files may lie beside the records, but not where all records are looked for.
      case .regular, .other:
        if depth == 0 { setAside.append(SkippedFile(path: path, reason: "it is no folder")) }
      case nil: break
      }
    } catch {
      if error.isTransient { throw error }
      setAside.append(SkippedFile(path: path, reason: error.reason))
    }
  }

  private mutating func list(_ path: String, depth: Int) throws(SystemError) {
    for name in try Directory.names(in: "\(root)/\(path)") ?? [] where !name.hasPrefix(".") {
      if endsWithFirst, !isEmpty { return }
      if name.hasSuffix(".json") {
        paths.append("\(path)/\(name)")
      } else {
        try visit("\(path)/\(name)", depth: depth + 1)
      }
    }
  }
}
