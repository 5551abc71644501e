extension ProgramRunner.LaunchError {
  static func notFound(_ name: String) -> Self {
    Self(reason: "program '\(name)' not found in PATH")
  }

  static func notStarted(_ path: String, _ error: SystemError) -> Self {
    Self(reason: "can't start '\(path)': \(error.reason)")
  }
}
