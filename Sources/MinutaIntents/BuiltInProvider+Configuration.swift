import IntentKit

extension BuiltInProvider {
  /// Returns a provider that knows what is wrong with the configuration, which the doctor tells;
  /// nil where no call asks for that.
  func examined(for calls: [CheckedCall], _ engine: IntentEngine?) async -> BuiltInProvider? {
    guard configurationFindings == nil, let examineConfiguration, let engine,
      calls.contains(where: { catalogue.intent($0.definition.id)?.type == Doctor.self })
    else { return nil }
    var provider = self
    provider.configurationFindings = await examineConfiguration(engine)
    return provider
  }
}
