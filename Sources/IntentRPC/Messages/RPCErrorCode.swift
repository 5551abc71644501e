/// The error codes of JSON-RPC responses.
package enum RPCErrorCode: Int, Sendable {
  /// The received bytes are not a message, or the message is not valid JSON.
  case parseError = -32700
  /// The message is valid JSON but not a valid request.
  case invalidRequest = -32600
  /// The server has no such method.
  case methodNotFound = -32601
  /// The method's parameters are invalid.
  case invalidParameters = -32602
  /// The server doesn't support the client's protocol version.
  ///
  /// The code is defined by the Model Context Protocol.
  case unsupportedVersion = -32022
  /// The server has no such resource.
  ///
  /// The code is defined by those versions of the Model Context Protocol that have a handshake.
  case resourceNotFound = -32002
  /// The client cancelled the request.
  case cancelled = -32800
  /// The method failed; the word in `data.code` says why.
  case failed = 1001
  /// A resource that the method needs is in use.
  ///
  /// The client may retry.
  case busy = 1002
  /// The request's timeout expired.
  case timeout = 1003
  /// The connection ended before the request was answered.
  case connectionEnded = 1004
}
