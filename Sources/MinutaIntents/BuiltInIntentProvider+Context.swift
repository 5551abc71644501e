import IntentKit
import JSONText
import MinutaCore

extension BuiltInIntentProvider {
  /// Returns the resolver of a call's arguments.
  func resolver(
    for call: ValidatedCall,
    _ tracker: TimeTracker
  ) throws(Failure) -> ArgumentResolver {
    try ArgumentResolver(
      call.values,
      now: tracker.now,
      days: days,
      tracker: tracker,
      readFile: readFile
    )
  }

  /// Returns the context in which a call is performed.
  func intentContext(
    for call: ValidatedCall,
    in context: CallGroupContext,
    _ uptimeSource: (any UptimeSource)?,
    _ tracker: TimeTracker
  ) -> IntentContext {
    var intentContext = IntentContext(
      tracker: tracker,
      days: days,
      rules: rules,
      uptimeSource: uptimeSource,
      isDryRun: isDryRun,
      source: context.source,
      batchRunID: call.position.map { BatchStep($0).runID },
      exportOutput: exportOutput,
      reportService: reportService,
      askAboutAbsence: askAboutAbsence,
      isTriggeredByHook: !context.chain.hooks.isEmpty,
      includesLocalTimes: includesLocalTimes || call.key != nil || context.chain.run != nil,
      isConfirmed: call.values["confirm"]?.bool ?? false
    )
    intentContext.configurationDiagnosis = configurationDiagnosis ?? ConfigurationDiagnosis()
    intentContext.failedHooks = failedHooks
    intentContext.preparedFile = preparedFile
    intentContext.preparesSheetsAgain = preparesSheetsAgain
    return intentContext
  }
}
