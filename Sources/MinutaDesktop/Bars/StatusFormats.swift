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
    try all.named(name, by: { $0.name }, or: Failure.unknownFormat)
  }
}
