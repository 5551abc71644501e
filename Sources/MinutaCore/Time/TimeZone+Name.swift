package import Foundation

extension TimeZone {
  /// Creates a time zone by name.
  ///
  /// All names for UTC, such as `GMT` and `Etc/UTC`, create the same time zone.
  package init?(named name: String) {
    if Self.namesOfUTC.contains(name) {
      self = .gmt
    } else {
      self.init(identifier: name)
    }
  }

  /// The IANA name of the time zone, except that UTC is always called `UTC`.
  ///
  /// Foundation calls it `GMT`, and Linux calls it `Etc/UTC`.
  package var name: String { Self.name(for: identifier) }

  /// Returns the name that Minuta uses for a time zone: `UTC` for all names of UTC, else the same
  /// name.
  package static func name(for name: String) -> String {
    namesOfUTC.contains(name) ? "UTC" : name
  }

  private static let namesOfUTC: Set = [
    "UTC", "Etc/UTC", "GMT", "Etc/GMT", "UCT", "Etc/UCT", "Universal", "Etc/Universal", "Zulu",
    "Etc/Zulu", "Greenwich", "Etc/Greenwich", "GMT0", "Etc/GMT0", "GMT+0", "Etc/GMT+0", "GMT-0",
    "Etc/GMT-0",
  ]
}
