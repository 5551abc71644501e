extension FileOwnershipChecker {
  /// Returns the sentence for a file that isn't used because of an untrusted path.
  ///
  /// - Parameters:
  ///   - file: The file, with a noun before it if needed.
  ///   - untrustedPath: The file or the directory above it that other users can change.
  package static func sentence(for file: String, untrustedPath: String) -> String {
    "\(file) isn't used, because other users can change '\(untrustedPath)'. Take away their access "
      + "with 'chown' or 'chmod go-w', or move the file to a folder of your own."
  }
}
