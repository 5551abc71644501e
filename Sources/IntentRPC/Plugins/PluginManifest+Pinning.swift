package import IntentKit
import SystemCalls

extension PluginManifest {
  /// Returns the files whose content is checked for changes: the executable, and those arguments
  /// that are paths of files.
  private func files() -> [String] {
    [command]
      + arguments.filter { argument in
        argument.hasPrefix("/") && (try? FileStatus.of(argument))??.kind == .regular
      }
  }

  /// Records the current digests of the plugin's files, so that later changes are detected.
  package mutating func pinFiles() throws(Failure) {
    (pins.files, pins.fingerprints) = ([:], [:])
    for file in files() {
      do throws(SystemError) {
        pins.fingerprints[file] = try FileFingerprint.text(of: file)
        pins.files[file] = try PluginDigests.digest(of: file)
      } catch {
        throw .pluginFailed(name, why: "'\(file)' can't be read: \(error.reason)")
      }
    }
  }

  /// Returns the files that have changed, were added or are missing since their digests were
  /// recorded.
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
        return (try? PluginDigests.digest(of: file)) != digest
      }
  }
}

extension PluginDigests {
  /// The maximum size in bytes of a file whose digest is recorded.
  private static let limit = 1 << 30

  fileprivate static func digest(of file: String) throws(SystemError) -> String {
    let bytes = try FileDescriptor(opening: file, for: .reading).readAll(limit: limit)
    return "sha256:" + SHA256.hex(of: bytes)
  }
}
