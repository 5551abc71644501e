import SystemCalls

extension SpawnedProcess {
  /// Ends the process in steps: closes its input, then sends SIGTERM, then SIGKILL.
  ///
  /// - Parameter limit: the time to wait for the process to exit after each step.
  /// - Returns: A description of how the process ended.
  func end(timeoutPerStep limit: Duration) -> String {
    closeInput()
    var ending = waitForExit(timeout: limit)
    for signal in [TerminationSignal.terminate, .kill] where ending == nil {
      terminate(with: signal)
      ending = self.waitForExit(timeout: limit)
    }
    return ending?.description ?? ConnectionProblem.cannotBeStopped
  }
}
