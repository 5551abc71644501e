package import Foundation
package import IntentKit
import JSONText

/// The resources that an engine offers to clients.
///
/// Each resource is the result of an intent that changes nothing, available under a URI.
package struct ResourceCatalog: Sendable {
  private let engine: IntentEngine

  package init(engine: IntentEngine) {
    self.engine = engine
  }

  /// Returns the resources, in the order of the intents that produce them.
  ///
  /// For a URI template, returns a resource for each value that its definition lists.
  package func list() async -> [Resource] {
    await resourcesByIntent().flatMap { _, resource in
      resource.parameter == nil
        ? [Resource(resource)]
        : resource.listed.map { value in
          Resource(
            resource,
            uri: resource.uriPrefix + URIValueCoder.encoded(value),
            title: "\(resource.title): \(value)"
          )
        }
    }
  }

  /// Returns the URI templates, in the order of the intents that produce their resources.
  package func templates() async -> [Resource] {
    await resourcesByIntent().filter { $0.resource.parameter != nil }.map { _, resource in
      Resource(resource)
    }
  }

  /// Returns the intent call whose result is the resource at a URI; nil if there's no such
  /// resource.
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

  /// Reads the resource at a URI.
  ///
  /// - Parameter date: the time that the intent takes as the current time; nil for the actual time.
  package func read(_ uri: String, at date: Date? = nil) async throws(RPCError) -> ResourceSnapshot
  {
    guard let call = await call(for: uri) else { throw .noResource(uri) }
    let engine = date.map { self.engine.at($0) } ?? self.engine
    switch await engine.perform(call, from: .mcp) {
    case .ok(let answer), .planned(let answer):
      return ResourceSnapshot(
        value: .object(answer.value),
        revision: answer.dataRevision,
        file: answer.file
      )
    case .needsInput(let inputRequest): throw .invalidParameters(inputRequest.message)
    case .failed(let error): throw RPCError(error)
    }
  }

  /// Returns a stream of possible changes to a resource; nil if the intent's provider doesn't
  /// report them.
  func changes(of uri: String) async -> AsyncStream<Void>? {
    guard let call = await call(for: uri) else { return nil }
    return await engine.changes(of: call, from: .mcp)
  }

  /// Returns all resources, each with the intent that produces it.
  ///
  /// If two have the same URI, only the first is returned.
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
