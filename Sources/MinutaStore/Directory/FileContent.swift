import MinutaCore
import SystemCalls

/// The content of a file, to be compared with a text that the journal has.
enum FileContent: Equatable {
  case missing
  case text(String)
  /// A link, a folder, a pipe, or more than any file of ours has.
  case other

  /// Nil where there is none.
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Whether the file is as a text says, byte for byte; nil for no file.
  func matches(_ text: String?) -> Bool {
    switch self {
    case .missing: text == nil
    case .text(let content): Optional(content).isByteEqual(to: text)
    case .other: false
    }
  }
}

extension StoreFileSystem {
  /// The content of a file.
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

  /// Makes a file; one that has the name goes, since all names of temporary files are ours.
  func make(_ path: String, permissions: UInt32) throws(SystemError) -> FileDescriptor {
    do throws(SystemError) {
      return try open(path, for: .creating, permissions: permissions)
    } catch  where error.alreadyExists {
      try unlink(path)
      return try open(path, for: .creating, permissions: permissions)
    }
  }
}
