import IntentKit
import JSONText
import MinutaLog
import Synchronization

/// A plugin, whose process is started on first use and restarted after it has ended.
actor Plugin {
  /// A running plugin process that can be called.
  struct RunningServer: Sendable {
    let manifest: PluginManifest
    let client: MCPSession
    /// The fingerprint of the manifest file at the start.
    let fingerprint: String?
    /// The digests of the server's tool descriptions, by tool name.
    var tools: [String: String]
    /// The value of the tool change counter when `tools` was read.
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
  /// The task that waits for stopping processes.
  private var ending: Task<Void, Never>?
  private var isEnded = false
  /// The current fingerprint of the manifest file.
  private var fingerprint: String?
  private var backoff = RestartBackoff()
  /// Counts the notifications that the server's tools have changed.
  private let toolChanges = Atomic(0)
  private var lastProblem = ""
  /// The running calls whose caller can be prompted, newest last.
  nonisolated let elicitingCalls = Mutex<[ToolCallTask]>([])
  var questions: [String: PendingQuestion] = [:]
  /// The number of the last listener.
  var lastListenerID = 0
  /// The watches for resource changes, by URI.
  var watches: [String: ResourceWatch] = [:]

  /// An elicitation that waits for its answers, with the call it belongs to.
  struct PendingQuestion {
    let intent: String
    let values: JSONObject
    let question: ElicitationRequest
  }

  init(_ name: String, _ launchContext: PluginLaunchContext) {
    self.name = name
    self.launchContext = launchContext
  }

  /// Sets the fingerprint of the manifest to use.
  ///
  /// A changed manifest resets the restart backoff.
  func useManifest(_ fingerprint: String) {
    if fingerprint == self.fingerprint { return }
    self.fingerprint = fingerprint
    backoff = RestartBackoff()
  }

  /// Returns the running plugin, starting it if necessary and restarting it if its manifest has
  /// changed.
  func running() async throws(PluginError) -> RunningServer {
    if case .running(let running) = state {
      if running.fingerprint != fingerprint {
        state = .stopped
        endWatches()
        await end(running.client.connection)
        return try await self.running()
      }
      if running.client.connection.problem == nil { return running }
      handleExit(of: running.client.connection)
    }
    // A process started after `stop` would never be stopped.
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

  /// Waits for the start, or returns nil if the waiting task is cancelled.
  ///
  /// The start itself continues, because other callers may wait for it.
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

  /// The session with the running plugin; nil if it isn't running.
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
        "Can't start",
        ["plugin": .text(name), "reason": .text(error.intentError.outcome.sentence)]
      )
      if case .server(_, _, let why) = error { recordFailure(why) }
    }
  }

  /// Records that the connection has ended, and releases its resources.
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
    let fingerprint = fingerprint
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
          fingerprint: fingerprint,
          tools: initialized.tools.digests,
          toolChanges: toolChanges
        )
      )
    } catch {
      return .failure(error)
    }
  }

  /// Stops the plugin permanently.
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

  /// Ends a process, and waits for it and all processes ended earlier.
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

  /// Causes the tools to be read again before the next call, because they may have changed.
  nonisolated func invalidateTools() {
    toolChanges.add(1, ordering: .sequentiallyConsistent)
  }

  /// Returns the running plugin with its current tools.
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
    // A concurrent call may already have stored a newer list.
    if known.toolChanges > toolChanges { return known }
    state = .running(running)
    return running
  }
}

extension [PluginTool] {
  /// The digests of the descriptions, by tool name.
  fileprivate var digests: [String: String] {
    Dictionary(map { ($0.name, $0.digest) }) { first, _ in first }
  }
}
