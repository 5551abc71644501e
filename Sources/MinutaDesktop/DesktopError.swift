package import IntentKit
package import SystemCalls

/// An error of key bindings or status formats.
package enum DesktopError: Error, Sendable, Equatable {
  /// The key map doesn't exist.
  case keyMapNotFound(String)
  /// The key map can't be read.
  case unreadableKeyMap(String, SystemError)
  /// Another user owns or can write the key map, or a folder above it.
  case insecureKeyMap(String, untrustedPath: String)
  /// The key map is malformed.
  case malformedKeyMap(KeyMapLocation, KeyMapError)
  /// A call in the key map is invalid.
  case call(IntentError)
  /// The key map has no such key; `near` is a similar one.
  case unknownSlug(String, file: String, near: String?)
  /// The path contains characters that are special to a host or a shell.
  case unsafeProgramPath(String)
  /// There is no such host; `near` is a similar one.
  case unknownHost(String, near: String?)
  /// There is no such status format; `near` is a similar one.
  case unknownFormat(String, near: String?)
  /// The time of a key press can't be stored.
  case debounceUnavailable(SystemError)
}
