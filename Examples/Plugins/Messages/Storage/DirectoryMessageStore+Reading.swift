import JSONText
import SystemCalls

/// The result of reading a file.
enum FileReadResult<Value> {
  case read(Value)
  case missing
  case unusable(SkippedFile)

  /// The value; nil if nothing could be read.
  var value: Value? {
    if case .read(let value) = self { value } else { nil }
  }
}

extension DirectoryMessageStore {
  /// The largest file that is read, in bytes.
  private static var limit: Int { 1 << 20 }

  /// Reads a JSON file.
  ///
  /// - Parameter make: returns nil for JSON that is invalid here.
  func read<Value>(
    _ name: String,
    as make: (JSONValue) -> Value?
  ) -> FileReadResult<Value> {
    do {
      let file = try FileDescriptor(opening: path(name), for: .readingNoFollow)
      guard try file.status().kind == .regular else { return unusable(name, "it is no file") }
      let json = try JSONValue(parsing: file.readAll(limit: Self.limit))
      return make(json).map { .read($0) } ?? unusable(name, "it does not say what it must")
    } catch let error as SystemError {
      return error.isMissing ? .missing : unusable(name, error.reason)
    } catch {
      return unusable(name, "\(error)")
    }
  }

  private func unusable<Value>(_ name: String, _ reason: String) -> FileReadResult<Value> {
    .unusable(SkippedFile(path: name, reason: reason))
  }

  /// Returns the sorted names in a folder; empty if there is no such folder.
  func names(in folder: String) throws(MessageError) -> [String] {
    do throws(SystemError) {
      return try Directory.names(in: path(folder)) ?? []
    } catch {
      throw .unreadable(path: path(folder), reason: error.reason)
    }
  }
}
