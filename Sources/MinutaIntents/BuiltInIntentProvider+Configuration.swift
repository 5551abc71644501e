import IntentKit

extension BuiltInIntentProvider {
  /// Returns a provider that knows what is wrong with the configuration, which the doctor tells;
  /// nil where no call asks for that.
  func withConfigurationFindings(for calls: [ValidatedCall], _ engine: IntentEngine?) async
    -> BuiltInIntentProvider?
  {
    guard configurationFindings == nil, let diagnoseConfiguration, let engine,
      calls.contains(where: { catalog.entry($0.definition.id)?.type == DoctorIntent.self })
    else { return nil }
    var provider = self
    provider.configurationFindings = await diagnoseConfiguration(engine)
    return provider
  }
}
