import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaIntents

/// Finds the labels that may come next on a command line, the most frequent first.
struct LabelCompleter {
  private let program: Program
  private let global: GlobalFlags

  init(_ program: Program, _ global: GlobalFlags) {
    self.program = program
    self.global = global
  }

  /// The number of days whose labels are offered, because reading all comments would take longer.
  private static let days = 90

  /// Returns labels such as `client=Acme` after the mark with which a word begins, if it does.
  ///
  /// - Parameter word: the beginning of the label.
  func labels(for word: String) async -> [String] {
    let mark = Self.mark(of: word)
    return await totals().flatMap { label in
      let values = label.values.map { Candidate("\(label.key)=\($0.value)", $0.records) }
      let records = label.records - values.map(\.records).reduce(0, +)
      return (records > 0 ? [Candidate(label.key, records)] : []) + values
    }
    .sorted { ($1.records, $0.text) < ($0.records, $1.text) }
    .map { mark + $0.text }
  }

  /// Returns the keys of labels, such as `+client`, after the mark with which a word begins.
  func keys(for word: String) async -> [String] {
    let mark = Self.mark(of: word)
    return await totals().map { "\(mark.isEmpty ? "+" : mark)\($0.key)" }
  }

  /// Returns filters that begin with a text and end in a condition.
  ///
  /// - Parameter text: the beginning of the filter, such as `tag:Work and +cl`.
  func filters(for text: String) async -> [String] {
    let last = text.lastIndex { $0 == " " || $0 == "(" }
    let start = last.map { text.index(after: $0) } ?? text.startIndex
    let word = String(text[start...])
    var found: [String] = []
    if word.isEmpty || !Self.mark(of: word).isEmpty {
      found += await labels(for: word.isEmpty ? "+" : word)
    }
    if Self.mark(of: word).isEmpty {
      found += start == text.startIndex ? [] : ["and", "or"]
      found += ["not", "untagged", "running", "image"]
      found += RangePhrase.commonWords.map { "in:\($0)" }
      // Names with a space would need quotes inside of those of the shell.
      let tags = await EntityCompleter(program, global).tags()
      found += tags.filter { !$0.contains(" ") }.map { "tag:\($0)" }
    }
    return found.map { text[..<start] + $0 }
  }

  /// Returns the mark with which a word begins; an empty text if there is none.
  static func mark(of word: String) -> String {
    word.unicodeScalars.first.flatMap { Label.marks.contains($0) ? String($0) : nil } ?? ""
  }

  private struct Candidate {
    let text: String
    let records: Int

    init(_ text: String, _ records: Int) {
      self.text = text
      self.records = records
    }
  }

  /// Returns the labels of the last days.
  private func totals() async -> [ListLabelsIntent.LabelResult] {
    let clock = LocalTimeConverter(timeZone: program.environment.timeZone)
    let today = clock.time(at: program.environment.now())
    let first = CivilTime(day: today.daysSince1970 - Self.days)
    let range = "\(first.dateText)/\(today.dateText)"
    let call = IntentCall("ListLabels", with: ["range": .string(range)])
    return await program.result(of: call, as: ListLabelsIntent.Result.self, global)?.labels ?? []
  }
}
