package import IntentKit

/// All status formats that Minuta supports.
package enum StatusFormats {
  package static let all: [any StatusFormat] = [
    I3barStatusFormat(),
    I3blocksStatusFormat(),
    JSONStatusFormat(),
    LineStatusFormat(),
    PlainStatusFormat(),
    PolybarStatusFormat(),
    StarshipStatusFormat(),
    TmuxStatusFormat(),
    WaybarStatusFormat(),
    XmobarStatusFormat(),
  ]

  /// Returns the status format with this name.
  ///
  /// - Throws: `Failure.unknownFormat` if there is none.
  package static func named(_ name: String) throws(Failure) -> any StatusFormat {
    if let format = all.first(where: { $0.name == name }) { return format }
    throw .unknownFormat(name, near: TypoSuggester.closest(to: name, in: all.map(\.name)))
  }
}
