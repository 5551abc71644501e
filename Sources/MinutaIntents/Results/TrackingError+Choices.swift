import Foundation
import IntentKit
import JSONText
import MinutaCore

extension TrackingError {
  /// The error as one of a call, with what to choose from where that would help.
  func intentError(of call: ValidatedCall, formatter: SentenceFormatter) -> IntentError {
    let error = intentError(formatter: formatter)
    guard
      case .failed(let failure) = error, let (choices, typed) = choices(formatter),
      let parameter = call.parameter(typed: typed)
    else { return error }
    return .needsValue(parameter: parameter, schema: Choice.schema(of: choices), failure)
  }

  /// What a word may mean that means several things.
  private func choices(_ formatter: SentenceFormatter) -> (choices: [Choice], typed: String)? {
    switch self {
    case .tagAmbiguous(let name, let tags):
      let choices = tags.map { tag in
        let state = tag.isArchived ? "archived, " : ""
        let title = "\(tag.name.quoted), \(state)made \(formatter.moment(tag.createdAt))"
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
  /// The choices, those with one title told apart by what they stand for.
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
  /// The parameter that a word was given for, or the record that was not named at all.
  fileprivate func parameter(typed: String) -> String? {
    let names = definition.properties.keys
    let given = names.first { values[$0]?.string.flatMap(TagName.normalized) == typed }
    return given ?? names.first { $0 == "record" && values[$0] == nil }
  }
}
