package import JSONText

/// A plugin that was started and greeted, and what it has.
package struct GreetedPlugin: Sendable {
  let client: ServerClient
  /// The tools, in the server's order; of two of one name the first.
  package let tools: [PluginTool]

  /// Starts a plugin.
  init(
    _ manifest: PluginManifest,
    _ surroundings: PluginSurroundings,
    listener: any ServerLink.Listener
  ) async throws(PluginError) {
    let greeting = ServerGreeting(
      program: try surroundings.program(of: manifest),
      canElicit: surroundings.canElicit,
      listener: listener
    )
    do throws(ServerError) {
      client = try await greeting.greet(knownVersion: manifest.version)
      tools = try await Self.tools(of: client)
    } catch {
      throw PluginError(error, of: manifest.name)
    }
  }

  /// Starts a plugin to look at it.
  package init(
    _ manifest: PluginManifest,
    _ surroundings: PluginSurroundings
  ) async throws(PluginError) {
    try await self.init(manifest, surroundings, listener: Deaf())
  }

  private static func tools(of client: ServerClient) async throws(ServerError) -> [PluginTool] {
    do throws(ServerError) {
      return try await client.tools()
    } catch {
      _ = await client.link.stop().value
      throw error
    }
  }

  /// The revision of the protocol that it speaks.
  package var version: String { client.version }

  /// What it says it is.
  package var info: JSONObject { client.info }

  /// The URIs of resources that it lists; nil where it has no resources.
  package func resources() async -> [String]? {
    guard client.capabilities["resources"] != nil else { return nil }
    let listed = (try? await client.list("resources/list", "resources", cutsOff: true)) ?? []
    let templates = try? await client.list(
      "resources/templates/list",
      "resourceTemplates",
      cutsOff: true
    )
    if listed.isEmpty, templates?.isEmpty ?? true { return nil }
    return listed.compactMap { $0["uri"]?.string }
  }

  /// Lines that it wrote and that were no messages.
  package var passedOver: Int { client.link.passedOver }

  /// Ends it.
  ///
  /// - Returns: how it ended.
  package func stop() async -> String { await client.link.stop().value }
}

extension ServerClient {
  /// The tools, in the server's order; of two of one name the first.
  func tools() async throws(ServerError) -> [PluginTool] {
    guard capabilities["tools"] != nil else { return [] }
    var known: Set<String> = []
    return try await list("tools/list", "tools").compactMap(PluginTool.init)
      .filter { known.insert($0.name).inserted }
  }
}

/// Hears nothing, and has no answer.
private struct Deaf: ServerLink.Listener {
  func hears(_ notification: RPCRequest) {}

  func takes(_ request: RPCRequest, answer: @escaping ServerLink.Answer) {
    answer(request.method == "ping" ? .success([:]) : .failure(.unknownMethod(request.method)))
  }

  func ends(_ link: ServerLink) {}
}
