import IntentKit

extension Collection {
  /// Returns the element with a name that the user gave.
  ///
  /// - Parameters:
  ///   - nameOf: returns the name of an element.
  ///   - failure: returns the failure for a name that no element has, given the most similar one.
  func named(
    _ name: String,
    by nameOf: (Element) -> String,
    or failure: (_ name: String, _ near: String?) -> Failure
  ) throws(Failure) -> Element {
    if let element = first(where: { nameOf($0) == name }) { return element }
    throw failure(name, TypoSuggester.closest(to: name, in: map(nameOf)))
  }
}
