package import Foundation
package import IntentKit
import JSONText

/// The resources of an engine: each is the answer of a read-only intent under a URI.
package struct ResourceCatalog: Sendable {
  private let engine: IntentEngine

  package init(engine: IntentEngine) {
    self.engine = engine
  }

  /// What can be read, in the order of the intents; of a template, what it lists.
  package func list() async -> [Resource] {
    await resourcesByIntent().flatMap { _, resource in
      resource.parameter == nil
        ? [Resource(uri: resource.uri, title: resource.title, description: resource.description)]
        : resource.listed.map { value in
          Resource(
            uri: resource.uriPrefix + URIValueCoder.encoded(value),
            title: "\(resource.title): \(value)",
            description: resource.description
          )
        }
    }
  }

  /// The templates of what can be read, in the order of the intents.
  package func templates() async -> [Resource] {
    await resourcesByIntent().filter { $0.resource.parameter != nil }.map { _, resource in
      Resource(uri: resource.uri, title: resource.title, description: resource.description)
    }
  }

  /// The call whose answer can be read under a URI; nil where there is none.
  package func call(for uri: String) async -> IntentCall? {
    for (intent, resource) in await resourcesByIntent() {
      guard let parameter = resource.parameter else {
        if uri.utf8.elementsEqual(resource.uri.utf8) { return IntentCall(intent) }
        continue
      }
      guard
        uri.utf8.starts(with: resource.uriPrefix.utf8),
        let value = URIValueCoder.decoded(uri.utf8.dropFirst(resource.uriPrefix.utf8.count))
      else { continue }
      return IntentCall(intent, with: [parameter: .string(value)])
    }
    return nil
  }

  /// The answer under a URI.
  ///
  /// - Parameter date: the time to answer for; nil for now.
  package func read(_ uri: String, at date: Date? = nil) async throws(RPCError) -> ResourceSnapshot
  {
    guard let call = await call(for: uri) else { throw .noResource(uri) }
    let engine = date.map { self.engine.at($0) } ?? self.engine
    switch await engine.perform(call, from: .mcp) {
    case .ok(let answer), .planned(let answer):
      return ResourceSnapshot(value: .object(answer.value), revision: answer.dataRevision)
    case .needsInput(let needs): throw .invalidParameters(needs.message)
    case .failed(let error): throw RPCError(error)
    case .busy(let error): throw RPCError(error, code: .busy)
    case .timeout(let error): throw RPCError(error, code: .timeout)
    case .cancelled: throw .cancelled
    }
  }

  /// Tells when the answer under a URI may have changed, where its provider tells.
  func changes(of uri: String) async -> AsyncStream<Void>? {
    guard let call = await call(for: uri) else { return nil }
    return await engine.changes(of: call, from: .mcp)
  }

  /// The resources with the intents they are answers of; where two have one URI, the first counts.
  private func resourcesByIntent() async -> [(intent: String, resource: IntentDefinition.Resource)]
  {
    var known: Set<String> = []
    return await engine.definitions().flatMap { definition in
      definition.resources.map { (definition.id, $0) }
    }
    .filter { _, resource in
      known.insert(resource.parameter == nil ? resource.uri : "\(resource.uriPrefix){}").inserted
    }
  }
}
