import IntentKit
import JSONText
import SystemCalls

/// Stores all habit data in one file.
///
/// The file is replaced as a whole and flushed to disk before a change returns. A lock file beside
/// it lets one process write at a time; readers take no lock.
struct FileStorage: StorageProtocol {
  /// The largest file size that is read, in bytes.
  private static let limit = 64 << 20

  private let path: String
  private let timeout: Duration

  /// Creates a storage in a file.
  ///
  /// - Parameters:
  ///     - path: the absolute path of the file.
  ///     - timeout: the time to wait for another process's lock.
  init(path: String, timeout: Duration = .seconds(5)) {
    // Resolves symbolic links, so that saving replaces the file that a link leads to, not the link.
    self.path = FileOwnershipChecker.resolvingLinks(path) ?? path
    self.timeout = timeout
  }

  var watcher: FileWatcher { FileWatcher(path: path) }

  private var lockPath: String { path + ".lock" }

  func read() async throws -> HabitData {
    try load()
  }

  func change<Result: Sendable>(
    _ body: @Sendable (inout HabitData) throws -> Result
  ) async throws -> Result {
    let lock = try lock()
    return try lock.withLock {
      let before = try load()
      var data = before
      let result = try body(&data)
      if data != before { try write(data) }
      return result
    }
  }

  private func lock() throws -> FileLock {
    do throws(SystemError) {
      if let folder = Directory.parent(of: path) { try Directory.make(folder, permissions: 0o700) }
      let lock = try FileLock.acquire(lockPath, timeout: timeout) { Task.isCancelled }
      if let lock { return lock }
    } catch {
      throw HabitsError.fileUnwritable(path: error.path ?? path, reason: error.reason)
    }
    try Task.checkCancellation()
    throw HabitsError.fileBusy(path: path, holder: FileLock.holder(of: lockPath)?.program)
  }

  /// Reads the file; returns empty data if there is none.
  private func load() throws(HabitsError) -> HabitData {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileDescriptor(opening: path, for: .readingNonBlocking).readAll(limit: Self.limit)
    } catch  where error.code == SystemError.missing(path).code {
      return HabitData()
    } catch {
      throw .fileUnreadable(path: path, reason: error.reason)
    }
    do {
      return try HabitDataFile.read(bytes)
    } catch let problem as ValidationError {
      throw .fileInvalid(path: path, reason: problem.sentence(saying: "key").withoutTrailingPeriod)
    } catch {
      throw .fileInvalid(path: path, reason: "\(error)")
    }
  }

  private func write(_ data: HabitData) throws(HabitsError) {
    do throws(SystemError) {
      try AtomicFileWriter.replace(path, with: HabitDataFile.bytes(of: data))
    } catch {
      throw .fileUnwritable(path: path, reason: error.reason)
    }
  }
}

extension String {
  /// The sentence without its period, for use inside another.
  var withoutTrailingPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
