import IntentKit
import MinutaStore
import SystemCalls

/// A file that `minuta install` writes.
struct InstalledFile {
  /// The parts of an installation, as they are listed.
  enum Part: String, CaseIterable {
    case program = "program"
    case completions = "shell completions"
    case pages = "manual pages"
    case editors = "editor packages"
    case desktop = "desktop entry and icon"
  }

  /// The path below the prefix.
  let path: String
  let part: Part
  let bytes: [UInt8]

  /// The hash by which a changed file is recognized.
  var hash: String { Self.hash(of: bytes) }

  /// Returns the SHA-256 hash of a file's first MiB, and of a checksum and the size of the rest.
  ///
  /// Only the program is larger. SHA-256 of all of it would take seconds.
  static func hash(of bytes: [UInt8]) -> String {
    let sum = bytes.withUnsafeBytes {
      Checksum.of(UnsafeRawBufferPointer(rebasing: $0.dropFirst(1 << 20)))
    }
    let rest = " \(sum) \(bytes.count)"
    return SHA256.hex(of: bytes.prefix(1 << 20) + Array(rest.utf8))
  }

  var permissions: UInt32 { part == .program ? 0o755 : 0o644 }

  private init(_ path: String, _ part: Part, _ bytes: [UInt8]) {
    (self.path, self.part, self.bytes) = (path, part, bytes)
  }

  private init(_ path: String, _ part: Part, lines: [String]) {
    self.init(path, part, Array(lines.reduce(into: "") { $0 += $1 + "\n" }.utf8))
  }

  /// Returns all files of an installation.
  ///
  /// - Parameters:
  ///   - program: the content of the program.
  ///   - definitions: the definitions of the built-in intents, for the manual.
  ///   - date: the date of the manual.
  ///   - entry: the desktop entry.
  static func all(
    program: [UInt8],
    _ definitions: [IntentDefinition],
    date: String,
    entry: DesktopEntry
  ) -> [InstalledFile] {
    let pages = ManualPage.all(definitions, date: date).map { page in
      InstalledFile("share/man/man\(page.section)/\(page.file)", .pages, lines: page.lines)
    }
    let program = InstalledFile("bin/minuta", .program, program)
    return [program] + completions + pages + editors + desktop(entry)
  }

  static var editors: [InstalledFile] {
    [
      InstalledFile("share/emacs/site-lisp/minuta.el", .editors, PackageResources.minuta_el),
      InstalledFile("share/nvim/site/plugin/minuta.lua", .editors, PackageResources.minuta_lua),
      InstalledFile("share/nvim/site/lua/minuta/init.lua", .editors, PackageResources.init_lua),
    ]
  }

  private static func desktop(_ entry: DesktopEntry) -> [InstalledFile] {
    [
      InstalledFile(
        "share/icons/hicolor/scalable/apps/minuta.svg",
        .desktop,
        PackageResources.minuta_svg
      ),
      InstalledFile(
        "share/applications/minuta.desktop",
        .desktop,
        lines: entry.lines
      ),
    ]
  }

  static var completions: [InstalledFile] {
    let scripts = CompletionsCommand.scripts
    return [
      InstalledFile(
        "share/bash-completion/completions/minuta",
        .completions,
        lines: [scripts["bash"] ?? ""]
      ),
      InstalledFile(
        "share/fish/vendor_completions.d/minuta.fish",
        .completions,
        lines: [scripts["fish"] ?? ""]
      ),
      // zsh runs the file as the body of a function at the first completion.
      InstalledFile(
        "share/zsh/site-functions/_minuta",
        .completions,
        lines: ["#compdef minuta", scripts["zsh"] ?? "", "_minuta \"$@\""]
      ),
    ]
  }
}
