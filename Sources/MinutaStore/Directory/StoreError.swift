import JSONText
import MinutaCore
import SystemCalls

/// What is the matter with a file of the store.
enum StoreError: Error, Equatable {
  case notJSON(JSONError)
  case malformed(key: String, expected: String)
  case notAnObject(noun: String)
  case notARegularFile
  case sameID(as: String)
  case inConflict(with: String)
  /// The file of tags is not there, which something else speaks against.
  case missing(although: String)
  case system(SystemError)
}

extension StoreError {
  /// The matter as part of a sentence.
  var reason: String {
    switch self {
    case .notJSON(let error) where error.offset == 0 && error.problem == .unexpectedEnd:
      "it is empty"
    case .notJSON(let error): "it is not JSON: \(error)"
    case .malformed(let key, let expected): "its '\(key)' is not \(expected)"
    case .notAnObject(let noun): "it holds no \(noun)"
    case .notARegularFile: "it is not a regular file"
    case .sameID(let path): "it has the id of \(path)"
    case .inConflict(let copy): "a sync left \(copy) beside it"
    case .missing(let reason): "it is missing, although \(reason)"
    case .system(let error) where error.isLink: "it is a link, which is not followed"
    case .system(let error): error.reason
    }
  }

  /// What to tell where a file may well be whole and the system kept it from being read.
  func failure(reading path: String) -> TrackingError? {
    guard case .system(let cause) = self, cause.isTransient else { return nil }
    return .storeUnreadable(path: path, reason: reason)
  }
}
