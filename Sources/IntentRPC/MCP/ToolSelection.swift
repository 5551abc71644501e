/// The tools that a server offers to MCP clients.
///
/// A list of tools takes up an assistant's context, so a server with many tools can offer only
/// some.
public struct ToolSelection: Sendable {
  /// The names of the offered tools; nil for all.
  let names: Set<String>?
  /// Whether schemas are shortened, to save an assistant's context.
  var usesCompactSchemas: Bool { makeRunID != nil }
  /// Creates the run id of a batch; nil if the composite tools are not offered.
  let makeRunID: (@Sendable () -> String)?

  /// All intents that MCP clients may call, and `Plan`.
  public static let all = ToolSelection(names: nil, optionalMakeRunID: nil)

  /// Offers tools to an assistant, including the composite tools `RunBatch` and `RunWorkflow`.
  ///
  /// - Parameters:
  ///   - names: the names of the tools; nil for all.
  ///   - makeRunID: creates the run id of a batch, which `Undo` accepts.
  public init(names: Set<String>?, makeRunID: @escaping @Sendable () -> String) {
    self.init(names: names, optionalMakeRunID: makeRunID)
  }

  private init(names: Set<String>?, optionalMakeRunID makeRunID: (@Sendable () -> String)?) {
    self.names = names
    self.makeRunID = makeRunID
  }

  func contains(_ name: String) -> Bool { names?.contains(name) ?? true }

  /// The names of the tools that are not intents.
  public static let builtInNames = [ToolList.plan] + CompositeTool.allCases.map(\.rawValue)
}
