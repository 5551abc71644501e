package import IntentKit
import JSONText
import SystemCalls

extension DesktopError {
  /// The error in the form that outcomes of calls contain.
  package var outcomeError: OutcomeError {
    if case .call(let error) = self, let known = error.outcome.error { return known }
    return OutcomeError(kind, code: code, message: sentence, data: data)
  }

  private var kind: OutcomeError.Kind {
    if case .debounceUnavailable = self { .failure } else { .badInput }
  }

  private var code: String {
    switch self {
    case .keyMapNotFound: "keyMapNotFound"
    case .unreadableKeyMap: "unreadableKeyMap"
    case .insecureKeyMap: "untrustedKeyMap"
    case .malformedKeyMap: "malformedKeyMap"
    case .call: "malformedCall"
    case .unknownSlug: "unknownSlug"
    case .unsafeProgramPath: "unsafeProgramPath"
    case .unknownHost: "unknownHost"
    case .unknownFormat: "unknownFormat"
    case .debounceUnavailable: "stateUnwritable"
    }
  }

  private var data: JSONObject {
    switch self {
    case .keyMapNotFound(let file), .unreadableKeyMap(let file, _), .unknownSlug(_, let file, _):
      ["file": .string(file)]
    case .insecureKeyMap(let file, let untrustedPath):
      ["file": .string(file), "untrustedPath": .string(untrustedPath)]
    case .malformedKeyMap(let place, _):
      [
        "file": .string(place.file), "line": .number(JSONNumber(place.line)),
        "path": .string(place.pointer.description),
      ]
    case .unsafeProgramPath(let path): ["file": .string(path)]
    case .debounceUnavailable(let error): error.path.map { ["file": .string($0)] } ?? [:]
    case .call, .unknownHost, .unknownFormat: [:]
    }
  }

  private var sentence: String {
    switch self {
    case .keyMapNotFound(let file):
      "There is no key map at '\(file)'. Create one of the form {\"minuta\": 1, \"keys\": {…}}."
    case .unreadableKeyMap(let file, let error):
      "Can't read the key map '\(file)': \(error.reason)."
    case .insecureKeyMap(let file, let untrustedPath):
      FileOwnershipChecker.sentence(for: "'\(file)'", untrustedPath: untrustedPath)
    case .malformedKeyMap(let place, let problem):
      "\(place.file):\(place.line): " + problem.sentence(at: place.pointer)
    case .call(let error): error.outcome.sentence
    case .unknownSlug(let slug, let file, let near):
      "The key map '\(file)' has no key \(slug.quoted)\(near.suggestion)."
    case .unsafeProgramPath(let path):
      "\(path.quoted) can't be used in key bindings. Use an absolute path (a symbolic link works "
        + "too) of at most \(ProgramPath.limit) characters: letters, digits and _ . / + - only."
    case .unknownHost(let name, let near):
      "Key bindings for \(name.quoted) aren't supported\(near.suggestion). "
        + "Use \(Self.list(KeyBindingGenerators.all.map(\.name)))."
    case .unknownFormat(let name, let near):
      "\(name.quoted) is not a status format\(near.suggestion). "
        + "Use \(Self.list(StatusFormats.all.map(\.name)))."
    case .debounceUnavailable(let error):
      "The key press was ignored, because its time can't be saved in '\(error.path ?? "")': "
        + "\(error.reason)."
    }
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
    case .duplicateChord(let chord, let other):
      "'\(chord)' is already bound to \(other.quoted). Use another key combination."
    }
  }
}

extension KeyChordError {
  fileprivate var sentence: String {
    switch self {
    case .missingKey: "it has no key after the modifiers. Use one such as LOGO+SHIFT+t."
    case .unknownModifier(let word, let near):
      "there is no modifier \(word.quoted)\(near.suggestion). "
        + "Use \(DesktopError.list(KeyModifier.allCases.map(\.rawValue)))."
    case .repeatedModifier(let modifier): "it repeats \(modifier.rawValue). Use each modifier once."
    case .unknownKey(let word, let near): "there is no key \(word.quoted)\(near.suggestion)."
    }
  }
}
