/// Names a machine in stores that several machines share.
package enum MachineID {
  /// A name that tells nothing about the system's own, which is confidential.
  ///
  /// - Parameter systemID: The content of `/etc/machine-id`.
  package static func name(systemID: [UInt8]) -> String {
    String(SHA256.hex(of: Array("minuta ".utf8) + systemID).prefix(16))
  }
}
