import SystemCalls

/// Mounts that only one program and its children see.
package enum OwnMounts {
  /// The words before a program that may mount things for itself.
  package static var words: [String] {
    [Programs.installed("unshare") ?? "unshare", User.isRoot ? "-m" : "-Urm"]
  }

  /// Whether the system lets us have some.
  package static func areAllowed() async -> Bool {
    guard Programs.installed("unshare") != nil, Programs.installed("mount") != nil else {
      return false
    }
    let script = "mount -t tmpfs -o size=64k none /mnt"
    let tried = try? await Programs.run(
      words[0],
      [words[1], "/bin/sh", "-c", script],
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
    )
    return tried?.status == 0
  }
}
