import Foundation
import IntentKit
import MinutaCore
import MinutaExport

/// A file that another program made before the transaction of the call that needs it.
///
/// The program may take seconds, so it must not run while the store is locked.
enum PreparedFile: Sendable {
  /// The image that a call attaches.
  case image(ResizedImage)
  /// The sheet that a call writes.
  case sheet(PreparedSheet)
}

/// An error that rolls back a transaction, because the sheet that was made before it isn't that of
/// the records any more.
struct SheetChangedError: Error {}

extension BuiltInIntentProvider {
  /// Calls `body` with a copy of the provider that has the file which a call needs, and again if the
  /// file turns out to be of an earlier state.
  func withPreparedFile<Result>(
    for call: ValidatedCall?,
    in context: CallGroupContext,
    now: Date,
    _ body: (BuiltInIntentProvider) async throws -> Result
  ) async throws -> Result {
    var provider = self
    for _ in 0..<Self.attempts {
      provider.preparedFile = try await preparedFile(for: call, in: context, now: now)
      provider.preparesSheetsAgain = true
      do { return try await body(provider) } catch is SheetChangedError {}
    }
    // The records change all the time, so make the sheet while the store is locked.
    provider.preparesSheetsAgain = false
    return try await body(provider)
  }

  private static let attempts = 3

  /// Returns the file that a call needs from another program; nil if it needs none.
  private func preparedFile(
    for call: ValidatedCall?,
    in context: CallGroupContext,
    now: Date
  ) async throws -> PreparedFile? {
    guard !isDryRun, let call else { return nil }
    switch catalog.entry(call.definition.id)?.type {
    case is AttachImageIntent.Type:
      try call.definition.checkSources(of: call.values, from: context.source)
      let image = try await tracking.read(now: now) { tracker in
        try AttachImageIntent(call.values, resolver(for: call, tracker)).image()
      }
      return .image(ResizedImage(image.bytes, image.format, by: reportService))
    case is MakeInvoiceIntent.Type:
      guard let sheet = try await sheet(of: call, in: context, now: now) else { return nil }
      return .sheet(try PreparedSheet(sheet.sheet, sheet.format, by: reportService))
    default: return nil
    }
  }

  /// Returns the sheet that a call writes in a format which another program makes; nil for any other
  /// call, and for one that will fail or whose result is stored.
  private func sheet(
    of call: ValidatedCall,
    in context: CallGroupContext,
    now: Date
  ) async throws -> (sheet: Sheet, format: ReportFormat)? {
    try await tracking.read(now: now) { tracker in
      if let key = call.key, try tracker.storedResult(for: key) != nil { return nil }
      let intent = try MakeInvoiceIntent(call.values, resolver(for: call, tracker))
      guard let format = try intent.preparedFormat else { return nil }
      let intentContext = intentContext(for: call, in: context, nil, tracker)
      guard let sheet = try? intent.sheet(in: intentContext) else { return nil }
      return (sheet, format)
    }
  }
}
