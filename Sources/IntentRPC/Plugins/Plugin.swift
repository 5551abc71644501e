import IntentKit
import JSONText
import MinutaLog
import Synchronization

/// One plugin: started when it is first needed, and again after it ended.
actor Plugin {
  /// A plugin that can be called.
  struct Running: Sendable {
    let manifest: PluginManifest
    let client: ServerClient
    /// The stamp of the manifest's file when it was read.
    let stamp: String?
    /// The hashes of the descriptions of the tools that the server has.
    var tools: [String: String]
    /// What the server had said of other tools before these were asked for.
    var toolChanges: Int
  }

  private enum State {
    case stopped
    case starting(Task<Result<Running, PluginError>, Never>)
    case running(Running)
  }

  let name: String
  let surroundings: PluginSurroundings
  private var state = State.stopped
  /// What waits for the processes that are being ended.
  private var ending: Task<Void, Never>?
  private var isEnded = false
  /// The stamp of the manifest's file as it is now.
  private var stamp: String?
  private var rest = PluginRest()
  /// How often a server has said that its tools are others.
  private let toolChanges = Atomic(0)
  private var lastProblem = ""
  /// The calls under way whose caller can be asked, the newest last.
  nonisolated let askable = Mutex<[ToolRun]>([])
  var questions: [String: Kept] = [:]
  /// How many have listened so far.
  var lastListener = 0
  /// Those who listen, by the URI.
  var watches: [String: ResourceWatch] = [:]

  /// A question that waits for its answer, with the call that it belongs to.
  struct Kept {
    let intent: String
    let values: JSONObject
    let question: OpenQuestion
  }

  init(_ name: String, _ surroundings: PluginSurroundings) {
    self.name = name
    self.surroundings = surroundings
  }

  /// Takes note of the manifest that counts from here on; what failed with another is forgotten.
  func follow(_ stamp: String) {
    if stamp == self.stamp { return }
    self.stamp = stamp
    rest = PluginRest()
  }

  /// The plugin, started where it is not running, or was started from another manifest.
  func running() async throws(PluginError) -> Running {
    if case .running(let running) = state {
      if running.stamp != stamp {
        state = .stopped
        endWatches()
        await end(running.client.link)
        return try await self.running()
      }
      if running.client.link.problem == nil { return running }
      noteEnd(of: running.client.link)
    }
    // What is begun after the end would be left behind.
    if isEnded { throw PluginError(ServerError.cancelled, of: name) }
    let start: Task<Result<Running, PluginError>, Never>
    if case .starting(let begun) = state {
      start = begun
    } else {
      if let rest = rest.rest(at: .now) {
        let seconds = Int((rest / .seconds(1)).rounded(.up))
        throw .resting(plugin: name, seconds: seconds, why: lastProblem)
      }
      start = Task { await self.start() }
      state = .starting(start)
    }
    guard let result = await Self.result(of: start) else {
      throw PluginError(ServerError.cancelled, of: name)
    }
    if case .starting(let begun) = state, begun == start { settle(result) }
    return try result.get()
  }

  /// Waits for the start; nil where whoever waits is wanted no more.
  ///
  /// The start goes on, since it is not for one alone.
  private static func result(
    of start: Task<Result<Running, PluginError>, Never>
  ) async -> Result<Running, PluginError>? {
    let (results, result) = AsyncStream<Result<Running, PluginError>>.makeStream()
    Task {
      result.yield(await start.value)
      result.finish()
    }
    for await result in results { return result }
    return nil
  }

  /// What speaks to the plugin; nil where it does not run.
  var runningClient: ServerClient? {
    if case .running(let running) = state { running.client } else { nil }
  }

  private func settle(_ result: Result<Running, PluginError>) {
    switch result {
    case .success(let running):
      state = .running(running)
      AppLogger.plugins.info("Started", ["plugin": .text(name)])
    case .failure(let error):
      state = .stopped
      AppLogger.plugins.error(
        "Cannot start",
        ["plugin": .text(name), "reason": .text(error.intentError.outcome.sentence)]
      )
      if case .server(_, _, let why) = error { note(failure: why) }
    }
  }

  /// Takes note that a server is gone, and lets go of what is left of it.
  func noteEnd(of link: ServerLink) {
    guard case .running(let running) = state, running.client.link === link,
      let problem = link.problem
    else { return }
    AppLogger.plugins.error(
      "Ended unexpectedly",
      ["plugin": .text(name), "reason": .text(problem)]
    )
    note(failure: problem)
    state = .stopped
    endWatches()
  }

  private func note(failure why: String) {
    rest.note(failureAt: .now)
    lastProblem = why
  }

  private func start() async -> Result<Running, PluginError> {
    let stamp = stamp
    let toolChanges = toolChanges.load(ordering: .sequentiallyConsistent)
    do throws(PluginError) {
      let manifest = try surroundings.folder.manifest(of: name)
      if let path = manifest.changedFiles().first { throw .changedFile(plugin: name, path: path) }
      let greeted = try await GreetedPlugin(manifest, surroundings, listener: PluginEar(self))
      return .success(
        Running(
          manifest: manifest,
          client: greeted.client,
          stamp: stamp,
          tools: greeted.tools.digests,
          toolChanges: toolChanges
        )
      )
    } catch {
      return .failure(error)
    }
  }

  /// Ends the plugin for good, where it runs.
  func stop() async {
    isEnded = true
    for run in askable.withLock(\.self) { run.cancel() }
    questions = [:]
    endWatches()
    let last = state
    state = .stopped
    switch last {
    case .stopped: break
    case .running(let running): await end(running.client.link)
    case .starting(let start):
      start.cancel()
      if case .success(let running) = await start.value { await end(running.client.link) }
    }
    await ending?.value
  }

  /// Ends a process, and waits for its end and those before it.
  private func end(_ link: ServerLink) async {
    let (before, stop) = (ending, link.stop())
    let ending = Task { [name] in
      await before?.value
      let how = await stop.value
      AppLogger.plugins.info("Stopped", ["plugin": .text(name), "how": .text(how)])
    }
    self.ending = ending
    await ending.value
  }

  /// Has the tools read anew before the next call, as they may be others now.
  nonisolated func distrustTools() {
    toolChanges.add(1, ordering: .sequentiallyConsistent)
  }

  /// The plugin with its tools as they are now.
  func runningWithTools() async throws(PluginError) -> Running {
    var running = try await running()
    let toolChanges = toolChanges.load(ordering: .sequentiallyConsistent)
    if running.toolChanges == toolChanges { return running }
    running.toolChanges = toolChanges
    do throws(ServerError) {
      running.tools = try await running.client.tools().digests
    } catch {
      throw PluginError(error, of: name)
    }
    guard case .running(let known) = state, known.client.link === running.client.link else {
      return running
    }
    // Another call may have asked for them later, and have them already.
    if known.toolChanges > toolChanges { return known }
    state = .running(running)
    return running
  }
}

extension [PluginTool] {
  /// The hashes of their descriptions, by their names.
  fileprivate var digests: [String: String] {
    Dictionary(map { ($0.name, $0.digest) }) { first, _ in first }
  }
}
