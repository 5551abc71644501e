import MinutaCore
import SystemCalls

/// The content of a file, to be compared with a text in the journal.
enum FileContent: Equatable {
  case missing
  case text(String)
  /// A link, a directory, a pipe, or a file that is too large for the store.
  case other

  /// The file's text; nil if the file is missing or not a regular file.
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Returns whether the file's bytes equal those of a text.
  ///
  /// A nil text stands for a missing file.
  func matches(_ text: String?) -> Bool {
    switch self {
    case .missing: text == nil
    case .text(let content): Optional(content).isByteEqual(to: text)
    case .other: false
    }
  }
}

extension StoreFileSystem {
  /// Reads a file of the data directory without following links.
  func text(of path: String) throws(SystemError) -> FileContent {
    do throws(SystemError) {
      let file = try open(path, for: .readingNoFollow)
      guard try file.status().kind == .regular else { return .other }
      let bytes = try file.readAll(limit: StoreLayout.tagsLimit)
      return .text(String(decoding: bytes, as: UTF8.self))
    } catch {
      if error.isMissing { return .missing }
      if error.isLink || error.isTooLarge || error.isNotRegular { return .other }
      throw error
    }
  }

  /// Creates a temporary file, replacing a leftover one of the same name.
  func make(_ path: String, permissions: UInt32) throws(SystemError) -> FileDescriptor {
    do throws(SystemError) {
      return try open(path, for: .creating, permissions: permissions)
    } catch  where error.alreadyExists {
      try unlink(path)
      return try open(path, for: .creating, permissions: permissions)
    }
  }
}
