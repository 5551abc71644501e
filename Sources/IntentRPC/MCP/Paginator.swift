import JSONText

/// Splits a list into pages.
///
/// A cursor is the name of the previous page's last item.
struct Paginator: Sendable {
  struct Item: Sendable {
    let name: String
    let json: JSONValue
  }

  /// The member of a page that holds its items.
  let member: String
  let items: [Item]
  let size: Int

  func page(after cursor: JSONValue?) throws(RPCError) -> JSONObject {
    let start = try start(after: cursor)
    let end = min(start + size, items.count)
    var page = JSONObject()
    page[member] = .array(items[start..<end].map(\.json))
    if end < items.count { page["nextCursor"] = .string(items[end - 1].name) }
    return page
  }

  private func start(after cursor: JSONValue?) throws(RPCError) -> Int {
    switch cursor {
    case nil, .null, "": return 0
    case .string(let name):
      if let index = items.firstIndex(where: { $0.name == name }), index + 1 < items.count {
        return index + 1
      }
    default: break
    }
    throw .invalidCursor(cursor ?? .null)
  }
}
