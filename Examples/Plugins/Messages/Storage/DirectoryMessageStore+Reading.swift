import Foundation
import JSONText
import PluginFiles

/// The result of reading a JSON file from the data folder.
enum FileReadResult<Value> {
  case read(Value)
  case missing
  case unusable(SkippedFile)

  /// The value in the file; nil if it is missing or unusable.
  var value: Value? {
    if case .read(let value) = self { value } else { nil }
  }
}

extension DirectoryMessageStore {
  /// The largest file size that is read, in bytes.
  private static var limit: Int { 1 << 20 }

  /// Reads a JSON file.
  ///
  /// - Parameter make: converts the JSON; returns nil if it isn't valid for this kind of file.
  func read<Value>(
    _ name: String,
    as make: (JSONValue) -> Value?
  ) -> FileReadResult<Value> {
    do {
      guard let bytes = try PrivateFile.read(path(name), limit: Self.limit) else { return .missing }
      let value = make(try JSONValue(parsing: bytes))
      return value.map { .read($0) } ?? unusable(name, "it does not say what it must")
    } catch let error as POSIXError {
      return unusable(name, error.code == .EINVAL ? "it is no file" : error.reason)
    } catch {
      return unusable(name, "\(error)")
    }
  }

  private func unusable<Value>(_ name: String, _ reason: String) -> FileReadResult<Value> {
    .unusable(SkippedFile(path: name, reason: reason))
  }

  /// Returns the sorted names of the files in a folder; empty if there is no such folder.
  func names(in folder: String) throws(MessageError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
    } catch CocoaError.fileReadNoSuchFile {
      return []
    } catch {
      throw .unreadable(path: path(folder), reason: error.localizedDescription)
    }
  }
}
