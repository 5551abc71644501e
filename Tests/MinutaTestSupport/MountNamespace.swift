import SystemCalls

/// A mount namespace: a program in it can mount file systems that only it and its children see.
package enum MountNamespace {
  /// The `unshare` command, to put before the command line of a program that mounts file systems.
  package static var commandPrefix: [String] {
    [TestPrograms.installed("unshare") ?? "unshare", User.isRoot ? "-m" : "-Urm"]
  }

  /// Returns whether this system allows mounts in such a namespace.
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
