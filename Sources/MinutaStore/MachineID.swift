package import Foundation
package import MinutaCore
import SystemCalls

/// Names a machine in stores that several machines share.
package enum MachineID {
  /// A name that tells nothing about the system's own, which is confidential.
  ///
  /// - Parameter systemID: The content of `/etc/machine-id`.
  package static func name(systemID: [UInt8]) -> String {
    String(SHA256.hex(of: Array("minuta ".utf8) + systemID).prefix(16))
  }

  /// A name that was made up once, for a system that has none.
  ///
  /// - Parameter folder: A folder of the user's own that is not shared with other machines.
  package static func name(
    keptIn folder: String,
    makeID: () -> UUID
  ) throws(TrackingError) -> String {
    let path = "\(folder)/machine"
    do throws(SystemError) {
      try Folder.make(folder, permissions: 0o700)
      do throws(SystemError) {
        let file = try FileDescriptor(opening: path, for: .creating, permissions: 0o600)
        try file.write(Array(makeID().uuidString.utf8))
        try file.flush()
      } catch  where error.isTaken {}
      let kept = try FileDescriptor(opening: path, for: .reading).readAll(limit: 4096)
      return name(systemID: kept)
    } catch {
      throw .storeUnwritable(path: error.path ?? path, reason: error.reason)
    }
  }
}
