import JSONText

/// The name and version that a server reports to its clients.
public struct ServerInfo: Sendable {
  /// The program's name.
  public let name: String
  /// The program's version.
  public let version: String
  /// Instructions for a model that uses the tools; nil for none.
  public let instructions: String?

  /// Creates the information about a server.
  public init(name: String, version: String, instructions: String? = nil) {
    self.name = name
    self.version = version
    self.instructions = instructions
  }

  var json: JSONValue { ["name": .string(name), "version": .string(version)] }
}
