package import JSONText

/// An error that is returned as the response to a request.
///
/// Static functions such as `unknownMethod(_:)` make errors. Each of them states the code, the
/// message and the data of its error in one place.
package struct RPCError: Error, Sendable, Equatable {
  /// The error code of the JSON-RPC response.
  ///
  /// A method's own code is outside the range from −32768 to −32000, which JSON-RPC reserves.
  package let code: Int
  /// A sentence or two for the user: the problem, then what to do about it.
  package let message: String
  /// Details of the error for programs to read.
  package let data: JSONObject
  /// Whether the peer returned the error, which therefore doesn't equal an error of this process.
  let isFromPeer: Bool

  package init(code: Int, message: String, data: JSONObject = [:]) {
    self.init(code: code, message: message, data: data, isFromPeer: false)
  }

  init(code: Int, message: String, data: JSONObject, isFromPeer: Bool) {
    self.code = code
    self.message = message
    self.data = data
    self.isFromPeer = isFromPeer
  }

  init(_ code: RPCErrorCode, _ message: String, data: JSONObject = [:]) {
    self.init(code: code.rawValue, message: message, data: data)
  }

  /// The `error` member of the JSON-RPC response.
  package var json: JSONValue {
    var json: JSONObject = ["code": .number(JSONNumber(code)), "message": .string(message)]
    if !data.isEmpty { json["data"] = .object(data) }
    return .object(json)
  }
}
