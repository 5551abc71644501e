import MinutaTestSupport

extension RPCTestClient {
  /// Starts the Messages program.
  ///
  /// - Parameter before: a command that wraps the program, such as one that mounts a disk.
  convenience init(_ folder: String, as name: String, under before: [String] = []) throws {
    let words = before + [TestPrograms.built("Messages"), "--folder", folder, "--as", name]
    let environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"]
    try self.init(words[0], Array(words.dropFirst()), environment: environment)
  }
}
