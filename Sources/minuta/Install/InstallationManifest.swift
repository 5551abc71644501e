import IntentKit
import JSONText
import SystemCalls

/// The list of the files that `minuta install` wrote below a prefix, with their hashes.
struct InstallationManifest: Equatable {
  /// The path of the manifest below the prefix.
  static let path = "share/minuta/installed.json"

  /// The hashes of the files by their paths below the prefix; see `InstalledFile.hash`.
  var files: [String: String] = [:]
  /// The folders that the installation created, topmost first, by their paths below the prefix.
  var folders: [String] = []

  /// Reads the manifest of a prefix; nil if nothing was installed there.
  init?(in prefix: String) throws(Failure) {
    let file = "\(prefix)/\(Self.path)"
    let bytes: [UInt8]
    do throws(SystemError) {
      guard let content = try FileDescriptor.contents(of: file, limit: 1 << 20) else { return nil }
      bytes = content
    } catch {
      throw .unreadableFile(file, reason: error.reason)
    }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw .malformedFile(file, error)
    }
    for member in json["files"]?.object?.members ?? [] where Self.isBelow(member.key) {
      files[member.key] = member.value.string
    }
    folders = (json["folders"]?.array ?? []).compactMap(\.string).filter(Self.isBelow)
  }

  init() {}

  /// Whether a path leads below the prefix; a manifest that names another one is damaged or forged.
  private static func isBelow(_ path: String) -> Bool {
    !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
  }

  /// The manifest as the text of its file.
  var bytes: [UInt8] {
    JSONValue.object([
      "minuta": 1, "version": .string(Program.version),
      "folders": .array(folders.map { .string($0) }),
      "files": .object(JSONObject(sorting: files.mapValues { .string($0) })),
    ]).bytes(.indented)
  }
}
