import IntentKit
import MinutaCore
import MinutaIntents
import SystemCalls

/// Checks whether completions and editor packages are installed, and are those of this program.
struct InstallationCheck {
  let environment: Environment

  func diagnosis() -> ConfigurationDiagnosis {
    guard let prefix = prefixes.first(where: { (try? Installation(prefix: $0))?.isEmpty == false })
    else {
      return ConfigurationDiagnosis(
        checks: ["Completions and editor packages aren't installed; 'install' adds them."]
      )
    }
    var findings: [StoreFinding] = []
    var checks: [String] = []
    let parts = [
      ("Shell completions", InstalledFile.completions), ("Editor packages", InstalledFile.editors),
    ]
    for (name, files) in parts {
      let outdated = files.map { "\(prefix)/\($0.path)" }.enumerated().filter { index, path in
        let bytes = try? FileDescriptor(opening: path, for: .reading).readAll(limit: 1 << 24)
        return bytes != files[index].bytes
      }
      if let first = outdated.first?.element {
        let error = Failure.outdatedInstallation(first)
        findings.append(StoreFinding(error, file: first))
      } else {
        checks.append("\(name) of this program are installed in '\(prefix)'.")
      }
    }
    return ConfigurationDiagnosis(findings: findings, checks: checks)
  }

  /// The prefixes where an installation may be: that of the running program, and the default one.
  private var prefixes: [String] {
    let folder = Directory.parent(of: environment.program)
    let own = folder.flatMap { $0.hasSuffix("/bin") ? String($0.dropLast(4)) : nil }
    return [own, "\(environment.home)/.local"].compactMap(\.self)
  }
}
