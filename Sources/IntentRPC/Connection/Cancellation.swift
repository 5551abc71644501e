import JSONText

/// A wish that a request is not done.
struct Cancellation {
  let id: JSONValue
  /// Whether the request is answered all the same, as in the Language Server Protocol; in the Model
  /// Context Protocol nothing is sent for it any more.
  let expectsResponse: Bool

  /// Reads the notifications that cancel; nil for any other.
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
