/// The error codes of JSON-RPC responses.
public enum RPCErrorCode: Int, Sendable {
  /// The bytes are not a message, or the message is not valid JSON.
  case parseError = -32700
  /// The JSON is not a valid request.
  case invalidRequest = -32600
  /// The method doesn't exist.
  case methodNotFound = -32601
  /// The parameters are invalid.
  case invalidParameters = -32602
  /// The protocol version isn't supported.
  ///
  /// The code is defined by the Model Context Protocol.
  case unsupportedVersion = -32022
  /// The resource doesn't exist.
  ///
  /// The code is defined by the versions of the Model Context Protocol with a handshake.
  case resourceNotFound = -32002
  /// The client cancelled the request.
  case cancelled = -32800
  /// The method failed; `data.code` says why.
  case failed = 1001
  /// A resource that the method needs is in use.
  ///
  /// The client may retry.
  case busy = 1002
  /// The method's timeout expired.
  case timeout = 1003
  /// The connection ended before the request was finished.
  case connectionEnded = 1004
}
