import Foundation
import MinutaCore
import SystemCalls

/// The result of reading and parsing a record file.
enum RecordReadResult: Sendable {
  case record(IndexRow)
  /// The file is unusable. Its fingerprint is 0 if reading failed, so that it is read again next
  /// time.
  case unusable(reason: String, fingerprint: UInt64)
  /// The file is missing. Its directory is listed again next time, since the last listing included
  /// it.
  case missing
  /// The system prevented reading a file that may be valid.
  case unreadable(SystemError)

  /// Parses the planned content of a file that is not on disk yet.
  init(of text: String, name: String) {
    let bytes = Array(text.utf8)
    let row = bytes.withUnsafeBytes { FastRecordParser.row(in: $0, name: name, fingerprint: 0) }
    if let row {
      self = .record(row)
      return
    }
    do throws(StoreError) {
      let json = try DirectoryReader.json(bytes, limit: StoreLayout.recordLimit)
      self = .record(IndexRow(try StoredRecord(json: json).record, name: name, fingerprint: 0))
    } catch {
      self = .unusable(reason: error.reason, fingerprint: 0)
    }
  }

  /// Creates the result of a file that couldn't be read or parsed.
  init(_ error: StoreError) {
    switch error {
    case .system(let cause) where cause.isMissing: self = .missing
    case .system(let cause) where cause.isTransient: self = .unreadable(cause)
    default: self = .unusable(reason: error.reason, fingerprint: 0)
    }
  }
}

/// Reads record files and parses them into rows of the index.
struct RecordFileReader: ~Copyable {
  private let folder: DirectoryHandle
  private let buffer: UnsafeMutableRawBufferPointer

  /// The number of files that a thread reads at a time.
  private static let chunkSize = 256

  /// Reads files, using several threads if there are many.
  ///
  /// - Parameter progress: called now and then from any thread, with the numbers of files read and
  ///   of all files.
  /// - Returns: the result of each file, in the order of the paths.
  static func read(
    _ paths: [String],
    from root: String,
    progress: (@Sendable (Int, Int) -> Void)?
  ) -> [RecordReadResult] {
    // Counting the processors reads system files, so do it only if there are many files.
    let isMuch = paths.count > chunkSize
    let threads = isMuch ? max(2, min(8, ProcessInfo.processInfo.activeProcessorCount)) : 1
    let mapper = ConcurrentMapper(chunkSize: chunkSize, threads: threads, progress: progress)
    return mapper.map(paths) { paths in
      do throws(SystemError) {
        let files = try RecordFileReader(root)
        var readings: [RecordReadResult] = []
        readings.reserveCapacity(paths.count)
        for path in paths { readings.append(files.read(path)) }
        return readings
      } catch {
        return paths.map { _ in .unreadable(error) }
      }
    }
  }

  /// Creates a reader.
  ///
  /// - Parameter root: the store's directory.
  init(_ root: String) throws(SystemError) {
    folder = try DirectoryHandle(root)
    // One byte more than the limit: if it is filled, the file is too large.
    buffer = .allocate(byteCount: StoreLayout.recordLimit + 1, alignment: 8)
  }

  deinit { buffer.deallocate() }

  /// Reads a file.
  func read(_ path: String) -> RecordReadResult {
    do throws(SystemError) {
      let (count, fingerprint) = try folder.read(path, into: buffer)
      guard let count else {
        return .unusable(
          reason: StoreError.notARegularFile.reason,
          fingerprint: fingerprint.storedNumber
        )
      }
      if count == buffer.count {
        let reason = StoreError.system(.tooLarge(path)).reason
        return .unusable(reason: reason, fingerprint: fingerprint.storedNumber)
      }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      return Self.reading(of: bytes, name: StoreLayout.name(ofFile: path), fingerprint)
    } catch {
      return result(of: path, after: error)
    }
  }

  private func result(of path: String, after error: SystemError) -> RecordReadResult {
    if error.isTransient { return .unreadable(error) }
    do throws(SystemError) {
      guard let found = try folder.kindAndFingerprint(at: path) else { return .missing }
      // Use the fingerprint 0, so that the file is read again: another user may have the
      // permission. A link is unusable for every user.
      let fingerprint = found.kind == .link ? found.fingerprint.storedNumber : 0
      return .unusable(reason: StoreError.system(error).reason, fingerprint: fingerprint)
    } catch {
      return .unreadable(error)
    }
  }

  private static func reading(
    of bytes: UnsafeRawBufferPointer,
    name: String,
    _ fingerprint: FileFingerprint
  ) -> RecordReadResult {
    if let row = FastRecordParser.row(in: bytes, name: name, fingerprint: fingerprint.storedNumber)
    {
      return .record(row)
    }
    do throws(StoreError) {
      let json = try DirectoryReader.json(Array(bytes), limit: StoreLayout.recordLimit)
      let record = try StoredRecord(json: json).record
      return .record(IndexRow(record, name: name, fingerprint: fingerprint.storedNumber))
    } catch {
      return .unusable(reason: error.reason, fingerprint: fingerprint.storedNumber)
    }
  }
}
