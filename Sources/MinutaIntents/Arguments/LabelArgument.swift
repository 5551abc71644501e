import IntentKit
import JSONText
import MinutaCore

/// A label, such as `billable` or `ticket=R-12`.
struct LabelArgument: ResolvedArgument {
  static let format = "label"

  let label: Label

  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws {
    guard let label = Label(parsing: text) else {
      let expected = "a label such as billable, ticket=R-12 or 'client=R and D'"
      throw Failure.invalidFormat(text, at: pointer, expected: expected)
    }
    self.label = label
  }

  var json: JSONValue { .string(label.text) }
}

extension [LabelArgument]? {
  /// The labels; empty if the call has no such argument.
  var labels: [Label] { self?.map(\.label) ?? [] }
}
