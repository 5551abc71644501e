package import IntentKit
package import SystemCalls

/// An error in a key map, in a status format or when a key is pressed.
package enum DesktopError: Error, Sendable, Equatable {
  /// The file of the key map doesn't exist.
  case keyMapNotFound(String)
  /// The file of the key map can't be read.
  case unreadableKeyMap(String, SystemError)
  /// The key map can't be trusted, because another user could change it.
  ///
  /// `untrustedPath` is the file or a folder above it that another user owns or can write.
  case insecureKeyMap(String, untrustedPath: String)
  /// The content of the key map is invalid.
  case malformedKeyMap(KeyMapLocation, KeyMapError)
  /// A call that the key map assigns to a key is invalid.
  case call(IntentError)
  /// The key map has no key with this slug; `near` is a similar slug, if there is one.
  case unknownSlug(String, file: String, near: String?)
  /// The path of `minuta` has characters that a shell or a key binding program would interpret.
  case unsafeProgramPath(String)
  /// No supported key binding program has this name; `near` is a similar name, if there is one.
  case unknownHost(String, near: String?)
  /// No status format has this name; `near` is a similar name, if there is one.
  case unknownFormat(String, near: String?)
  /// The time of a key press can't be stored, so repeated presses can't be detected.
  case debounceUnavailable(SystemError)
}
