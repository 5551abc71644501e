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
  /// The Model Context Protocol's: that version is not served.
  case unsupportedVersion = -32022
  /// The Model Context Protocol's, where it begins with a handshake: nothing is under that URI.
  case resourceNotFound = -32002
  /// The client cancelled the request.
  case cancelled = -32800
  /// The method could not do it; `data.code` says why.
  case failed = 1001
  /// Something else has what the method needs; trying again later helps.
  case busy = 1002
  /// It was not done in the time that it was given.
  case timeout = 1003
  /// The connection ended before the request was done.
  case connectionEnded = 1004
}
