package import IntentKit
import JSONText
import SystemCalls

extension DesktopError {
  /// The error as an outcome tells it.
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
      "There is no key map '\(file)'; write one that begins {\"minuta\": 1, \"keys\": {…}}."
    case .unreadableKeyMap(let file, let error):
      "The key map '\(file)' cannot be read: \(error.reason)."
    case .insecureKeyMap(let file, let untrustedPath):
      "The key map '\(file)' is not used because somebody else owns or can write '\(untrustedPath)'; "
        + "make it yours alone (chown, chmod go-w)."
    case .malformedKeyMap(let place, let problem):
      "The key map '\(place.file)' is wrong on line \(place.line): "
        + problem.sentence(at: place.pointer)
    case .call(let error): error.outcome.sentence
    case .unknownSlug(let slug, let file, let near):
      "The key map '\(file)' has no key \(slug.quoted)\(near.suggestion)."
    case .unsafeProgramPath(let path):
      "A key cannot run \(path.quoted): its path must be absolute, at most \(ProgramPath.limit) "
        + "long, and of letters, digits and _ . / + - only; make a symbolic link at such a path."
    case .unknownHost(let name, let near):
      "There is no host \(name.quoted)\(near.suggestion); "
        + "there are \(KeyBindingHosts.all.map(\.name).joined(separator: ", "))."
    case .unknownFormat(let name, let near):
      "There is no status format \(name.quoted)\(near.suggestion); "
        + "there are \(StatusFormats.all.map(\.name).joined(separator: ", "))."
    case .debounceUnavailable(let error):
      "The time of the press cannot be kept in '\(error.path ?? "")': \(error.reason)."
    }
  }
}

extension KeyMapError {
  fileprivate func sentence(at pointer: JSONPointer) -> String {
    let name = pointer.tokens.joined(separator: "/").quoted
    return switch self {
    case .notJSON(let problem): "It is not JSON: \(problem)."
    case .value(let kind): ValidationError(pointer, kind).sentence(saying: "key")
    case .invalidSlug(let text):
      "A key is named with small letters, digits, '_' and '-', at most 64 and no sign first, "
        + "not \(text.quoted)."
    case .invalidChord(let text, let problem):
      "\(name) cannot be \(text.quoted): \(problem.phrase)."
    case .duplicateChord(let chord, let other):
      "\(name) cannot be '\(chord)', which \(other.quoted) has already."
    }
  }
}

extension KeyChordError {
  fileprivate var phrase: String {
    switch self {
    case .missingKey: "no key follows the modifiers; write it like LOGO+SHIFT+t"
    case .unknownModifier(let word, let near):
      "there is no modifier \(word.quoted)\(near.suggestion); there are "
        + KeyModifier.allCases.map(\.rawValue).joined(separator: ", ")
    case .repeatedModifier(let modifier): "\(modifier.rawValue) stands twice"
    case .unknownKey(let word, let near): "there is no key \(word.quoted)\(near.suggestion)"
    }
  }
}
