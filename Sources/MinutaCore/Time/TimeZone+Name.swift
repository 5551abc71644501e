package import Foundation

extension TimeZone {
  /// Creates a time zone by name.
  ///
  /// All names of UTC create the same zone.
  package init?(named name: String) {
    if Self.namesOfUTC.contains(name) {
      self = .gmt
    } else {
      self.init(identifier: name)
    }
  }

  /// The IANA name, or `UTC` for UTC, which Foundation calls `GMT` and Linux `Etc/UTC`.
  package var name: String { Self.name(for: identifier) }

  /// Returns the name that Minuta uses for a zone: `UTC` for all names of UTC, else the same name.
  package static func name(for name: String) -> String {
    namesOfUTC.contains(name) ? "UTC" : name
  }

  private static let namesOfUTC: Set = [
    "UTC", "Etc/UTC", "GMT", "Etc/GMT", "UCT", "Etc/UCT", "Universal", "Etc/Universal", "Zulu",
    "Etc/Zulu", "Greenwich", "Etc/Greenwich", "GMT0", "Etc/GMT0", "GMT+0", "Etc/GMT+0", "GMT-0",
    "Etc/GMT-0",
  ]
}
