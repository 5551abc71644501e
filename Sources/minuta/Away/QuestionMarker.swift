import Foundation
import SystemCalls

/// A file that names the newest question about an absence, so that an older one ends.
struct QuestionMarker {
  private static let name = "away-question"

  private let folder: String
  private let id: String

  private var file: String { "\(folder)/\(Self.name)" }
  /// The file that the process of a question locks until the question has ended.
  var lockFile: String { "\(file).lock" }

  /// Makes a new question the newest.
  init(_ environment: Environment) {
    folder = environment.stateFolder
    id = environment.makeID().uuidString
    try? AtomicFileWriter.replace(file, with: Array(id.utf8))
  }

  /// Whether there is no newer question.
  var isCurrent: Bool {
    let bytes = try? FileDescriptor.contents(of: file, limit: 4096)
    return bytes.map { String(decoding: $0, as: UTF8.self) == id } ?? true
  }

  /// Returns the result of a function, whose task is cancelled when a newer question begins.
  func whileCurrent<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let changes = try? DirectoryWatcher.shared.stream(of: folder) { path, _ in path == Self.name }
    let result = Task { try await body() }
    let watch = Task {
      guard let changes else { return }
      // The file may have changed before the stream began.
      if !isCurrent { result.cancel() }
      for await _ in changes where !isCurrent { result.cancel() }
    }
    defer { watch.cancel() }
    return try await withTaskCancellationHandler {
      try await result.value
    } onCancel: {
      result.cancel()
    }
  }
}
