import JSONText
import MinutaCore
import SystemCalls

/// Reads the files of a data directory, or the contents that replace them.
struct DirectoryReader {
  let files: StoreFileSystem
  /// The changes on top of the files on disk, such as those of an unfinished transaction.
  var overlay = FileOverlay()

  init(root: String) {
    files = StoreFileSystem(root)
  }

  var root: String { files.root }

  /// Throws an error if the directory exists but can't be read.
  func checkRoot() throws(TrackingError) {
    do throws(SystemError) {
      try files.check()
    } catch {
      if error.code == SystemError.missing(root).code { return }
      throw .storeUnreadable(path: root, reason: error.reason)
    }
  }

  /// Returns the tags and the text of `tags.json`; nil if it is missing.
  ///
  /// Throws an error if there is a conflict copy, which has to be merged first.
  func tags() throws(StoreError) -> (tags: StoredTags, text: String)? {
    if let copy = try tagsCopies().first { throw .inConflict(with: copy) }
    return try tagsFile()
  }

  /// Returns the tags and the text of `tags.json`, ignoring conflict copies; nil if it is missing.
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

  /// Returns the names of the conflict copies of `tags.json` that sync programs left in the folder.
  func tagsCopies() throws(StoreError) -> [String] {
    do throws(SystemError) {
      return try (Directory.names(in: root) ?? []).filter {
        StoreLayout.isTagsCopy($0) && overlay.isTaken($0) != false
      }
    } catch {
      throw .system(error)
    }
  }

  /// Returns the file's modification time in nanoseconds since 1970; `Int64.min` for a missing or
  /// overlaid file.
  func modified(_ path: String) throws(SystemError) -> Int64 {
    if overlay[path] != nil { return .min }
    return try FileStatus.of("\(root)/\(path)", following: false)?.modified ?? .min
  }

  func record(_ path: String) throws(StoreError) -> (record: StoredRecord, text: String) {
    let bytes = try bytes(path, limit: StoreLayout.recordLimit)
    let json = try Self.json(bytes, limit: StoreLayout.recordLimit)
    return (try StoredRecord(json: json), String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the text of a file within the store; nil if the file is missing.
  func text(of path: String) throws(StoreError) -> String? {
    do throws(StoreError) {
      return String(decoding: try bytes(path, limit: StoreLayout.tagsLimit), as: UTF8.self)
    } catch {
      if case .system(let cause) = error, cause.isMissing { return nil }
      throw error
    }
  }

  /// Returns the names of the JSON files in a directory, including those in the overlay.
  func names(in folder: String) throws(SystemError) -> [String] {
    var names = Set(try Directory.names(in: "\(root)/\(folder)") ?? [])
    for (path, state) in overlay.files where StoreLayout.folder(ofFile: path) == folder {
      let name = StoreLayout.name(ofFile: path)
      if case .text = state { names.insert(name) } else { names.remove(name) }
    }
    return names.filter { $0.hasSuffix(".json") }.sorted()
  }

  func isTaken(_ path: String) throws(SystemError) -> Bool {
    if let isTaken = overlay.isTaken(path) { return isTaken }
    return try FileStatus.of("\(root)/\(path)", following: false) != nil
  }

  static func json(_ bytes: [UInt8], limit: Int) throws(StoreError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: bytes, limits: JSONLimits(bytes: limit))
    } catch {
      throw .notJSON(error)
    }
  }

  func bytes(_ path: String, limit: Int) throws(StoreError) -> [UInt8] {
    switch overlay[path] {
    case .text(let text): return Array(text.utf8)
    case .missing, .moved: throw .system(.missing(path))
    case nil: break
    }
    do throws(SystemError) {
      if let bytes = try regularFile(path, limit: limit) { return bytes }
    } catch {
      throw .system(error)
    }
    throw .notARegularFile
  }

  /// Returns the content of a regular file; nil for any other kind of file.
  ///
  /// It doesn't follow links, because they could lead out of the store, and it doesn't block on a
  /// pipe.
  private func regularFile(_ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    let file = try files.open(path, for: .readingNoFollow)
    guard try file.status().kind == .regular else { return nil }
    return try file.readAll(limit: limit)
  }

  /// Returns whether there is a file that may be a record, or a directory that can't be listed.
  func hasRecordPaths() throws(SystemError) -> Bool {
    let handle: DirectoryHandle
    do throws(SystemError) { handle = try DirectoryHandle(root) } catch  where error.isMissing {
      return false
    }
    var paths = [StoreLayout.records]
    while let path = paths.popLast() {
      let listing = DirectoryListing(path, in: handle)
      if let failure = listing.failure { throw failure }
      if !listing.names.isEmpty || !listing.unlisted.isEmpty { return true }
      paths += listing.folderPaths
    }
    return false
  }
}
