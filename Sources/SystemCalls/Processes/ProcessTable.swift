import Glibc

/// A list of all processes on the system, read from /proc; see proc(5).
struct ProcessTable {
  struct Entry {
    let id: CInt
    let parent: CInt
    let session: CInt

    /// Parses the content of `/proc/ID/stat`.
    ///
    /// The program name in parentheses may contain any character, so parsing starts after the last
    /// parenthesis.
    init?(id: CInt, status: String) {
      guard let end = status.utf8.lastIndex(of: UInt8(ascii: ")")) else { return nil }
      let fields = status[end...].split(separator: " ")
      guard fields.count > 4, let parent = CInt(fields[2]), let session = CInt(fields[4]) else {
        return nil
      }
      (self.id, self.parent, self.session) = (id, parent, session)
    }
  }

  let entries: [Entry]

  /// Reads the process table; it is empty on systems without /proc.
  init() {
    let ids = ((try? Directory.names(in: "/proc")) ?? nil)?.compactMap { CInt($0) } ?? []
    entries = ids.compactMap { id in
      let file = try? FileDescriptor(opening: "/proc/\(id)/stat", for: .reading)
      guard let bytes = try? file?.readAll(limit: 1 << 16) else { return nil }
      return Entry(id: id, status: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Returns the children of a process and their descendants.
  func descendants(of id: CInt) -> [CInt] {
    let children = Dictionary(grouping: entries, by: \.parent)
    var found: [CInt] = []
    var parents = [id]
    while let parent = parents.popLast() {
      let ids = (children[parent] ?? []).map(\.id)
      found += ids
      parents += ids
    }
    return found
  }
}
