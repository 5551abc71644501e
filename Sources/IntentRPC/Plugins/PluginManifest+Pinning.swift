import SystemCalls

extension PluginManifest {
  /// Returns the files to pin: the program and the arguments that are files.
  private func files() -> [String] {
    [command]
      + arguments.filter { argument in
        argument.hasPrefix("/") && (try? FileStatus.of(argument))??.kind == .regular
      }
  }

  /// Pins the current content of the files.
  package mutating func pinFiles() throws(PluginError) {
    (pins.files, pins.fingerprints) = ([:], [:])
    for file in files() {
      do throws(SystemError) {
        pins.fingerprints[file] = try FileFingerprint.text(of: file)
        pins.files[file] = try PluginPins.digest(of: file)
      } catch {
        throw .server(
          plugin: name,
          kind: .failure,
          why: "'\(file)' can't be read: \(error.reason)"
        )
      }
    }
  }

  /// Returns the files that have changed, are new or are missing.
  package func changedFiles() -> [String] {
    let now = files()
    let gone = pins.files.keys.sorted().filter { !now.contains($0) }
    return gone
      + now.filter { file in
        guard let digest = pins.files[file] else { return true }
        if let fingerprint = try? FileFingerprint.text(of: file),
          fingerprint == pins.fingerprints[file]
        {
          return false
        }
        return (try? PluginPins.digest(of: file)) != digest
      }
  }
}

extension PluginPins {
  /// The maximum size of a pinned file in bytes.
  private static let limit = 1 << 30

  fileprivate static func digest(of file: String) throws(SystemError) -> String {
    let bytes = try FileDescriptor(opening: file, for: .reading).readAll(limit: limit)
    return "sha256:" + SHA256.hex(of: bytes)
  }
}
