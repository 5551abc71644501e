import Foundation
import IntentKit
import MinutaCore

extension BuiltInIntentProvider {
  /// Returns a copy of the provider with the image that a call attaches, resized.
  ///
  /// Another program may take seconds for that, so it must not run while the store is locked.
  func withResizedImage(
    for call: ValidatedCall?,
    from source: CallSource,
    now: Date
  ) async throws -> BuiltInIntentProvider {
    guard !isDryRun, let call, catalog.entry(call.definition.id)?.type == AttachImageIntent.self
    else { return self }
    try call.definition.checkSources(of: call.values, from: source)
    let image = try await tracking.read(now: now) { [days, readFile] tracker in
      let resolver = try ArgumentResolver(
        call.values,
        now: now,
        days: days,
        tracker: tracker,
        readFile: readFile
      )
      return try AttachImageIntent(call.values, resolver).image()
    }
    var provider = self
    provider.resizedImage = ResizedImage(image.bytes, image.format, by: reportService)
    return provider
  }
}
