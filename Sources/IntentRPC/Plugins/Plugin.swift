import IntentKit
import MinutaLog
import Synchronization

/// A plugin, whose process is started on first use and restarted if it has ended.
actor Plugin {
  /// A plugin's process that is running and can be called.
  struct RunningServer: Sendable {
    let manifest: PluginManifest
    let client: MCPClientSession
    /// The fingerprint that the manifest file had when the process was started.
    let fingerprint: String?
    /// The digests of the descriptions of the server's tools, by tool name.
    var tools: [String: String]
    /// The value that the plugin's counter of tool changes had when `tools` was read.
    var toolChanges: Int
  }

  private enum LifecycleState {
    case stopped
    case starting(Task<Result<RunningServer, Failure>, Never>)
    case running(RunningServer)
  }

  let name: String
  let launchContext: PluginLaunchContext
  private var state = LifecycleState.stopped
  /// The task that waits until the stopped processes have exited.
  private var ending: Task<Void, Never>?
  private var isEnded = false
  /// The fingerprint of the manifest file, as last read.
  private var fingerprint: String?
  private var backoff = RestartBackoff()
  /// The number of notifications from the server that its tools have changed.
  private let toolChanges = Atomic(0)
  private var lastProblem = ""
  /// The running calls whose caller can be prompted for input, newest last.
  nonisolated let elicitingCalls = Mutex<[ToolCallTask]>([])
  /// The calls that wait for the user's answers, each with the request for user input.
  lazy var questions = PendingElicitations<(call: ValidatedCall, question: ElicitationRequest)> {
    [weak self] in self?.cancel($0.question)
  }
  /// Our subscriptions to the plugin's resources, by URI.
  ///
  /// Only the actor changes them. The thread that receives notifications reads them.
  nonisolated let watches = Mutex<[String: ResourceSubscription]>([:])

  init(_ name: String, _ launchContext: PluginLaunchContext) {
    self.name = name
    self.launchContext = launchContext
  }

  /// Sets the fingerprint of the manifest file to use from now on.
  ///
  /// If the manifest has changed, a restart needn't wait, because the change may have fixed a
  /// failure.
  func useManifest(_ fingerprint: String) {
    if fingerprint == self.fingerprint { return }
    self.fingerprint = fingerprint
    backoff = RestartBackoff()
  }

  /// Returns the running plugin, starting it if necessary.
  ///
  /// A plugin whose manifest has changed is restarted.
  func running() async throws(Failure) -> RunningServer {
    if case .running(let running) = state {
      if running.fingerprint != fingerprint {
        state = .stopped
        endWatches()
        await end(running.client.process)
        return try await self.running()
      }
      if running.client.process.connection.problem == nil { return running }
      handleExit(of: running.client.process.connection)
    }
    // Don't start a process after `stop`: nothing would stop it.
    if isEnded { throw Failure(MCPServerError.cancelled, of: name) }
    let start: Task<Result<RunningServer, Failure>, Never>
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
      throw Failure(MCPServerError.cancelled, of: name)
    }
    if case .starting(let begun) = state, begun == start { finishStart(result) }
    return try result.get()
  }

  /// Waits until the plugin has started; returns nil if the waiting task is cancelled.
  ///
  /// The start isn't cancelled, because other callers may wait for it too.
  private static func result(
    of start: Task<Result<RunningServer, Failure>, Never>
  ) async -> Result<RunningServer, Failure>? {
    let (results, result) = AsyncStream<Result<RunningServer, Failure>>.makeStream()
    Task {
      result.yield(await start.value)
      result.finish()
    }
    for await result in results { return result }
    return nil
  }

  /// The session with the plugin's running process; nil if no process is running.
  var runningClient: MCPClientSession? {
    if case .running(let running) = state { running.client } else { nil }
  }

  private func finishStart(_ result: Result<RunningServer, Failure>) {
    switch result {
    case .success(let running):
      state = .running(running)
      AppLogger.plugins.info("Started", ["plugin": .text(name)])
    case .failure(let error):
      state = .stopped
      AppLogger.plugins.error(
        "Can't start",
        ["plugin": .text(name), "reason": .text(error.message)]
      )
    }
  }

  /// Records that the plugin's process has ended unexpectedly, and ends its streams of changes.
  func handleExit(of connection: RPCConnection) {
    guard case .running(let running) = state, running.client.process.connection === connection,
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

  private func start() async -> Result<RunningServer, Failure> {
    let fingerprint = fingerprint
    let toolChanges = toolChanges.load(ordering: .sequentiallyConsistent)
    do throws(Failure) {
      let manifest = try launchContext.folder.manifest(of: name)
      if let path = manifest.changedFiles().first { throw .changedFile(plugin: name, path: path) }
      let initialized = try await initialized(manifest)
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

  /// Starts the plugin's process, and records a failure of it, so that a restart waits.
  private func initialized(_ manifest: PluginManifest) async throws(Failure) -> InitializedPlugin {
    let program = try launchContext.program(of: manifest)
    do throws(MCPServerError) {
      return try await InitializedPlugin(
        program,
        version: manifest.version,
        canElicit: launchContext.canElicit,
        handler: PluginMessageHandler(self)
      )
    } catch {
      recordFailure(error.reason)
      throw Failure(error, of: name)
    }
  }

  /// Stops the plugin for good: later calls don't start it again.
  func stop() async {
    isEnded = true
    for run in elicitingCalls.withLock(\.self) { run.cancel() }
    questions.removeAll()
    endWatches()
    let last = state
    state = .stopped
    switch last {
    case .stopped: break
    case .running(let running): await end(running.client.process)
    case .starting(let start):
      start.cancel()
      if case .success(let running) = await start.value { await end(running.client.process) }
    }
    await ending?.value
  }

  /// Stops a process, and waits until it and all processes stopped earlier have exited.
  private func end(_ process: ServerProcess) async {
    let (before, stop) = (ending, process.stop())
    let ending = Task { [name] in
      await before?.value
      let how = await stop.value
      AppLogger.plugins.info("Stopped", ["plugin": .text(name), "how": .text(how)])
    }
    self.ending = ending
    await ending.value
  }

  /// Marks the list of tools as outdated, so it is read again before the next call.
  nonisolated func invalidateTools() {
    toolChanges.add(1, ordering: .sequentiallyConsistent)
  }

  /// Returns the running plugin, after reading its list of tools again if that is outdated.
  func runningWithTools() async throws(Failure) -> RunningServer {
    var running = try await running()
    let toolChanges = toolChanges.load(ordering: .sequentiallyConsistent)
    if running.toolChanges == toolChanges { return running }
    running.toolChanges = toolChanges
    do throws(MCPServerError) {
      running.tools = try await running.client.tools().digests
    } catch {
      throw Failure(error, of: name)
    }
    guard case .running(let known) = state, known.client.process === running.client.process
    else {
      return running
    }
    // Another call may have stored a newer list in the meantime. Keep that one.
    if known.toolChanges > toolChanges { return known }
    state = .running(running)
    return running
  }
}

extension [PluginTool] {
  /// The digests of the tools' descriptions, by tool name.
  fileprivate var digests: [String: String] {
    Dictionary(map { ($0.name, $0.digest) }) { first, _ in first }
  }
}
