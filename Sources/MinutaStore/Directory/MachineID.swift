package import Foundation
package import MinutaCore
import SystemCalls

/// Names a machine in stores that several machines share.
package enum MachineID {
  /// The name made of the system's own, which is confidential and can't be told from it.
  ///
  /// - Parameter systemID: The content of `/etc/machine-id`.
  package static func name(systemID: [UInt8]) -> String {
    String(SHA256.hex(of: Array("minuta ".utf8) + systemID).prefix(16))
  }

  /// This machine's name in a store.
  ///
  /// The system's own name can come late (it is made at the first start) or be missing for a while (in a
  /// container that shares the user's home), and history and keys are only found under one name. So a
  /// name that this user has had on this machine, and that the store knows, comes first. Names of other
  /// machines, which a sync can bring, are never taken.
  ///
  /// - Parameters:
  ///   - store: The data folder.
  ///   - systemID: The content of `/etc/machine-id`; nil where there is none.
  ///   - folder: A folder of the user's own that is not shared with other machines.
  ///   - learns: Whether the name of a store that was written to is remembered, for a time without the
  ///     system's.
  package static func name(
    in store: String,
    systemID: [UInt8]?,
    keptIn folder: String,
    learns: Bool,
    makeID: () -> UUID
  ) throws(TrackingError) -> String {
    let made = MachineNameFile(path: "\(folder)/machine")
    let seen = MachineNameFile(path: "\(folder)/\(Self.seen)")
    // It is another text until the system has made one up.
    guard let systemID, systemID.count(where: { $0 != 0x0A }) == 32 else {
      if let name = try seen.content(), try isKnown(name, in: store) { return name }
      return try made.name(makeID)
    }
    let name = name(systemID: systemID)
    if try isKnown(name, in: store) {
      if learns { register(name, in: folder) }
      return name
    }
    if let made = try made.existingName(), try isKnown(made, in: store) { return made }
    return name
  }

  /// The file with the name made of the system's own.
  private static let seen = "system-machine"

  /// Remembers the name made of the system's own; nothing is lost yet where that fails.
  package static func register(_ name: String, in folder: String) {
    let path = "\(folder)/\(seen)"
    if (try? MachineNameFile(path: path).content()) == name { return }
    try? AtomicFileWriter.replace(path, with: Array(name.utf8))
  }

  private static func isKnown(_ name: String, in store: String) throws(TrackingError) -> Bool {
    let path = "\(store)/\(MachineLayout.machines)/\(name)"
    do throws(SystemError) {
      return try FileStatus.of(path, following: false)?.kind == .directory
    } catch {
      // A folder that is closed to us has nothing of ours.
      if !error.isTransient { return false }
      throw .storeUnreadable(path: path, reason: error.reason)
    }
  }
}

/// A name in a file of the user's state folder.
private struct MachineNameFile {
  let path: String

  /// The content of the file; nil if there is none.
  func content() throws(TrackingError) -> String? {
    do throws(SystemError) {
      let bytes = try FileDescriptor(opening: path, for: .readingNonBlocking).readAll(limit: 4096)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      if error.isMissing { return nil }
      throw .storeUnreadable(path: path, reason: error.reason)
    }
  }

  /// The name made of what the file holds; nil where there is none.
  func existingName() throws(TrackingError) -> String? {
    guard let content = try content(), !content.isEmpty else { return nil }
    return MachineID.name(systemID: Array(content.utf8))
  }

  /// The name made of what the file holds, which is made up where there is none.
  func name(_ makeID: () -> UUID) throws(TrackingError) -> String {
    if try content() == nil { try make(makeID().uuidString) }
    if let name = try existingName() { return name }
    throw .storeUnreadable(path: path, reason: "it is empty")
  }

  /// Of several processes that make the file at once, the first has its name kept.
  private func make(_ id: String) throws(TrackingError) {
    let temporary = "\(path).\(id).tmp"
    do throws(SystemError) {
      try AtomicFileWriter.replace(temporary, with: Array(id.utf8))
      do throws(SystemError) {
        try Directory.link(temporary, to: path)
      } catch  where error.alreadyExists {}
      try Directory.unlink(temporary)
      try Directory.flush(Directory.parent(of: path) ?? "/")
    } catch {
      throw .storeUnwritable(path: error.path ?? path, reason: error.reason)
    }
  }
}
