/// The flags of other programs.
enum FlagSynonym {
  /// The flags that are probably meant; the first that a command has is suggested.
  private static let flags = [
    "--at": ["--start"], "--begin": ["--start", "--at", "--from"], "--date": ["--at", "--from"],
    "--depth": ["--group-by"], "--description": ["--comment"], "--end": ["--at", "--to"],
    "--finish": ["--end", "--at", "--to"], "--force": ["--yes"], "--from": ["--start", "--at"],
    "--label": ["--labels", "--add-label", "--filter"], "--message": ["--comment"],
    "--note": ["--comment"], "--number": ["--limit"], "--since": ["--from", "--start", "--at"],
    "--start": ["--at", "--from"], "--stop": ["--end", "--at"], "--text": ["--comment"],
    "--time": ["--at"], "--to": ["--end", "--at"], "--until": ["--to", "--end", "--at"],
    "-c": ["--comment"], "-d": ["--duration"], "-e": ["--end", "--at", "--to"],
    "-f": ["--from", "--start", "--at"], "-g": ["--group-by"], "-l": ["--limit"],
    "-s": ["--start", "--at", "--from"],
  ]

  /// Returns the flag among `known` that other programs call `flag`; nil if there is none.
  static func flag(of flag: String, among known: [String]) -> String? {
    flags[flag]?.first(where: known.contains)
  }
}
