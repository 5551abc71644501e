import IntentKit

extension BuiltInIntentProvider {
  /// Returns a copy of the provider that holds the problems of the configuration.
  ///
  /// Only `Doctor` reports them; nil if none of the calls is `Doctor`.
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
