import JSONText

/// A list that is handed out in pages; a cursor is the name of the last item of the page before.
struct Paginator: Sendable {
  struct Item: Sendable {
    let name: String
    let json: JSONValue
  }

  /// The member of a page that has its items.
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
      if let place = items.firstIndex(where: { $0.name == name }), place + 1 < items.count {
        return place + 1
      }
    default: break
    }
    throw .invalidParameters("There is nothing to list after this 'cursor'.")
  }
}
