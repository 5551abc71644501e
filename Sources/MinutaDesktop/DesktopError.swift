package import IntentKit
package import SystemCalls

/// Why a key, a binding or a format cannot be had.
package enum DesktopError: Error, Sendable, Equatable {
  /// There is no key map at this path.
  case keyMapNotFound(String)
  /// The system does not let the key map be read.
  case unreadableKeyMap(String, SystemError)
  /// Somebody else owns or can write the key map, or a folder above it.
  case insecureKeyMap(String, untrustedPath: String)
  /// The key map does not say what one must.
  case malformedKeyMap(KeyMapLocation, KeyMapError)
  /// A call of the key map cannot be read, for a reason of its own.
  case call(IntentError)
  /// The key map has no key of this name; there may be one like it.
  case unknownSlug(String, file: String, near: String?)
  /// The path could mean something else to a host or a shell.
  case unsafeProgramPath(String)
  /// Nothing is known of a host of this name; there may be one like it.
  case unknownHost(String, near: String?)
  /// There is no format of this name; there may be one like it.
  case unknownFormat(String, near: String?)
  /// The times of presses cannot be kept.
  case debounceUnavailable(SystemError)
}
