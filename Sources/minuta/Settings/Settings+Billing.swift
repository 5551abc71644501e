import IntentKit
import JSONText
import MinutaCore
import MinutaExport

extension Settings {
  /// The words of reports and sheets by language and by the English ones.
  var sheetWords: [String: [String: String]] {
    (json["words"]?.object?.withoutComment.members ?? []).reduce(into: [:]) { words, language in
      words[language.key] = (language.value.object?.withoutComment.members ?? []).reduce(into: [:])
      {
        $0[$1.key] = $1.value.string
      }
    }
  }

  /// The rules for rates and invoices that the settings define.
  var billingRules: BillingRules {
    var rules = BillingRules()
    rules.rates = (json["rates"]?.array ?? []).compactMap(HourlyRate.init)
    guard let invoice = json["invoice"] else { return rules }
    rules.sender = invoice["from"]?.strings ?? []
    rules.clients = (invoice["to"]?.object?.withoutComment.members ?? []).map {
      BillingRules.Client($0.key, $0.value.strings)
    }
    let tax = invoice["tax"]
    if let name = tax?["name"]?.string, let percent = tax?["percent"]?.decimal {
      rules.tax = BillingRules.Tax(name, percent)
    }
    rules.terms = invoice["terms"]?.string
    rules.header = invoice["header"]?.string ?? ""
    rules.footer = invoice["footer"]?.string ?? ""
    rules.numbers = invoice["number"]?.string.flatMap(InvoiceNumberPattern.init) ?? .standard
    return rules
  }
}

extension HourlyRate {
  fileprivate init?(_ json: JSONValue) {
    guard let amount = json["rate"]?.decimal,
      let currency = json["currency"]?.string.flatMap(Currency.init)
    else { return nil }
    self.init(
      tag: json["tag"]?.string,
      amount,
      currency,
      from: json["from"]?.day,
      to: json["to"]?.day
    )
  }
}

extension JSONValue {
  /// The problem of the first word that no report or sheet has; nil if there is none.
  var wordProblem: ValidationError? {
    for language in self["words"]?.object?.withoutComment.members ?? [] {
      let known = ReportWords.languages.values.first.map { Array($0.keys) } ?? []
      let words = language.value.object?.withoutComment.members ?? []
      for word in words where !known.contains(word.key) {
        let near = TypoSuggester.closest(to: word.key, in: known)
        let place = JSONPointer(["words", language.key, word.key])
        return ValidationError(place, .unknownName(near: near))
      }
    }
    return nil
  }

  /// The text of a string, or of a number as it is in the file; nil for other values.
  var literal: String? {
    if case .number(let number) = self { number.text } else { string }
  }

  fileprivate var decimal: DecimalNumber? { literal.flatMap { DecimalNumber($0) } }

  fileprivate var day: Int? { string.flatMap(TimeRules.days)?.lowerBound }

  fileprivate var strings: [String] { (array ?? []).compactMap(\.string) }
}
