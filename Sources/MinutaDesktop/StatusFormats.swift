import IntentKit

/// All status formats.
package enum StatusFormats {
  package static let all: [any StatusFormat] = [
    JSONStatusFormat(),
    WaybarStatusFormat(),
  ]

  /// Returns the format with this name.
  package static func named(_ name: String) throws(DesktopError) -> any StatusFormat {
    if let format = all.first(where: { $0.name == name }) { return format }
    throw .unknownFormat(name, near: TypoSuggestion.closest(to: name, in: all.map(\.name)))
  }
}
