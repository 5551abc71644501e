import Contracts
import Foundation
import JSONText
import Testing

@testable import IntentRPC

extension PluginHost {
  /// Creates a host whose only plugin is the server, with one tool.
  init(of server: ScriptedServer, limits: ServerProgram.Limits) throws {
    let path = server.path
    let folder = PluginDirectory(configuration: path, state: path + "/state", home: path)
    try FileManager.default.createDirectory(
      atPath: path + "/plugins",
      withIntermediateDirectories: true
    )
    try Self.add("demo", server, limits)
    let context = PluginLaunchContext(folder: folder, environment: [:])
    self.init(context, canElicit: false)
  }

  /// Adds a plugin that is the server, in the same folder.
  static func add(
    _ name: String,
    _ server: ScriptedServer,
    _ limits: ServerProgram.Limits
  ) throws {
    let path = server.path
    let folder = PluginDirectory(configuration: path, state: path + "/state", home: path)
    let tool = try #require(PluginTool(["name": "act", "inputSchema": ["type": "object"]]))
    var manifest = PluginManifest(name: name, command: server.command, arguments: server.arguments)
    manifest.environment = server.environment
    manifest.limits = limits
    manifest.tools = [tool]
    manifest.pins.tools = [tool.name: tool.digest]
    try manifest.pinFiles()
    try folder.save(manifest)
  }
}

extension ServerProgram.Limits {
  /// The limits of a server in tests, with a timeout for calls.
  static func test(_ timeout: Duration) -> ServerProgram.Limits {
    var limits = ServerProgram.Limits()
    (limits.call, limits.stop) = (timeout, .milliseconds(500))
    return limits
  }
}
