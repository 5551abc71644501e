import MinutaCore

extension ImportedLabel {
  /// Returns the labels in a text and their positions, from left to right.
  static func all(in text: String) -> [(label: ImportedLabel, range: Range<String.Index>)] {
    LabelScanner(text).map { label, range in
      (
        ImportedLabel(
          label.key,
          label.value.map { ImportedLabel.unescaped($0.unicodeScalars[...]) }
        ), range
      )
    }
  }
}
