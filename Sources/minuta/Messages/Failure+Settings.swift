import IntentKit
import JSONText
import SystemCalls

/// The failures of `minuta config`.
extension Failure {
  /// The failure of a change that would make the settings invalid.
  static func invalidSetting(_ problem: ValidationError) -> Failure {
    Failure(
      .badInput,
      code: "invalidSetting",
      message: problem.sentence(saying: "setting"),
      data: ["path": .string(problem.pointer.description)]
    )
  }

  /// Returns the failure of a command line that began with an alias, with what the alias stands for.
  func naming(alias: String, _ words: [String]) -> Failure {
    explained(["Alias    \(alias) = \(words.map(\.quotedForShell).joined(separator: " "))"])
  }

  static func unknownSetting(_ key: String, near: String?) -> Failure {
    Failure(
      .badInput,
      code: "unknownSetting",
      message: "There is no setting \(key.quoted)\(near.suggestion)."
    )
  }

  /// The failure of a setting and a value without `set`.
  static func settingWithoutAction(_ key: String, _ value: String) -> Failure {
    let line = "config set \(key) \(value.quotedForShell)"
    return usage("The action is missing. Change the setting as follows.".suggesting(line))
  }

  static let settingsChangedMeanwhile = Failure(
    .badInput,
    code: "invalidSetting",
    message: "Another program changed the settings meanwhile."
  )

  /// The failure of setting a list, or an item of one whose items have no names.
  static func listNeedsNumber(_ list: String) -> Failure {
    Failure(
      .badInput,
      code: "unknownSetting",
      message:
        "\(list.quoted) is a list. Set an item by its number, such as '\(list).0', or the whole "
        + "list as JSON."
        + (Settings.example(of: list).map {
          " An item also has a name.".suggesting("config set \($0)")
        } ?? "")
    )
  }

  /// The failure of a name that several items of a list have.
  static func severalListItems(_ list: String, _ key: JSONPointer, _ numbers: [Int]) -> Failure {
    let names = numbers.map { "'\(list).\($0)'" }.joined(separator: " and ")
    return Failure(
      .badInput,
      code: "unknownSetting",
      message: "\(key.dotted.quoted) names \(names). Use a number."
    )
  }

  /// The failure of setting an item of a list that is too short.
  static func missingListItem(_ key: JSONPointer) -> Failure {
    Failure(
      .badInput,
      code: "unknownSetting",
      message: "There is no item \(key.dotted.quoted). Set the whole list."
    )
  }

  /// The failure of changing the data folder, which has a command of its own.
  static func settingOfStorage(isRemoved: Bool) -> Failure {
    Failure(
      .badInput,
      code: "invalidSetting",
      message: "'store' has a command of its own, which checks the folder first."
        .suggesting(line: isRemoved ? "minuta storage --reset" : "minuta storage PATH")
    )
  }
}
