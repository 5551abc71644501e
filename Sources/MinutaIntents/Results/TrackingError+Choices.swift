import Foundation
import IntentKit
import JSONText
import MinutaCore

extension TrackingError {
  /// Returns the error of a call, with choices if the argument was ambiguous.
  func intentError(of call: ValidatedCall, formatter: SentenceFormatter) -> IntentError {
    let error = intentError(formatter: formatter)
    guard
      case .failed(let failure) = error, let (choices, typed) = choices(formatter),
      let parameter = call.parameter(typed: typed)
    else { return error }
    return .needsValue(parameter: parameter, schema: Choice.schema(of: choices), failure)
  }

  /// Returns the candidates for an ambiguous name.
  private func choices(_ formatter: SentenceFormatter) -> (choices: [Choice], typed: String)? {
    switch self {
    case .tagAmbiguous(let name, let tags):
      let choices = tags.map { tag in
        let state = tag.isArchived ? "archived, " : ""
        let title = "\(tag.name.quoted), \(state)created \(formatter.moment(tag.createdAt))"
        return Choice(value: .string(tag.id.uuidString), title: title)
      }
      return (choices.disambiguated, name)
    case .recordAmbiguous(let text, let records):
      let choices = records.prefix(20).map { record in
        Choice(value: .string(record.record.id.uuidString), title: formatter.record(record))
      }
      return (choices.disambiguated, text)
    default: return nil
    }
  }
}

extension [Choice] {
  /// The choices, with the id added to titles that occur more than once.
  fileprivate var disambiguated: [Choice] {
    let counts = Dictionary(grouping: self, by: \.title).mapValues(\.count)
    return map { choice in
      if counts[choice.title] == 1 { return choice }
      return Choice(
        value: choice.value,
        title: "\(choice.title) (\(choice.value.string ?? choice.value.text()))"
      )
    }
  }
}

extension ValidatedCall {
  /// Returns the parameter with this text as its value, or `record` if the call doesn't have it.
  fileprivate func parameter(typed: String) -> String? {
    let names = definition.properties.keys
    let given = names.first { values[$0]?.string.flatMap(TagName.normalized) == typed }
    return given ?? names.first { $0 == "record" && values[$0] == nil }
  }
}
