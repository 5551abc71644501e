import Foundation
import Glibc
import MinutaTestSupport
import SystemCalls
import Testing

/// A real `sshd` on the loopback with keys and a configuration of its own, and the home directory of
/// its sessions.
///
/// The host is `desk` in the client configuration at `configuration`.
struct SSHServer {
  let remote: MinutaFixture
  private let server: ChildProcess

  /// The path of the client's configuration file.
  var configuration: String { remote.home.path + "/ssh/config" }

  /// The command of a plugin that runs `minuta rpc` in a session.
  var command: [String] {
    ["/usr/bin/ssh", "-F", configuration, "desk", TestPrograms.minuta, "rpc", "--tools", "all"]
  }

  /// Starts the server.
  ///
  /// - Parameter restriction: the options of the client's key in `authorized_keys`.
  init(restriction: String = "") async throws {
    remote = try MinutaFixture()
    // As root, sshd needs this directory, which its package creates at the next boot only.
    if User.isRoot { try Directory.make("/run/sshd") }
    let user = NSUserName()
    try await remote.shell(
      """
      mkdir ssh; cd ssh
      ssh-keygen -q -t ed25519 -N '' -f host; ssh-keygen -q -t ed25519 -N '' -f key
      """
    )
    let key = try String(contentsOfFile: remote.home.path + "/ssh/key.pub", encoding: .utf8)
    try remote.home.write(restriction + key, to: "ssh/authorized_keys")
    let port = try Self.freePort()
    let folder = remote.home.path + "/ssh"
    let variables = remote.environment.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    try remote.home.write(
      """
      ListenAddress 127.0.0.1
      Port \(port)
      HostKey \(folder)/host
      AuthorizedKeysFile \(folder)/authorized_keys
      StrictModes no
      PidFile none
      UsePAM no
      PasswordAuthentication no
      SetEnv \(variables)

      """,
      to: "ssh/sshd_config"
    )
    try remote.home.write(
      """
      Host desk
        HostName 127.0.0.1
        Port \(port)
        User \(user)
        IdentityFile \(folder)/key
        IdentitiesOnly yes
        UserKnownHostsFile \(folder)/known_hosts
        BatchMode yes

      """,
      to: "ssh/config"
    )
    try await remote.shell("cd ssh; echo \"[127.0.0.1]:\(port) $(cat host.pub)\" > known_hosts")
    let sshd = try #require(TestPrograms.installed("sshd"))
    server = try ChildProcess(sshd, ["-D", "-e", "-f", "\(folder)/sshd_config"])
    let (remote, configuration) = (remote, configuration)
    try await wait(for: "sshd") {
      try await remote.run(ssh: ["-F", configuration, "desk", "true"]).status == 0
    }
  }

  /// Ends the server and its sessions.
  func end() {
    for process in sessions { kill(process, SIGKILL) }
    server.end()
  }

  /// The processes of the server's sessions.
  var sessions: [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { process in
      let status = FileManager.default.contents(atPath: "/proc/\(process)/stat") ?? Data()
      let words = String(decoding: status, as: UTF8.self).split(separator: ")").last ?? ""
      return words.split(separator: " ").dropFirst().first.map(String.init) == "\(server.id)"
    }
  }

  private static func freePort() throws -> UInt16 {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(number, pointer, length) == 0 && getsockname(number, pointer, &length) == 0
      }
    }
    try #require(isBound)
    return UInt16(bigEndian: address.sin_port)
  }
}

extension MinutaFixture {
  /// Runs `ssh` with the fixture's environment.
  fileprivate func run(ssh arguments: [String]) async throws -> ChildProcess.Result {
    try await TestPrograms.run("/usr/bin/ssh", arguments, environment: environment)
  }
}
