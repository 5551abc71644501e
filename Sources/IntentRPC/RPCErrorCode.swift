/// The numbers that tell errors apart on the wire.
public enum RPCErrorCode: Int, Sendable {
  /// The bytes are no message, or the message is not JSON.
  case parseError = -32700
  /// The JSON is no request.
  case invalidRequest = -32600
  /// There is no such method.
  case methodNotFound = -32601
  /// The parameters are not what the method takes.
  case invalidParameters = -32602
  /// The method could not do it; `data.code` says why.
  case failed = 1001
  /// Something else has what the method needs; trying again later helps.
  case busy = 1002
}
