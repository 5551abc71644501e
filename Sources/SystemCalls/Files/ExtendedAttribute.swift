import CSystem

/// What programs note about a file beside its content.
package enum ExtendedAttribute {
  /// Whether a file has an attribute of a name.
  package static func isSet(_ name: String, on path: String) -> Bool {
    getxattr(path, name, nil, 0) >= 0
  }
}
