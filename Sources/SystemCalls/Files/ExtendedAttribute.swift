import CSystem

/// Extended attributes of files.
package enum ExtendedAttribute {
  /// Returns whether a file has the named attribute.
  package static func isSet(_ name: String, on path: String) -> Bool {
    getxattr(path, name, nil, 0) >= 0
  }
}
