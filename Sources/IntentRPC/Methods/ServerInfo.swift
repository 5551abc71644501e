import JSONText

/// The name and version of a server, as reported to its clients.
public struct ServerInfo: Sendable {
  /// The name of the program.
  public let name: String
  /// The version of the program.
  public let version: String
  /// Instructions for a model on using the tools; nil for none.
  public let instructions: String?

  /// Creates the information that a server reports to its clients.
  public init(name: String, version: String, instructions: String? = nil) {
    self.name = name
    self.version = version
    self.instructions = instructions
  }

  var json: JSONValue { ["name": .string(name), "version": .string(version)] }
}
