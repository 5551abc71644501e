import Foundation
import IntentKit
import JSONText
import MinutaCore

extension TrackingError {
  /// Returns the failure of a call.
  ///
  /// If the name of a tag or record was ambiguous, the failure offers choices for the argument that
  /// contains the name.
  func failure(of call: ValidatedCall, _ formatter: SentenceFormatter) -> Failure {
    let failure = failure(formatter)
    guard let (choices, typed) = choices(formatter), let parameter = call.parameter(typed: typed)
    else { return failure }
    return failure.requesting(parameter, schema: InputChoice.schema(of: choices))
  }

  /// Returns the choices for an ambiguous name and the text that was typed; nil for any other
  /// error.
  private func choices(_ formatter: SentenceFormatter) -> (choices: [InputChoice], typed: String)? {
    switch self {
    case .tagAmbiguous(let name, let tags):
      let choices = tags.map { tag in
        let state = tag.isArchived ? "archived, " : ""
        let title = "\(tag.name.quoted), \(state)created \(formatter.moment(tag.createdAt))"
        return InputChoice(value: .string(tag.id.uuidString), title: title)
      }
      return (choices.disambiguated, name)
    case .recordAmbiguous(let text, let records):
      let choices = records.prefix(20).map { record in
        InputChoice(value: .string(record.record.id.uuidString), title: formatter.record(record))
      }
      return (choices.disambiguated, text)
    default: return nil
    }
  }
}

extension [InputChoice] {
  /// The choices, with the id added to titles that occur more than once.
  fileprivate var disambiguated: [InputChoice] {
    let counts = Dictionary(grouping: self, by: \.title).mapValues(\.count)
    return map { choice in
      if counts[choice.title] == 1 { return choice }
      return InputChoice(
        value: choice.value,
        title: "\(choice.title) (\(choice.value.string ?? choice.value.text()))"
      )
    }
  }
}

extension ValidatedCall {
  /// Returns the parameter whose value is the typed text.
  ///
  /// If there is none, returns `record`, provided that the intent has this parameter and the call
  /// doesn't set it.
  fileprivate func parameter(typed: String) -> String? {
    let names = definition.properties.keys
    let given = names.first { values[$0]?.string.flatMap(TagName.normalized) == typed }
    return given ?? names.first { $0 == "record" && values[$0] == nil }
  }
}
