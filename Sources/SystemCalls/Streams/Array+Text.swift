extension [String] {
  /// Returns the strings with a separator between them.
  ///
  /// `joined` looks up generic types at run time, which takes a tenth of the instructions of `status`,
  /// so the code that `start`, `status` and `summary` run calls this function instead.
  package func text(separator: String) -> String {
    dropFirst().reduce(into: first ?? "") { $0 += separator + $1 }
  }
}
