import JSONText

/// A client's notification that cancels one of its earlier requests.
struct CancelNotification {
  let id: JSONValue
  /// Whether the cancelled request still gets a response.
  ///
  /// The Language Server Protocol requires one; the Model Context Protocol forbids it.
  let expectsResponse: Bool

  /// Parses a notification; nil if it isn't a cancellation.
  init?(_ request: RPCRequest) {
    let member: String
    switch request.method {
    case "$/cancelRequest": (member, expectsResponse) = ("id", true)
    case "notifications/cancelled": (member, expectsResponse) = ("requestId", false)
    default: return nil
    }
    guard case .named(let values) = request.parameters, let id = values[member] else { return nil }
    self.id = id
  }
}
