/// The selection of tools that a server offers to MCP clients.
///
/// A tool list uses up part of a model's context, so a server with many tools can offer only some.
public struct ToolSelection: Sendable {
  /// The names of the offered tools; nil for all.
  let names: Set<String>?
  /// Whether schemas are shortened, so they use fewer tokens of a model's context.
  ///
  /// True for an assistant's selection, which includes the composite tools.
  var usesCompactSchemas: Bool { makeRunID != nil }
  /// Creates the id of a batch run; nil if the composite tools are not offered.
  let makeRunID: (@Sendable () -> String)?

  /// Offers all intents that MCP clients may call, and the dry-run tool `Plan`.
  public static let all = ToolSelection(names: nil, optionalMakeRunID: nil)

  /// Selects tools for an assistant, including the composite tools `RunBatch` and `RunWorkflow`.
  ///
  /// - Parameters:
  ///   - names: the names of the offered tools; nil for all.
  ///   - makeRunID: creates the id of a batch run, which the tool `Undo` accepts.
  public init(names: Set<String>?, makeRunID: @escaping @Sendable () -> String) {
    self.init(names: names, optionalMakeRunID: makeRunID)
  }

  private init(names: Set<String>?, optionalMakeRunID makeRunID: (@Sendable () -> String)?) {
    self.names = names
    self.makeRunID = makeRunID
  }

  func contains(_ name: String) -> Bool { names?.contains(name) ?? true }

  /// The names of all tools that don't stand for an intent.
  public static let builtInNames = [ToolList.plan] + CompositeTool.allCases.map(\.rawValue)
}
