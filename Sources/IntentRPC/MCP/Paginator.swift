import JSONText

/// Splits a list into pages, as MCP does for its lists.
///
/// The cursor that requests the next page is the name of the last item on the previous page.
struct Paginator: Sendable {
  struct Item: Sendable {
    let name: String
    let json: JSONValue
  }

  /// The name of the member that holds the items of a page, such as `tools`.
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
