import SystemCalls

extension SpawnedProcess {
  /// Ends the program by kinder means first, each of which is given so long.
  ///
  /// - Returns: how it ended.
  func end(timeoutPerStep limit: Duration) -> String {
    closeInput()
    var ending = waitForExit(timeout: limit)
    for signal in [TerminationSignal.terminate, .kill] where ending == nil {
      terminate(with: signal)
      ending = self.waitForExit(timeout: limit)
    }
    return ending?.description ?? "it cannot be ended"
  }
}

extension SpawnedProcess.ExitStatus {
  var description: String {
    switch self {
    case .exited(let code): "it ended with code \(code)"
    case .killed(let signal): "signal \(signal) ended it"
    }
  }
}
