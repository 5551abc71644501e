import Foundation
import IntentKit
import JSONText

/// A call of a built-in intent.
protocol BuiltInIntent: EmbeddedIntent {
  /// Whether a call can't share a transaction with other calls.
  ///
  /// This is true for an intent that sees only committed changes, or that moves files which other
  /// calls may need.
  static var requiresOwnTransaction: Bool { get }

  /// Whether the intent adds records or changes their times, so that records may overlap
  /// afterwards.
  static var mayCauseOverlaps: Bool { get }

  /// Whether the answer names overlaps even if the user's settings allow them.
  static var namesOverlaps: Bool { get }

  /// Whether a call shows that the user is at the computer, so that the uptime log is updated.
  static var recordsUptime: Bool { get }

  /// Whether results list the files that were skipped as unusable.
  static var reportsSkippedFiles: Bool { get }

  /// The parameter without which a call changes nothing; nil if the intent has no such parameter.
  static var changingParameter: String? { get }

  /// Returns whether a call with these arguments changes nothing, even if the intent can make
  /// changes.
  static func isReadOnly(for arguments: JSONObject) -> Bool

  /// The arguments of the call.
  var parameters: Parameters { get }

  /// Checks that the arguments can be combined, before the store is opened.
  ///
  /// - Throws: `Failure.invalidValue`.
  func validate(now: Date) throws(Failure)

  /// Performs the call.
  ///
  /// - Throws: `TrackingError`, or `Failure` if the arguments can't be combined.
  func perform(in context: inout IntentContext) throws -> IntentOutput<Result>
}

extension BuiltInIntent {
  static var requiresOwnTransaction: Bool { false }
  static var reportsSkippedFiles: Bool { true }
  static var mayCauseOverlaps: Bool { false }
  static var namesOverlaps: Bool { false }
  static var recordsUptime: Bool { false }
  static var changingParameter: String? { nil }

  func validate(now: Date) throws(Failure) {}

  /// Creates a call from arguments, which the resolver resolves.
  init(_ arguments: JSONObject, _ resolver: ArgumentResolver) throws {
    self.init(parameters: try resolver.resolve(arguments))
  }

  /// Performs the call and encodes its result.
  func result(in context: inout IntentContext) throws -> IntentResult {
    try perform(in: &context).encoded()
  }

  static func isReadOnly(for arguments: JSONObject) -> Bool {
    guard let changingParameter else { return false }
    return arguments[changingParameter].map { $0 == .bool(false) } ?? true
  }

  /// The arguments as they are shown in a dry run's plan.
  ///
  /// Contents of files are left out. Times are shown as the instants in `moments`.
  func displayedArguments(
    _ arguments: JSONObject,
    of definition: IntentDefinition,
    _ moments: JSONObject
  ) throws -> JSONObject {
    let resolved = try JSONValue(encoding: parameters).object ?? [:]
    return arguments.keys.reduce(into: [:]) { shown, name in
      if definition.properties[name]?["x-minuta-type"] == "base64" { return }
      shown[name] = moments[name] ?? resolved[name]
    }
  }
}
