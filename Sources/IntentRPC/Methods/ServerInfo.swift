import JSONText

/// What a server says of itself.
public struct ServerInfo: Sendable {
  /// The program's name.
  public let name: String
  /// The program's version.
  public let version: String
  /// What a model should know before it uses the tools; nil for nothing.
  public let instructions: String?

  /// Describes a server.
  public init(name: String, version: String, instructions: String? = nil) {
    self.name = name
    self.version = version
    self.instructions = instructions
  }

  var json: JSONValue { ["name": .string(name), "version": .string(version)] }
}
