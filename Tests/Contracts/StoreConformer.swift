import Foundation
package import MinutaCore
import Testing

/// A kind of store that keeps the rules of `StoreContract`.
package struct StoreConformer: Sendable, CustomTestStringConvertible {
  package let testDescription: String
  /// Whether the store keeps its records in files, so that they can be repaired.
  package let hasFiles: Bool
  /// Whether the store adds its own writes to the history and the trash.
  package let hasHistory: Bool
  private let make: @Sendable () throws -> (store: any RecordStore, owner: any Sendable)

  /// - Parameter make: Creates an empty store, and an object to keep alive while it is used.
  package init(
    _ description: String,
    hasFiles: Bool = true,
    hasHistory: Bool = true,
    make: @escaping @Sendable () throws -> (store: any RecordStore, owner: any Sendable)
  ) {
    testDescription = description
    self.hasFiles = hasFiles
    self.hasHistory = hasHistory
    self.make = make
  }

  /// The dry-run copy of the same kind of store.
  package var dryRunCopy: StoreConformer {
    StoreConformer(
      "the dry-run copy of \(testDescription)",
      hasFiles: hasFiles,
      hasHistory: hasHistory
    ) { [make] in
      let (store, owner) = try make()
      return (store.dryRunCopy(), owner)
    }
  }

  /// An overlay on the same kind of store.
  package var overlay: StoreConformer {
    StoreConformer("an overlay on \(testDescription)", hasFiles: hasFiles, hasHistory: false) {
      [make] in
      let (store, owner) = try make()
      return (OverlayStore(over: store), owner)
    }
  }

  func withStore(_ body: (any RecordStore) throws -> Void) throws {
    let (store, owner) = try make()
    try withExtendedLifetime(owner) { try body(store) }
  }
}

/// A store that reads through one instance and writes through another, as two processes do.
package struct TwoInstanceStore: RecordStore {
  private let reader: any RecordStore
  private let writer: any RecordStore

  package init(reader: any RecordStore, writer: any RecordStore) {
    (self.reader, self.writer) = (reader, writer)
  }

  package func read<Result>(_ body: (any StoreSnapshot) throws -> Result) throws -> Result {
    try reader.read(body)
  }

  package func write<Result>(
    _ origin: ChangeOrigin,
    _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result {
    try writer.write(origin, body)
  }

  package func dryRunCopy() -> any RecordStore { reader.dryRunCopy() }
}
