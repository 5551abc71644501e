import Glibc

/// The processes of the system, as proc(5) lists them.
struct ProcessTable {
  struct Entry {
    let id: CInt
    let parent: CInt
    let session: CInt

    /// Reads the numbers behind the name of the program, which may contain anything.
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

  /// Reads the table; it is empty where there is none.
  init() {
    let ids = ((try? Directory.names(in: "/proc")) ?? nil)?.compactMap { CInt($0) } ?? []
    entries = ids.compactMap { id in
      let file = try? FileDescriptor(opening: "/proc/\(id)/stat", for: .reading)
      guard let bytes = try? file?.readAll(limit: 1 << 16) else { return nil }
      return Entry(id: id, status: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The children of a process with all their descendants.
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
