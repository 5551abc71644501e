import Foundation
import MinutaCore
import SystemCalls

/// What was found where the file of a record is, or was.
enum RecordReadResult: Sendable {
  case record(IndexRow)
  /// - stamp: as `IndexRow.stamp`; 0 where reading failed, so that the file is read again next time.
  case unusable(reason: String, stamp: UInt64)
  /// The file is missing; its folder is listed again next time, since the listing had it.
  case gone

  /// What a text is in a file of a name, which is not on the disk yet.
  init(of text: String, name: String) {
    do throws(StoreError) {
      let bytes = Array(text.utf8)
      let json = try DirectoryReader.json(bytes, limit: StoreLayout.recordLimit)
      self = .record(IndexRow(try StoredRecord(json: json).record, name: name, stamp: 0))
    } catch {
      self = .unusable(reason: error.reason, stamp: 0)
    }
  }
}

/// Reads files of records.
struct RecordFileReader: ~Copyable {
  private let folder: DirectoryHandle
  private let buffer: UnsafeMutableRawBufferPointer

  /// The files that one thread reads at once.
  private static let chunkSize = 256

  /// Reads files, on several threads where they are many.
  ///
  /// - Parameter progress: told how many of how many have been read, now and then and from any
  ///   thread.
  /// - Returns: What each holds, in their order.
  /// - Throws: Where the system could not do its work.
  static func read(
    _ paths: [String],
    from root: String,
    progress: (@Sendable (Int, Int) -> Void)?
  ) throws(SystemError) -> [RecordReadResult] {
    // How many processors there are takes a look at files of its own.
    let isMuch = paths.count > chunkSize
    let threads = isMuch ? max(2, min(8, ProcessInfo.processInfo.activeProcessorCount)) : 1
    let mapper = ConcurrentMapper(chunkSize: chunkSize, threads: threads, progress: progress)
    return try mapper.map(paths) { paths throws(SystemError) in
      let files = try RecordFileReader(root)
      var readings: [RecordReadResult] = []
      readings.reserveCapacity(paths.count)
      for path in paths { readings.append(try files.read(path)) }
      return readings
    }
  }

  /// - Parameter root: the folder of the store.
  init(_ root: String) throws(SystemError) {
    folder = try DirectoryHandle(root)
    // One byte more tells that a file is too large.
    buffer = .allocate(byteCount: StoreLayout.recordLimit + 1, alignment: 8)
  }

  deinit { buffer.deallocate() }

  /// Reads a file.
  ///
  /// - Throws: Where the system could not do its work.
  func read(_ path: String) throws(SystemError) -> RecordReadResult {
    do throws(SystemError) {
      let (count, stamp) = try folder.read(path, into: buffer)
      guard let count else {
        return .unusable(reason: StoreError.notARegularFile.reason, stamp: stamp.storedNumber)
      }
      if count == buffer.count {
        let reason = StoreError.system(.tooLarge(path)).reason
        return .unusable(reason: reason, stamp: stamp.storedNumber)
      }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      return Self.reading(of: bytes, name: StoreLayout.name(ofFile: path), stamp)
    } catch {
      if error.isTransient { throw error }
      guard let found = try folder.kindAndFingerprint(at: path) else { return .gone }
      // A failure says nothing lasting about the content, even where the error is about the file:
      // permissions can depend on who reads. Only a link is known without opening it.
      let stamp = found.kind == .link ? found.fingerprint.storedNumber : 0
      return .unusable(reason: StoreError.system(error).reason, stamp: stamp)
    }
  }

  private static func reading(
    of bytes: UnsafeRawBufferPointer,
    name: String,
    _ stamp: FileFingerprint
  ) -> RecordReadResult {
    if let row = FastRecordParser.row(in: bytes, name: name, stamp: stamp.storedNumber) {
      return .record(row)
    }
    do throws(StoreError) {
      let json = try DirectoryReader.json(Array(bytes), limit: StoreLayout.recordLimit)
      let record = try StoredRecord(json: json).record
      return .record(IndexRow(record, name: name, stamp: stamp.storedNumber))
    } catch {
      return .unusable(reason: error.reason, stamp: stamp.storedNumber)
    }
  }
}
