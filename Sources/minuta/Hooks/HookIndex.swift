import IntentKit
import SystemCalls

/// An index of the hooks by event, so that a call needn't read all workflows.
///
/// It is cached in the cache folder. The first line holds a fingerprint of the files and their
/// directory. Each further line holds the event, phase and id of a hook.
struct HookIndex {
  private var lines: [ArraySlice<UInt8>] = []
  /// The problems in hook files.
  ///
  /// An index with problems isn't cached, so the files are read again each time.
  private(set) var problems: [String] = []

  private static let limit = 4 << 20

  /// Loads the index from the cache, or rebuilds it if any file has changed.
  ///
  /// - Parameter cache: the cache file; a failure to write it is ignored.
  init(_ folder: WorkflowDirectory, cache: String) {
    guard let fingerprint = (try? folder.fingerprint()) ?? nil else { return }
    let head = Array("\(fingerprint) \(folder.path)".utf8)
    let cached = try? FileDescriptor(opening: cache, for: .readingNoFollow).readAll(
      limit: Self.limit
    )
    let cachedLines = cached?.split(separator: UInt8(ascii: "\n")) ?? []
    if cachedLines.first?.elementsEqual(head) == true {
      lines = Array(cachedLines.dropFirst())
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
    // Don't cache problems: one may disappear without a change to the hook files themselves.
    if problems.isEmpty { try? AtomicFileWriter.replace(cache, with: text) }
  }

  /// Returns the line for a workflow in the index; nil if the workflow isn't a usable hook.
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
    problems.append("A hook can't run: \(sentence)")
  }

  private static func line(_ event: String, _ phase: Workflow.Hook.HookPhase) -> String {
    "\(event) \(phase.rawValue) "
  }

  /// Returns the ids of the hooks for the events, in order.
  func ids(of events: [String], _ phase: Workflow.Hook.HookPhase) -> [String] {
    let prefixes = events.map { Array(Self.line($0, phase).utf8) }
    return lines.compactMap { line in
      guard let start = prefixes.first(where: { line.starts(with: $0) }) else { return nil }
      return String(decoding: line.dropFirst(start.count), as: UTF8.self)
    }
  }
}
