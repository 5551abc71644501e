package import IntentKit
import JSONText
import SystemCalls

/// The failures of key maps, of status formats, and when a key is pressed.
extension Failure {
  /// The failure of a key map whose file doesn't exist.
  static func keyMapNotFound(_ file: String) -> Failure {
    Failure(
      .badInput,
      code: keyMapNotFoundCode,
      message: "There is no key map at '\(file)'. Write one to begin with.".suggesting("keys init"),
      data: ["file": .string(file)]
    )
  }

  package static let keyMapNotFoundCode = "keyMapNotFound"

  static func unreadableKeyMap(_ file: String, _ error: SystemError) -> Failure {
    Failure(
      .badInput,
      code: "unreadableKeyMap",
      message: "Can't read the key map '\(file)': \(error.reason).",
      data: ["file": .string(file)]
    )
  }

  /// The failure of a key map that another user could change.
  ///
  /// - Parameter untrustedPath: the file, or a folder above it, that another user owns or can write.
  static func insecureKeyMap(_ file: String, untrustedPath: String) -> Failure {
    Failure(
      .badInput,
      code: "untrustedKeyMap",
      message: FileOwnershipChecker.sentence(for: "'\(file)'", untrustedPath: untrustedPath),
      data: ["file": .string(file), "untrustedPath": .string(untrustedPath)]
    )
  }

  /// The failure of a key map with invalid content.
  static func malformedKeyMap(_ location: KeyMapLocation, _ problem: KeyMapError) -> Failure {
    Failure(
      .badInput,
      code: "malformedKeyMap",
      message: "\(location.file):\(location.line): " + problem.sentence(at: location.pointer),
      data: [
        "file": .string(location.file), "line": .number(JSONNumber(location.line)),
        "path": .string(location.pointer.description),
      ]
    )
  }

  /// The failure of a key map without a key of this slug; `near` is a similar slug.
  static func unknownSlug(_ slug: String, file: String, near: String?) -> Failure {
    Failure(
      .badInput,
      code: "unknownSlug",
      message: "The key map '\(file)' has no key \(slug.quoted)\(near.suggestion). "
        + "Add it there, or remove its binding.".suggesting("keys install HOST"),
      data: ["file": .string(file)]
    )
  }

  /// The failure of a path of `minuta` with characters that a shell or a key binding program would
  /// interpret.
  static func unsafeProgramPath(_ path: String) -> Failure {
    Failure(
      .badInput,
      code: "unsafeProgramPath",
      message:
        "\(path.quoted) can't be used in key bindings or hooks. Use an absolute path (a symbolic "
        + "link works too) of at most \(ProgramPath.limit) characters: letters, digits and "
        + "_ . / + - only.",
      data: ["file": .string(path)]
    )
  }

  /// The failure of a key binding program that isn't supported; `near` is a similar name.
  static func unknownHost(_ name: String, near: String?) -> Failure {
    Failure(
      .badInput,
      code: "unknownHost",
      message: "Key bindings for \(name.quoted) aren't supported\(near.suggestion). "
        + "Use \(list(KeyBindingGenerators.all.map(\.name)))."
    )
  }

  /// The failure of an idle host that isn't supported; `near` is a similar name.
  static func unknownIdleHost(_ name: String, near: String?) -> Failure {
    Failure(
      .badInput,
      code: "unknownHost",
      message: "Idle hooks for \(name.quoted) aren't supported\(near.suggestion). "
        + "Use \(list(IdleHookGenerators.all.map(\.name)))."
    )
  }

  /// The failure of a key for which the key binding program has no name.
  static func unsupportedKey(_ key: String, of slug: String, host: String) -> Failure {
    Failure(
      .badInput,
      code: "unsupportedKey",
      message: "\(host) can't bind the key \(key.quoted) of \(slug.quoted). Use another key."
    )
  }

  /// The failure of a key that the user bound in the configuration of the host already.
  ///
  /// - Parameter place: the place of that binding, such as `'/home/ann/i3' on line 12`.
  package static func boundKey(_ chord: KeyChord, in place: String) -> Failure {
    Failure(
      .badInput,
      code: "boundKey",
      message: "'\(chord)' is already bound in \(place). "
        + "Use another key combination, or remove that binding."
    )
  }

  /// The failure of a missing configuration file, without which the host has its own bindings.
  package static func missingHostFile(_ file: String, host: String) -> Failure {
    unusableHostFile(
      file,
      "There is no '\(file)'. Copy the default configuration of \(host) there first."
    )
  }

  /// The failure of a configuration file that is a link to another folder.
  package static func linkedHostFile(_ file: String, to target: String?, host: String) -> Failure {
    unusableHostFile(
      file,
      "'\(file)' is a link to \(target.map { "'\($0)'" } ?? "a missing file"), so it isn't changed. "
        + "Add the lines of this command to it yourself.".suggesting("keys \(host)")
    )
  }

  /// The failure of a configuration file that the host doesn't read, because another one exists.
  package static func replacedHostFile(
    _ file: String,
    by other: String,
    host: String
  ) -> Failure {
    unusableHostFile(
      file,
      "\(host) reads '\(other)' in place of '\(file)', so nothing is written. "
        + "Bind the commands of this one in it yourself.".suggesting("keys \(host)")
    )
  }

  /// The failure of a configuration file into which no block can be written.
  package static func unusableHostFile(
    _ file: String,
    _ error: KeyBindingBlockError
  ) -> Failure {
    switch error {
    case .damaged:
      unusableHostFile(
        file,
        "'\(file)' doesn't have exactly one pair of the comments around Minuta's key bindings. "
          + "Remove these comments and the bindings next to them, then try again."
      )
    case .missingLine(let line):
      unusableHostFile(
        file,
        "'\(file)' has no line '\(line)', below which key bindings belong. Add one, then try again."
      )
    }
  }

  private static func unusableHostFile(_ file: String, _ message: Notice) -> Failure {
    Failure(.badInput, code: "unusableHostFile", message: message, data: ["file": .string(file)])
  }

  /// The failure of a change without a confirmation that would lose lines which a person wrote.
  package static func changedLines(in place: String, lost: [String]) -> Failure {
    let sentence = "The lines of Minuta in \(place) may have been changed by hand"
    let list = lost.reduce(into: "") { $0 += "\n  \($1)" }
    return Failure(
      .badInput,
      code: "confirmationNeeded",
      message: "\(sentence), so nothing was done. Keep your changes elsewhere, then add '--yes'.",
      data: ["list": .array(lost.map { .string($0) })]
    )
    .requesting(
      "confirm",
      schema: ["type": "boolean"],
      question: "\(sentence):\(list)\nLose these changes?"
    )
  }

  /// The failure to read or change GNOME's settings.
  package static func settingsUnavailable(_ reason: String) -> Failure {
    Failure(
      code: hostUnavailableCode,
      message: "Can't use GNOME's settings: \(reason). Run this in a session of GNOME."
    )
  }

  /// The code of a failure of a desktop that isn't installed.
  package static let hostUnavailableCode = "hostUnavailable"

  /// The failure of a change of GNOME's settings.
  package static func settingsFailed(_ reason: String) -> Failure {
    Failure(
      code: "hostFailed",
      message: "Can't use GNOME's settings: \(reason). Correct this, then try again."
    )
  }

  /// The failure of a status format that doesn't exist; `near` is a similar name.
  static func unknownFormat(_ name: String, near: String?) -> Failure {
    Failure(
      .badInput,
      code: "unknownFormat",
      message: "\(name.quoted) is not a status format\(near.suggestion). "
        + "Use \(list(StatusFormats.all.map(\.name)))."
    )
  }

  /// The failure of a key whose call has no parameter for the choice.
  package static func nothingToPick(_ pick: KeyPick, for intent: String) -> Failure {
    Failure(
      .badInput,
      code: "nothingToPick",
      message: "The call \(intent.quoted) has no parameter left for a \(pick.rawValue). "
        + "Change 'pick' or 'call'."
    )
  }

  /// The failure of a call by a key or a schedule that nobody can confirm.
  package static func unconfirmedCall(_ intent: String, _ source: CallSource) -> Failure {
    let advice = source == .key ? "Add 'confirm': true to its values" : "Add --yes"
    return Failure(
      .needsInput,
      code: "confirmationNeeded",
      message: "The call \(intent.quoted) needs a confirmation, which nobody can give then. "
        + "\(advice)."
    )
  }

  /// The failure of a session in which no picker can run.
  package static let noPicker = Failure(
    .badInput,
    code: "pickerUnavailable",
    message: "There is no program to choose with here. Install rofi or dmenu (X11), fuzzel, wofi "
      + "or bemenu (Wayland), or fzf (terminal)."
  )

  /// The failure of the picker in the settings, which isn't installed or can't run here.
  package static func unusablePicker(_ name: String) -> Failure {
    Failure(
      .badInput,
      code: "pickerUnavailable",
      message: "\(name.quoted), the picker in the settings, isn't installed or can't run here. "
        + "Install it, or choose another.".suggesting("config set picker NAME")
    )
  }

  /// The failure of a picker that couldn't show its rows.
  static func pickerFailed(_ name: String, _ reason: String) -> Failure {
    Failure(
      code: "pickerFailed",
      message: "\(name.quoted) can't show a menu: \(reason). "
        + "Correct this, or choose another picker.".suggesting("config set picker NAME"),
      data: ["program": .string(name)]
    )
  }

  /// The failure of a menu that is opened while another one is open.
  package static let menuOpen = Failure(
    .busy,
    code: "menuOpen",
    message: "A menu is open already. Choose from it or close it, then try again."
  )

  /// The failure to store the time of a key press, without which repeated presses can't be
  /// detected.
  static func debounceUnavailable(_ error: SystemError) -> Failure {
    Failure(
      code: "stateUnwritable",
      message: "The key press was ignored, because its time can't be saved in "
        + "'\(error.path ?? "")': \(error.reason).",
      data: error.path.map { ["file": .string($0)] } ?? [:]
    )
  }

  fileprivate static func list(_ choices: [String]) -> String {
    choices.dropLast().joined(separator: ", ") + " or " + (choices.last ?? "")
  }
}

extension KeyMapError {
  fileprivate func sentence(at pointer: JSONPointer) -> String {
    switch self {
    case .notJSON(let problem): "invalid JSON: \(problem)."
    case .value(let kind): ValidationError(pointer, kind).sentence(saying: "key")
    case .invalidSlug(let text):
      "\(text.quoted) is not a valid name for a key. Use up to 64 lowercase letters, digits, '_' and "
        + "'-', beginning with a letter or digit."
    case .invalidChord(let text, let problem):
      "\(text.quoted) is not a key combination: \(problem.sentence)"
    case .missingCall:
      "the key has neither 'call' nor 'pick'. Add one of them."
    case .missingCallOfPick(let pick):
      "'pick' is '\(pick.rawValue)', so the key needs a 'call' that gets the choice."
    case .needlessCall(let pick):
      "'pick' is '\(pick.rawValue)', so the choice is the call. Remove 'call' or change 'pick'."
    case .duplicateChord(let chord, let first, let second):
      "the keys \(first.quoted) and \(second.quoted) both use \(chord). Change one of them."
    }
  }
}

extension KeyChordError {
  fileprivate var sentence: String {
    switch self {
    case .missingKey: "it has no key after the modifiers. Use one such as LOGO+SHIFT+t."
    case .unknownModifier(let word, let near):
      "there is no modifier \(word.quoted)\(near.suggestion). "
        + "Use \(Failure.list(KeyModifier.allCases.map(\.rawValue)))."
    case .repeatedModifier(let modifier): "it repeats \(modifier.rawValue). Use each modifier once."
    case .unknownKey(let word, let near):
      "there is no key \(word.quoted)\(near.suggestion)."
        + (near == nil ? " Use a name such as t, F5, Return or space." : "")
    }
  }
}
