import IntentKit
import SystemCalls

/// Which workflows are hooks, and of what, known without reading them all.
///
/// It is kept in the cache folder under the fingerprint of the files, so that a call looks at that only: a
/// line for the fingerprint and the folder, and one for each hook with its event, its phase and its id.
struct HookIndex {
  private var lines: [ArraySlice<UInt8>] = []
  /// What is wrong with files that say they are hooks; they are looked at again each time.
  private(set) var problems: [String] = []

  private static let limit = 4 << 20

  /// Looks at the files, and reads them where any has changed.
  ///
  /// - Parameter cache: the file that it is kept in; where that cannot be written, nothing is lost.
  init(_ folder: WorkflowDirectory, cache: String) {
    guard let fingerprint = (try? folder.fingerprint()) ?? nil else { return }
    let head = Array("\(fingerprint) \(folder.path)".utf8)
    let kept = try? FileDescriptor(opening: cache, for: .readingNoFollow).readAll(limit: Self.limit)
    let known = kept?.split(separator: UInt8(ascii: "\n")) ?? []
    if known.first?.elementsEqual(head) == true {
      lines = Array(known.dropFirst())
      return
    }
    var text = head + [UInt8(ascii: "\n")]
    for id in folder.ids() {
      if let hook = hook(id, folder) { text += Array((hook + "\n").utf8) }
    }
    for file in folder.misnamedFiles() where folder.containsHookKey(file) {
      addProblem(OutcomeError.misnamedWorkflow(file).message)
    }
    lines = text.split(separator: UInt8(ascii: "\n")).dropFirst().map(\.self)
    // What could not be used may be usable without a change of its own.
    if problems.isEmpty { try? AtomicFileWriter.replace(cache, with: text) }
  }

  /// The line of a file; nil where it is no hook, or none that can be used.
  private mutating func hook(_ id: String, _ folder: WorkflowDirectory) -> String? {
    do throws(IntentError) {
      guard let hook = try folder.workflow(id)?.hook else { return nil }
      return Self.line(hook.event, hook.phase) + id
    } catch {
      if folder.containsHookKey(folder.file(of: id)) { addProblem(error.outcome.sentence) }
      return nil
    }
  }

  private mutating func addProblem(_ sentence: String) {
    problems.append("A hook is not done: \(sentence)")
  }

  private static func line(_ event: String, _ phase: Workflow.Hook.Phase) -> String {
    "\(event) \(phase.rawValue) "
  }

  /// The ids of the hooks of events, in order.
  func ids(of events: [String], _ phase: Workflow.Hook.Phase) -> [String] {
    let wanted = events.map { Array(Self.line($0, phase).utf8) }
    return lines.compactMap { line in
      guard let start = wanted.first(where: { line.starts(with: $0) }) else { return nil }
      return String(decoding: line.dropFirst(start.count), as: UTF8.self)
    }
  }
}
