package import IntentKit
package import JSONText

/// A running plugin that has completed the MCP handshake, together with its tools.
package struct InitializedPlugin: Sendable {
  let client: MCPClientSession
  /// The plugin's tools, in the server's order.
  ///
  /// If two have the same name, only the first is listed.
  package let tools: [PluginTool]

  /// Starts a plugin's process and completes the handshake.
  init(
    _ program: ServerProgram,
    version: String?,
    canElicit: Bool,
    handler: any RPCHandler
  ) async throws(MCPServerError) {
    let handshake = MCPHandshake(program: program, canElicit: canElicit, handler: handler)
    client = try await handshake.connect(knownVersion: version)
    tools = try await Self.tools(of: client)
  }

  /// Starts a plugin only to inspect it, ignoring its notifications.
  package init(
    _ manifest: PluginManifest,
    _ launchContext: PluginLaunchContext
  ) async throws(Failure) {
    let program = try launchContext.program(of: manifest)
    do throws(MCPServerError) {
      try await self.init(
        program,
        version: manifest.version,
        canElicit: launchContext.canElicit,
        handler: PluginMessageHandler(nil)
      )
    } catch {
      throw Failure(error, of: manifest.name)
    }
  }

  private static func tools(of client: MCPClientSession) async throws(MCPServerError)
    -> [PluginTool]
  {
    do throws(MCPServerError) {
      return try await client.tools()
    } catch {
      _ = await client.process.stop().value
      throw error
    }
  }

  /// The MCP version that the plugin uses.
  package var version: String { client.version }

  /// The plugin's name and version, as it reported them.
  package var info: JSONObject { client.info }

  /// Returns the URIs of the plugin's resources; nil if it doesn't offer resources.
  package func resources() async -> [String]? {
    guard client.capabilities["resources"] != nil else { return nil }
    let listed = (try? await client.list("resources/list", "resources", truncates: true)) ?? []
    let templates = try? await client.list(
      "resources/templates/list",
      "resourceTemplates",
      truncates: true
    )
    if listed.isEmpty, templates?.isEmpty ?? true { return nil }
    return listed.compactMap { $0["uri"]?.string }
  }

  /// The number of lines from the plugin that weren't valid messages.
  package var ignoredLineCount: Int { client.process.connection.ignoredMessageCount }

  /// Stops the plugin.
  ///
  /// - Returns: A description of how its process ended.
  package func stop() async -> String { await client.process.stop().value }
}

extension MCPClientSession {
  /// Returns the server's tools, in its order.
  ///
  /// If two have the same name, only the first is returned.
  func tools() async throws(MCPServerError) -> [PluginTool] {
    guard capabilities["tools"] != nil else { return [] }
    var known: Set<String> = []
    return try await list("tools/list", "tools").compactMap(PluginTool.init)
      .filter { known.insert($0.name).inserted }
  }
}
