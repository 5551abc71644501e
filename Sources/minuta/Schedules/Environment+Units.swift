extension Environment {
  /// The variables that a unit of systemd needs to find the same folders as this process.
  var unitVariables: [String: String] {
    let names = ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"]
    return variables.filter { names.contains($0.key) && $0.value.hasPrefix("/") }
  }
}
