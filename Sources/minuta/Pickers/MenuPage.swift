import MinutaDesktop

/// A page of a menu: a question, and the step that follows each answer.
struct MenuPage {
  /// A row, and the step that follows if it is chosen.
  struct Row {
    let text: String
    let next: MenuStep

    init(_ text: String, _ next: MenuStep) {
      (self.text, self.next) = (text, next)
    }
  }

  let prompt: String
  let rows: [Row]
  /// Returns the step that follows a typed text; nil if none may be typed.
  var typed: ((String) -> MenuStep)? = nil

  var question: PickerQuestion {
    PickerQuestion(prompt, rows: rows.map(\.text), allowsTyping: typed != nil)
  }

  /// Returns the step that follows an answer; nil if there is none.
  func next(after answer: PickerAnswer) -> MenuStep? {
    switch answer {
    case .row(let index): rows.indices.contains(index) ? rows[index].next : nil
    case .typed(let text): typed?(text)
    }
  }
}
