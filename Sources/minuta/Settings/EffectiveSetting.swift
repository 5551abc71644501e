import Foundation
import IntentKit
import JSONText
import MinutaCore

/// A setting with the value that applies, and where the value comes from.
struct EffectiveSetting {
  enum Origin: Equatable {
    case standard
    case file
    /// An environment variable or a flag, by its name.
    case named(String)
  }

  let key: String
  /// The value; nil if the setting has none.
  let value: JSONValue?
  let origin: Origin

  /// Returns all settings, in the order of the schema.
  static func all(
    _ settings: Settings,
    _ global: GlobalFlags,
    _ environment: Environment
  ) throws(Failure) -> [EffectiveSetting] {
    var found: [EffectiveSetting] = []
    for member in Settings.properties.members {
      if member.key == "store" {
        found.append(try store(settings, global, environment))
      } else if let value = settings.json[member.key] {
        found.append(EffectiveSetting(key: member.key, value: value, origin: .file))
      } else if member.key == "timeZone" {
        found.append(timeZone(environment))
      } else {
        let value = member.value["default"]
        found.append(EffectiveSetting(key: member.key, value: value, origin: .standard))
      }
    }
    return found
  }

  private static func store(
    _ settings: Settings,
    _ global: GlobalFlags,
    _ environment: Environment
  ) throws(Failure) -> EffectiveSetting {
    let location = try DataDirectoryLocation(
      flag: global.store,
      settings: settings,
      environment
    )
    let origin: Origin =
      switch location.source {
      case .flag, .environment: .named(location.source.rawValue)
      case .settings: .file
      case .standard: .standard
      }
    return EffectiveSetting(key: "store", value: .string(location.path), origin: origin)
  }

  private static func timeZone(_ environment: Environment) -> EffectiveSetting {
    let isNamed = environment.variables["TZ"] != nil && environment.unknownTimeZone == nil
    return EffectiveSetting(
      key: "timeZone",
      value: .string(environment.timeZone.name),
      origin: isNamed ? .named("TZ") : .standard
    )
  }

  /// The value as text; an empty text if there is none.
  var text: String { value.map(Self.text) ?? "" }

  /// Returns a value as text: a string as it is, any other value as JSON.
  static func text(_ value: JSONValue) -> String { value.string ?? value.text() }

  var originText: String {
    switch origin {
    case .standard: "default"
    case .file: "file"
    case .named(let name): name
    }
  }

  var json: JSONValue {
    ["key": .string(key), "value": value ?? .null, "origin": .string(originText)]
  }
}
