import IntentKit

extension BuiltInIntentProvider {
  /// Returns a copy of the provider with the problems found in the user's configuration.
  ///
  /// - Returns: Nil if the problems aren't needed, because `Doctor` isn't called, or if they are
  ///   known already or can't be found.
  func withConfigurationFindings(for calls: [ValidatedCall], _ engine: IntentEngine?) async
    -> BuiltInIntentProvider?
  {
    guard configurationDiagnosis == nil, let diagnoseConfiguration, let engine,
      calls.contains(where: { catalog.entry($0.definition.id)?.type == DoctorIntent.self })
    else { return nil }
    var provider = self
    provider.configurationDiagnosis = await diagnoseConfiguration(engine)
    return provider
  }
}
