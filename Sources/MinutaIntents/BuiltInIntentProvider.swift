package import Foundation
package import IntentKit
package import JSONText
package import MinutaCore
package import MinutaExport

/// Provides the built-in time tracking intents.
package struct BuiltInIntentProvider: TransactionalIntentProvider {
  let catalog: BuiltInIntentCatalog
  let tracking: any TimeTracking
  let days: LocalCalendar
  let rules: TimeRules
  let uptimeSource: (any UptimeSource)?
  let readFile: @Sendable (_ path: String, _ parameter: String) throws -> [UInt8]
  let exportOutput: ExportOutput
  let reportService: any ReportService
  let askAboutAbsence: @Sendable () -> Void
  let failedHooks: @Sendable () -> Int
  let includesLocalTimes: Bool
  let diagnoseConfiguration: (@Sendable (IntentEngine) async -> ConfigurationDiagnosis)?
  /// The problems found in the user's configuration; nil until `Doctor` is called.
  var configurationDiagnosis: ConfigurationDiagnosis?
  /// The file that another program made for the current call; nil for other calls.
  var preparedFile: PreparedFile?
  /// Whether a sheet whose records have changed is made again after the transaction.
  var preparesSheetsAgain = false
  private(set) var isDryRun = false

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - timeZone: the time zone for calls that name none.
  ///   - rules: the user's settings about time.
  ///   - uptimeSource: the uptime log; nil if the system has none.
  ///   - includesLocalTimes: whether all results have local times; the results in a workflow always
  ///     have them.
  ///   - readFile: reads the regular file at the path that a parameter has, or throws `Failure`.
  ///   - exportOutput: writes exports to their destinations.
  ///   - reportService: the programs and files that reports use.
  ///   - askAboutAbsence: asks the user on the desktop about the unresolved time, without waiting
  ///     for the answer.
  ///   - failedHooks: counts the hooks whose last run failed.
  ///   - diagnoseConfiguration: finds problems outside the store; nil if there can be none.
  package init(
    catalog: BuiltInIntentCatalog,
    tracking: any TimeTracking,
    timeZone: TimeZone,
    rules: TimeRules = TimeRules(),
    uptimeSource: (any UptimeSource)? = nil,
    includesLocalTimes: Bool = true,
    readFile: @escaping @Sendable (_ path: String, _ parameter: String) throws -> [UInt8],
    exportOutput: ExportOutput = .inResult,
    reportService: any ReportService = NoReportService(),
    askAboutAbsence: @escaping @Sendable () -> Void = {},
    failedHooks: @escaping @Sendable () -> Int = { 0 },
    diagnoseConfiguration: (@Sendable (IntentEngine) async -> ConfigurationDiagnosis)? = nil
  ) {
    self.diagnoseConfiguration = diagnoseConfiguration
    self.catalog = catalog
    self.tracking = tracking
    days = LocalCalendar(
      timeZone: TimeZone(named: timeZone.identifier) ?? timeZone,
      dayStart: rules.dayStart,
      weekStart: rules.weekStart
    )
    self.rules = rules
    self.uptimeSource = uptimeSource
    self.includesLocalTimes = includesLocalTimes
    self.readFile = readFile
    self.exportOutput = exportOutput
    self.reportService = reportService
    self.askAboutAbsence = askAboutAbsence
    self.failedHooks = failedHooks
  }

  package func definitions() -> [IntentDefinition] { catalog.definitions }

  package func definition(of id: String) -> IntentDefinition? { catalog.definition(of: id) }

  package func check(
    _ arguments: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(Failure) {
    try catalog.check(arguments, of: definition, in: context, days)
  }

  package var capabilities: ProviderCapabilities { .idempotencyKeys }

  package func storedResult(for key: IdempotencyKey) async throws(Failure) -> IntentResult? {
    do {
      return try await tracking.read(now: .distantPast) { tracker in
        try tracker.storedResult(for: key)
      }
    } catch {
      throw failure(error, "", .distantPast)
    }
  }

  package func canRunInAtomicGroup(_ definition: IntentDefinition) -> Bool {
    !requiresOwnTransaction(definition)
  }

  private func requiresOwnTransaction(_ definition: IntentDefinition) -> Bool {
    catalog.entry(definition.id)?.type.requiresOwnTransaction ?? true
  }

  package func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(Failure) -> IntentResult {
    var group = CallGroupContext(rule: .untilFailure, now: { context.now }, source: context.source)
    (group.chain, group.collectsEvents) = (context.chain, context.collectsEvents)
    group.engine = context.engine
    let results = try await performGroup([call], in: group)
    guard let result = results.first else { throw .unknownIntent(call.definition.id, near: nil) }
    return try result.get()
  }

  package func performGroup(
    _ calls: [ValidatedCall],
    in context: CallGroupContext
  ) async throws(Failure) -> [Result<IntentResult, Failure>] {
    if let provider = await withConfigurationFindings(for: calls, context.engine) {
      return try await provider.performGroup(calls, in: context)
    }
    let calls = try group(calls, by: context.rule)
    let isReadOnly = calls.allSatisfy(isReadOnly)
    let context = isReadOnly ? context.truncatedToSeconds : context
    let start = context.now()
    do {
      if let first = calls.first, requiresOwnTransaction(first.definition) {
        try await tracking.flush()
      }
      if isReadOnly {
        return try await tracking.read(now: start) { tracker in
          try perform(calls, in: context, since: start, uptimeSource, &tracker)
        }
      }
      let position = calls.last?.position
      let origin = context.origin(of: "Batch", at: position, now: start)
      let uptimeLog = uptimeSource.map(TransactionalUptimeLog.init)
      let results = try await withPreparedFile(for: calls.first, in: context, now: start) {
        provider in
        try await tracking.write(origin) { tracker in
          try provider.perform(calls, in: context, since: start, uptimeLog, &tracker)
        }
      }
      if let uptimeLog {
        recordUptime(of: calls.prefix(results.count), in: uptimeLog, at: start)
        try uptimeLog.commit()
      }
      return results
    } catch let abort as GroupAbortError {
      return abort.results
    } catch {
      throw failure(error, calls.first?.definition.id ?? "", start)
    }
  }

  private func isReadOnly(_ call: ValidatedCall) -> Bool {
    guard let intent = catalog.entry(call.definition.id) else { return true }
    // A result is stored for the call's key, even if nothing else changes.
    return intent.isReadOnly || (call.key == nil && intent.type.isReadOnly(for: call.values))
  }

  /// Returns the longest prefix of the calls that can share one transaction.
  private func group(
    _ calls: [ValidatedCall],
    by rule: CallGroupFailurePolicy
  ) throws(Failure) -> [ValidatedCall] {
    let firstExclusive = calls.firstIndex { requiresOwnTransaction($0.definition) }
    if case .allOrNothing = rule {
      if let firstExclusive, calls.count > 1 {
        throw .atomicGroupUnsupported(calls[firstExclusive].definition.id)
      }
      return calls
    }
    return Array(calls.prefix(max(1, firstExclusive ?? calls.count)))
  }

  /// Performs calls in one transaction and returns their results.
  ///
  /// It stops at a failure if the policy requires that. Unless the group is atomic, it also stops
  /// when the commit of the first call has been delayed for too long.
  private func perform(
    _ calls: [ValidatedCall],
    in context: CallGroupContext,
    since start: Date,
    _ uptimeSource: (any UptimeSource)?,
    _ tracker: inout TimeTracker
  ) throws -> [Result<IntentResult, Failure>] {
    var results: [Result<IntentResult, Failure>] = []
    let isAtomic = if case .allOrNothing = context.rule { true } else { false }
    var failedCalls = context.failedCalls
    for (index, call) in calls.enumerated() {
      let now = results.isEmpty ? start : context.now()
      tracker.now = now
      do {
        var result = try perform(call, in: context, uptimeSource, &tracker)
        // The events of an atomic group are attached to the result of its last call.
        if context.collectsEvents, isAtomic ? index == calls.count - 1 : !result.isRepeated {
          let options = RecordResultOptions(now: now, timeZone: days.timeZone)
          result.events = try tracker.pendingChanges().events(options)
        }
        results.append(.success(result))
      } catch let error as SheetChangedError {
        throw error
      } catch {
        tracker.discardCall()
        results.append(.failure(failure(error, call, now)))
        switch context.rule {
        case .allOrNothing: throw GroupAbortError(results: results)
        case .untilFailure: return results
        case .each:
          if let position = call.position { failedCalls.append(position.index) }
          continue
        }
      }
      // An atomic group becomes one history entry. In a dry run, end each call on its own, so that
      // its plan shows only its own changes.
      if isAtomic, !isDryRun { continue }
      let hasChanges = tracker.transaction.entry != nil
      tracker.endCall(
        context.origin(
          of: call.definition.id,
          at: call.position,
          failedCalls: failedCalls,
          now: now
        )
      )
      if hasChanges { failedCalls = [] }
      if isAtomic { continue }
      if abs(now.timeIntervalSince(start)) >= Self.maximumCommitDelay { return results }
    }
    return results
  }

  /// The maximum delay in seconds before the first call of a group is committed.
  private static let maximumCommitDelay = 1.0

  private func perform(
    _ call: ValidatedCall,
    in context: CallGroupContext,
    _ uptimeSource: (any UptimeSource)?,
    _ tracker: inout TimeTracker
  ) throws -> IntentResult {
    guard let intent = catalog.entry(call.definition.id) else {
      throw Failure.unknownIntent(call.definition.id, near: nil)
    }
    if let key = call.key, let stored = try tracker.storedResult(for: key) {
      return isDryRun ? stored.asDryRun(call.values, []) : stored
    }
    try call.definition.checkSources(of: call.values, from: context.source)
    let resolver = try resolver(for: call, tracker)
    let performed = try intent.type.init(call.values, resolver)
    tracker.billedRecordAccess = context.source == .mcp ? .unlocked : .unlockedAndUnknown
    var intentContext = intentContext(for: call, in: context, uptimeSource, tracker)
    defer { tracker = intentContext.tracker }
    var result = try performed.result(in: &intentContext)
    result = intentContext.addingConfirmationNote(to: result).addingNotes(
      (resolver.notes + intentContext.notes).map(\.notice)
    )
    if intent.type.mayCauseOverlaps {
      result = try intentContext.resolveOverlaps(
        result,
        areNamed: intent.type.namesOverlaps,
        finishedAreNamed: call.values["at"] != nil
      )
    } else {
      // The next call of an atomic batch must not look for the overlaps of this call's records.
      _ = try intentContext.tracker.resolveOverlaps(.allow)
    }
    intentContext.saveReviewedTimer()
    if let key = call.key { intentContext.tracker.save(result, for: key) }
    if isDryRun, !intent.isReadOnly {
      result = result.asDryRun(
        try performed.displayedArguments(call.values, of: call.definition, intentContext.moments),
        try intentContext.tracker.pendingChanges().json(intentContext.resultOptions),
        needsConfirmation: intentContext.needsConfirmation
      )
    }
    let transaction = intentContext.tracker.transaction
    if intent.type.reportsSkippedFiles {
      result = result.reporting(transaction.skippedFiles())
    }
    result.dataRevision = transaction.lastEntry
    if !intent.isReadOnly { result.revision = transaction.entry }
    return result
  }

  private func failure(_ error: any Error, _ call: ValidatedCall, _ now: Date) -> Failure {
    guard let error = error as? TrackingError else {
      return failure(error, call.definition.id, now)
    }
    return error.failure(
      of: call,
      SentenceFormatter(now: now, days: days, rules: rules)
    )
  }

  /// Returns the failure of a call that an error ended.
  func failure(_ error: any Error, _ intent: String, _ now: Date) -> Failure {
    guard let error = error as? TrackingError else { return Failure(error, in: intent) }
    return error.failure(SentenceFormatter(now: now, days: days, rules: rules))
  }

  package func dryRunCopy() async -> (any IntentProvider)? {
    var dryRunProvider = BuiltInIntentProvider(
      catalog: catalog,
      tracking: await tracking.dryRunCopy(),
      timeZone: days.timeZone,
      rules: rules,
      uptimeSource: uptimeSource,
      includesLocalTimes: includesLocalTimes,
      readFile: readFile,
      exportOutput: exportOutput,
      reportService: reportService,
      askAboutAbsence: askAboutAbsence,
      diagnoseConfiguration: diagnoseConfiguration
    )
    dryRunProvider.isDryRun = true
    return dryRunProvider
  }
}

/// An error that rolls back the transaction of an atomic group.
private struct GroupAbortError: Error {
  let results: [Result<IntentResult, Failure>]
}
