import SystemCalls

/// Mounts that only one program and its children see.
package enum MountNamespace {
  /// The words before a program that may mount things for itself.
  package static var commandPrefix: [String] {
    [TestPrograms.installed("unshare") ?? "unshare", User.isRoot ? "-m" : "-Urm"]
  }

  /// Whether the system lets us have some.
  package static func isAvailable() async -> Bool {
    guard TestPrograms.installed("unshare") != nil, TestPrograms.installed("mount") != nil else {
      return false
    }
    let script = "mount -t tmpfs -o size=64k none /mnt"
    let tried = try? await TestPrograms.run(
      commandPrefix[0],
      [commandPrefix[1], "/bin/sh", "-c", script],
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
    )
    return tried?.status == 0
  }
}
