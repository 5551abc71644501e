/// The tools that a server offers to clients of the Model Context Protocol.
///
/// A list of tools stands in an assistant's context, so a server with many offers only some of them.
public struct ToolSelection: Sendable {
  /// The names of the tools; nil for all.
  let names: Set<String>?
  /// Whether a result's schema describes the members of the result and nothing below them.
  var usesCompactSchemas: Bool { makeRunID != nil }
  /// Makes the id of a batch's run; nil where neither batches nor workflows can be sent along.
  let makeRunID: (@Sendable () -> String)?

  /// Every intent for these clients, and `DryRunPlan`.
  public static let all = ToolSelection(names: nil, optionalMakeRunID: nil)

  /// Offers tools for an assistant, with batches and workflows that are sent along.
  ///
  /// - Parameters:
  ///   - names: the names of the tools; nil for all.
  ///   - makeRunID: makes the id of a batch's run, by which it can be undone.
  public init(names: Set<String>?, makeRunID: @escaping @Sendable () -> String) {
    self.init(names: names, optionalMakeRunID: makeRunID)
  }

  private init(names: Set<String>?, optionalMakeRunID makeRunID: (@Sendable () -> String)?) {
    self.names = names
    self.makeRunID = makeRunID
  }

  func contains(_ name: String) -> Bool { names?.contains(name) ?? true }

  /// The tools that are no intents.
  public static let builtInNames = [ToolList.plan] + CompositeTool.allCases.map(\.rawValue)
}
