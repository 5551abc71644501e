import Foundation
import IntentKit
import MinutaCore
import MinutaStore
import MinutaTestSupport
import Testing

@testable import minuta

/// Tests of `minuta storage` with a location service in which one operation is replaced.
@Suite struct StorageLocationServiceTests {
  private let home: TemporaryDirectory
  private let storage: StorageConfiguration

  init() throws {
    home = try TemporaryDirectory()
    let environment = Environment(
      arguments: [],
      variables: ["HOME": home.path, "TZ": "GMT"],
      currentFolder: home.path,
      program: "/usr/local/bin/minuta",
      now: { .distantPast },
      systemID: .success(nil)
    )
    storage = try StorageConfiguration(GlobalFlags(), environment)
  }

  private func perform(
    _ action: StorageCommand.Action,
    on storage: any StorageLocationService
  ) throws -> StorageReport {
    try StorageCommand().perform(action, on: storage, isDryRun: false)
  }

  /// A location service that can't write the settings.
  private struct UnwritableSettings: ForwardingLocationService {
    let base: any StorageLocationService

    func choose(_ path: String?) throws(Failure) {
      throw .unwritableFile("/etc/settings.json", reason: "Read-only file system")
    }
  }

  @Test func `a folder isn't registered if the choice can't be saved`() throws {
    let path = home.path + "/store"
    try home.write(#"{"tags":[]}"#, to: "store/tags.json")
    let before = try home.content()
    #expect(
      throws: Failure.unwritableFile("/etc/settings.json", reason: "Read-only file system")
    ) { try perform(.choose(path), on: UnwritableSettings(base: storage)) }
    #expect(try home.content() == before)
    _ = try perform(.choose(path), on: storage)
    #expect(try storage.registry.isRegistered(path))
  }

  /// A location service that can't read the list of known folders.
  private struct UnreadableRegistry: ForwardingLocationService {
    static let error = TrackingError.storeUnreadable(path: "stores.json", reason: "it is not JSON")
    let base: any StorageLocationService

    func status(of path: String) throws(TrackingError) -> DataDirectoryStatus { throw Self.error }
  }

  @Test func `a folder isn't chosen if its state is unknown`() throws {
    let before = try home.content()
    for action in [.show, .choose(home.path + "/store"), .begin] as [StorageCommand.Action] {
      #expect(throws: UnreadableRegistry.error) {
        try perform(action, on: UnreadableRegistry(base: storage))
      }
    }
    #expect(try home.content() == before)
  }

  /// A location service for an environment that names a folder.
  private struct OverriddenSettings: ForwardingLocationService {
    static let location = DataDirectoryLocation(path: "/mnt/store", source: .environment)
    let base: any StorageLocationService

    func location(choosing path: String?) -> DataDirectoryLocation { Self.location }
  }

  @Test func `the report names a location that takes precedence over the choice`() throws {
    let service = OverriddenSettings(base: storage)
    let report = try perform(.choose(home.path + "/store"), on: service)
    #expect(report.overridingLocation == OverriddenSettings.location)
  }
}

/// A location service that passes each operation on to another.
///
/// A test conforms to this and implements the one operation that it replaces.
private protocol ForwardingLocationService: StorageLocationService {
  /// The service that performs all other operations.
  var base: any StorageLocationService { get }
}

extension ForwardingLocationService {
  var location: DataDirectoryLocation { base.location }

  var settings: Settings { base.settings }

  func status(of path: String) throws(TrackingError) -> DataDirectoryStatus {
    try base.status(of: path)
  }

  func location(choosing path: String?) throws(Failure) -> DataDirectoryLocation {
    try base.location(choosing: path)
  }

  func choose(_ path: String?) throws(Failure) { try base.choose(path) }

  func register(_ path: String) throws(TrackingError) { try base.register(path) }

  func forget(_ path: String) throws(TrackingError) { try base.forget(path) }
}
