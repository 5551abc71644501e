/// The tools that a server offers to clients of the Model Context Protocol.
///
/// A list of tools stands in an assistant's context, so a server with many offers only some of them.
public struct ToolOffer: Sendable {
  /// The names of the tools; nil for all.
  let names: Set<String>?
  /// Whether a result's schema describes the members of the result and nothing below them.
  var isShort: Bool { makeRun != nil }
  /// Makes the id of a batch's run; nil where neither batches nor workflows can be sent along.
  let makeRun: (@Sendable () -> String)?

  /// Every intent for these clients, and `Plan`.
  public static let all = ToolOffer(names: nil, optionalRun: nil)

  /// Offers tools for an assistant, with batches and workflows that are sent along.
  ///
  /// - Parameters:
  ///   - names: the names of the tools; nil for all.
  ///   - makeRun: makes the id of a batch's run, by which it can be undone.
  public init(names: Set<String>?, makeRun: @escaping @Sendable () -> String) {
    self.init(names: names, optionalRun: makeRun)
  }

  private init(names: Set<String>?, optionalRun makeRun: (@Sendable () -> String)?) {
    self.names = names
    self.makeRun = makeRun
  }

  func has(_ name: String) -> Bool { names?.contains(name) ?? true }

  /// The tools that are no intents.
  public static let ownNames = [ToolList.plan] + DocumentTool.allCases.map(\.rawValue)
}
