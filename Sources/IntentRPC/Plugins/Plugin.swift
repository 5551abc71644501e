import IntentKit
import JSONText
import MinutaLog
import Synchronization

/// One plugin: started when it is first needed, and again after it ended.
actor Plugin {
  /// A plugin that can be called.
  struct RunningServer: Sendable {
    let manifest: PluginManifest
    let client: MCPSession
    /// The stamp of the manifest's file when it was read.
    let stamp: String?
    /// The hashes of the descriptions of the tools that the server has.
    var tools: [String: String]
    /// What the server had said of other tools before these were asked for.
    var toolChanges: Int
  }

  private enum LifecycleState {
    case stopped
    case starting(Task<Result<RunningServer, PluginError>, Never>)
    case running(RunningServer)
  }

  let name: String
  let launchContext: PluginLaunchContext
  private var state = LifecycleState.stopped
  /// What waits for the processes that are being ended.
  private var ending: Task<Void, Never>?
  private var isEnded = false
  /// The stamp of the manifest's file as it is now.
  private var stamp: String?
  private var backoff = RestartBackoff()
  /// How often a server has said that its tools are others.
  private let toolChanges = Atomic(0)
  private var lastProblem = ""
  /// The calls under way whose caller can be asked, the newest last.
  nonisolated let elicitingCalls = Mutex<[ToolCallTask]>([])
  var questions: [String: PendingQuestion] = [:]
  /// How many have listened so far.
  var lastListenerID = 0
  /// Those who listen, by the URI.
  var watches: [String: ResourceWatch] = [:]

  /// A question that waits for its answer, with the call that it belongs to.
  struct PendingQuestion {
    let intent: String
    let values: JSONObject
    let question: ElicitationRequest
  }

  init(_ name: String, _ launchContext: PluginLaunchContext) {
    self.name = name
    self.launchContext = launchContext
  }

  /// Takes note of the manifest that counts from here on; what failed with another is forgotten.
  func useManifest(_ stamp: String) {
    if stamp == self.stamp { return }
    self.stamp = stamp
    backoff = RestartBackoff()
  }

  /// The plugin, started where it is not running, or was started from another manifest.
  func running() async throws(PluginError) -> RunningServer {
    if case .running(let running) = state {
      if running.stamp != stamp {
        state = .stopped
        endWatches()
        await end(running.client.connection)
        return try await self.running()
      }
      if running.client.connection.problem == nil { return running }
      handleExit(of: running.client.connection)
    }
    // What is begun after the end would be left behind.
    if isEnded { throw PluginError(MCPServerError.cancelled, of: name) }
    let start: Task<Result<RunningServer, PluginError>, Never>
    if case .starting(let begun) = state {
      start = begun
    } else {
      if let delay = backoff.remainingDelay(at: .now) {
        let seconds = Int((delay / .seconds(1)).rounded(.up))
        throw .backingOff(plugin: name, seconds: seconds, why: lastProblem)
      }
      start = Task { await self.start() }
      state = .starting(start)
    }
    guard let result = await Self.result(of: start) else {
      throw PluginError(MCPServerError.cancelled, of: name)
    }
    if case .starting(let begun) = state, begun == start { finishStart(result) }
    return try result.get()
  }

  /// Waits for the start; nil where whoever waits is wanted no more.
  ///
  /// The start goes on, since it is not for one alone.
  private static func result(
    of start: Task<Result<RunningServer, PluginError>, Never>
  ) async -> Result<RunningServer, PluginError>? {
    let (results, result) = AsyncStream<Result<RunningServer, PluginError>>.makeStream()
    Task {
      result.yield(await start.value)
      result.finish()
    }
    for await result in results { return result }
    return nil
  }

  /// What speaks to the plugin; nil where it does not run.
  var runningClient: MCPSession? {
    if case .running(let running) = state { running.client } else { nil }
  }

  private func finishStart(_ result: Result<RunningServer, PluginError>) {
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
      if case .server(_, _, let why) = error { recordFailure(why) }
    }
  }

  /// Takes note that a server is gone, and lets go of what is left of it.
  func handleExit(of connection: MCPClientConnection) {
    guard case .running(let running) = state, running.client.connection === connection,
      let problem = connection.problem
    else { return }
    AppLogger.plugins.error(
      "Ended unexpectedly",
      ["plugin": .text(name), "reason": .text(problem)]
    )
    recordFailure(problem)
    state = .stopped
    endWatches()
  }

  private func recordFailure(_ why: String) {
    backoff.recordFailure(at: .now)
    lastProblem = why
  }

  private func start() async -> Result<RunningServer, PluginError> {
    let stamp = stamp
    let toolChanges = toolChanges.load(ordering: .sequentiallyConsistent)
    do throws(PluginError) {
      let manifest = try launchContext.folder.manifest(of: name)
      if let path = manifest.changedFiles().first { throw .changedFile(plugin: name, path: path) }
      let initialized = try await InitializedPlugin(
        manifest,
        launchContext,
        messageHandler: PluginMessageHandler(self)
      )
      return .success(
        RunningServer(
          manifest: manifest,
          client: initialized.client,
          stamp: stamp,
          tools: initialized.tools.digests,
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
    for run in elicitingCalls.withLock(\.self) { run.cancel() }
    questions = [:]
    endWatches()
    let last = state
    state = .stopped
    switch last {
    case .stopped: break
    case .running(let running): await end(running.client.connection)
    case .starting(let start):
      start.cancel()
      if case .success(let running) = await start.value { await end(running.client.connection) }
    }
    await ending?.value
  }

  /// Ends a process, and waits for its end and those before it.
  private func end(_ connection: MCPClientConnection) async {
    let (before, stop) = (ending, connection.stop())
    let ending = Task { [name] in
      await before?.value
      let how = await stop.value
      AppLogger.plugins.info("Stopped", ["plugin": .text(name), "how": .text(how)])
    }
    self.ending = ending
    await ending.value
  }

  /// Has the tools read anew before the next call, as they may be others now.
  nonisolated func invalidateTools() {
    toolChanges.add(1, ordering: .sequentiallyConsistent)
  }

  /// The plugin with its tools as they are now.
  func runningWithTools() async throws(PluginError) -> RunningServer {
    var running = try await running()
    let toolChanges = toolChanges.load(ordering: .sequentiallyConsistent)
    if running.toolChanges == toolChanges { return running }
    running.toolChanges = toolChanges
    do throws(MCPServerError) {
      running.tools = try await running.client.tools().digests
    } catch {
      throw PluginError(error, of: name)
    }
    guard case .running(let known) = state, known.client.connection === running.client.connection
    else {
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
