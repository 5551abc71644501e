import JSONText
import MinutaCore
import SystemCalls

/// A problem with reading one of the store's files.
enum StoreError: Error, Equatable {
  case notJSON(JSONError)
  case malformed(key: String, expected: String)
  case notAnObject(noun: String)
  case notARegularFile
  case sameID(as: String)
  case inConflict(with: String)
  /// The tag list is missing; `although` describes the evidence that it existed.
  case missing(although: String)
  case system(SystemError)
}

extension StoreError {
  /// Returns the error to report if the system prevented reading a file that may be valid;
  /// otherwise nil.
  func failure(reading path: String) -> TrackingError? {
    guard case .system(let cause) = self, cause.isTransient else { return nil }
    return .storeUnreadable(path: path, reason: reason)
  }
}
