import SystemCalls

extension String {
  /// The text without characters that control a terminal or the direction of texts; line breaks stay.
  var reportText: String {
    var filter = ControlCharacterFilter()
    let text = filter.text(self)
    if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
    let shown = text.unicodeScalars.filter {
      $0 == "\n" || $0 == "\t" || !$0.isControlOrBidirectional
    }
    return String(String.UnicodeScalarView(shown))
  }
}
