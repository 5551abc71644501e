import IntentKit
import JSONText

/// The call that a schedule makes, checked as `minuta run` would.
struct ScheduledCall {
  /// The id of the intent.
  let id: String
  /// The arguments of `minuta`.
  let words: [String]

  /// Creates the call of an intent or of a workflow in a file.
  ///
  /// - Parameters:
  ///   - target: an intent's id, or the path of a workflow.
  ///   - values: the values of its parameters as a JSON object; nil for none.
  /// - Throws: `Failure` if the call can't work.
  init(
    _ target: String,
    with values: String?,
    _ global: GlobalFlags,
    _ program: Program
  ) async throws {
    let environment = program.environment
    let isFile = target.contains("/") || target.hasSuffix(".json")
    let word = isFile ? try environment.absolute(target) : target
    var engine = try await program.engine(global)
    if isFile {
      guard let workflow = try WorkflowFile(word)?.workflow else { throw Failure.notWorkflow(word) }
      if let hook = workflow.hook { throw Failure.hookNotCallable(word, event: hook.event) }
      engine = engine.with(workflow)
      id = workflow.id
    } else {
      guard try await program.definition(of: target) != nil else {
        let near = await program.allDefinitions().closestID(to: target)
        throw Failure.unknownScheduledIntent(target, near: near, folder: program.workflows.path)
      }
      id = target
    }
    let object = try values.map(Self.object) ?? [:]
    let call = global.addingConfirmation(
      IntentCall(id, with: object),
      among: program.definitions
    )
    let validator = UnattendedCallValidator(engine: engine, source: .commandLine)
    if let problem = await validator.problem(with: call) { throw problem }
    let store = try DataDirectoryLocation.named(by: global, environment)
    let folder = store.map { ["--store", $0] } ?? []
    words =
      ["run", word] + (values.map { ["--with", $0] } ?? [])
      + (global.isConfirmed ? ["--yes"] : []) + folder
  }

  private static func object(_ text: String) throws(Failure) -> JSONObject {
    do throws(JSONError) {
      if let object = try JSONValue(parsing: text).object { return object }
    } catch {
      throw .notJSON(flag: "--with", error)
    }
    throw .notAnObject(flag: "--with")
  }
}
