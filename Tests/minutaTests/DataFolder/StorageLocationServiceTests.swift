import Foundation
import IntentKit
import MinutaCore
import MinutaStore
import MinutaTestSupport
import Testing

@testable import minuta

/// Tests of `minuta storage` with a location service in which one operation is replaced.
@Suite struct StorageLocationServiceTests {
  /// A location service that can't write the settings.
  private struct UnwritableSettings: StorageLocationService {
    static let failure = Failure.unwritableFile("settings.json", reason: "Read-only file system")
    let base: any StorageLocationService

    var location: DataDirectoryLocation { base.location }
    var settings: Settings { base.settings }

    func status(of path: String) throws(TrackingError) -> DataDirectoryStatus {
      try base.status(of: path)
    }

    func location(choosing path: String?) throws(Failure) -> DataDirectoryLocation {
      try base.location(choosing: path)
    }

    func choose(_ path: String?) throws(Failure) { throw Self.failure }
    func register(_ path: String) throws(TrackingError) { try base.register(path) }
    func forget(_ path: String) throws(TrackingError) { try base.forget(path) }
  }

  @Test func `a folder isn't registered if the choice can't be saved`() throws {
    let home = try TemporaryDirectory()
    let environment = Environment(
      arguments: [],
      variables: ["HOME": home.path, "TZ": "GMT"],
      currentFolder: home.path,
      program: "/usr/local/bin/minuta",
      now: { .distantPast },
      systemID: .success(nil)
    )
    let storage = try StorageConfiguration(GlobalFlags(), environment)
    let path = home.path + "/store"
    try home.write(#"{"tags":[]}"#, to: "store/tags.json")
    let before = try home.content()
    #expect(throws: UnwritableSettings.failure) {
      try StorageCommand().choose(path, UnwritableSettings(base: storage), isDryRun: false)
    }
    #expect(try home.content() == before)
    _ = try StorageCommand().choose(path, storage, isDryRun: false)
    #expect(try storage.registry.isRegistered(path))
  }
}
