package import Foundation
import SystemCalls
import Testing

/// A folder of a test's own, removed with the value.
package final class TemporaryDirectory: Sendable {
  package let path: String

  /// Makes a folder.
  ///
  /// - Parameter isInMemory: whether nothing in it has to wait for a disk, where the system has such
  ///   a place.
  package init(isInMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let hasMemory = isInMemory && FileManager.default.isWritableFile(atPath: memory)
    let url = (hasMemory ? URL(filePath: memory) : FileManager.default.temporaryDirectory)
      .appending(path: "minuta-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file and the folders above it; returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let file = path + "/" + name
    let folder = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: file))
    return file
  }

  /// Writes an executable and the folders above it; returns its path.
  ///
  /// Another process writes it: while any process has a file open for writing, the kernel refuses to
  /// run it (`ETXTBSY`), and a child that another test starts meanwhile has our open files until it
  /// runs its program.
  @discardableResult
  package func writeExecutable(_ text: String, to name: String) async throws -> String {
    let source = try write(text, to: UUID().uuidString)
    let file = path + "/" + name
    let result = try await TestPrograms.run("/usr/bin/install", ["-D", "-m", "755", source, file])
    try #require(result.status == 0, "\(result.errors)")
    try FileManager.default.removeItem(atPath: source)
    return file
  }

  /// Writes a file into the folder, in the place of one of its name; returns its path.
  ///
  /// Some file systems wait for the disk where a file is cut off to be written again, so it is not.
  @discardableResult
  package func replace(_ name: String, by bytes: [UInt8]) throws -> String {
    let file = path + "/" + name
    if try FileStatus.of(file) != nil { try Directory.unlink(file) }
    try FileDescriptor(opening: file, for: .creating).write(bytes)
    return file
  }

  package func text(of name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  /// The content of every file below a folder, by its path in it; folders have no content.
  package func content(below name: String = "") throws -> [String: Data?] {
    let root = name.isEmpty ? path : path + "/" + name
    let names = try? FileManager.default.subpathsOfDirectory(atPath: root)
    return (names ?? []).reduce(into: [:]) { content, name in
      content[name] = .some(FileManager.default.contents(atPath: root + "/" + name))
    }
  }
}
