import Foundation
import IntentKit
import IntentRPC
import JSONText
import PluginFiles

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
    self.path = URL(filePath: path).resolvingSymlinksInPath().path
    self.timeout = timeout
  }

  private var folder: String { (path as NSString).deletingLastPathComponent }

  /// Returns a stream that yields after each change to the file by any process, from now on.
  ///
  /// Several changes at once yield only once. Watching stops when the stream is released.
  func changes() throws(Failure) -> AsyncStream<Void> {
    let name = (path as NSString).lastPathComponent
    return try ChangeEventSource.changes(in: folder) { found, isFolder in
      !isFolder && found == name
    }
  }

  func read() async throws -> HabitData {
    try load()
  }

  func change<Result: Sendable>(
    _ body: @Sendable (inout HabitData) throws -> Result
  ) async throws -> Result {
    let lock = try lock()
    defer { try? lock.close() }
    let before = try load()
    var data = before
    let result = try body(&data)
    if data != before { try write(data) }
    return result
  }

  private func lock() throws -> FileHandle {
    do throws(POSIXError) {
      try PrivateFile.makeFolder(folder)
      if let lock = try PrivateFile.lock(path + ".lock", timeout: timeout) { return lock }
    } catch {
      throw HabitsError.fileUnwritable(path: path, reason: error.reason)
    }
    try Task.checkCancellation()
    throw HabitsError.fileBusy(path: path)
  }

  /// Reads the file; returns empty data if there is none.
  private func load() throws(HabitsError) -> HabitData {
    let bytes: [UInt8]
    do throws(POSIXError) {
      guard let content = try PrivateFile.read(path, limit: Self.limit) else { return HabitData() }
      bytes = content
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
    do throws(POSIXError) {
      try PrivateFile.replace(path, with: HabitDataFile.bytes(of: data))
    } catch {
      throw .fileUnwritable(path: path, reason: error.reason)
    }
  }
}

extension String {
  /// The sentence without its period, for use inside another.
  var withoutTrailingPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
