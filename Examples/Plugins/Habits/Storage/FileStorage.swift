import IntentKit
import JSONText
import SystemCalls

/// Keeps everything in one file.
///
/// The file is replaced as a whole, and is on the disk before a change is answered. A lock beside it
/// lets one process change it at a time; who reads takes none.
struct FileStorage: StorageProtocol {
  /// Bytes that are read at most.
  private static let limit = 64 << 20

  private let path: String
  private let patience: Duration

  /// - Parameters:
  ///   - path: absolute.
  ///   - patience: how long to wait for another process.
  init(path: String, patience: Duration = .seconds(5)) {
    // Where the file is a link, what it leads to is replaced.
    self.path = OwnedFile.withoutLinks(path) ?? path
    self.patience = patience
  }

  var watch: FileWatch { FileWatch(path: path) }

  private var lockPath: String { path + ".lock" }

  func read() async throws -> Book {
    try load()
  }

  func change<Result: Sendable>(
    _ body: @Sendable (inout Book) throws -> Result
  ) async throws -> Result {
    let lock = try lock()
    return try lock.whileHeld {
      let before = try load()
      var book = before
      let result = try body(&book)
      if book != before { try write(book) }
      return result
    }
  }

  private func lock() throws -> FileLock {
    do throws(SystemError) {
      if let folder = Folder.parent(of: path) { try Folder.make(folder, permissions: 0o700) }
      let lock = try FileLock.take(lockPath, patience: patience) { Task.isCancelled }
      if let lock { return lock }
    } catch {
      throw HabitsError.fileUnwritable(path: error.path ?? path, reason: error.reason)
    }
    try Task.checkCancellation()
    throw HabitsError.fileBusy(path: path, holder: FileLock.holder(of: lockPath)?.program)
  }

  /// What the file says; nothing is kept yet where there is none.
  private func load() throws(HabitsError) -> Book {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileDescriptor(opening: path, for: .readingAtOnce).readAll(limit: Self.limit)
    } catch  where error.code == SystemError.missing(path).code {
      return Book()
    } catch {
      throw .fileUnreadable(path: path, reason: error.reason)
    }
    do {
      return try BookFile.read(bytes)
    } catch let problem as ValueProblem {
      throw .fileBroken(path: path, reason: problem.sentence(saying: "key").asReason)
    } catch {
      throw .fileBroken(path: path, reason: "\(error)")
    }
  }

  private func write(_ book: Book) throws(HabitsError) {
    do throws(SystemError) {
      try PrivateFile.replace(path, with: BookFile.bytes(of: book))
    } catch {
      throw .fileUnwritable(path: path, reason: error.reason)
    }
  }
}

extension String {
  /// A sentence as the end of another.
  var asReason: String { hasSuffix(".") ? String(dropLast()) : self }
}
