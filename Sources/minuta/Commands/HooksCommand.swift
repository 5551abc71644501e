import IntentKit
import JSONText
import SystemCalls

/// Lists the user's hooks, or runs the hooks of events.
struct HooksCommand: Command {
  let name = "hooks"
  let summary = "List event hooks"
  let group = "Automation"
  let examples = ["hooks"]

  /// The action that runs hooks.
  ///
  /// The program starts `minuta hooks do` as a background process.
  static let runAction = "do"

  var actions: [CommandAction] {
    [CommandAction("", run: list), CommandAction(Self.runAction, run: perform)]
  }

  private func list(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let console = Console(program.environment)
    var rows: [[Table.Cell]] = []
    var list: [JSONValue] = []
    let failures = FailedHooks(environment: program.environment).notices
    for id in program.workflows.ids() {
      guard let workflow = try? program.workflows.workflow(id), let hook = workflow.hook else {
        continue
      }
      let texts = [hook.event, hook.phase.rawValue, id]
      rows.append(
        texts.map { Table.Cell(text: $0) } + [Table.Cell(text: workflow.title, leastWidth: 10)]
      )
      var item: JSONObject = [
        "event": .string(hook.event), "phase": .string(hook.phase.rawValue), "id": .string(id),
        "title": .string(workflow.title),
      ]
      item["lastFailure"] = failures[id].map { .string($0.text) }
      list.append(.object(item))
    }
    await program.warnAboutSkippedDefinitions(console, .workflow)
    if words.global.wantsJSON {
      try console.print(JSONValue.array(list).text())
      return 0
    }
    let none = "There are no hooks. See how to add one.".suggesting("help hooks")
    if rows.isEmpty { try console.print(lines: console.fitted(none)) }
    try console.print(lines: Table(rows: rows).lines(console))
    let sorted = failures.sorted { $0.key < $1.key }
    try console.print(lines: sorted.flatMap { console.fitted($0.value) })
    return 0
  }

  /// Runs the hooks of the events on standard input, and the further hooks that these hooks
  /// trigger.
  private func perform(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let engine = try await program.engine(words.global)
    let input = program.environment.streams.input
    var lines = LineReader { _ throws(SystemError) in
      try readOnce(input, path: "standard input", atMost: 1 << 16)
    }
    await program.hooks.runInProcess(with: engine)
    while let line = try? lines.next() {
      let limits = JSONLimits(bytes: .max)
      guard let json = try? JSONValue(parsing: line, limits: limits) else { continue }
      await program.hooks.enqueue([try HookEvent(json: json)])
    }
    await program.hooks.finish()
    return 0
  }
}
